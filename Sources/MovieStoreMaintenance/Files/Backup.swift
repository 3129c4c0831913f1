internal import MovieSQLite
public import MovieStore
internal import MovieSystem

/// An operation that backs up a database, also while the database is in use.
public struct Backup: Sendable {
  /// The absolute path of the database file.
  package let path: String

  /// The result of a backup.
  public struct Report: Hashable, Sendable, Codable {
    /// The absolute path of the backup file.
    public let file: String
    /// The schema version of the database.
    public let version: SchemaVersion
    /// The differences between the schema of the database and the expected schema of its version;
    /// usually empty.
    public let findings: [Finding]
    /// The size of the backup in bytes.
    public let bytes: Int
    /// The duration.
    public let duration: Duration
  }

  /// Creates a backup operation for a database, without opening the file.
  ///
  /// - Parameter path: The path of the database file, absolute or relative to the working
  ///   directory.
  /// - Throws: `StoreError`: `unreadableFile` if the path is relative and there is no working
  ///   directory.
  public init(of path: String) throws(StoreError) { self.path = try CatalogFile(path).path }

  /// Copies all committed data, as of one moment, to a file.
  ///
  /// The copy is made under SQLite's lock: other processes can read the database meanwhile, but not
  /// write to it. Only the owner has access to the new file, which is synced to disk and appears
  /// only when it is complete.
  ///
  /// - Parameters:
  ///   - file: The path of the backup file, absolute or relative to the working directory. It must
  ///     not be a symbolic link.
  ///   - replacing: Whether to replace an existing file.
  ///   - progress: A closure that is called from time to time with the progress. An error that it
  ///     throws ends the backup, leaves no file, and is rethrown.
  /// - Returns: The path, schema version and size of the backup.
  /// - Throws: Any error that `progress` throws; otherwise `StoreError`: `unreadableFile`;
  ///   `incompatibleFile`, also for an empty file; `uncreatableFile` if the backup file exists and
  ///   `replacing` is `false`, and for a symbolic link, the database itself, or a path that
  ///   conflicts with another database's journal or log; `busy`, `storage`, `interrupted`.
  @discardableResult
  public func write(
    to file: String, replacing: Bool = false,
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> Report {
    let stopwatch = Stopwatch()
    let file = try CatalogFile(file).path
    do {
      let database = try CatalogFile(path)
      if try !database.exists { throw StoreError(.fileNotFound(path: path)) }
      var (version, findings) = (SchemaVersion.newest, [Finding]())
      let bytes = try database.copy(
        to: .named(file, replacing: replacing), timeout: LockTimeout(),
        ignoresSchemaErrors: false,
        inspecting: { transaction in
          // A backup can have any version of the schema, and a schema that was changed.
          let inspection = try SchemaInspection(in: transaction, path: path)
          guard let inspectedVersion = inspection.version else {
            throw StoreError(.notAMovieDatabase(path: path, reason: "it is empty"))
          }
          (version, findings) = (inspectedVersion, inspection.findings)
        }, progress: progress
      ).bytes
      Interruption.didCommit()
      return Report(
        file: file, version: version, findings: findings, bytes: Int(bytes),
        duration: stopwatch.duration)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}
