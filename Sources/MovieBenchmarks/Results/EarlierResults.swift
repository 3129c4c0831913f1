internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// The results of an earlier run, as far as they are compared.
package struct EarlierResults: Sendable {
  /// What a time is of.
  package struct Key: Hashable, Sendable {
    package let work: String
    package let movies: Int

    package init(work: String, movies: Int) {
      self.work = work
      self.movies = movies
    }
  }

  package let date: String
  package let machine: MachineDescription
  package let medians: [Key: Double]

  /// Reads the JSON of a file.
  ///
  /// - Throws: `SystemError` where it cannot be read, `BenchmarkError.notResults`.
  package init(path: String) throws {
    guard let json = try ByteSource(path: path).text() else {
      throw BenchmarkError.notResults(path: path, reason: "it is too large or not UTF-8 text")
    }
    do {
      try self.init(json: json)
    } catch let problem as Problem {
      throw BenchmarkError.notResults(path: path, reason: problem.reason)
    } catch let error as SQLiteError {
      throw BenchmarkError.notResults(path: path, reason: error.message)
    }
  }

  private struct Problem: Error {
    let reason: String
  }

  private init(json: String) throws {
    let connection = try Connection(.memory)
    (date, machine, medians) = try connection.read { transaction throws in
      try Self.requireJSON(json, in: transaction)
      let (date, machine) = try Self.machine(json, in: transaction)
      return (date, machine, try Self.medians(json, in: transaction))
    }
  }

  private static func requireJSON(
    _ json: String, in transaction: borrowing Transaction
  ) throws {
    if try transaction.fetchInt("SELECT json_valid(\(json))") == 0 {
      throw Problem(reason: "it is not JSON")
    }
  }

  private static func machine(
    _ json: String, in transaction: borrowing Transaction
  ) throws -> (String, MachineDescription) {
    let found = try transaction.fetchOne(
      """
        SELECT date, cpu, cores, memory, system, swift, sqlite FROM (
          SELECT json ->> 'date' AS date, json -> 'machine' ->> 'cpu' AS cpu,
            json -> 'machine' ->> 'cores' AS cores, json -> 'machine' ->> 'memoryMiB' AS memory,
            json -> 'machine' ->> 'system' AS system, json -> 'machine' ->> 'swift' AS swift,
            json -> 'machine' ->> 'sqlite' AS sqlite
          FROM (SELECT \(json) AS json))
        WHERE typeof(date) = 'text' AND typeof(cpu) = 'text' AND typeof(cores) = 'integer'
          AND typeof(memory) = 'integer' AND typeof(system) = 'text' AND typeof(swift) = 'text'
          AND typeof(sqlite) = 'text'
      """
    ) { row throws(SQLiteError) in
      (
        try row.text(at: 0),
        MachineDescription(
          cpu: try row.text(at: 1), cores: Int(try row.int(at: 2)),
          memoryMiB: Int(try row.int(at: 3)), system: try row.text(at: 4),
          swift: try row.text(at: 5), sqlite: try row.text(at: 6))
      )
    }
    guard let found else { throw Problem(reason: "the date or the machine is missing") }
    return found
  }

  private static func medians(
    _ json: String, in transaction: borrowing Transaction
  ) throws -> [Key: Double] {
    var medians: [Key: Double] = [:]
    try transaction.forEachRow(
      """
        SELECT work, movies, median,
          typeof(work) = 'text' AND typeof(movies) = 'integer'
            AND typeof(median) IN ('real', 'integer') AND median > 0
        FROM (
          SELECT value ->> 'work' AS work, value ->> 'movies' AS movies,
            value ->> 'medianSeconds' AS median
          FROM json_each(\(json), '$.results') WHERE type = 'object')
      """
    ) { row in
      guard try row.bool(at: 3) else {
        throw Problem(reason: "a result has no valid work, movies or median")
      }
      medians[Key(work: try row.text(at: 0), movies: Int(try row.int(at: 1)))] = try row.real(at: 2)
    }
    if medians.isEmpty { throw Problem(reason: "it has no results") }
    return medians
  }
}
