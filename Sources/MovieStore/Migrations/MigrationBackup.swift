internal import MovieSystem

/// The backup that a migration writes before its commit.
///
/// It appears under its name when the migration is complete. A migration that fails, or that is
/// killed, leaves no backup: the file is then unchanged.
public enum MigrationBackup: Hashable, Sendable {
  /// Next to the file, under a name that contains its version and the time in UTC.
  case automatic
  /// As `automatic`. Of the automatic backups of versions before the newest, only this number is
  /// kept, at least 1: the others are deleted, the oldest ones first. Backups of the newest version,
  /// which repairs write, are kept.
  case newest(Int)
  /// At this path. No file may exist there.
  case file(String)
  /// No backup.
  case none

  /// Returns `nil` if no backup is written: also for a file without content.
  func target(of version: SchemaVersion?) -> CatalogFile.Target? {
    guard let version else { return nil }
    return switch self {
    case .automatic, .newest: .automatic(before: version)
    case .file(let path): .named(path, replacing: false)
    case .none: nil
    }
  }
}

extension CatalogFile {
  /// Deletes the automatic backups of migrations of this file, except the newest ones.
  func removeMigrationBackups(except count: Int) throws(SystemError) {
    let directory = FilePath.directory(of: path)
    let backups = try Directory.names(in: directory).map { "\(directory)/\($0)" }
      .compactMap { backup in migrationTime(of: backup).map { (path: backup, time: $0) } }
    for backup in backups.sorted(by: { $0.time > $1.time }).dropFirst(count) {
      Directory.removeFile(backup.path)
    }
  }

  /// Returns the time and the number in the path of an automatic backup, such as
  /// `movies.db.v5-20261126T073800Z-2.backup`; `nil` for any other path.
  private func migrationTime(of backup: String) -> (String, Int)? {
    guard backup.hasSuffix(".backup"), let name = backup.after(prefix: "\(path).v") else {
      return nil
    }
    let parts = name.dropLast(".backup".count).split(separator: "-").map(String.init)
    // A repair writes one of the newest version.
    guard 2...3 ~= parts.count, let version = Int(parts[0]),
      version < SchemaVersion.newest.rawValue,
      parts[1].utf8.count == 16
    else { return nil }
    return Int(parts.count == 3 ? parts[2] : "1").map { (parts[1], $0) }
  }
}
