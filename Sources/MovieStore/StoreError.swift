internal import MovieSQLite

/// Why the store could not do what it was asked. Nothing was changed where one is thrown.
///
/// *Every reading* of an open store may throw `busy`, `needsRecovery`, `damaged`, `inputOutput`,
/// `outOfMemory`, `interrupted`, `diskFull` (a sort of many rows takes room for a while), and, where
/// another program has changed the schema meanwhile, `notAMovieDatabase`, `olderSchema`,
/// `newerSchema`, `changedSchema`. *Every change* may throw those, and `readOnly`, `replaced` and
/// `refused` and `searchIndexRebuilt`; one that adds movies or actors also `idsExhausted`.
/// What else a function throws is said there. Paths are absolute.
public enum StoreError: Error, Hashable, Sendable {
  // MARK: The database file

  /// There is no such file.
  case missing(path: String)
  /// The file exists and cannot be read: the reason is the system's, or a clause about the path.
  case unreadable(path: String, reason: String)
  /// The file or its directory cannot be created: the reason is the system's, or a clause about the
  /// path.
  case cannotCreate(path: String, reason: String)
  /// A file exists at the path, and is not to be replaced.
  case fileExists(path: String)
  /// The file belongs to something else; the reason is a clause.
  case notAMovieDatabase(path: String, reason: String)
  /// The file was written by an older program and must be migrated first.
  case olderSchema(path: String, version: SchemaVersion)
  /// The file was written by a newer program; the version is what `PRAGMA user_version` says.
  case newerSchema(path: String, version: Int)
  /// Another program changed tables or triggers of ours, or added triggers or views.
  case changedSchema(path: String, findings: [Finding])
  /// A proof found rows that the step to the version cannot carry: the claim that they break, and the
  /// keys of the first of them, at most ten.
  case migrationStopped(version: SchemaVersion, claim: String, movies: [Int64])
  /// A step of a migration failed, or did not give what it should; the detail is a clause.
  case migrationFailed(version: SchemaVersion, detail: String)
  /// The way back would lose these: one or more.
  case lossesNotAccepted(path: String, losses: [MigrationLoss])
  /// The work would take more bytes on the disk, `needed`, than are free.
  case noRoom(path: String, needed: Int64, free: Int64)

  // MARK: Reading and writing

  /// Another process held its lock for longer than the store waits, five seconds by default.
  case busy(path: String, holder: LockHolder = .writer)
  /// The file or its folder may not be written.
  case readOnly(path: String)
  /// An interrupted change must be taken back before the file is read, and that needs writing.
  case needsRecovery(path: String)
  /// The file was moved or removed since it was opened; another one may be at the path now.
  case replaced(path: String)
  /// Tables or unique indexes of other programs in the file refused a change: one of these.
  case refused(path: String, findings: [Finding])
  /// The disk is full, or a quota is used up.
  case diskFull(path: String)
  /// The highest possible id of a movie or an actor is in use or was, and no id is used again.
  case idsExhausted(path: String)
  /// The file is damaged; the detail is SQLite's.
  case damaged(path: String, detail: String)
  /// The search index was damaged, and has been rebuilt. The change was not made; tried again, it will be.
  case searchIndexRebuilt(path: String)
  /// A read, write or sync failed; the detail is SQLite's.
  case inputOutput(path: String, detail: String)
  /// The SQLite library of this process is older than 3.40; the version is such as "3.34.1".
  case unsupportedSQLite(version: String)
  /// The work needs more memory than there is, or than the heap limit allows.
  case outOfMemory
  /// The work was ended from outside before it was done.
  case interrupted

  // MARK: The catalog

  /// No movie is meant by the reference, which is a title or digits as they were given.
  case unknownMovie(reference: String)
  /// Several movies are meant by the reference: these, by id.
  case ambiguousMovie(reference: String, candidates: [CreditedMovie])
  /// No actor is meant by the reference, which is a name or digits as they were given.
  case unknownActor(reference: String)
  /// Several actors are meant by the reference: these, by id; of an edit, in billing order.
  case ambiguousActor(reference: String, candidates: [CreditedActor])
  /// The movie has no such actor in its cast.
  case notInCast(name: String, movie: CreditedMovie)
  /// The movie has the actor in its cast already, so no other can take that name.
  case alreadyInCast(name: String, movie: CreditedMovie)

  /// A title or name of an edit cannot be stored.
  case invalidDraft(DraftError)

  /// An error that no caller can cause: a defect of this library. The code is SQLite's extended
  /// result code (https://sqlite.org/rescode.html), or 0; the SQL is the statement at fault.
  case defect(code: Int32, message: String, sql: String?)
}

/// What another process that holds a lock does with the database.
public enum LockHolder: Hashable, Sendable {
  /// It reads, and keeps a change from being written.
  case reader
  /// It changes the database, or is about to.
  case writer
}

extension StoreError {
  /// Words an error of any layer as one of the store's.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DraftError: self = .invalidDraft(error)
    case let error as SQLiteError:
      let mayBeExplained = [.corrupt, .error].contains(error.code.primary)
      self =
        (mayBeExplained ? UnusableObjects.error(ofFileAt: path) : nil)
        ?? Self.translated(error, path: path)
    default: self = .defect(code: 0, message: "\(error)", sql: nil)
    }
  }

  /// Words an error without reading the file.
  static func translated(_ error: SQLiteError, path: String) -> StoreError {
    if error.code == .readOnlyRollback { return .needsRecovery(path: path) }
    if error.code == .readOnlyMoved { return .replaced(path: path) }
    // A request to stop ends the waiting for a lock.
    if error.code.primary == .busy, Interruption.isRequested { return .interrupted }
    if error.code == .busyWithReaders { return .busy(path: path, holder: .reader) }
    if error.code == .unsupportedLibrary { return .unsupportedSQLite(version: error.message) }
    if error.code == .idsExhausted { return .idsExhausted(path: path) }
    switch error.code.primary {
    case .busy, .locked: return .busy(path: path)
    case .readOnly: return .readOnly(path: path)
    case .full: return .diskFull(path: path)
    case .corrupt: return .damaged(path: path, detail: error.message)
    case .notADatabase:
      return .notAMovieDatabase(path: path, reason: "it is not an SQLite database")
    case .inputOutput, .cannotOpen: return .inputOutput(path: path, detail: error.message)
    case .noMemory: return .outOfMemory
    case .interrupted: return .interrupted
    case .tooBig:
      return .damaged(path: path, detail: "it has a value that is too long for any catalog")
    case .error where SearchIndex.isCause(of: error):
      return .damaged(path: path, detail: "the search index: \(error.message)")
    case .error where error.message == "unsupported file format":
      return .notAMovieDatabase(path: path, reason: "its file format is not supported")
    default:
      return .defect(code: error.code.rawValue, message: error.message, sql: error.sql)
    }
  }
}
