import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The requirement and the invariant of the upgrade to v4, compared with a simple implementation.
@Suite(.limited, .temporaryDirectory) struct CastInvariantTests {
  /// A few names, so that they repeat.
  private static let names = ["A", "a", "B", "é", "e\u{301}", "", "\"", "\\", "/", "日本"]

  /// The comparison of long casts starts at about 600 names of this length.
  private static func longCast(_ random: inout RandomSource) -> [String] {
    (0..<Int.random(in: 550...650, using: &random)).map { "Extra \($0)" }
  }

  private static func cast(_ random: inout RandomSource) -> [String] {
    if Int.random(in: 0..<8, using: &random) == 0 { return longCast(&random) }
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in
      names.randomElement(using: &random) ?? ""
    }
  }

  private static let faults = [
    "DELETE FROM MovieActor WHERE movieID = ?1 AND position = ?2",
    "UPDATE MovieActor SET position = position + 1 WHERE movieID = ?1 AND position >= ?2",
    "UPDATE MovieActor SET position = ?2 - position WHERE movieID = ?1 AND position <= ?2",
    "INSERT INTO MovieActor SELECT ?1, pk, ?2 FROM Actor WHERE true ON CONFLICT DO NOTHING",
    "UPDATE OR IGNORE MovieActor SET movieID = ?1 + 1 WHERE movieID = ?1 AND position = ?2",
    "UPDATE Actor SET name = name || 'x' WHERE pk = ?1 + ?2",
    "DELETE FROM Actor WHERE pk = ?1 + ?2",
    "SELECT ?1, ?2",
  ]

  @Test("The invariant returns exactly the movies whose credits differ from their casts")
  func differences() throws {
    var random = RandomSource(seed: 5)
    var found = 0
    for round in 0..<10 {
      let casts = (0..<6).map { _ in Self.cast(&random) }
      let path = try OldCatalog.make(
        try casts.map { try OldCatalog.Row("x", $0) }, version: .v3, named: "\(round).db")
      let fault = try Fault(
        sql: #require(Self.faults.randomElement(using: &random)),
        values: [
          .integer(.random(in: 1...6, using: &random)),
          .integer(.random(in: 0...3, using: &random)),
        ])
      let (credits, violations) = try Self.outcome(of: fault, at: path)
      let expected = Self.differences(from: casts, in: credits)
      #expect(violations == expected, "\(fault) \(casts)")
      found += expected.count
    }
    #expect(found > 3)
  }

  private struct Fault {
    let sql: String
    let values: [DatabaseValue]
  }

  /// Returns the credits after the fault, and the movies that the invariant finds.
  private static func outcome(
    of fault: Fault, at path: String
  ) throws -> (credits: [[String]], violations: [Int]) {
    let invariant = try #require(Migration.v4.up.dropLast().last)
    let connection = try ConnectionSetup.connection(to: .file(path))
    try connection.set(.foreignKeys, to: false)
    return try connection.write(commit: false) { transaction throws in
      for action in Migration.v4.up.dropLast(2) { try run(action, in: transaction) }
      var statement = try transaction.prepare(SQL(raw: fault.sql))
      try statement.bind(fault.values)
      try statement.run()
      return (try credits(in: transaction), try violations(of: invariant.sql, in: transaction))
    }
  }

  private static func run(
    _ action: Migration.Action, in transaction: borrowing Transaction
  ) throws {
    var statement = try transaction.prepare(SQL(raw: action.sql))
    if case .chunks = action.work { try statement.bind([.integer(.min), .integer(.max)]) }
    try statement.run()
  }

  private static func credits(in transaction: borrowing Transaction) throws -> [[String]] {
    try transaction.rows(
      columns: 2,
      """
      SELECT movieID, iif(name IS NULL, 'none', hex(name))
      FROM MovieActor LEFT JOIN Actor ON pk = actorID ORDER BY movieID, position
      """)
  }

  private static func violations(
    of sql: String, in transaction: borrowing Transaction
  ) throws -> [Int] {
    try transaction.rows(sql).compactMap { Int($0[0]) }
  }

  /// Returns the movies whose credits are not the distinct names of the cast, in order.
  private static func differences(from casts: [[String]], in credits: [[String]]) -> [Int] {
    (1...casts.count).filter { movie in
      var names: Set<[UInt8]> = []
      let first = casts[movie - 1].filter { names.insert($0.bytes).inserted }
      return credits.filter { $0[0] == "\(movie)" }.map { $0[1] } != first.map(hex)
    }
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  @Test("The requirement returns exactly the casts that are not arrays of valid text")
  func unmigratable() throws {
    var random = RandomSource(seed: 6)
    let pieces = [
      "\"A\"", "\"A\"", ",", ",", " ", "1", "null", "[", "]", "{}", #""\u0000""#, #""\\u0000""#,
      #""\ud800""#, #""\ud83d\ude00""#, "'B'", "\"", "\\", "\u{1}",
    ]
    let casts = (0..<2_000).map { _ in
      let inside = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      return "[" + inside.joined() + "]"
    }
    let path = try OldCatalog.make(casts.map { OldCatalog.Row("x", cast: $0) }, version: .v3)
    let valid = Set(try Self.valid(at: path))
    #expect((200..<1_000).contains(valid.count))
    let connection = try ConnectionSetup.connection(to: .file(path))
    let found = try connection.read { transaction throws in
      try Self.violations(
        of: try #require(Migration.v4.requirements(Schema(.v1)).first).violations, in: transaction)
    }
    #expect(found == (1...2_000).filter { !valid.contains($0) })
  }

  /// Returns the movies whose casts can be migrated.
  private static func valid(at path: String) throws -> [Int] {
    let arrays = try OtherProgram.rows(
      path, columns: 2, "SELECT pk, \"cast\" FROM Movie WHERE json_valid(\"cast\")")
    let others = try OtherProgram.texts(
      path,
      """
      SELECT pk FROM (SELECT * FROM Movie WHERE json_valid("cast")), json_each("cast") AS entry
      WHERE entry.type <> 'text'
      """)
    return arrays.filter { JSONEscapes.areValid(in: $0[1]) && !others.contains($0[0]) }
      .compactMap { Int($0[0]) }
  }
}
