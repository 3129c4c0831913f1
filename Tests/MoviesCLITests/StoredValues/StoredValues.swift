import Foundation
import TestSupport

/// Changes a catalog as any other program could: rows with all values that the tables allow, written
/// without the checks of the library.
struct StoredValues {
  private var random: RandomSource
  private let file: PlainConnection

  init(in path: String, seed: UInt64) throws {
    random = RandomSource(seed: seed)
    file = try PlainConnection(path)
  }

  /// The tables of the catalog, and the one of the ids that were assigned, whose columns have no types.
  private static let tables = """
    SELECT name FROM sqlite_schema
    WHERE type = 'table' AND (sql LIKE '%STRICT%' OR name = 'sqlite_sequence') ORDER BY name
    """

  /// Adds and changes rows. SQLite ignores those that a table does not allow.
  mutating func write() throws {
    try file.run("BEGIN")
    for table in try file.run(Self.tables).map({ $0[0] }) {
      let columns = try file.run("SELECT name, type FROM pragma_table_info('\(table)')")
        .map { (name: $0[0], type: $0[1]) }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let values = columns.map { value(of: $0.name, $0.type, in: table) }.joined(separator: ", ")
        try runIfAllowed("INSERT OR IGNORE INTO \(table) VALUES (\(values))")
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        guard let column = columns.randomElement(using: &random) else { continue }
        let rows =
          isOneOf(4) ? "true" : "\(columns[0].name) % 3 = \(Int.random(in: 0..<3, using: &random))"
        try runIfAllowed(
          """
          UPDATE OR IGNORE \(table)
          SET "\(column.name)" = \(value(of: column.name, column.type, in: table)) WHERE \(rows)
          """)
      }
    }
    try file.run("COMMIT")
  }

  private func runIfAllowed(_ statement: String) throws {
    // The id of a row, and a value of another type, are not ignored.
    do { _ = try file.run(statement) } catch let failure as PlainConnection.Failure {
      let isRefused = ["datatype mismatch", "constraint failed", "cannot store"].contains {
        failure.description.contains($0)
      }
      if !isRefused { throw failure }
    }
  }

  // MARK: Values

  /// A value as an SQL expression, most often one of the type and the kind of the column.
  private mutating func value(of column: String, _ type: String, in table: String) -> String {
    if isOneOf(20), column != "id" { return any }
    switch column {
    case "movieID", "actorID", "entryID", "id", "target", "version":
      // In output, 0 stands for no id.
      let id = isOneOf(3) ? integer : "\(Int.random(in: 1...12, using: &random))"
      return column == "id" ? "nullif(\(id), 0)" : id
    case "key":
      return isOneOf(8) ? text : quoted(Self.keys.randomElement(using: &random) ?? "year")
    case "kind": return one(of: ["'change'", "'undo'", "'redo'"])
    case "state": return one(of: ["'done'", "'undone'", "'superseded'"])
    case "direction": return one(of: ["'up'", "'down'", "'adopted'"])
    case "favorite": return one(of: ["0", "1"])
    case "ordinal", "position": return isOneOf(3) ? integer : one(of: ["0", "1", "2", "7"])
    case "before", "after", "imported", "rows":
      return isOneOf(6) ? text : json(like: column, of: table)
    case "time": return isOneOf(2) ? text : one(of: Self.times)
    case "name" where isOneOf(3):
      return one(of: ["'timeZone'", "'MovieModel'", "'ActorModel'", "'movieHistory'"])
    default: break
    }
    switch type {
    case "INTEGER": return integer
    case "REAL": return isOneOf(2) ? real : integer
    case "TEXT": return text
    default: return any
    }
  }

  private mutating func isOneOf(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func one(of values: [String]) -> String {
    values.randomElement(using: &random) ?? "NULL"
  }

  private mutating func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? "''" : "\($0)" }.joined() + "'"
  }

  private var any: String {
    mutating get {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3: integer
      case 3..<6: real
      case 6..<9: text
      default: one(of: ["NULL", "x''", "x'ff00'"])
      }
    }
  }

  private var integer: String {
    mutating get {
      if isOneOf(3) { return "\(Int64.random(in: .min ... .max, using: &random))" }
      if isOneOf(3) { return "\(Int.random(in: -3...2_200, using: &random))" }
      return one(of: Self.integers)
    }
  }

  private var real: String { mutating get { one(of: Self.reals) } }

  private var text: String {
    mutating get {
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3: one(of: Self.texts)
      case 3: quoted(random.text(upTo: 12))
      case 4: "CAST(\(one(of: Self.integers)) AS TEXT)"
      case 5: "CAST(\(one(of: Self.reals)) AS TEXT)"
      case 6: one(of: Self.times)
      default: "CAST(x'\(bytes)' AS TEXT)"
      }
    }
  }

  private var bytes: String {
    mutating get {
      (0..<Int.random(in: 1...9, using: &random)).map { _ in
        String(Int.random(in: 0x100...0x1FF, using: &random), radix: 16).dropFirst()
      }.joined()
    }
  }

  /// The value of a row with other numbers or without its end, or another JSON.
  private mutating func json(like column: String, of table: String) -> String {
    let digit = Int.random(in: 0...9, using: &random)
    let value =
      "(SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY 1 LIMIT 1 OFFSET \(digit % 3))"
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: "substr(\(value), 1, \(Int.random(in: 0...60, using: &random)))"
    case 1: "replace(\(value), '\(digit)', \(integer))"
    case 2: "replace(\(value), '\(digit)', \(real))"
    case 3: "replace(\(value), ']', ', ' || \(integer) || ']')"
    case 4:
      """
      '{"movies": [' || \(integer) || ', ' || \(integer) || '], "actors": [1, 2], "checksum": ' \
      || \(integer) || '}'
      """
    default: one(of: Self.jsonTexts)
    }
  }

  private static let keys = [
    "year", "rating", "runtime", "watched", "imdb", "tmdb", "letterboxd", "tag", "note", "genre",
    "director", "aka", "mine", "year", "rating", "runtime", "watched",
  ]
  private static let integers = [
    "(-9223372036854775807 - 1)", "-9223372036854775807", "9223372036854775807",
    "9223372036854775806", "9007199254740991", "9007199254740993", "4611686018427387904",
    "-4611686018427387905", "2147483648", "-2147483649", "65536", "0", "-1", "1", "2", "10", "99",
  ]
  private static let reals = [
    "1e300", "-1e300", "9e999", "-9e999", "-0.0", "5e-324", "1e19", "9.3e18", "-9.3e18", "1e15",
    "1e12", "7.25", "8.5", "9.99999999999", "0.05", "1995.0", "10.0",
  ]
  private static let texts = [
    "''", "' '", "'heat'", "'Heat (1995)'", "'a' || char(0) || 'b'", "char(0)",
    "CAST(x'ff' AS TEXT)",
    "'x' || CAST(x'c3' AS TEXT)", "CAST(x'eda080' AS TEXT)",
    "replace(hex(zeroblob(5000)), '00', 'abcd')",
    "replace(hex(zeroblob(3000)), '0', 'e' || char(769))", "'seen'", "'watchlist'", "'tt0113277'",
    "'tt9223372036854775808'", "'https://boxd.it/2aQw'", "'a, b; c | d'", "'1e400'", "'-0'",
    "'nan'",
    "char(27) || '[2J'", "char(8238) || 'x'", "'Ünïted ∅ 七人の侍'", "'</script>'", "'Europe/Berlin'",
  ]
  private static let times = [
    "'2026-11-20'", "'2026-11'", "'2026'", "'0000'", "'9999-12-31'", "'0000-01-01'", "'2026-02-30'",
    "'2026-11-21T10:15:02Z'", "'9999-12-31T23:59:59Z'", "'-4713-11-24'", "'99999-01-01T00:00:00Z'",
    "2026",
    "20261120.5", "'now'",
  ]
  private static let jsonTexts = [
    "'null'", "'{'", "'[]'", "'{}'", "'1e999'", "'\"text\"'",
    "replace(hex(zeroblob(1500)), '00', '[')",
    "replace(hex(zeroblob(300)), '00', '{\"title\":') || '1'",
    """
    '{"id": 1, "title": "Heat", "cast": [{"id": 9223372036854775807, "name": "Al Pacino"}], \
    "favorite": true, "attributes": {"rating": [1e999, -9223372036854775809], "year": [1e300]}}'
    """,
    "'{\"title\": \"a\\u0000b\", \"cast\": [], \"favorite\": 3, \"attributes\": {\"\": []}}'",
    "'{\"title\": \"\\ud800\", \"attributes\": {\"year\": 9223372036854775808}}'",
    "'{\"movies\": 9223372036854775807, \"actors\": 1e300, \"checksum\": -1}'",
  ]
}
