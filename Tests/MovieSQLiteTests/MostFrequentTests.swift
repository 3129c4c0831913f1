import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct MostFrequentTests {
  /// A table that holds each of the values as often as it is told.
  private static func connection(_ counts: [Int64: Int]) throws -> Connection {
    var connection = try Connection(.memory)
    try connection.addMostFrequent()
    try connection.run("CREATE TABLE t(v INTEGER) STRICT", "CREATE INDEX by_v ON t(v)")
    try connection.write { transaction throws in
      var inserter = try RowInserter(into: "t(v)", columns: 1, rows: 50, in: transaction)
      for (value, count) in counts {
        for _ in 0..<count { try inserter.add(value) }
      }
      try inserter.finish()
    }
    return connection
  }

  private static func answer(
    _ wanted: Int, in connection: inout Connection
  ) throws -> [Int64] {
    try connection.texts(
      """
      SELECT value
      FROM json_each((SELECT most_frequent(v, ?) FROM t INDEXED BY by_v))
      """, [.integer(Int64(wanted))]
    ).map { try #require(Int64($0)) }
  }

  /// As many as wanted, and all that come as often as the last of these.
  private static func expected(_ wanted: Int, of counts: [Int64: Int]) -> [Int64] {
    let ordered = counts.values.sorted(by: >)
    guard let least = ordered.prefix(wanted).last else { return [] }
    return counts.filter { $0.value >= least }.map(\.key).sorted()
  }

  private static let wanted = [1, 2, 3, 10, 100, 101, 1_000, 4_999, 5_001, .max / 2, .max]

  @Test("it is what grouping, counting and ordering give", arguments: 0..<6)
  func generated(round: Int) throws {
    var random = RandomSource(seed: UInt64(round))
    let (values, most) = [(1, 1), (7, 3), (100, 1), (400, 40), (5_000, 3), (5_000, 9)][round]
    var counts: [Int64: Int] = [.min: 2, .max: 1, 0: 2, -1: 1]
    for _ in 0..<values {
      // Most come once: what is often is rare.
      let count = Int.random(in: 1...Int.random(in: 1...most, using: &random), using: &random)
      let value = Int64(bitPattern: random.next()) >> Int64.random(in: 0...60, using: &random)
      counts[value] = count
    }
    var connection = try Self.connection(counts)
    for wanted in Self.wanted {
      let answer = try Self.answer(wanted, in: &connection)
      #expect(answer.sorted() == Self.expected(wanted, of: counts), "\(wanted)")
    }
  }

  @Test(
    "the last and the first values count as all others",
    arguments: [[1: 1, 2: 1, 3: 5], [1: 5, 2: 1, 3: 1], [-3: 2], [0: 1]] as [[Int64: Int]])
  func ends(counts: [Int64: Int]) throws {
    var connection = try Self.connection(counts)
    let most = try #require(counts.max { $0.value < $1.value })
    #expect(try Self.answer(1, in: &connection) == [most.key])
  }

  @Test("values that come more and more often, and less and less, leave the right ones")
  func slopes() throws {
    for sign in [1, -1] as [Int64] {
      let counts = Dictionary(uniqueKeysWithValues: (1...300).map { (sign * Int64($0), $0) })
      var connection = try Self.connection(counts)
      for wanted in [1, 5, 299] {
        let answer = try Self.answer(wanted, in: &connection)
        #expect(answer.sorted() == Self.expected(wanted, of: counts))
      }
    }
  }

  @Test("of no rows it is NULL")
  func empty() throws {
    var connection = try Self.connection([:])
    #expect(try connection.texts("SELECT typeof(most_frequent(v, 3)) FROM t") == ["null"])
  }

  @Test("each group has its own")
  func groups() throws {
    var connection = try Self.connection([1: 1, 2: 2, 11: 3, 12: 1, 21: 1])
    let answer = try connection.texts(
      "SELECT most_frequent(v, 1) FROM t INDEXED BY by_v GROUP BY v / 10 ORDER BY v / 10")
    #expect(answer == ["[2]", "[11]", "[21]"])
  }

  @Test("two uses in one statement do not mix")
  func twoUses() throws {
    var connection = try Self.connection([1: 3, 2: 1])
    let answer = try connection.texts(
      "SELECT most_frequent(v, 1) || most_frequent(-v, 9) FROM t INDEXED BY by_v")
    #expect(answer == ["[1][-1,-2]"])
  }

  @Test("an error on the way lets all go, and the next use begins anew")
  func brokenOff() throws {
    var connection = try Self.connection([1: 3, 2: 1])
    #expect(throws: SQLiteError.self) {
      try connection.texts("SELECT most_frequent(abs(v - 2 + \(Int64.min)), 1) FROM t")
    }
    #expect(try Self.answer(1, in: &connection) == [1])
  }

  @Test("the schema of a file cannot call it")
  func notFromSchema() throws {
    var connection = try Self.connection([1: 1])
    try connection.run("CREATE VIEW x AS SELECT most_frequent(v, 1) FROM t")
    #expect(throws: SQLiteError.self) { try connection.texts("SELECT * FROM x") }
    try connection.set(.trustedSchema, to: true)
    #expect(throws: SQLiteError.self) { try connection.texts("SELECT * FROM x") }
  }
}
