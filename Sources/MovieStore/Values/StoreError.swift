/// An error of this library.
///
/// A function that throws an error has changed nothing, unless its category is `notDurable`.
///
/// *Every read* can throw an error of the categories `busy`, `storage` (sorting many rows needs
/// temporary disk space), `interrupted` and, if another program has changed the schema in the
/// meantime, `incompatibleFile`. *Every change* can throw the same and `notDurable`. Each function
/// documents the other errors that it can throw.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error, by what its receiver can do.
  public enum Category: Hashable, Sendable {
    /// A value that the caller passed cannot be used: correct it.
    case invalidInput
    /// The catalog does not have the movie, the actor or the entry of the history.
    case notFound
    /// The content of the catalog does not allow the change.
    case rejected
    /// Another process held a lock for more than five seconds, or has replaced the file: try again.
    case busy
    /// The file does not exist or cannot be read: check the path.
    case unreadableFile
    /// The file exists or cannot be created: choose another name.
    case uncreatableFile
    /// The file is not a catalog of this version: migrate it, or update this library.
    case incompatibleFile
    /// The disk, its permissions or the file are at fault: free space, correct or repair them.
    case storage
    /// The change was made, but may not survive a power failure: do not repeat it.
    case notDurable
    /// The operation was cancelled.
    case interrupted
    /// A bug in this library.
    case internalError
  }

  package let problem: Problem

  package init(_ problem: Problem) {
    self.problem = problem
  }

  /// An error for tests and previews.
  ///
  /// - Parameters:
  ///   - category: The kind of the error.
  ///   - description: A sentence without a full stop.
  public init(_ category: Category, description: String) {
    self.init(.example(category, description))
  }

  /// The kind of the error.
  public var category: Category {
    switch problem {
    case .invalidInput: .invalidInput
    case .unknownMovie, .unknownActor, .unknownHistoryEntry: .notFound
    case .unmigratableData, .migrationFailed, .lossesNotAccepted, .ambiguousMovie, .ambiguousActor,
      .notInCast, .alreadyInCast, .cannotUndo, .cannotRedo, .otherCollection, .clockAhead:
      .rejected
    case .busy, .replaced: .busy
    case .fileNotFound, .unreadable: .unreadableFile
    case .cannotCreate, .fileExists: .uncreatableFile
    case .notAMovieDatabase, .olderSchema, .newerSchema, .changedSchema, .unsupportedSQLite:
      .incompatibleFile
    case .readOnly, .needsRecovery, .refused, .diskFull, .idsExhausted, .historyFull,
      .insufficientDiskSpace, .damaged, .inputOutput, .outOfMemory:
      .storage
    case .notDurable: .notDurable
    case .interrupted: .interrupted
    case .internalError: .internalError
    case .example(let category, _): category
    }
  }

  /// What the value is that the caller passed and that cannot be used, if the category is
  /// `invalidInput`: the field of a form to which the error belongs.
  public var invalidInput: InvalidInput? { invalidValue?.subject }

  package var invalidValue: InvalidValue? {
    if case .invalidInput(let value) = problem { value } else { nil }
  }

  /// The error as a sentence without a full stop, such as
  /// `the database '/home/you/movies.db' does not exist`.
  public var description: String { problem.description }
}

