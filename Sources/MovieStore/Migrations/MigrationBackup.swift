internal import MovieSQLite
internal import MovieSystem

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
    let target: NewDatabase.Target
    switch (version, location) {
    case (nil, _), (_, .none):
      path = nil
      return
    case (_, .file(let path)):
      target = .named(try DatabaseFile.absolute(path), replacing: false)
    case (let version?, .beside): target = .automatic(reason: "v\(version.rawValue)")
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
}
