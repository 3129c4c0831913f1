internal import MovieSQLite
internal import MovieSystem

/// The backup of a file before its migration.
struct MigrationBackup {
  /// `nil` if no backup was requested, or the file is empty.
  let path: String?

  /// Writes a consistent and durable copy that only its owner can read. It replaces no file.
  ///
  /// - Throws: `StoreError.cannotCreate`, `fileExists`, `diskFull`, `inputOutput`; `SQLiteError`.
  init(
    of source: String, version: SchemaVersion?, _ location: Migrator.Options.Backup,
    timeout: LockTimeout
  ) throws {
    guard let version, let target = try Self.target(version, location) else {
      path = nil
      return
    }
    path = try BackupFile.make(of: source, at: target, timeout: timeout).path
  }

  /// Removes the backup after a failed migration, unless the error suggests that the disk is damaged.
  func removeIfUnneeded(after error: any Error) {
    guard let path else { return }
    if let error = error as? SQLiteError, [.corrupt, .ioError].contains(error.code.primary) {
      return
    }
    Directory.removeFile(path)
  }

  private static func target(
    _ version: SchemaVersion, _ location: Migrator.Options.Backup
  ) throws(StoreError) -> NewDatabase.Target? {
    switch location {
    case .none: nil
    case .file(let path): .named(try DatabaseFile.absolute(path), replacing: false)
    case .beside: .automatic(reason: "v\(version.rawValue)")
    }
  }
}
