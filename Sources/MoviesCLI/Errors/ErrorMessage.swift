internal import MovieArguments
internal import MovieFormats
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The message for an error, and its exit status.
///
/// Each message states what happened and what to do.
package struct ErrorMessage {
  package let status: ExitStatus
  package let text: String
  /// The lines for standard error.
  let output: String

  private init(_ status: ExitStatus, _ text: String, output: String? = nil) {
    (self.status, self.text, self.output) = (status, text, output ?? "Error: \(text)")
  }

  package init(_ error: any Error) {
    switch error {
    case let error as UsageError: self.init(.usage, error.text, output: error.text)
    case let error as CommandError: self.init(error.status, error.text)
    case let error as StoreError: self = Self.message(for: error)
    case let error as SelectionChanged: self.init(.notFound, Self.text(of: error))
    case let error as InterchangeError:
      self.init(
        error.scope == .option ? .usage : .badInput,
        "\(error). Nothing was imported." + Self.advice(for: error))
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
    case .encoding
    where error.message.contains(" byte "):
      " Save the file as UTF-8, or pass '--encoding' with its encoding: windows-1252 (Western Europe), "
        + "windows-1250 or iso-8859-2 (Central Europe), windows-1251 or koi8-r (Cyrillic), or macintosh. "
        + "Convert a file of DOS first: iconv -f cp850 -t UTF-8 <file> > <new file>."
    case .encoding: error.message.contains("; ") ? "" : " Save the file as UTF-8."
    case .option: ""
    }
  }

  private static let bug = "This is a bug in movies."

  private static func text(of error: SelectionChanged) -> String {
    let differences = error.first.map { difference in
      switch difference {
      case .missing(let id): "movie \(id.rawValue) was deleted"
      case .changed(let movie): "'\(movie.title)' (\(movie.id.rawValue)) was changed"
      case .actor(let actor): "the actor '\(actor.name)' (\(actor.id.rawValue)) was changed"
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
      switch wording(of: error) {
      case .whole(let text): text
      case .advice(let advice): "\(error)." + (advice.map { " " + $0 } ?? "")
      case .unchanged(let advice):
        "\(error). Nothing was changed." + (advice.map { " " + $0 } ?? "")
      }
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

  /// What the message says in addition to the error.
  private enum Wording {
    /// What to do, in the terms of the program.
    case advice(String?)
    /// That a change had no effect, and what to do.
    case unchanged(String?)
    /// The text instead of the error.
    case whole(String)
  }

  private static func wording(of error: StoreError) -> Wording {
    switch error.problem {
    case .fileNotFound: .advice("Check the path. Adding or importing movies creates it.")
    case .unreadable(_, let reason), .cannotCreate(_, let reason):
      .advice(unless(reason, "Check the path."))
    case .fileExists: .advice("Use another name.")
    case .notAMovieDatabase: .advice("Check the path.")
    case .olderSchema(let path, _):
      .advice("Run: movies migrate --db \(ShellQuoting.quoted(path))")
    case .newerSchema: .advice("Use a newer version of movies.")
    case .changedSchema(_, let findings):
      .advice(
        findings.lazy.compactMap { $0.hint }.first?.asSentence
          ?? "Undo the change with the program that made it.")
    case .unmigratableData: .unchanged(Finding.rowsHint.asSentence)
    case .lossesNotAccepted: .unchanged("Pass '--accept-loss' to go ahead.")
    case .insufficientDiskSpace:
      .advice(
        "Free some space, or write the backup to another disk with '--backup <file>'. For a "
          + "rehearsal, free space in the TMPDIR directory.")
    case .busy: .advice("Try again.")
    case .readOnly: .advice("Check the permissions.")
    case .needsRecovery: .advice("Run any command with write access to roll it back.")
    case .replaced: .unchanged("Run the command again.")
    case .refused:
      .unchanged("Run 'movies doctor' to see the tables and indexes of other programs.")
    case .diskFull: .unchanged("Free some space and try again.")
    case .idsExhausted:
      .unchanged(
        "Export the catalog and import it into a new database, where ids start at 1: 'movies "
          + "export <file>', then 'movies import <file> --db <new file>'.")
    case .historyFull: .unchanged("Run 'movies history clear', then the command again.")
    case .damaged:
      .advice(
        "Run 'movies doctor --fix'; if that cannot repair it, restore a backup: movies restore "
          + "<backup>")
    case .inputOutput(_, let detail):
      .advice(unless(detail, "Check the disk and try again."))
    case .notDurable: .advice("Do not repeat the change. Check the disk.")
    case .unsupportedSQLite: .advice("Install a newer SQLite.")
    case .alreadyInCast: .advice("Use '--remove-actor' to remove the other name.")
    case .cannotUndo(_, let obstacle): .unchanged(advice(about: obstacle))
    case .cannotRedo(let entry, .notStored) where entry.description != nil:
      .unchanged("Run the command again.")
    case .cannotRedo(_, let obstacle): .unchanged(advice(about: obstacle))
    case .unknownHistoryEntry: .advice("Run 'movies history' to see the entries.")
    case .otherCollection:
      .unchanged("To unite both groups of catalogs, pass '--join'.")
    case .clockAhead(_, let isOwn):
      .unchanged(
        "If the clock of this machine is right, "
          + (isOwn ? "pass '--restamp'." : "pass '--restamp' on the machine whose clock was wrong.")
      )
    case .internalError: .advice(bug)
    case .migrationFailed: .unchanged(nil)
    case .unknownMovie(let reference): .whole(ReferenceMessage.unknownMovie(reference))
    case .ambiguousMovie(let reference, let candidates):
      .whole(ReferenceMessage.ambiguousMovie(reference, candidates))
    case .unknownActor(let reference): .whole(ReferenceMessage.noActor(reference) + ".")
    case .ambiguousActor(let reference, let candidates):
      .whole(
        "several actors are named '\(reference)'. Use an id or the exact name:\n"
          + candidates.map { "  \($0.id.rawValue)  \($0.actor.name)" }.joined(separator: "\n"))
    case .outOfMemory, .interrupted, .notInCast, .invalidInput, .example: .advice(nil)
    }
  }

  /// The advice, unless the reason contains some.
  private static func unless(_ reason: String, _ advice: String) -> String? {
    reason.contains("; ") ? nil : advice
  }

  private static func advice(about obstacle: HistoryObstacle) -> String {
    switch obstacle {
    case .notStored, .valuesMissing: "To go back, restore a backup: movies restore <backup>"
    case .moviesChanged: "Change them back first."
    case .importedMoviesChanged: "To remove the movies, use 'movies delete'."
    }
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
    if error.isInvalidData {
      return ErrorMessage(.badInput, "\(error). Nothing was imported.")
    }
    let device = error.isIOError ? " Check the disk." : ""
    let advice = error.isFullDisk ? " Free some space and try again." : device
    return ErrorMessage(.inputOutput, "\(error).\(advice)")
  }
}
