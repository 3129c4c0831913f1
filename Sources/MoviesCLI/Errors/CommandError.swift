internal import MovieStore

/// The result of the program for its caller; the numbers are those of `sysexits.h` where it has
/// one.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case notFound = 1
  case pending = 3
  case usage = 64
  case badInput = 65
  case missingFile = 66
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75
  case wrongDatabase = 78
  case interrupted = 130

  package var meaning: String {
    switch self {
    case .done: "Success; also if a list is empty or the reader closed the pipe."
    case .notFound:
      "A movie or actor was not found or is ambiguous; a question was answered no; a check found "
        + "problems; a downgrade would lose data; a change cannot be undone; with '--exit-status', "
        + "nothing matched, or 'diff' found differences."
    case .pending: "'migrate status': migrations are pending."
    case .usage: "The command line is invalid."
    case .badInput:
      "The input data is invalid. Nothing was imported; with '--on-error skip', only the valid "
        + "records were."
    case .missingFile: "An input or database file does not exist or is not readable."
    case .internalError: "Internal error: a bug in movies."
    case .cannotCreate: "An output file exists or cannot be created."
    case .inputOutput:
      "A read or write failed: the disk is full, the database is damaged or not writable, or a "
        + "constraint of another program rejected the change."
    case .busy: "The database is busy. Try again."
    case .wrongDatabase:
      "The database has an older or newer schema version (see 'movies migrate status'), or it "
        + "is not a movies database; or the SQLite library is older than 3.40."
    case .interrupted: "Terminated by SIGHUP, SIGINT or SIGTERM."
    }
  }

  /// The statuses that a shell reports. A signal terminates the process; shells report 128 plus its
  /// number.
  package var codes: [Int32] { self == .interrupted ? [129, 130, 143] : [rawValue] }

  /// The most severe status of several files.
  package static func mostSevere(of statuses: [ExitStatus]) -> ExitStatus {
    let order: [ExitStatus] = [
      .interrupted, .internalError, .wrongDatabase, .inputOutput, .cannotCreate, .missingFile,
      .busy,
      .badInput, .usage, .notFound, .pending,
    ]
    return order.first(where: statuses.contains) ?? .done
  }
}

/// An error of a command: its exit status, and a message that says what happened and what to do.
struct CommandError: Error {
  let status: ExitStatus
  let text: String

  /// The command line is invalid, for a reason that is not about one option or argument.
  static func usage(_ text: String) -> Self { Self(status: .usage, text: text) }
  static func notFound(_ text: String) -> Self { Self(status: .notFound, text: text) }
  static func badInput(_ text: String) -> Self { Self(status: .badInput, text: text) }
  static func missingFile(_ text: String) -> Self { Self(status: .missingFile, text: text) }
  static func cannotCreate(_ text: String) -> Self { Self(status: .cannotCreate, text: text) }
  /// A read or write failed, or a file is too damaged.
  static func inputOutput(_ text: String) -> Self { Self(status: .inputOutput, text: text) }
}

extension StoreError {
  /// The same error, with a hint for commands that have `--force`.
  var suggestingForce: any Error {
    guard case .fileExists(let path) = problem else { return self }
    return CommandError.cannotCreate(
      "cannot create '\(path)': file exists. Use another name, or pass '--force' to replace it.")
  }
}
