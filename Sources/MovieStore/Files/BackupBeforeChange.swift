package import MovieSQLite
internal import MovieSystem

/// A backup that is written before a migration or a repair.
package struct BackupBeforeChange {
  /// `nil` if no backup was requested, or the file is empty.
  package let path: String?

  /// Writes a consistent and durable copy that only its owner can read. It replaces no file.
  package init(
    of source: String, version: SchemaVersion?, _ location: FileMigration.Backup,
    timeout: LockTimeout
  ) throws {
    let target: CatalogFile.Target? =
      switch (version, location) {
      case (nil, _), (_, .none): nil
      case (_, .file(let path)): .named(path, replacing: false)
      case (let version?, .automatic): .automatic(reason: "v\(version.rawValue)")
      }
    path = try target.map {
      try CatalogFile(source).copy(
        to: $0, timeout: timeout, ignoresSchemaErrors: true
      ).path
    }
  }

  /// Removes the backup after a failed change, unless SQLite could not read or write the file.
  package func removeIfUnneeded(after error: any Error) {
    guard let path else { return }
    if let error = error as? SQLiteError, [.corrupt, .ioError].contains(error.code.primary) {
      return
    }
    Directory.removeFile(path)
  }
}
