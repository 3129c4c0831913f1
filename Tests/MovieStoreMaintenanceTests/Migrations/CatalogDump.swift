import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport

/// A catalog as SQL that any SQLite program loads into an empty file: one line per row, in the order of
/// keys, without derived objects and the log.
enum CatalogDump {
  static func text(of version: SchemaVersion, in connection: borrowing Connection) throws -> String
  {
    try connection.read { transaction throws in
      let schema = Migrator.schema(of: version).split(separator: "\n").map(String.init)
      // Both pragmas are first; the rest is one transaction.
      let lines = try schema[..<2] + ["BEGIN;"] + schema[2...] + rows(of: version, in: transaction)
      return lines.joined(separator: "\n") + "\nCOMMIT;\n"
    }
  }

  static func text(of version: SchemaVersion, in path: String) throws -> String {
    let connection = try ConnectionSetup.connection(to: .file(path))
    return try text(of: version, in: connection)
  }

  private static func rows(
    of version: SchemaVersion, in transaction: borrowing Transaction
  ) throws -> [String] {
    // In the order of their creation, parents first: a shell can enforce foreign keys.
    let tables = Schema(version).tables
    var lines: [String] = []
    for table in tables { lines += try inserts(into: table, in: transaction) }
    return try lines + counters(of: tables, in: transaction)
  }

  private static func inserts(
    into table: String, in transaction: borrowing Transaction
  ) throws -> [String] {
    let types = try transaction.rows("SELECT type FROM pragma_table_info('\(table)')").map { $0[0] }
    let rows = try transaction.rows(
      columns: types.count, "SELECT * FROM \(table) ORDER BY 1, 2")
    return rows.map { row in
      let values = zip(row, types).map { $1 == "TEXT" ? literal($0) : $0 }
      return "INSERT INTO \(table) VALUES(\(values.joined(separator: ", ")));"
    }
  }

  /// Returns the id counters. Without them, the ids of deleted rows would be reused.
  private static func counters(
    of tables: [String], in transaction: borrowing Transaction
  ) throws -> [String] {
    let counters = try transaction.rows(
      columns: 2, "SELECT name, seq FROM sqlite_sequence ORDER BY name")
    return ["DELETE FROM sqlite_sequence;"]
      + counters.filter { tables.contains($0[0]) }.map {
        "INSERT INTO sqlite_sequence VALUES('\($0[0])', \($0[1]));"
      }
  }

  /// Returns the text as an expression of printable characters: other characters are numbers.
  static func literal(_ text: String) -> String {
    var parts: [String] = []
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      let printable = rest.prefix { !isUnprintable($0) }
      let unprintable = rest[printable.endIndex...].prefix(while: isUnprintable)
      if !printable.isEmpty {
        parts.append("'\(printable.map { $0 == "'" ? "''" : "\($0)" }.joined())'")
      }
      if !unprintable.isEmpty {
        parts.append("char(\(unprintable.map { "\($0.value)" }.joined(separator: ", ")))")
      }
      rest = rest[unprintable.endIndex...]
    }
    return parts.isEmpty ? "''" : parts.joined(separator: " || ")
  }

  /// Nonspacing marks count as unprintable, because an editor can compose them with their letters.
  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark: true
    default: false
    }
  }
}
