internal import MovieSQLite

/// Finds out what is wrong with a catalog file, of any schema version, and mends what can be mended.
public struct Doctor: Sendable {
  /// The absolute path of the file.
  public let path: String

  /// Names the file; nothing is opened yet.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Throws: ``StoreError``: `unreadable` where there is no working directory.
  public init(path: String) throws(StoreError) { self.path = try DatabaseFile.absolute(path) }

  /// Looks at everything in the file, which stays as it is, as do its time stamps and its folder.
  ///
  /// - Parameter progress: is told of each check before it begins; what it throws ends the work and
  ///   climbs as it is.
  /// - Throws: what the progress throws; else ``StoreError``: `missing`, `unreadable`,
  ///   `notAMovieDatabase`, `newerSchema`, `busy`, `damaged` where not even the schema can be read,
  ///   `inputOutput`, `outOfMemory`, `diskFull`, `interrupted`.
  public func examine(
    progress: (ExaminationProgress) throws -> Void = { _ in }
  ) throws -> Diagnosis {
    try examine(timeout: Opening.busyTimeout(), progress: progress)
  }

  func examine(
    timeout: LockTimeout, progress: (ExaminationProgress) throws -> Void
  ) throws -> Diagnosis {
    var database = try UntouchedDatabase(path: path, timeout: timeout)
    var examination = Examination()
    try examination.look(at: path, timeout: timeout, progress)
    try database.prepareForChecks()
    let location = database.location
    do {
      try database.read { transaction throws in
        try examination.look(in: transaction, at: location, path: path, progress)
      }
    } catch StoreError.damaged where examination.hasFoundDamage {
      // Once SQLite has met damage, it may refuse even to end the transaction.
    }
    return examination.diagnosis(of: path)
  }
}
