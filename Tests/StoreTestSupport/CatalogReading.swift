import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// The content of a catalog, read with SQL that is independent of the library.
package struct CatalogReading: Hashable {
  package let version: SchemaVersion
  /// Keys, and titles in hexadecimal digits.
  package let movies: [[String]]
  /// Keys; `nil` if the version has no favorites.
  package let favorites: [String]?
  /// Keys of movies, and names in order, a repeated name at its first position.
  package let casts: [[String]]
  /// Keys of movies, keys in hexadecimal digits, positions, types and values of attributes.
  package let attributes: [[String]]

  package init(in transaction: borrowing Transaction) throws {
    let number = Int(try transaction.fetchInt("PRAGMA user_version"))
    version = try #require(SchemaVersion(rawValue: number))
    let (table, key) = (Self.table("Movie", version), Self.key(version))
    movies = try transaction.rows(
      columns: 2, "SELECT \(key), hex(title) FROM \(table) ORDER BY 1")
    favorites =
      version == .v1
      ? nil : try transaction.rows("SELECT \(key) FROM \(table) WHERE favorite").map { $0[0] }
    var seen: Set<[String]> = []
    casts = try transaction.rows(columns: 2, Self.casts(version)).filter {
      seen.insert($0).inserted
    }
    let hasAttributes = try transaction.fetchInt(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'MovieAttribute'")
    attributes =
      hasAttributes == 0
      ? []
      : try transaction.rows(
        columns: 5,
        """
        SELECT movieID, hex(key), ordinal, typeof(value), quote(value) FROM MovieAttribute
        ORDER BY 1, 2, 3
        """)
  }

  package init(_ path: String) throws {
    let connection = try Connection(.file(path))
    self = try connection.read { transaction throws in try Self(in: transaction) }
  }

  /// Whether both have the same content, except what one version cannot store.
  package func agrees(with other: Self) -> Bool {
    movies == other.movies && casts == other.casts && attributes == other.attributes
      && (favorites == nil || other.favorites == nil || favorites == other.favorites)
  }

  private static func table(_ name: String, _ version: SchemaVersion) -> String {
    version == .v6 ? name + "Model" : name
  }

  private static func key(_ version: SchemaVersion) -> String { version >= .v5 ? "id" : "pk" }

  private static func casts(_ version: SchemaVersion) -> String {
    if version < .v4 {
      return """
        SELECT pk, hex(value) FROM Movie, json_each("cast") ORDER BY pk, json_each.key
        """
    }
    return """
      SELECT movieID, hex(name)
      FROM MovieActor JOIN \(table("Actor", version)) AS actor ON actor.\(key(version)) = actorID
      ORDER BY movieID, position
      """
  }
}

extension CatalogReading {
  /// The tables that record migrations and changes.
  package static let logs = [MigrationLog.table, "movieHistory", "movieHistoryChange"]

  /// Returns all rows of all tables, including the id counters, but not the logs and derived tables.
  package static func rows(in transaction: borrowing Transaction) throws -> [String: [[String]]] {
    var all: [String: [[String]]] = [:]
    for table in try transaction.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      let isDerived = ["movieSearch", "actorSearch"].contains { table[0].hasPrefix($0) }
      if isDerived || logs.contains(table[0]) { continue }
      let columns = try transaction.rows("SELECT name FROM pragma_table_info('\(table[0])')")
      let values = columns.map { "typeof(\"\($0[0])\") || hex(\"\($0[0])\")" }
      let isCounter = table[0] == "sqlite_sequence"
      all[table[0]] = try transaction.rows(
        columns: columns.count,
        """
        SELECT \(values.joined(separator: ", ")) FROM \(table[0])
        \(isCounter ? "WHERE name <> 'movieHistory'" : "")
        """
      ).sorted { $0.lexicographicallyPrecedes($1) }
    }
    return all
  }

  /// Returns the problems of pages, references and schema.
  package static func faults(in transaction: borrowing Transaction) throws -> [String] {
    let version = try #require(
      SchemaVersion(rawValue: Int(try transaction.fetchInt("PRAGMA user_version"))))
    let objects = try SchemaObject.all(in: transaction).filter { object in
      !([
        "movieSearch", "movie_noted", "actorSearch", "actor_noted", "MovieAttribute",
        "attribute_by_value",
      ]
        + logs).contains {
          object.name.hasPrefix($0)
        }
    }
    var faults = try transaction.rows("PRAGMA integrity_check").map { $0[0] }.filter { $0 != "ok" }
    faults += try transaction.rows("PRAGMA foreign_key_check").map { "reference of \($0[0])" }
    if SchemaFingerprint.of(objects) != Schema(version).fingerprint {
      faults.append("not the schema of v\(version.rawValue)")
    }
    return faults
  }

  package static func faults(_ path: String) throws -> [String] {
    let connection = try Connection(.file(path))
    return try connection.read { transaction throws in try faults(in: transaction) }
  }
}
