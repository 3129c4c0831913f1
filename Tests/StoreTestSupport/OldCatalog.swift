import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// A catalog file of an older version.
package enum OldCatalog {
  /// A movie of v1.
  package struct Row {
    package var key: Int64?
    package var title: String
    /// The text of the cast column.
    package var cast: String

    package init(_ title: String, key: Int64? = nil, cast: String = "[]") {
      self.title = title
      self.key = key
      self.cast = cast
    }

    package init(_ title: String, _ names: [String]) throws {
      let data = try JSONSerialization.data(withJSONObject: names)
      self.init(title, cast: String(decoding: data, as: UTF8.self))
    }
  }

  /// Creates a v1 file with the rows, each with a UUID, and upgrades it to the version.
  package static func make(
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

  package static func insert(_ rows: [Row], in transaction: borrowing Transaction) throws {
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
  package static func migrate(
    _ path: String, to target: SchemaVersion = .newest, chunk: Int64 = 10_000
  ) throws -> FileMigration {
    try FileMigration.run(
      on: path, to: target, backup: .none, acceptsLosses: true, chunk: chunk,
      with: ConnectionSetup.connection(to: .file(path))
    ) { _ in }
  }

  /// Migrates the file with one transaction per step.
  package static func migrateByStep(
    _ path: String, from version: SchemaVersion, to target: SchemaVersion = .newest
  ) throws {
    for step in DirectedMigration.sequence(from: version, to: target) {
      try migrate(path, to: step.end)
    }
  }

  package static func copy(_ path: String, to name: String) throws -> String {
    let copy = TemporaryDirectory.path(name)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  /// Returns the content of a v6 file and its id counters, without derived objects.
  package static func content(_ path: String) throws -> [[[String]]] {
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
