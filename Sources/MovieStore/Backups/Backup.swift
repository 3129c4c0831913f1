internal import MovieSQLite

/// Keeps a database in another file while it is in use.
public struct Backup: Sendable {
  /// The absolute path of the database.
  public let path: String

  /// What was kept.
  public struct Report: Hashable, Sendable, Codable {
    /// The absolute path of the backup.
    public let file: String
    /// The schema version of the database.
    public let version: SchemaVersion
    /// How the schema differs from that of its version, as far as it matters; empty as a rule.
    public let findings: [Finding]
    /// The length of the backup in bytes.
    public let bytes: Int64
    /// How long it took, in seconds.
    public let seconds: Double
  }

  /// Names the database; nothing is opened yet.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Throws: ``StoreError``: `unreadable` where there is no working directory.
  public init(of path: String) throws(StoreError) { self.path = try DatabaseFile.absolute(path) }

  /// Copies all that is committed, as of one moment, under SQLite's lock. Others may read the
  /// database meanwhile; who writes waits.
  ///
  /// The file is its owner's alone, synced, and there only when it is whole.
  ///
  /// - Parameters:
  ///   - file: absolute, or relative to the working directory; no symbolic link.
  ///   - replacing: whether a file that is there may be replaced.
  ///   - progress: is told now and then how many pages are copied, and of how many; what it throws ends
  ///     the work, leaves no file, and climbs as it is.
  /// - Throws: what the progress throws; else ``StoreError``: `missing`, `unreadable`,
  ///   `notAMovieDatabase` also for a file of which nothing is written yet, `newerSchema`;
  ///   `fileExists` for a target that exists and is not to be replaced; `cannotCreate` for a link, the
  ///   database itself, or a target next to another database's journal or log; `busy`, `needsRecovery`,
  ///   `diskFull`, `damaged`, `inputOutput`, `outOfMemory`, `interrupted`.
  @discardableResult
  public func write(
    to file: String, replacing: Bool = false,
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> Report {
    let stopwatch = Stopwatch()
    let timeout = Opening.busyTimeout()
    let file = try DatabaseFile.absolute(file)
    do {
      if try DatabaseFile.content(at: path) == .nothing { throw StoreError.missing(path: path) }
      var inspected: (version: SchemaVersion, findings: [Finding])?
      let bytes = try BackupFile.make(
        of: path, at: .named(file, replacing: replacing), timeout: timeout,
        ignoresSchemaErrors: false,
        inspecting: { transaction in
          // A catalog of any version can be backed up, and one with a changed schema.
          let look = try SchemaLook(in: transaction, path: path)
          inspected = look.version.map { ($0, look.findings) }
          if inspected == nil {
            throw StoreError.notAMovieDatabase(path: path, reason: "nothing is in it yet")
          }
        }, progress: progress
      ).bytes
      guard let (version, findings) = inspected else { throw StoreError.missing(path: path) }
      return Report(
        file: file, version: version, findings: findings, bytes: bytes, seconds: stopwatch.seconds)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}
