import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import TestSupport
import Testing

/// A catalog file of an older version.
enum OldCatalog {
  /// A movie of v1.
  struct Row {
    var key: Int64?
    var title: String
    /// The text of the cast column.
    var cast: String

    init(_ title: String, key: Int64? = nil, cast: String = "[]") {
      self.title = title
      self.key = key
      self.cast = cast
    }

    init(_ title: String, _ names: [String]) throws {
      let data = try JSONSerialization.data(withJSONObject: names)
      self.init(title, cast: String(decoding: data, as: UTF8.self))
    }
  }

  /// Creates a v1 file with the rows, each with a UUID, and upgrades it to the version.
  static func make(
    _ rows: [Row] = [], version: SchemaVersion = .v1, named name: String = "movies.db"
  ) throws -> String {
    let path = TemporaryDirectory.path(name)
    try Files.touch(path)
    let connection = try ConnectionSetup.connection(to: .file(path))
    try connection.write { transaction throws in
      try MigrationExecutor.create(.v1, in: transaction)
      try insert(rows, in: transaction)
    }
    try migrate(path, to: version)
    return path
  }

  static func insert(_ rows: [Row], in transaction: borrowing Transaction) throws {
    for (index, row) in rows.enumerated() {
      let key = row.key.map(String.init) ?? "NULL"
      try transaction.execute(
        """
        INSERT INTO Movie(pk, id, title, "cast")
        VALUES (\(raw: key), \(NameUUID.of("\(index)".bytes)), \(row.title), \(row.cast))
        """)
    }
  }

  /// Migrates the file up or down in one transaction, and accepts losses.
  @discardableResult
  static func migrate(
    _ path: String, to target: SchemaVersion = .newest, chunk: Int64 = 10_000
  ) throws -> MigrationReport {
    let connection = try ConnectionSetup.connection(to: .file(path))
    return try Migrator(path: path).apply(
      to: target, Migrator.Options(backup: .none, acceptsLosses: true), chunk: chunk,
      on: connection)
  }

  /// Migrates the file with one transaction per step.
  static func migrateByStep(
    _ path: String, from version: SchemaVersion, to target: SchemaVersion = .newest
  ) throws {
    for step in Migrator.steps(from: version, to: target) { try migrate(path, to: step.version) }
  }

  static func copy(_ path: String, to name: String) throws -> String {
    let copy = TemporaryDirectory.path(name)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  /// Returns the content of a v6 file and its id counters, without derived objects.
  static func content(_ path: String) throws -> [[[String]]] {
    [
      try OtherProgram.rows(
        path, columns: 4,
        "SELECT id, hex(title), favorite, hex(sortableTitle) FROM MovieModel ORDER BY 1"),
      try OtherProgram.rows(path, columns: 2, "SELECT id, hex(name) FROM ActorModel ORDER BY 1"),
      try OtherProgram.rows(
        path, columns: 3, "SELECT movieID, actorID, position FROM MovieActor ORDER BY 1, 3"),
      try OtherProgram.rows(
        path, columns: 2,
        "SELECT name, seq FROM sqlite_sequence WHERE name LIKE '%Model' ORDER BY 1"),
    ]
  }
}