extension StoreError {
  /// What went wrong. Paths of databases are absolute; paths of imported and exported files are as
  /// given.
  package enum Problem: Hashable, Sendable {
    // MARK: The database file

    /// The file does not exist.
    case fileNotFound(path: String)
    /// The file exists but cannot be read. The reason is the system's message, or a clause about
    /// the path.
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
    /// The description names these rows in the plural, such as "casts that are not arrays of valid
    /// text". The array contains the keys of the first ones, at most ten.
    case unmigratableData(version: SchemaVersion, description: String, movies: [Int64])
    /// A migration step failed or produced a wrong result. The detail is a clause.
    case migrationFailed(version: SchemaVersion, detail: String)
    /// The downgrade to the target would lose data, and losing data was not accepted. There is at
    /// least one loss.
    case lossesNotAccepted(path: String, target: SchemaVersion, losses: [MigrationLoss])
    /// The operation needs more disk space than is available. Both sizes are in bytes.
    case insufficientDiskSpace(path: String, needed: Int, free: Int)

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
    /// SQLite rejected a change, for example because of a foreign key or an index of another
    /// program. The detail is SQLite's message.
    case refused(path: String, detail: String)
    /// The disk is full, or a disk quota is exceeded.
    case diskFull(path: String)
    /// The highest possible id of a movie or an actor is in use or was used before, and ids are not
    /// reused.
    case idsExhausted(path: String)
    /// No number is left for another entry of the history: another program used the highest one.
    /// Clear the history.
    case historyFull(path: String)
    /// The file is damaged. The detail is SQLite's message.
    case damaged(path: String, detail: String)
    /// A read, write or sync failed, or a limit of the system is reached. The detail is a clause,
    /// with the advice for a limit after a semicolon.
    case inputOutput(path: String, detail: String)
    /// The change was made, but may not survive a power failure: the directory of the database
    /// could not be synced. The detail is SQLite's message.
    case notDurable(path: String, detail: String)
    /// The SQLite library of this process is older than 3.40. The version has the form "3.34.1".
    case unsupportedSQLite(version: String)
    /// The operation needs more memory than is available, or than the heap limit allows.
    case outOfMemory
    /// The operation was interrupted before it finished.
    case interrupted

    // MARK: The catalog

    /// No movie matches the reference: an id such as `id:7`, or the text that a user typed.
    case unknownMovie(reference: String)
    /// Several movies match the reference. The candidates are in the order of their ids.
    case ambiguousMovie(reference: String, candidates: [Movie])
    /// No actor matches the reference: a name or an id, as text.
    case unknownActor(reference: String)
    /// Several actors match the reference. The candidates are in the order of their ids, or for an
    /// edit in billing order.
    case ambiguousActor(reference: String, candidates: [ActorWithMovieCount])
    /// The movie does not have an actor with the name in its cast.
    case notInCast(name: String, movie: Movie)
    /// The movie already has an actor with the name in its cast, so no other actor can be renamed
    /// to it.
    case alreadyInCast(name: String, movie: Movie)

    /// The change of the entry cannot be undone.
    case cannotUndo(HistoryEntry, HistoryObstacle)
    /// The change of the entry cannot be made again.
    case cannotRedo(HistoryEntry, HistoryObstacle)
    /// The history has no entry with the id.
    case unknownHistoryEntry(HistoryEntry.ID)

    /// A directory or another catalog has been synced with other catalogs than this one.
    case otherCollection(path: String)
    /// The clock of another replica is more than a day ahead.
    case clockAhead(seconds: Int64, isOwn: Bool)

    /// A value that the caller passed cannot be used or stored.
    case invalidInput(InvalidValue)

    /// An error that a test or a preview made up.
    case example(StoreError.Category, String)

    /// An internal error, which is a bug in this library.
    ///
    /// The code is SQLite's extended result code (https://sqlite.org/rescode.html), or 0. The SQL
    /// is the statement that failed.
    case internalError(code: Int32, message: String, sql: String?)
  }
}

/// The activity of the process that holds a lock.
package enum LockHolder: Hashable, Sendable {
  /// The process is reading the database, which blocks a change.
  case reader
  /// The process is changing the database, or is about to change it.
  case writer
}

// MARK: - Description

