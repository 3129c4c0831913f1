import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// A catalog of four movies, for other programs to corrupt.
package enum BrokenCatalog {
  /// Heat and The Score share Robert De Niro; Koyaanisqatsi has no cast.
  package static func make(_ version: SchemaVersion = .newest) throws -> String {
    let path = TemporaryDirectory.path("movies.db")
    try Files.write(try #require(contents[version]).get(), to: path)
    Files.setMode(0o600, of: path)
    return path
  }

  /// The bytes of the file at each version, created once.
  private static let contents = Dictionary(
    uniqueKeysWithValues: SchemaVersion.allCases.map { version in
      (version, Result { try content(version) })
    })

  private static func content(_ version: SchemaVersion) throws -> [UInt8] {
    let path = TemporaryDirectory.home + "movies-broken-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    var store = try Catalog.withoutDurability(path)
    try store.add("Heat", "Al Pacino", "Robert De Niro", "Val Kilmer", favorite: true)
    try store.add("The Score", "Robert De Niro", "Edward Norton", "Marlon Brando")
    try store.add("Koyaanisqatsi")
    try store.add("Amélie", "Audrey Tautou", favorite: true)
    if version < .newest { try OldCatalog.migrate(path, to: version) }
    return try Files.bytes(path)
  }

  /// Runs statements as if the tables accepted values of any type, by changing the stored schema and
  /// restoring it.
  package static func runWithoutTypes(_ path: String, _ sql: String) throws {
    let schema = try OtherProgram.rows(
      path, columns: 2, "SELECT name, sql FROM sqlite_schema WHERE sql LIKE '%STRICT%'")
    try rewrite(
      path,
      """
      UPDATE sqlite_schema SET sql = replace(replace(replace(
        sql, 'STRICT, WITHOUT', 'WITHOUT'), 'STRICT', ''), 'NOT NULL', '')
      WHERE sql LIKE '%STRICT%'
      """)
    try OtherProgram.run(path, "PRAGMA ignore_check_constraints = ON", sql)
    for row in schema {
      let sql = row[1].split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''")
      try rewrite(path, "UPDATE sqlite_schema SET sql = '\(sql)' WHERE name = '\(row[0])'")
    }
  }

  /// Changes the stored schema; connections that are opened later use it.
  package static func rewrite(_ path: String, _ sql: String) throws {
    try OtherProgram.run(path, "PRAGMA writable_schema = ON", sql)
  }

  /// Overwrites the first page of a table or an index.
  package static func overwriteRoot(of name: String, with byte: UInt8, in path: String) throws {
    let root = try OtherProgram.texts(
      path, "SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'")
    let page = try #require(root.first.flatMap { Int($0) })
    let size = try #require(Int(OtherProgram.texts(path, "PRAGMA page_size")[0]))
    var bytes = try Files.bytes(path)
    for offset in (page - 1) * size..<page * size { bytes[offset] = byte }
    try Files.write(bytes, to: path)
  }

  /// The movies with their casts, except those with these ids.
  package static func movies(_ path: String, without ids: [Int] = []) throws -> [[String]] {
    try OtherProgram.rows(
      path, columns: 4,
      """
      SELECT id, hex(title), favorite, (
        SELECT group_concat(name, ';') FROM (
          SELECT hex(name) AS name FROM MovieActor JOIN ActorModel AS actor ON actor.id = actorID
          WHERE movieID = movie.id ORDER BY position))
      FROM MovieModel AS movie
      WHERE id NOT IN (\(ids.map(String.init).joined(separator: ", "))) ORDER BY id
      """)
  }
}
