internal import Glibc
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
    if DatabaseFile.isSideFile(target, of: source) {
      throw StoreError.cannotCreate(
        path: target, reason: "SQLite keeps a file of its own by that name")
    }
    do {
      let file = try AtomicFile(target: target, replacing: false)
      try Self.copy(source, to: file.temporaryPath)
      try file.commit()
    } catch let error as SystemError {
      throw StoreError(creating: target, error)
    }
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
    case .beside: freeName(beside: source, version: version)
    }
  }

  /// Where a migration of the same second left its backup, the next second's name is taken.
  private static func freeName(beside source: String, version: SchemaVersion) -> String {
    var patience = Patience(milliseconds: 2_000)
    while true {
      let time = MigrationLog.timeStamp("%Y%m%dT%H%M%SZ")
      let name = "\(source).v\(version.rawValue)-\(time).backup"
      if FileState(name) == nil || !patience.wait() { return name }
    }
  }

  private static func copy(_ source: String, to target: String) throws(SQLiteError) {
    // By a connection of its own, which may read while the other one holds the lock.
    var source = try Connection(.file(source))
    var copy = try Connection(.file(target))
    // Nobody sees the copy before it is whole and synced.
    try copy.pragma("PRAGMA journal_mode = OFF")
    try copy.pragma("PRAGMA synchronous = OFF")
    try source.backUp(to: &copy)
  }
}

extension StoreError {
  /// A file that could not be made at the path.
  init(creating path: String, _ error: SystemError) {
    self =
      error.isFullDisk
      ? .diskFull(path: path)
      : error.operation == "create" && error.code != EIO
        ? .cannotCreate(path: path, reason: error.reason)
        : .inputOutput(path: path, detail: "\(error)")
  }
}
