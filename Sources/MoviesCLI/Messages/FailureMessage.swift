internal import MovieArguments
internal import MovieStore
internal import MovieTerminal

/// What a person reads when something goes wrong, and the status that goes with it.
///
/// Every sentence about a failure is here; each says what to do.
package struct FailureMessage {
  package let status: ExitStatus
  package let text: String

  private init(_ status: ExitStatus, _ text: String) {
    self.status = status
    self.text = text
  }

  package init(_ error: any Error) {
    switch error {
    case let error as Failure: self = Self.message(for: error)
    case let error as StoreError: self = Self.message(for: error)
    case let error as SelectionChanged: self.init(.notFound, Self.text(of: error))
    case let error as InterchangeError:
      self.init(.badInput, "\(error). Nothing was imported.")
    case let error as SystemError: self = Self.message(for: error)
    case let error as TerminalError:
      self.init(
        .inputOutput, "the terminal fails: \(error). 'movies browse --plain' needs less of it.")
    default: self.init(.defect, "this is a defect of the program: \(error)")
    }
  }

  // MARK: The program's own failures

  private static func message(for failure: Failure) -> FailureMessage {
    switch failure {
    case .usage(let text): FailureMessage(.usage, text)
    case .notFound(let text): FailureMessage(.notFound, text)
    case .badInput(let text): FailureMessage(.badInput, text)
    case .missingFile(let text): FailureMessage(.missingFile, text)
    case .damagedBackup(let text), .outputFailed(let text): FailureMessage(.inputOutput, text)
    case .cannotCreate(let text): FailureMessage(.cannotCreate, text)
    case .unknownMovie(let reference, let nearest, let titledSo):
      FailureMessage(
        .notFound, unknownMovie(reference, nearest: nearest, titledSo: titledSo))
    case .unknownActor(let reference, let nearest):
      FailureMessage(
        .notFound,
        "there is no actor '\(reference)'."
          + hint(
            nearest.map { "\($0.name) (\($0.id.rawValue))" },
            else: "See 'movies actors' for their names and ids."))
    }
  }

  private static func unknownMovie(
    _ reference: String, nearest: [Movie], titledSo: [Movie]
  ) -> String {
    if !titledSo.isEmpty {
      let ids = titledSo.map { "\($0.id.rawValue)" }.joined(separator: ", ")
      return "there is no movie with the id \(reference). "
        + (titledSo.count == 1
          ? "A movie has that title: type 'title:\(reference)', or its id \(ids)."
          : "Several movies have that title: type the id of one, \(ids).")
    }
    if namesIDs(reference) {
      return "there is no movie with the id \(reference). See 'movies list' for the ids."
    }
    return "there is no movie '\(reference)'."
      + hint(
        nearest.map { "\($0.title) (\($0.id.rawValue))" }, else: "See 'movies list' for titles.")
  }

  /// Whether the reference is an id or a range of ids.
  private static func namesIDs(_ reference: String) -> Bool {
    do {
      if case .title = try MovieReference(reference) { return false }
      return true
    } catch {
      return false
    }
  }

  private static func hint(_ nearest: [String], else other: String) -> String {
    nearest.isEmpty ? " " + other : " Did you mean " + nearest.joined(separator: ", or ") + "?"
  }

  private static func text(of error: SelectionChanged) -> String {
    let differences = error.first.map { difference in
      switch difference {
      case .gone(let id): "movie \(id.rawValue) was deleted, or no longer matches"
      case .changed(let movie): "'\(movie.title)' (\(movie.id.rawValue)) was changed"
      case .new(let movie): "'\(movie.title)' (\(movie.id.rawValue)) was not in the list"
      }
    }
    let rest = error.count - error.first.count
    return "the movies are no longer the ones that were shown: "
      + (differences + (rest > 0 ? ["\(Thousands.grouped(rest)) more"] : []))
      .joined(separator: "; ")
      + ". Nothing was changed; run the command again."
  }

  // MARK: The store's

  private static func message(for error: StoreError) -> FailureMessage {
    switch error {
    case .missing(let path):
      FailureMessage(
        .missingFile, "there is no database '\(path)'. Check the path, or add a movie to make it.")
    case .unreadable(let path, let reason):
      FailureMessage(.missingFile, "cannot read '\(path)': \(reason).")
    case .cannotCreate(let path, let reason):
      FailureMessage(.cannotCreate, "cannot create '\(path)': \(reason).")
    case .fileExists(let path):
      FailureMessage(
        .cannotCreate, "cannot create '\(path)': File exists. Name another file.")
    case .notAMovieDatabase, .olderSchema, .newerSchema, .changedSchema:
      FailureMessage(.wrongDatabase, aboutSchema(error))
    case .migrationStopped, .migrationFailed, .lossesNotAccepted:
      FailureMessage(.notFound, aboutMigration(error))
    case .busy(let path, let holder):
      FailureMessage(
        .busy,
        "the database '\(path)' is busy: another program is "
          + "\(holder == .reader ? "reading" : "changing") it. Try again.")
    case .readOnly, .needsRecovery, .replaced, .refused, .diskFull, .idsExhausted, .noRoom,
      .damaged,
      .inputOutput:
      FailureMessage(.inputOutput, aboutFile(error))
    case .interrupted: Self.interrupted
    case .searchIndexRebuilt(let path):
      FailureMessage(
        .busy,
        "the search index of '\(path)' was damaged and has been rebuilt. Nothing else was changed: try "
          + "again.")
    case .unsupportedSQLite(let version):
      FailureMessage(
        .wrongDatabase, "movies needs SQLite 3.40 or newer; this is \(version).")
    case .outOfMemory:
      FailureMessage(.inputOutput, "there is not enough memory for this.")
    case .unknownMovie, .ambiguousMovie, .unknownActor, .ambiguousActor, .notInCast,
      .alreadyInCast:
      FailureMessage(.notFound, aboutCatalog(error))
    case .invalidDraft(let problem): FailureMessage(.usage, "\(problem).")
    case .defect(let code, let message, let sql):
      FailureMessage(
        .defect,
        "this is a defect of the program: \(message) (\(code))\(sql.map { " in: \($0)" } ?? "")")
    }
  }

  private static var newest: String { "v\(SchemaVersion.newest.rawValue)" }

  private static func aboutSchema(_ error: StoreError) -> String {
    switch error {
    case .olderSchema(let path, let version):
      "'\(path)' has schema v\(version.rawValue), this program needs \(newest). "
        + "Bring it up: movies migrate --db \(Shell.quoted(path))"
    case .newerSchema(let path, let version):
      "'\(path)' has schema v\(version), newer than this program's \(newest). Use a newer program; "
        + "the file was not touched."
    case .notAMovieDatabase(let path, let reason):
      "'\(path)' is not a movies database: \(reason). The file was not touched."
    case .changedSchema(let path, let findings):
      "the schema of '\(path)' was changed: "
        + findings.map(\.message).joined(separator: "; ") + ". The file was not touched. "
        + (findings.lazy.compactMap(\.hint).first?.asSentence
          ?? "Undo the change with the program that made it.")
    default: "\(error)"
    }
  }

  private static func aboutMigration(_ error: StoreError) -> String {
    switch error {
    case .migrationStopped(let version, let claim, let movies):
      "the migration to v\(version.rawValue) stopped: not \(claim), see the movies with the keys "
        + "\(movies.map(String.init).joined(separator: ", ")). The file is as it was."
    case .migrationFailed(let version, let detail):
      "the migration to v\(version.rawValue) failed: \(detail). The file is as it was."
    case .lossesNotAccepted(let path, let losses):
      "the way back of '\(path)' would lose \(losses.text). The file is as it was. "
        + "To lose them: --accept-loss"
    default: "\(error)"
    }
  }

  private static func aboutFile(_ error: StoreError) -> String {
    switch error {
    case .readOnly(let path):
      "the database '\(path)' or its folder cannot be written. Check their permissions."
    case .needsRecovery(let path):
      "a change of '\(path)' was interrupted and must be taken back: "
        + "open it once with write access."
    case .replaced(let path):
      "the database '\(path)' was replaced or removed while it was in use. Nothing was changed: "
        + "start again."
    case .refused(let path, let findings):
      "the change of '\(path)' was refused: "
        + findings.map(\.message).joined(separator: "; ") + ". Nothing was changed. "
        + (findings.lazy.compactMap(\.hint).first?.asSentence ?? "")
    case .diskFull(let path):
      "the disk of '\(path)' is full, or that of temporary files (TMPDIR). "
        + "Make room and try again; nothing was changed."
    case .idsExhausted(let path):
      "no id is left in '\(path)' for another movie or actor; nothing was changed. Export the "
        + "catalog and import it into a new one, which numbers them from 1: 'movies export "
        + "<file>', then 'movies import <file> --db <new file>'."
    case .noRoom(let path, let needed, let free):
      "the migration of '\(path)' needs about \(ByteSize.text(needed)) of room, "
        + "\(ByteSize.text(free)) are free. Make room, or keep the backup on another disk "
        + "with '--backup <file>'; a rehearsal works in the folder that TMPDIR names."
    case .damaged(let path, let detail):
      "the database '\(path)' is damaged (\(detail)). 'movies doctor' shows what is damaged and "
        + "whether 'movies doctor --fix' can repair it; otherwise restore a backup with 'movies restore "
        + "<backup>'."
    case .inputOutput(let path, let detail):
      "the database '\(path)' cannot be read or written (\(detail)). Check the disk."
    default: "\(error)"
    }
  }

  private static func aboutCatalog(_ error: StoreError) -> String {
    switch error {
    case .unknownMovie(let reference): unknownMovie(reference, nearest: [], titledSo: [])
    case .ambiguousMovie(let number, let candidates)
    where number.isDigits && Int64(number) == candidates.first?.id.rawValue:
      "'\(number)' is the id of one movie and the title of another. Type one of these:\n"
        + candidates.map { "  id:\($0.id.rawValue)  \($0.movie.title)\($0.briefCast)" }
        .joined(separator: "\n")
    case .ambiguousMovie(let reference, let candidates):
      "several movies are called '\(reference)'. Name one by its id:\n"
        + candidates.map { "  \($0.id.rawValue)  \($0.movie.title)\($0.briefCast)" }
        .joined(separator: "\n")
    case .unknownActor(let reference): "there is no actor '\(reference)'."
    case .ambiguousActor(let reference, let candidates):
      "several actors are called '\(reference)'. Name one by id, or exactly:\n"
        + candidates.map { "  \($0.id.rawValue)  \($0.actor.name)" }.joined(separator: "\n")
    case .notInCast(let name, let movie):
      "'\(name)' is not in the cast of '\(movie.movie.title)'"
        + (movie.cast.isEmpty
          ? ", which has nobody in it."
          : ": " + movie.cast.map(\.name).joined(separator: ", ") + ".")
    case .alreadyInCast(let name, let movie):
      "'\(name)' is in the cast of '\(movie.movie.title)' already."
    default: "\(error)"
    }
  }

  // MARK: The system's

  private static var interrupted: FailureMessage {
    FailureMessage(
      .interrupted,
      WorkUnderWay.hasCommitted
        ? "interrupted after the change was made." : "interrupted, and nothing was changed.")
  }

  private static func message(for error: SystemError) -> FailureMessage {
    if error.isInterruption { return interrupted }
    let device = error.isFailedDevice ? " Check the disk." : ""
    let advice = error.isFullDisk ? " Make room and try again." : device
    return FailureMessage(.inputOutput, "\(error).\(advice)")
  }
}
