import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// A catalog file of an older version, as an older program left it.
enum OldCatalog {
  /// A movie as v1 has it.
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

  /// Makes a v1 file with the rows, each with a UUID, and takes it up to the version.
  static func make(
    _ rows: [Row] = [], version: SchemaVersion = .v1, named name: String = "movies.db"
  ) throws -> String {
    let path = TemporaryDirectory.path(name)
    try Files.touch(path)
    var connection = try ConnectionSetup.connection(to: .file(path))
    try connection.write { transaction throws in
      try Migrator.create(.v1, in: transaction)
      try insert(rows, in: transaction)
    }
    try migrate(path, to: version)
    return path
  }

  static func insert(_ rows: [Row], in transaction: borrowing Transaction) throws {
    for (index, row) in rows.enumerated() {
      let key = row.key.map(String.init) ?? "NULL"
      var insert = try transaction.prepare(
        Clause(
          "INSERT INTO Movie(pk, id, title, \"cast\") VALUES (\(key), ?, ?, ?)",
          [.text(NameUUID.of("\(index)")), .text(row.title), .text(row.cast)]))
      try insert.run()
    }
  }

  /// Takes the file to a version, up or down, all in one transaction, with whatever that loses.
  @discardableResult
  static func migrate(
    _ path: String, to target: SchemaVersion = .newest, chunk: Int64 = 10_000
  ) throws -> MigrationReport {
    var connection = try ConnectionSetup.connection(to: .file(path))
    return try Migrator(path: path).apply(
      to: target, Migrator.Options(backup: .none, acceptsLosses: true), chunk: chunk,
      on: &connection)
  }

  /// Takes the file to a version, one transaction a step.
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

  /// Everything in a v6 file but the derived objects, and the counters of keys.
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
