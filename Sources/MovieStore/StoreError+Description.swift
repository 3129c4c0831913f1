extension StoreError: CustomStringConvertible {
  /// The error as a sentence without a full stop, such as
  /// `the database '/home/you/movies.db' does not exist`.
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
    case .missing(let path): "the database '\(path)' does not exist"
    case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
    case .cannotCreate(let path, let reason): "cannot create '\(path)': \(reason)"
    case .fileExists(let path): "cannot create '\(path)': file exists"
    case .notAMovieDatabase(let path, let reason): "'\(path)' is not a movies database: \(reason)"
    case .olderSchema(let path, let version):
      "cannot open '\(path)': it has schema \(version), but this version of MovieStore needs "
        + "\(SchemaVersion.newest)"
    case .newerSchema(let path, let version):
      "cannot open '\(path)': it has schema v\(version), but this version of MovieStore supports "
        + "only up to \(SchemaVersion.newest)"
    case .changedSchema(let path, let findings):
      "the schema of '\(path)' was changed: "
        + findings.map(\.message).joined(separator: "; ")
    default: ""
    }
  }

  private var ofMigration: String {
    switch self {
    case .migrationStopped(let version, let claim, let movies):
      "cannot migrate to \(version): \(claim) "
        + "(\(movies.count == 1 ? "row" : "rows") \(Self.list(movies)))"
    case .migrationFailed(let version, let detail): "the migration to \(version) failed: \(detail)"
    case .lossesNotAccepted(let path, let target, let losses):
      "downgrading '\(path)' to \(target) would lose "
        + losses.map { "\($0.count) \($0.noun)" }.joined(separator: ", ")
    case .noRoom(let path, let needed, let free):
      "migrating '\(path)' needs \(needed) bytes of disk space, but only \(free) are available"
    default: ""
    }
  }

  private var ofWork: String {
    switch self {
    case .busy(let path, let holder):
      "the database '\(path)' is busy: another process is "
        + "\(holder == .reader ? "reading it" : "writing to it")"
    case .readOnly(let path): "the database '\(path)' or its directory is not writable"
    case .needsRecovery(let path):
      "the database '\(path)' has an interrupted change; rolling it back requires write access"
    case .replaced(let path): "the database '\(path)' was replaced or removed while it was open"
    case .refused(let path, let findings):
      "the change to '\(path)' was rejected; probable cause: "
        + findings.map(\.message).joined(separator: "; ")
    case .diskFull(let path):
      "the disk is full: no space for '\(path)' or for temporary files"
    case .idsExhausted(let path): "no ids are left in '\(path)' for new movies or actors"
    case .damaged(let path, let detail): "the database '\(path)' is damaged: \(detail)"
    case .inputOutput(let path, let detail):
      "cannot read or write the database '\(path)': \(detail)"
    case .searchIndexRebuilt(let path):
      "the search index of '\(path)' was damaged and has been rebuilt; nothing else was changed"
    case .unsupportedSQLite(let version):
      "MovieStore requires SQLite 3.40 or later, but the installed version is \(version)"
    case .outOfMemory: "out of memory"
    case .interrupted: "the operation was interrupted"
    case .defect(let code, let message, _): "internal error in MovieStore: \(message) (\(code))"
    default: ""
    }
  }

  private var ofCatalog: String {
    switch self {
    case .unknownMovie(let reference): "no movie matches '\(reference)'"
    case .ambiguousMovie(let reference, let candidates):
      "several movies match '\(reference)' (ids \(Self.list(candidates.map(\.id.rawValue))))"
    case .unknownActor(let reference): "no actor matches '\(reference)'"
    case .ambiguousActor(let reference, let candidates):
      "several actors match '\(reference)' (ids \(Self.list(candidates.map(\.id.rawValue))))"
    case .notInCast(let name, let movie): "'\(name)' is not in the cast of '\(movie.title)'"
    case .alreadyInCast(let name, let movie):
      "'\(name)' is already in the cast of '\(movie.title)'"
    case .invalidDraft(let error): "\(error)"
    default: ""
    }
  }

  private static func list(_ ids: [Int64]) -> String {
    ids.map(String.init).joined(separator: ", ")
  }
}
