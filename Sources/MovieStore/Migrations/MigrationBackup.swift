internal import MovieSQLite
internal import MovieSystem

/// The file as it was, kept before a migration.
struct MigrationBackup {
  /// Where it is; `nil` where none was wanted, or there is nothing to keep.
  let path: String?

  /// Copies the file, of one moment and durably, for its owner alone; over nothing that is there.
  ///
  /// - Throws: `StoreError.cannotCreate`, `fileExists`, `diskFull`, `inputOutput`; `SQLiteError`.
  init(
    of source: String, version: SchemaVersion?, _ wanted: Migrator.Options.Backup,
    timeout: LockTimeout
  ) throws {
    guard let version, let target = try Self.target(version, wanted) else {
      path = nil
      return
    }
    path = try BackupFile.make(of: source, at: target, timeout: timeout).path
  }

  /// Takes the backup away again, unless the disk gave reason to doubt the file itself.
  func removeIfNeedless(after error: any Error) {
    guard let path else { return }
    if let error = error as? SQLiteError, [.corrupt, .ioError].contains(error.code.primary) {
      return
    }
    Directory.removeFile(path)
  }

  private static func target(
    _ version: SchemaVersion, _ wanted: Migrator.Options.Backup
  ) throws(StoreError) -> NewDatabase.Target? {
    switch wanted {
    case .none: nil
    case .file(let path): .named(try DatabaseFile.absolute(path), replacing: false)
    case .beside: .automatic(reason: "v\(version.rawValue)")
    }
  }
}
