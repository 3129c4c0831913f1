internal import MovieSQLite
internal import MovieSystem

/// An operation that replaces a database with a backup. Creating it checks the backup.
public struct Restoration: ~Copyable {
  /// The absolute path of the database file.
  public let path: String
  /// The absolute path of the backup file.
  public let source: String
  /// The schema version of the backup.
  public let version: SchemaVersion
  /// The numbers of rows in the backup.
  public let counts: CatalogCounts
  /// The problems of the backup that do not prevent its restoration; usually empty.
  ///
  /// These are broken references, and text stored as UTF-16.
  public let findings: [Finding]

  private var backup: ReadOnlyDatabase
  /// The files of the backup as they were when it was checked.
  private let sourceFiles: [FileMetadata]
  private let pageSize: String
  /// For the check and the restoration together.
  private let timeout: LockTimeout

  /// The result of a restoration.
  public struct Report: Hashable, Sendable, Codable {
    /// The absolute path of the copy of the previous database, or `nil` if there was none.
    public let kept: String?
    /// The duration in seconds, without the checks.
    public let seconds: Double
  }

  /// Checks the identity, schema, integrity and references of a backup, without changing it.
  ///
  /// - Parameters:
  ///   - path: The path of the database file to replace, absolute or relative to the working
  ///     directory.
  ///   - source: The path of the backup file, absolute or relative to the working directory.
  /// - Throws: ``StoreError`` for the backup: `fileNotFound`, `unreadable`, `notAMovieDatabase`,
  ///   `newerSchema`, `changedSchema`, `busy`, `damaged`, `inputOutput`, `outOfMemory`;
  ///   `cannotCreate` if the backup is the database itself.
  public init(of path: String, from source: String) throws(StoreError) {
    let (path, source) = (try DatabaseFile.absolute(path), try DatabaseFile.absolute(source))
    if FileMetadata.refersToSameFile(path, source) {
      throw .cannotCreate(path: path, reason: "it is the backup itself")
    }
    let sourceFiles = RestorationPlace.contentFiles(of: source)
    let timeout = ConnectionSetup.busyTimeout()
    var backup = try ReadOnlyDatabase(path: source, timeout: timeout)
    try backup.prepareForChecks()
    let content = try Self.content(of: &backup, source)
    self.path = path
    self.source = source
    self.sourceFiles = sourceFiles
    version = content.version
    counts = content.counts
    findings = content.findings
    pageSize = content.pageSize
    self.timeout = timeout
    self.backup = backup
  }

  private struct Content {
    let version: SchemaVersion
    let counts: CatalogCounts
    let findings: [Finding]
    let pageSize: String
  }