extension StoreError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fileNotFound(let path): "the database '\(path)' does not exist"
    case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
    case .cannotCreate(let path, let reason): "cannot create '\(path)': \(reason)"
    case .fileExists(let path): "cannot create '\(path)': file exists"
    case .notAMovieDatabase(let path, let reason): "'\(path)' is not a movies database: \(reason)"
    case .olderSchema(let path, let version):
      "cannot open '\(path)': it has schema \(version), but this program needs "
        + "\(SchemaVersion.newest)"
    case .newerSchema(let path, let version):
      "cannot open '\(path)': it has schema v\(version), but this program supports only up to "
        + "\(SchemaVersion.newest)"
    case .changedSchema(let path, let findings):
      "cannot open '\(path)': its schema was changed: "
        + findings.map(\.message).joined(separator: "; ")
    case .unmigratableData(let version, let description, let movies):
      "cannot migrate to \(version): \(description) "
        + "(\(movies.count == 1 ? "row" : "rows") \(Self.list(movies)))"
    case .migrationFailed(let version, let detail): "the migration to \(version) failed: \(detail)"
    case .lossesNotAccepted(let path, let target, let losses):
      "downgrading '\(path)' to \(target) would lose "
        + losses.text
    case .insufficientDiskSpace(let path, let needed, let free):
      Finding.insufficientDiskSpace(path: path, needed: needed, free: free).message
    case .busy(let path, let holder):
      "the database '\(path)' is busy: another process is "
        + "\(holder == .reader ? "reading it" : "writing to it")"
    case .readOnly(let path): "the database '\(path)' or its directory is not writable"
    case .needsRecovery(let path):
      "the database '\(path)' has an interrupted change"
    case .replaced(let path): "the database '\(path)' was replaced or removed while it was open"
    case .refused(let path, let detail):
      "SQLite rejected the change to '\(path)': \(detail)"
    case .diskFull(let path):
      "the disk is full: no space for '\(path)' or for temporary files (TMPDIR)"
    case .idsExhausted(let path): "no ids are left in '\(path)' for new movies or actors"
    case .historyFull(let path):
      "the history of '\(path)' has no more numbers: another program used the highest one"
    case .damaged(let path, let detail): "the database '\(path)' is damaged (\(detail))"
    case .inputOutput(let path, let detail):
      "cannot read or write '\(path)': \(detail)"
    case .notDurable(let path, let detail):
      "the change to '\(path)' was made, but may not survive a power failure: \(detail) while syncing "
        + "its directory"
    case .unsupportedSQLite(let version):
      "SQLite 3.40 or later is required, but the installed version is \(version)"
    case .outOfMemory: "out of memory"
    case .interrupted: "the operation was interrupted"
    case .internalError(let code, let message, let sql):
      "internal error: \(message)\(code == 0 ? "" : " (SQLite error \(code))")"
        + (sql.map { "; statement: \($0)" } ?? "")
    case .unknownMovie(let reference):
      MovieReference.digits(ofID: reference).map { "no movie has the id \($0)" }
        ?? "no movie matches '\(reference)'"
    case .ambiguousMovie(let reference, let candidates):
      "several movies match '\(reference)' (ids \(Self.list(candidates.map(\.id.rawValue))))"
    case .unknownActor(let reference): "no actor matches '\(reference)'"
    case .ambiguousActor(let reference, let candidates):
      "several actors match '\(reference)' (ids \(Self.list(candidates.map(\.id.rawValue))))"
    case .notInCast(let name, let movie):
      "'\(name)' is not in the cast of '\(movie.title)': "
        + (movie.cast.isEmpty
          ? "the movie has no cast" : movie.cast.map(\.name).joined(separator: ", "))
    case .alreadyInCast(let name, let movie):
      "'\(name)' is already in the cast of '\(movie.title)'"
    case .cannotUndo(let entry, let obstacle):
      "cannot undo change \(entry.id) (\(entry.summary)): \(obstacle)"
    case .cannotRedo(let entry, let obstacle):
      "cannot redo change \(entry.id) (\(entry.summary)): \(obstacle)"
    case .unknownHistoryEntry(let id): "the history has no entry \(id)"
    case .otherCollection(let path): "'\(path)' is synced with other catalogs than this one"
    case .clockAhead(let seconds, let isOwn):
      "changes of \(isOwn ? "this" : "another") catalog are \(seconds / 86_400) days in the future"
    case .invalidInput(let input): input.description
    case .example(_, let description): description
    }
  }

  private static func list(_ ids: [Int64]) -> String {
    ids.map(String.init).joined(separator: ", ")
  }
}

extension StoreError {
  package static func unknown(_ reference: MovieReference) -> StoreError {
    StoreError(.unknownMovie(reference: "\(reference)"))
  }
}
