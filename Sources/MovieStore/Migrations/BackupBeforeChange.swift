package import MovieSQLite
internal import MovieSystem

/// A backup that is written before a repair.
package struct BackupBeforeChange {
  /// `nil` if no backup was requested, or the file is empty.
  package let path: String?

  /// Writes a consistent and durable copy that only its owner can read. It replaces no file.
  package init(
    of source: String, version: SchemaVersion?, timeout: LockTimeout
  ) throws {
    path = try MigrationBackup.automatic.target(of: version).map {
      try CatalogFile(source).copy(
        to: $0, timeout: timeout, ignoresSchemaErrors: true
      ).path
    }
  }

  /// Removes the backup after a failed change, unless SQLite could not read or write the file.
  package func removeIfUnneeded(after error: any Error) {
    if let path, !Self.isNeeded(after: error) { Directory.removeFile(path) }
  }

  /// Whether SQLite could not read or write the file, so that a copy of it can be needed.
  package static func isNeeded(after error: any Error) -> Bool {
    guard let error = error as? SQLiteError else { return false }
    return [.corrupt, .ioError].contains(error.code.primary)
  }
}