  private static func content(
    of backup: inout ReadOnlyDatabase, _ path: String
  ) throws(StoreError) -> Content {
    do {
      return try backup.read { transaction in
        let look = try SchemaInspection(in: transaction, path: path)
        // A catalog in UTF-16 can be backed up, so it can be restored.
        if !look.differences.isEmpty { try look.requireNoDrift(path: path) }
        guard let version = look.version else {
          throw StoreError.notAMovieDatabase(path: path, reason: "it is empty")
        }
        if let finding = try IntegrityCheck.findings(in: transaction, upTo: 1).first {
          throw StoreError.damaged(path: path, detail: finding.message)
        }
        return Content(
          version: version, counts: try CatalogCounts(in: transaction, of: version),
          findings: try look.encoding.map(\.asWarning)
            + ForeignKeyViolations(in: transaction, of: version).findings,
          pageSize: "\(try transaction.fetchInt("PRAGMA page_size"))")
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Counts the movies that the restoration replaces.
  ///
  /// - Returns: `nil` where the file in the place cannot be read as a catalog.
  /// - Throws: `StoreError`: `busy`, `unreadable`, `inputOutput`, `interrupted`.
  package func replacedMovieCount() throws -> Int64? {
    do {
      var database = try ReadOnlyDatabase(path: path, timeout: timeout)
      return try database.read { transaction in
        if try SchemaVerifier.isEmpty(in: transaction) { return 0 }
        let version = try SchemaVerifier.version(in: transaction, path: path)
        return try CatalogCounts(in: transaction, of: version).movies
      }
    } catch StoreError.damaged, StoreError.notAMovieDatabase, StoreError.newerSchema,
      StoreError.changedSchema
    {
      return nil
    }
  }

  /// Makes sure that what is in the place may be replaced.
  ///
  /// - Throws: `StoreError`: as `run`.
  package func requirePlace() throws {
    switch try DatabaseFile.content(at: path) {
    case .nothing: try DatabaseFile.requireCreatable(path)
    case .empty: break
    case .nonEmpty:
      do {
        _ = try RestorationPlace(path, pageSize: nil, timeout: timeout)
      } catch let error as SQLiteError {
        throw StoreError(error, path: path)
      }
    }
  }

  /// Replaces the database with the backup, atomically and durably.
  ///
  /// The previous database is first copied to a file next to it. The database is then written in
  /// place, in one SQLite transaction: other programs that have it open see either the old content
  /// or the new, and their locks are respected.
  ///
  /// - Parameter progress: A closure that is called from time to time with the number of pages
  ///   copied and the total number of pages. An error that it throws ends the restoration, leaves
  ///   the database unchanged, and is rethrown.
  /// - Returns: The path of the copy of the previous database, and the duration.
  /// - Throws: Any error that `progress` throws; otherwise ``StoreError``: `notAMovieDatabase` and
  ///   `newerSchema` if the existing file must not be replaced; `busy`; `replaced` if the backup
  ///   changed since it was checked; `cannotCreate`, `readOnly`, `diskFull`, `damaged`,
  ///   `inputOutput`, `outOfMemory`, `interrupted`.
  public mutating func run(
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> Report {
    let stopwatch = Stopwatch()
    do {
      while true {
        do {
          let kept = try replace(progress: progress)
          return Report(kept: kept, seconds: stopwatch.seconds)
        } catch is ChangedMeanwhile {
          if stopwatch.seconds > Self.retrySeconds { throw StoreError.busy(path: path) }
        }
      }
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// For how many seconds the database is copied again after other processes changed it.
  private static let retrySeconds = 5.0

  /// The database was changed after a copy of it was kept, and before it was locked.
  private struct ChangedMeanwhile: Error {}

  /// Makes sure that the backup is still the one that was checked.
  private static func require(_ files: [FileMetadata], at source: String) throws(StoreError) {
    if RestorationPlace.contentFiles(of: source) != files { throw .replaced(path: source) }
  }

  /// - Returns: the path of what was in the place; `nil` where nothing was.
  private mutating func replace(
    progress: (_ done: Int64, _ total: Int64) throws -> Void
  ) throws -> String? {
    let (path, source, sourceFiles) = (path, source, sourceFiles)
    try Self.require(sourceFiles, at: source)
    if try DatabaseFile.content(at: path) == .nothing {
      try create(progress)
      return nil
    }
    var place = try RestorationPlace(path, pageSize: pageSize, timeout: timeout)
    let kept = try place.keep()
    do {
      let files = place.contentFiles
      try backup.copy(
        to: &place.connection,
        onceLocked: {
          guard RestorationPlace.contentFiles(of: path) == files else { throw ChangedMeanwhile() }
          try Self.require(sourceFiles, at: source)
        },
        progress: progress)
      place.finish()
    } catch {
      // Never where what it holds may be gone.
      if let kept,
        error is ChangedMeanwhile || RestorationPlace.contentFiles(of: path) == place.contentFiles
      {
        Directory.removeFile(kept)
      }
      throw error
    }
    return kept
  }

  /// Creates the database, which appears at its path only when it is complete.
  private mutating func create(_ progress: (_ done: Int64, _ total: Int64) throws -> Void) throws {
    let (path, source, sourceFiles) = (path, source, sourceFiles)
    try DatabaseFile.createDirectory(above: path)
    do {
      _ = try NewDatabase.make(
        at: .named(path, replacing: false), copyOf: source, timeout: timeout
      ) { file in
        var database = try BackupFile.emptyDatabase(at: file.temporaryPath)
        try backup.copy(
          to: &database, onceLocked: { try Self.require(sourceFiles, at: source) },
          progress: progress)
      }
    } catch StoreError.fileExists(path) {
      throw ChangedMeanwhile()
    }
  }
}
