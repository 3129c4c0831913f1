internal import MovieSQLite

/// An error of this library.
///
/// A function that throws an error has changed nothing.
///
/// *Every read* of an open store can throw `busy`, `needsRecovery`, `damaged`, `inputOutput`,
/// `outOfMemory`, `interrupted`, `diskFull` (sorting many rows needs temporary disk space), and, if
/// another program has changed the schema in the meantime, `notAMovieDatabase`, `olderSchema`,
/// `newerSchema` and `changedSchema`. *Every change* can throw the same errors and `readOnly`,
/// `replaced`, `refused` and `searchIndexRebuilt`; a change that adds movies or actors can also
/// throw `idsExhausted`. Each function documents the other errors that it can throw. Paths of
/// databases are absolute; paths of imported and exported files are as given.
public enum StoreError: Error, Hashable, Sendable {
  // MARK: The database file

  /// The file does not exist.
  case missing(path: String)
  /// The file exists but cannot be read. The reason is the system's message, or a clause about the
  /// path.
  case unreadable(path: String, reason: String)
  /// The file or its directory cannot be created. The reason is the system's message, or a clause
  /// about the path.
  case cannotCreate(path: String, reason: String)
  /// A file already exists at the path, and replacing it was not requested.
  case fileExists(path: String)
  /// The file is not a catalog. The reason is a clause.
  case notAMovieDatabase(path: String, reason: String)
  /// The file was written by an older program and must be migrated first.
  case olderSchema(path: String, version: SchemaVersion)
  /// The file was written by a newer program. The version is the value of `PRAGMA user_version`.
  case newerSchema(path: String, version: Int)
  /// Another program changed tables or triggers of the catalog, or added triggers or views.
  case changedSchema(path: String, findings: [Finding])
  /// Some rows cannot be migrated to the version.
  ///
  /// The claim describes these rows in the plural, such as "casts that are not arrays of valid
  /// text". The array contains the keys of the first ones, at most ten.
  case migrationStopped(version: SchemaVersion, claim: String, movies: [Int64])
  /// A migration step failed or produced a wrong result. The detail is a clause.
  case migrationFailed(version: SchemaVersion, detail: String)
  /// The downgrade to the target would lose data, and ``Migrator/Options/acceptsLosses`` is
  /// `false`. There is at least one loss.
  case lossesNotAccepted(path: String, target: SchemaVersion, losses: [MigrationLoss])
  /// The operation needs more disk space than is available. Both sizes are in bytes.
  case noRoom(path: String, needed: Int64, free: Int64)

  // MARK: Reading and writing

  /// Another process or store held a lock for more than five seconds.
  case busy(path: String, holder: LockHolder = .writer)
  /// The file or its directory is not writable.
  case readOnly(path: String)
  /// An interrupted change must be rolled back before the file can be read, which requires write
  /// access.
  case needsRecovery(path: String)
  /// The file was moved or removed since it was opened. Another file may exist at the path now.
  case replaced(path: String)
  /// A foreign key or index of another program rejected a change. One of the findings describes it.
  case refused(path: String, findings: [Finding])
  /// The disk is full, or a disk quota is exceeded.
  case diskFull(path: String)
  /// The highest possible id of a movie or an actor is in use or was used before, and ids are not
  /// reused.
  case idsExhausted(path: String)
  /// The file is damaged. The detail is SQLite's message.
  case damaged(path: String, detail: String)
  /// The search index was damaged and has been rebuilt. The change was rolled back; try it again.
  case searchIndexRebuilt(path: String)
  /// A read, write or sync failed. The detail is SQLite's message.
  case inputOutput(path: String, detail: String)
  /// The SQLite library of this process is older than 3.40. The version has the form "3.34.1".
  case unsupportedSQLite(version: String)
  /// The operation needs more memory than is available, or than the heap limit allows.
  case outOfMemory
  /// The operation was interrupted before it finished.
  case interrupted

  // MARK: The catalog

  /// No movie matches the reference: a title, an id or a range of ids, as text.
  case unknownMovie(reference: String)
  /// Several movies match the reference. The candidates are in the order of their ids.
  case ambiguousMovie(reference: String, candidates: [CreditedMovie])
  /// No actor matches the reference: a name or an id, as text.
  case unknownActor(reference: String)
  /// Several actors match the reference. The candidates are in the order of their ids, or for an
  /// edit in billing order.
  case ambiguousActor(reference: String, candidates: [CreditedActor])
  /// The movie does not have an actor with the name in its cast.
  case notInCast(name: String, movie: CreditedMovie)
  /// The movie already has an actor with the name in its cast, so no other actor can be renamed to
  /// it.
  case alreadyInCast(name: String, movie: CreditedMovie)

  /// A title or name of an edit cannot be stored.
  case invalidDraft(DraftError)

  /// An internal error, which is a bug in this library.
  ///
  /// The code is SQLite's extended result code (https://sqlite.org/rescode.html), or 0. The SQL is
  /// the statement that failed.
  case defect(code: Int32, message: String, sql: String?)
}

/// The activity of the process that holds a lock.
public enum LockHolder: Hashable, Sendable {
  /// The process is reading the database, which blocks a change.
  case reader
  /// The process is changing the database, or is about to change it.
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
      return .damaged(path: path, detail: "it contains a value that is too long")
    case .error where SearchIndex.isCause(of: error):
      return .damaged(path: path, detail: "search index: \(error.message)")
    case .error where error.message == "unsupported file format":
      return .notAMovieDatabase(path: path, reason: "its SQLite file format is not supported")
    default:
      return .defect(code: error.code.rawValue, message: error.message, sql: error.sql)
    }
  }
}
