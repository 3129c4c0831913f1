internal import MovieSQLite

/// The file as it was, kept before a migration.
struct MigrationBackup {
  /// Where it is; `nil` where none was wanted, or there is nothing to keep.
  let path: String?

  /// Copies the file, of one moment and durably, for its owner alone; over nothing that is there.
  ///
  /// - Throws: `StoreError.cannotCreate`, `diskFull`, `inputOutput`; `SQLiteError`.
  init(of source: String, version: SchemaVersion?, _ wanted: Migrator.Options.Backup) throws {
    guard let version,
      let target = try Self.target(of: source, version: version, wanted)
    else {
      path = nil
      return
    }
    try BackupFile.make(of: source, at: target, replacing: false)
    path = target
  }

  /// Takes the backup away again, unless the disk gave reason to doubt the file itself.
  func removeIfNeedless(after error: any Error) {
    guard let path else { return }
    if let error = error as? SQLiteError, [.corrupt, .inputOutput].contains(error.code.primary) {
      return
    }
    DatabaseFile.remove(path)
  }

  private static func target(
    of source: String, version: SchemaVersion, _ wanted: Migrator.Options.Backup
  ) throws(StoreError) -> String? {
    switch wanted {
    case .none: nil
    case .file(let path): try DatabaseFile.absolute(path)
    case .beside: BackupFile.freeName(beside: source, "v\(version.rawValue)")
    }
  }
}
