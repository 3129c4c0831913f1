internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The message for an error, and the exit status that goes with it.
///
/// Each message states what happened and what to do.
package struct ErrorMessage {
  package let status: ExitStatus
  package let text: String

  private init(_ status: ExitStatus, _ text: String) {
    self.status = status
    self.text = text
  }

  /// The lines for standard error.
  var output: String { isUsageError ? text : "Error: \(text)" }

  /// Whether the text is a whole usage error.
  private var isUsageError = false

  package init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      self.init(.usage, error.text)
      isUsageError = true
    case let error as CommandError: self = Self.message(for: error)
    case let error as StoreError: self = Self.message(for: error)
    case let error as SelectionChanged: self.init(.notFound, Self.text(of: error))
    case let error as InterchangeError:
      self.init(.badInput, "\(error). Nothing was imported." + Self.advice(for: error))
    case let error as SystemError: self = Self.message(for: error)
    case let error as TerminalError:
      self.init(
        .inputOutput, "cannot control the terminal: \(error). Use 'movies browse --plain' instead.")
    default: self.init(.internalError, "internal error: \(error). \(Self.bug)")
    }
  }

  /// The advice for an error in a file, unless the error contains some.
  private static func advice(for error: InterchangeError) -> String {
    switch error.scope {
    case .record:
      " Correct the file, or skip invalid records with '--on-error skip' or fields with "
        + "'--drop <field>'."
    case .file: error.message.contains("; ") ? "" : " Correct the file."
    case .encoding where error.message.contains("not valid UTF-8"):
      " Save the file as UTF-8. To convert Latin-1, run: iconv -f latin1 -t utf-8 <file>"
    case .encoding: " Save the file as UTF-8."
    }
  }

  private static let bug = "This is a bug in movies."

  // MARK: Errors of commands

  private static func message(for failure: CommandError) -> ErrorMessage {
    switch failure {
    case .usage(let text): ErrorMessage(.usage, text)
    case .notFound(let text): ErrorMessage(.notFound, text)
    case .badInput(let text): ErrorMessage(.badInput, text)
    case .missingFile(let text): ErrorMessage(.missingFile, text)
    case .damagedBackup(let text), .outputFailed(let text): ErrorMessage(.inputOutput, text)
    case .cannotCreate(let text): ErrorMessage(.cannotCreate, text)
    case .unknownMovie(let reference, let nearest, let moviesWithThatTitle):
      ErrorMessage(
        .notFound,
        unknownMovie(reference, nearest: nearest, moviesWithThatTitle: moviesWithThatTitle))
    case .ambiguousTitle(let title, let candidates):
      ErrorMessage(.notFound, ambiguous(title, candidates, advice: "Use an id or add the year"))
    case .unknownActor(let reference, let nearest):
      ErrorMessage(
        .notFound,
        noActor(reference) + "."
          + hint(
            nearest.map { "\($0.name) (\($0.id.rawValue))" },
            else: "Run 'movies actors' to see names and ids."))
    }
  }

  private static func unknownMovie(
    _ reference: String, nearest: [String], moviesWithThatTitle: [Movie]
  ) -> String {
    if !moviesWithThatTitle.isEmpty {
      let ids = moviesWithThatTitle.map { "\($0.id.rawValue)" }.joined(separator: ", ")
      return noMovie(reference)
        + (moviesWithThatTitle.count == 1
          ? ", but one has that title. Use 'title:\(reference)' or the id \(ids)."
          : ", but several have that title. Use one of the ids \(ids).")
    }
    if case .title = parsed(reference) {
      return noMovie(reference) + "." + hint(nearest, else: "Run 'movies list' to see titles.")
    }
    return noMovie(reference) + ". Run 'movies list' to see ids."
  }

  /// Such as `no movie has the id 99`.
  static func noMovie(_ reference: String) -> String {
    switch parsed(reference) {
    case .id(let id): "no movie has the id \(id.rawValue)"
    case .number(_, let digits): "no movie has the id \(digits)"
    case .range: "no movie has an id in the range \(reference)"
    case .title(let title): "no movie is titled '\(title)'"
    }
  }

  /// The reference; text that is not a valid one counts as a title.
  private static func parsed(_ reference: String) -> MovieReference {
    do { return try MovieReference(reference) } catch { return .title(reference) }
  }

  /// Digits can be an id or, after `name:`, a name.
  static func noActor(_ reference: String) -> String {
    reference.isDigits ? "no actor matches '\(reference)'" : "no actor is named '\(reference)'"
  }

  private static func hint(_ nearest: [String], else other: String) -> String {
    guard let last = nearest.last else { return " " + other }
    let rest = nearest.dropLast().joined(separator: ", ")
    return " Did you mean " + (rest.isEmpty ? "" : rest + " or ") + last + "?"
  }

  private static func text(of error: SelectionChanged) -> String {
    let differences = error.first.map { difference in
      switch difference {
      case .missing(let id): "movie \(id.rawValue) was deleted"
      case .changed(let movie): "'\(movie.title)' (\(movie.id.rawValue)) was changed"
      }
    }
    let rest = error.count - error.first.count
    return "the listed movies have changed: "
      + (differences + (rest > 0 ? [Formatting.pluralized(rest, "more difference")] : []))
      .joined(separator: "; ")
      + ". Nothing was changed. Run the command again."
  }

  // MARK: Errors of the store

  private static func message(for error: StoreError) -> ErrorMessage {
    switch error {
    case .fileNotFound(let path):
      ErrorMessage(
        .missingFile,
        "the database '\(path)' does not exist. Check the path. Adding or importing movies creates "
          + "it.")
    case .unreadable(let path, let reason):
      ErrorMessage(.missingFile, cannot("read", path, reason))
    case .cannotCreate(let path, let reason):
      ErrorMessage(.cannotCreate, cannot("create", path, reason))
    case .fileExists(let path):
      ErrorMessage(
        .cannotCreate, "cannot create '\(path)': file exists. Use another name.")
    case .notAMovieDatabase, .olderSchema, .newerSchema, .changedSchema:
      ErrorMessage(.wrongDatabase, aboutSchema(error))
    case .unmigratableData, .migrationFailed, .lossesNotAccepted:
      ErrorMessage(.notFound, aboutMigration(error))
    case .busy(let path, let holder):
      ErrorMessage(
        .busy,
        "the database '\(path)' is busy: another process is "
          + "\(holder == .reader ? "reading" : "writing to") it. Try again.")
    case .readOnly, .needsRecovery, .replaced, .refused, .diskFull, .idsExhausted,
      .historyFull,
      .insufficientDiskSpace,
      .damaged,
      .inputOutput, .notDurable:
      ErrorMessage(.inputOutput, aboutFile(error))
    case .interrupted: Self.interrupted
    case .unsupportedSQLite(let version):
      ErrorMessage(
        .wrongDatabase,
        "movies requires SQLite 3.40 or later, but the installed version is \(version). "
          + "Install a newer SQLite.")
    case .outOfMemory:
      ErrorMessage(.inputOutput, "out of memory.")
    case .unknownMovie, .ambiguousMovie, .unknownActor, .ambiguousActor, .notInCast,
      .alreadyInCast:
      ErrorMessage(.notFound, aboutCatalog(error))
    case .cannotUndo(let entry, let obstacle):
      ErrorMessage(.notFound, cannotReplay(.undo, entry, obstacle))
    case .cannotRedo(let entry, let obstacle):
      ErrorMessage(.notFound, cannotReplay(.redo, entry, obstacle))
    case .unknownHistoryEntry(let id):
      ErrorMessage(
        .notFound, "the history has no entry \(id). Run 'movies history' to see the entries.")
    case .invalidDraft(let problem): ErrorMessage(.usage, "\(problem).")
    case .invalidAttribute(let problem): ErrorMessage(.usage, "\(problem).")
    case .invalidQuery(let problem): ErrorMessage(.usage, "\(problem).")
    case .internalError(let code, let message, let sql):
      ErrorMessage(
        .internalError,
        "internal error: \(message)\(code == 0 ? "" : " (SQLite error \(code))"). \(bug)"
          + (sql.map { " Statement: \($0)" } ?? ""))
    }
  }

  /// The sentence about a path that cannot be used, with the advice unless the reason contains some.
  static func cannot(_ operation: String, _ path: String, _ reason: String) -> String {
    "cannot \(operation) '\(path)': \(reason)." + (reason.contains("; ") ? "" : " Check the path.")
  }

  private static var newest: String { "v\(SchemaVersion.newest.rawValue)" }

  private static func aboutSchema(_ error: StoreError) -> String {
    switch error {
    case .olderSchema(let path, let version):
      "cannot open '\(path)': it has schema v\(version.rawValue), but this program needs \(newest). "
        + "Run: movies migrate --db \(ShellQuoting.quoted(path))"
    case .newerSchema(let path, let version):
      "cannot open '\(path)': it has schema v\(version), but this program supports only up to "
        + "\(newest). Use a newer version of movies."
    case .notAMovieDatabase(let path, let reason):
      "'\(path)' is not a movies database: \(reason). Check the path."
    case .changedSchema(let path, let findings):
      "cannot open '\(path)': its schema was changed: "
        + findings.map(\.message).joined(separator: "; ") + ". "
        + (findings.lazy.compactMap { $0.hint() }.first?.asSentence
          ?? "Undo the change with the program that made it.")
    default: "\(error)"
    }
  }

  private static func aboutMigration(_ error: StoreError) -> String {
    switch error {
    case .unmigratableData(let version, let description, let movies):
      Finding.cannotMigrate(to: version, description, movies).statement + ". Nothing was changed. "
        + Finding.rowsHint.asSentence
    case .migrationFailed(let version, let detail):
      "the migration to v\(version.rawValue) failed: \(detail). Nothing was changed."
    case .lossesNotAccepted(let path, let target, let losses):
      "downgrading '\(path)' to \(target) would lose \(losses.text). Nothing was changed. "
        + "Pass '--accept-loss' to go ahead."
    default: "\(error)"
    }
  }

  private static func aboutFile(_ error: StoreError) -> String {
    switch error {
    case .readOnly(let path):
      "the database '\(path)' or its directory is not writable. Check the permissions."
    case .needsRecovery(let path):
      "the database '\(path)' has an interrupted change. "
        + "Run any command with write access to roll it back."
    case .replaced(let path):
      "the database '\(path)' was replaced or removed while it was open. Nothing was changed. "
        + "Run the command again."
    case .refused(let path, let detail):
      "SQLite rejected the change to '\(path)': \(detail). Nothing was changed. Run 'movies doctor' "
        + "to see the tables and indexes of other programs."
    case .diskFull(let path):
      "the disk is full: no space for '\(path)' or for temporary files (TMPDIR). "
        + "Nothing was changed. Free some space and try again."
    case .idsExhausted(let path):
      "no ids are left in '\(path)' for new movies or actors. Nothing was changed. Export the "
        + "catalog and import it into a new database, where ids start at 1: 'movies export "
        + "<file>', then 'movies import <file> --db <new file>'."
    case .historyFull(let path):
      "the history of '\(path)' has no more numbers: another program used the highest one. Nothing was "
        + "changed. Run 'movies history --clear', then the command again."
    case .insufficientDiskSpace(let path, let needed, let free):
      "migrating '\(path)' needs about \(Formatting.bytes(needed)) of disk space, but only "
        + "\(Formatting.bytes(free)) is available. Free some space, or write the backup to another "
        + "disk with '--backup <file>'. For a rehearsal, free space in the TMPDIR directory."
    case .damaged(let path, let detail):
      "the database '\(path)' is damaged (\(detail)). Run 'movies doctor --fix'; if that cannot "
        + "repair it, restore a backup: movies restore <backup>"
    case .inputOutput(let path, let detail):
      "cannot read or write '\(path)': \(detail)."
        + (detail.contains("; ") ? "" : " Check the disk and try again.")
    case .notDurable(let path, let detail):
      "the change to '\(path)' was made, but may not survive a power failure: \(detail) while "
        + "syncing its directory. Do not repeat the change. Check the disk."
    default: "\(error)"
    }
  }

  private static func cannotReplay(
    _ direction: HistoryEntry.Direction, _ entry: HistoryEntry, _ obstacle: HistoryObstacle
  ) -> String {
    let advice =
      switch obstacle {
      case .notStored where direction == .redo && entry.description != nil:
        "Run the command again."
      case .notStored, .valuesMissing: "To go back, restore a backup: movies restore <backup>"
      case .moviesChanged: "Change them back first."
      case .importedMoviesChanged: "To remove the movies, use 'movies delete'."
      }
    return "cannot \(direction) change \(entry.id) (\(entry.summary)): \(obstacle). "
      + "Nothing was changed. \(advice)"
  }

  private static func aboutCatalog(_ error: StoreError) -> String {
    switch error {
    case .unknownMovie(let reference):
      unknownMovie(reference.asTyped, nearest: [], moviesWithThatTitle: [])
    case .ambiguousMovie(let number, let candidates)
    where number.isDigits && Int64(number) == candidates.first?.id.rawValue:
      "'\(number)' is the id of one movie and the title of another. Use one of these:\n"
        + candidates.map { "  id:\($0.id.rawValue)  \($0.titleWithYear)\($0.briefCast)" }
        .joined(separator: "\n")
    case .ambiguousMovie(let reference, let candidates):
      ambiguous(reference, candidates, advice: "Use an id")
    case .unknownActor(let reference): noActor(reference) + "."
    case .ambiguousActor(let reference, let candidates):
      "several actors are named '\(reference)'. Use an id or the exact name:\n"
        + candidates.map { "  \($0.id.rawValue)  \($0.actor.name)" }.joined(separator: "\n")
    case .notInCast(let name, let movie):
      "'\(name)' is not in the cast of '\(movie.movie.title)'"
        + (movie.cast.isEmpty
          ? ": the movie has no cast."
          : ": " + movie.cast.map(\.name).joined(separator: ", ") + ".")
    case .alreadyInCast(let name, let movie):
      "'\(name)' is already in the cast of '\(movie.movie.title)'. Use '--remove-actor' to remove "
        + "the other name."
    default: "\(error)"
    }
  }

  private static func ambiguous(
    _ title: String, _ candidates: [MovieWithCast], advice: String
  ) -> String {
    "several movies are titled '\(title)'. \(advice):\n"
      + candidates.map { "  \($0.id.rawValue)  \($0.titleWithYear)\($0.briefCast)" }
      .joined(separator: "\n")
  }

  // MARK: Errors of the system

  private static var interrupted: ErrorMessage {
    ErrorMessage(
      .interrupted,
      Interruption.hasCommitted
        ? "interrupted after the change was committed." : "interrupted; nothing was changed.")
  }

  private static func message(for error: SystemError) -> ErrorMessage {
    if error.isInterruption { return interrupted }
    let device = error.isIOError ? " Check the disk." : ""
    let advice = error.isFullDisk ? " Free some space and try again." : device
    return ErrorMessage(.inputOutput, "\(error).\(advice)")
  }
}
