extension StoreError: CustomStringConvertible {
  /// One sentence without its full stop, such as `there is no file '/home/you/movies.db'`.
  public var description: String {
    switch self {
    case .missing, .unreadable, .cannotCreate, .fileExists, .notAMovieDatabase, .olderSchema,
      .newerSchema,
      .changedSchema:
      ofOpening
    case .migrationStopped, .migrationFailed, .lossesNotAccepted, .noRoom: ofMigration
    case .busy, .readOnly, .needsRecovery, .replaced, .refused, .diskFull, .idsExhausted, .damaged,
      .searchIndexRebuilt, .unsupportedSQLite,
      .inputOutput, .outOfMemory, .interrupted, .defect:
      ofWork
    case .unknownMovie, .ambiguousMovie, .unknownActor, .ambiguousActor, .notInCast,
      .alreadyInCast, .invalidDraft:
      ofCatalog
    }
  }

  private var ofOpening: String {
    switch self {
    case .missing(let path): "there is no file '\(path)'"
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    case .cannotCreate(let path, let reason): "'\(path)' cannot be made: \(reason)"
    case .fileExists(let path): "'\(path)' exists already"
    case .notAMovieDatabase(let path, let reason): "'\(path)' is not a catalog: \(reason)"
    case .olderSchema(let path, let version):
      "'\(path)' has schema \(version), older than \(SchemaVersion.newest): it must be migrated"
    case .newerSchema(let path, let version):
      "'\(path)' has schema v\(version), newer than \(SchemaVersion.newest)"
    case .changedSchema(let path, let findings):
      "the schema of '\(path)' was changed: \(findings.map(\.message).joined(separator: "; "))"
    default: ""
    }
  }

  private var ofMigration: String {
    switch self {
    case .migrationStopped(let version, let claim, let movies):
      "the migration to \(version) stopped: not \(claim), see the movies with the keys "
        + movies.map(String.init).joined(separator: ", ")
    case .migrationFailed(let version, let detail): "the migration to \(version) failed: \(detail)"
    case .lossesNotAccepted(let path, let losses):
      "the way back of '\(path)' would lose "
        + losses.map { "\($0.what) (\($0.count))" }.joined(separator: ", ")
    case .noRoom(let path, let needed, let free):
      "'\(path)' needs \(needed) bytes of room, \(free) are free"
    default: ""
    }
  }

  private var ofWork: String {
    switch self {
    case .busy(let path, let holder):
      "'\(path)' is busy: another process is \(holder == .reader ? "reading" : "changing") it"
    case .readOnly(let path): "'\(path)' or its folder may not be written"
    case .needsRecovery(let path):
      "a change of '\(path)' was interrupted, and to take it back the file must be written"
    case .replaced(let path): "'\(path)' was moved or removed since it was opened"
    case .refused(let path, let findings):
      "a change of '\(path)' was refused: \(findings.map(\.message).joined(separator: "; "))"
    case .diskFull(let path): "the disk of '\(path)' is full, or that of temporary files"
    case .idsExhausted(let path): "no id is left in '\(path)' for another movie or actor"
    case .damaged(let path, let detail): "'\(path)' is damaged: \(detail)"
    case .inputOutput(let path, let detail): "'\(path)' cannot be read or written: \(detail)"
    case .searchIndexRebuilt(let path):
      "the search index of '\(path)' was damaged and has been rebuilt; the change was not made"
    case .unsupportedSQLite(let version):
      "MovieStore needs SQLite 3.40 or newer; this is \(version)"
    case .outOfMemory: "there is not enough memory"
    case .interrupted: "the work was interrupted"
    case .defect(let code, let message, _): "a defect of MovieStore: \(message) (\(code))"
    default: ""
    }
  }

  private var ofCatalog: String {
    switch self {
    case .unknownMovie(let reference): "there is no movie '\(reference)'"
    case .ambiguousMovie(let reference, let candidates):
      "several movies are called '\(reference)': \(Self.list(candidates.map(\.id.rawValue)))"
    case .unknownActor(let reference): "there is no actor '\(reference)'"
    case .ambiguousActor(let reference, let candidates):
      "several actors are called '\(reference)': \(Self.list(candidates.map(\.id.rawValue)))"
    case .notInCast(let name, let movie): "'\(name)' is not in the cast of '\(movie.title)'"
    case .alreadyInCast(let name, let movie):
      "'\(name)' is in the cast of '\(movie.title)' already"
    case .invalidDraft(let error): "\(error)"
    default: ""
    }
  }

  private static func list(_ ids: [Int64]) -> String {
    ids.map(String.init).joined(separator: ", ")
  }
}
