internal import MovieSQLite
internal import MovieSystem

/// Room on the disk: what a migration takes for a while beside the file as it is, and what is free.
struct DiskSpace {
  /// Bytes, an estimate: the journal, the growth of the file and the backup.
  let needed: Int64
  /// Bytes that are free in the file's folder.
  let free: Int64
  private let path: String

  init(
    for legs: [DirectedMigration], at path: String, _ options: Migrator.Options,
    in transaction: borrowing Transaction
  ) throws {
    let pages = try transaction.fetchInt("PRAGMA page_count")
    let size = try pages * transaction.fetchInt("PRAGMA page_size")
    let isRewritten = legs.contains { $0.kind == .rewrite }
    let isRebuilt = legs.contains { $0.migration.version >= .v4 && $0.kind == .rewrite }
    // Measured at a million movies: 1 for the journal, 1.4 of growth and 1 of temporary files to v4.
    let journal = isRewritten ? size : 0
    let growth = isRebuilt ? size / 2 * 5 : isRewritten ? size : 0
    needed = journal + growth + (Self.hasBackup(options, beside: path) ? size : 0)
    free = try Self.free(at: path)
    self.path = path
  }

  /// Whether a backup takes room on the disk of the file.
  private static func hasBackup(_ options: Migrator.Options, beside path: String) -> Bool {
    switch options.backup {
    case .beside: true
    case .none: false
    case .file(let backup): DatabaseFile.isOnSameDevice(backup, path)
    }
  }

  /// Bytes that are free where the path is.
  static func free(at path: String) throws(StoreError) -> Int64 {
    do throws(SystemError) {
      return try Directory.availableBytes(at: path)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// An error if there is not enough space.
  var findings: [Finding] {
    guard needed > free else { return [] }
    return [
      Finding(
        .disk,
        "migrating '\(path)' needs about \(ByteSize.text(needed)) of disk space, but only "
          + "\(ByteSize.text(free)) is available",
        hint: "free some space, or write the backup to another disk")
    ]
  }
}
