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
    var connection = try Connection(.memory)
    (date, machine, medians) = try connection.read { transaction throws in
      try Self.requireJSON(json, in: transaction)
      let (date, machine) = try Self.machine(json, in: transaction)
      return (date, machine, try Self.medians(json, in: transaction))
    }
  }

  private static func requireJSON(
    _ json: String, in transaction: borrowing Transaction
  ) throws {
    var statement = try transaction.prepare(Clause("SELECT json_valid(?)", [.text(json)]))
    guard try statement.step(), statement.boolean(at: 0) else {
      throw Problem(reason: "it is not JSON")
    }
  }

  private static func machine(
    _ json: String, in transaction: borrowing Transaction
  ) throws -> (String, MachineDescription) {
    var statement = try transaction.prepare(
      Clause(
        """
        SELECT date, cpu, cores, memory, system, swift, sqlite FROM (
          SELECT ?1 ->> 'date' AS date, ?1 -> 'machine' ->> 'cpu' AS cpu,
            ?1 -> 'machine' ->> 'cores' AS cores, ?1 -> 'machine' ->> 'memoryMiB' AS memory,
            ?1 -> 'machine' ->> 'system' AS system, ?1 -> 'machine' ->> 'swift' AS swift,
            ?1 -> 'machine' ->> 'sqlite' AS sqlite)
        WHERE typeof(date) = 'text' AND typeof(cpu) = 'text' AND typeof(cores) = 'integer'
          AND typeof(memory) = 'integer' AND typeof(system) = 'text' AND typeof(swift) = 'text'
          AND typeof(sqlite) = 'text'
        """, [.text(json)]))
    guard try statement.step() else { throw Problem(reason: "the date or the machine is missing") }
    let machine = MachineDescription(
      cpu: statement.text(at: 1), cores: Int(statement.integer(at: 2)),
      memoryMiB: Int(statement.integer(at: 3)), system: statement.text(at: 4),
      swift: statement.text(at: 5), sqlite: statement.text(at: 6))
    return (statement.text(at: 0), machine)
  }

  private static func medians(
    _ json: String, in transaction: borrowing Transaction
  ) throws -> [Key: Double] {
    var statement = try transaction.prepare(
      Clause(
        """
        SELECT work, movies, median,
          typeof(work) = 'text' AND typeof(movies) = 'integer'
            AND typeof(median) IN ('real', 'integer') AND median > 0
        FROM (
          SELECT value ->> 'work' AS work, value ->> 'movies' AS movies,
            value ->> 'medianSeconds' AS median
          FROM json_each(?1, '$.results') WHERE type = 'object')
        """, [.text(json)]))
    var medians: [Key: Double] = [:]
    while try statement.step() {
      guard statement.boolean(at: 3), let median = Double(statement.text(at: 2)) else {
        throw Problem(reason: "a result has no valid work, movies or median")
      }
      medians[Key(work: statement.text(at: 0), movies: Int(statement.integer(at: 1)))] = median
    }
    if medians.isEmpty { throw Problem(reason: "it has no results") }
    return medians
  }
}
