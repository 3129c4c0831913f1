internal import MovieStore

/// How the program ended, as its caller sees it; the numbers are those of `sysexits.h` where it has
/// one.
package enum ExitStatus: Int32, Sendable {
  /// Done; also with an empty list, and when the reader of a pipe went away.
  case done = 0
  /// Not found, ambiguous, declined; a check found something; with `--quiet`, nothing matched.
  case notFound = 1
  /// Migrations are pending.
  case pending = 3
  /// The command line is wrong.
  case usage = 64
  /// Input data is wrong.
  case badInput = 65
  /// An input or database file is missing or unreadable.
  case missingFile = 66
  /// A defect in the program.
  case internalError = 70
  /// An output file exists or cannot be created.
  case cannotCreate = 73
  /// A read or write failed, the disk is full, the database is read-only or damaged.
  case inputOutput = 74
  /// The database is busy.
  case busy = 75
  /// The database is of another schema version, or not a movies database.
  case wrongDatabase = 78
  /// A signal interrupted it. The process itself ends by the signal, which shells tell as 128 and its
  /// number: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
  case interrupted = 130

  /// The one that says most about several files.
  package static func mostSevere(of statuses: [ExitStatus]) -> ExitStatus {
    let order: [ExitStatus] = [
      .interrupted, .internalError, .wrongDatabase, .inputOutput, .cannotCreate, .missingFile,
      .busy,
      .badInput, .usage, .notFound, .pending,
    ]
    return order.first(where: statuses.contains) ?? .done
  }
}

/// Errors of commands, in addition to those of the lower modules.
enum CommandError: Error {
  /// The command line is invalid, for a reason that is not about one option or argument.
  case usage(String)
  /// The requested data does not exist.
  case notFound(String)
  /// Input data is invalid.
  case badInput(String)
  /// An input or database file is missing.
  case missingFile(String)
  /// A backup, or a database that is to be repaired, is too damaged.
  case damagedFile(String)
  /// Output could not be written after a change.
  case outputFailed(String)
  /// An output file cannot be created.
  case cannotCreate(String)
  /// A reference names no movie. Similar movies are suggested: titles with ids, or references.
  case unknownMovie(reference: String, nearest: [String], moviesWithThatTitle: [Movie])
  /// Several movies have the title. With its year, it names each of those that have one.
  case ambiguousTitle(String, candidates: [Movie])
  /// A reference names no actor. Similar actors are suggested.
  case unknownActor(reference: String, nearest: [Actor])
}

extension StoreError {
  /// The same error, with a hint for commands that have `--force`.
  var suggestingForce: any Error {
    guard case .fileExists(let path) = problem else { return self }
    return CommandError.cannotCreate(
      "cannot create '\(path)': file exists. Use another name, or pass '--force' to replace it.")
  }
}
