import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import TestSupport

/// Variants of the sample catalog for tests of `migrate` and of other commands.
enum CatalogFiles {
  /// The sample catalog, downgraded to an older version.
  static func make(_ version: SchemaVersion, named name: String) throws -> String {
    let path = try copy(named: name)
    _ = try Migrator(path: path).apply(
      to: version, Migrator.Options(backup: .none, acceptsLosses: true))
    return path
  }

  /// A file with a newer schema version than the program supports.
  static func newer(named name: String) throws -> String {
    let path = try copy(named: name)
    var bytes = try Files.bytes(path)
    // The last byte of the number that `PRAGMA user_version` reads.
    bytes[63] = 9
    try Files.write(bytes, to: path)
    return path
  }

  static func foreign(named name: String) throws -> String {
    let path = TemporaryDirectory.path(name)
    try Files.write(Array("no database at all".utf8), to: path)
    return path
  }

  /// Runs a statement in a file, as another program would.
  static func change(_ path: String, _ statement: String) throws {
    try Connection(.file(path)).execute(SQL(raw: statement))
  }

  /// A copy of the running test's database.
  static func copy(named name: String) throws -> String {
    let path = TemporaryDirectory.path(name)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: path)
    return path
  }

  /// A file with an unexpected index instead of an expected one.
  static func changed(named name: String) throws -> String {
    let path = try copy(named: name)
    let (index, other) = (Array("cast_by_actor".utf8), Array("cast_by_other".utf8))
    let bytes = try Files.bytes(path).replacing(index, with: other)
    try Files.write(bytes, to: path)
    return path
  }
}
