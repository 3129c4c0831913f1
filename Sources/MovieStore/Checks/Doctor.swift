internal import MovieSQLite

/// A tool that finds problems in a database file of any schema version, and repairs what can be
/// repaired.
public struct Doctor: Sendable {
  /// The absolute path of the file.
  public let path: String

  /// Creates a doctor for a file, without opening the file.
  ///
  /// - Parameter path: The path of the file, absolute or relative to the working directory.
  /// - Throws: ``StoreError``: `unreadable` if the path is relative and there is no working
  ///   directory.
  public init(path: String) throws(StoreError) { self.path = try DatabaseFile.absolute(path) }

  /// Checks everything in the file.
  ///
  /// The file, its time stamps and its directory are not changed.
  ///
  /// - Parameter progress: A closure that is called before each check. An error that it throws ends
  ///   the checks and is rethrown.
  /// - Returns: The checks and their findings.
  /// - Throws: Any error that `progress` throws; otherwise ``StoreError``: `fileNotFound`, `unreadable`,
  ///   `notAMovieDatabase`, `newerSchema`, `busy`, `damaged` if not even the schema can be read,
  ///   `inputOutput`, `outOfMemory`, `diskFull`, `interrupted`.
  public func check(
    progress: (CheckProgress) throws -> Void = { _ in }
  ) throws -> CheckReport {
    try check(timeout: ConnectionSetup.busyTimeout(), progress: progress)
  }

  func check(
    timeout: LockTimeout, progress: (CheckProgress) throws -> Void
  ) throws -> CheckReport {
    var database = try ReadOnlyDatabase(path: path, timeout: timeout)
    var suite = CheckSuite()
    try suite.checkFile(at: path, timeout: timeout, progress)
    try database.prepareForChecks()
    let location = database.location
    do {
      try database.read { transaction throws in
        try suite.checkContent(in: transaction, at: location, path: path, progress)
      }
    } catch StoreError.damaged where suite.hasFoundDamage {
      // After damage, SQLite may even refuse to end the transaction.
    }
    return suite.report(for: path)
  }
}
