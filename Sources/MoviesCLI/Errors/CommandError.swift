internal import MovieStore

/// The result of the program for its caller; the numbers are those of `sysexits.h` where it has
/// one.
package enum ExitStatus: Int32, Sendable {
  /// Success, also for an empty list or a closed pipe.
  case done = 0
  /// Not found, ambiguous, declined; a check found problems; with `--exit-status`, nothing matched.
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
  /// A signal interrupted it. The process terminates by the signal; shells report 128 plus its
  /// number: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
  case interrupted = 130

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
