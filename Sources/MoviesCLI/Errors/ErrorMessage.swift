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
    case .damagedFile(let text), .outputFailed(let text): ErrorMessage(.inputOutput, text)
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
          ? ", but one has that title. Use 'title=\(reference)' or the id \(ids)."
          : ", but several have that title. Use one of the ids \(ids).")
    }
    if case .title = parsed(reference) {
      let advice =
        isTerm(reference)
        ? "For all movies of a query, use --where '\(reference)'."
        : "Run 'movies list' to see titles."
      return noMovie(reference) + "." + hint(nearest, else: advice)
    }
    return noMovie(reference) + ". Run 'movies list' to see ids."
  }

  /// Whether a reference such as `tag:heist` would be a term in a query.
  private static func isTerm(_ reference: String) -> Bool {
    do {
      return try MovieQuery(arguments: [reference]).terms.contains {
        ![.text, .title].contains($0.subject)
      }
    } catch { return false }
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
    (reference.isDigits ? "no actor matches " : "no actor is named ") + reference.excerpt()
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
    if error.category == .interrupted { return interrupted }
    let text =
      question(about: error)
      ?? "\(error).\(isWithoutEffect(error) ? " Nothing was changed." : "")"
      + (advice(for: error).map { " " + $0 } ?? "")
    return ErrorMessage(status(of: error), text)
  }

  private static func status(of error: StoreError) -> ExitStatus {
    switch error.category {
    case .unreadableFile: .missingFile
    case .uncreatableFile: .cannotCreate
    case .incompatibleFile: .wrongDatabase
    case .busy: if case .replaced = error.problem { .inputOutput } else { .busy }
    case .storage, .notDurable: .inputOutput
    case .notFound, .rejected: .notFound
    case .invalidInput: .usage
    case .interrupted: .interrupted
    case .internalError: .internalError
    }
  }

  /// Whether a change failed, so that the message says that it had no effect.
  private static func isWithoutEffect(_ error: StoreError) -> Bool {
    switch error.problem {
    case .unmigratableData, .migrationFailed, .lossesNotAccepted, .replaced, .refused, .diskFull,
      .idsExhausted, .historyFull, .cannotUndo, .cannotRedo:
      true
    default: false
    }
  }

  /// What to do, in the terms of the program.
  private static func advice(for error: StoreError) -> String? {
    switch error.problem {
    case .fileNotFound: "Check the path. Adding or importing movies creates it."
    case .unreadable(_, let reason), .cannotCreate(_, let reason): advice("Check the path.", reason)
    case .fileExists: "Use another name."
    case .notAMovieDatabase: "Check the path."
    case .olderSchema(let path, _): "Run: movies migrate --db \(ShellQuoting.quoted(path))"
    case .newerSchema: "Use a newer version of movies."
    case .changedSchema(_, let findings):
      findings.lazy.compactMap(\.hint).first?.asSentence
        ?? "Undo the change with the program that made it."
    case .unmigratableData: Finding.rowsHint.asSentence
    case .lossesNotAccepted: "Pass '--accept-loss' to go ahead."
    case .insufficientDiskSpace:
      "Free some space, or write the backup to another disk with '--backup <file>'. For a rehearsal, "
        + "free space in the TMPDIR directory."
    case .busy: "Try again."
    case .readOnly: "Check the permissions."
    case .needsRecovery: "Run any command with write access to roll it back."
    case .replaced: "Run the command again."
    case .refused: "Run 'movies doctor' to see the tables and indexes of other programs."
    case .diskFull: "Free some space and try again."
    case .idsExhausted:
      "Export the catalog and import it into a new database, where ids start at 1: 'movies export "
        + "<file>', then 'movies import <file> --db <new file>'."
    case .historyFull: "Run 'movies history --clear', then the command again."
    case .damaged:
      "Run 'movies doctor --fix'; if that cannot repair it, restore a backup: movies restore <backup>"
    case .inputOutput(_, let detail): advice("Check the disk and try again.", detail)
    case .notDurable: "Do not repeat the change. Check the disk."
    case .unsupportedSQLite: "Install a newer SQLite."
    case .alreadyInCast: "Use '--remove-actor' to remove the other name."
    case .cannotUndo(_, let obstacle): advice(about: obstacle)
    case .cannotRedo(let entry, .notStored) where entry.description != nil: "Run the command again."
    case .cannotRedo(_, let obstacle): advice(about: obstacle)
    case .unknownHistoryEntry: "Run 'movies history' to see the entries."
    case .internalError: bug
    case .migrationFailed, .outOfMemory, .interrupted, .unknownMovie, .ambiguousMovie,
      .unknownActor, .ambiguousActor, .notInCast, .invalidInput,
      .example:
      nil
    }
  }

  /// Returns the advice unless the reason contains some.
  private static func advice(_ text: String, _ reason: String) -> String? {
    reason.contains("; ") ? nil : text
  }

  private static func advice(about obstacle: HistoryObstacle) -> String {
    switch obstacle {
    case .notStored, .valuesMissing: "To go back, restore a backup: movies restore <backup>"
    case .moviesChanged: "Change them back first."
    case .importedMoviesChanged: "To remove the movies, use 'movies delete'."
    }
  }

  /// The message about a reference, with the movies or actors that it can mean.
  private static func question(about error: StoreError) -> String? {
    switch error.problem {
    case .unknownMovie(let reference):
      unknownMovie(reference, nearest: [], moviesWithThatTitle: [])
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
    default: nil
    }
  }

  private static func ambiguous(
    _ title: String, _ candidates: [Movie], advice: String
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
