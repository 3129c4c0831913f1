internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MoviesCLI

/// Why a run ends early, in addition to the errors of the modules below.
package enum BenchmarkError: Error {
  /// The work returned an unexpected number of rows.
  case unexpectedAnswer(work: String, rows: Int)
  /// A child process failed and printed the reason itself; the status is the shell's.
  case failed(what: String, status: Int32)
  /// The output of a child process is not a report.
  case notUnderstood(what: String)
  /// A file to compare with does not contain results.
  case notResults(path: String, reason: String)
}

/// An error in words, and the status that goes with it.
package struct BenchmarkFailure {
  package let status: Int32
  package let text: String

  package init(_ error: any Error) {
    switch error {
    case let error as UsageError: (status, text) = (ExitStatus.usage.rawValue, error.text)
    case let error as BenchmarkError: (status, text) = Self.wording(of: error)
    case let error as SystemError where error.operation == "create" && !error.isFullDisk:
      (status, text) = (ExitStatus.cannotCreate.rawValue, "Error: \(error).")
    case let error as SystemError where error.operation == "open":
      (status, text) = (ExitStatus.missingFile.rawValue, "Error: \(error).")
    default:
      let message = ErrorMessage(error)
      let advice = Self.isAboutRoom(error) ? " " + Self.room : ""
      (status, text) = (message.status.rawValue, "Error: \(message.text)\(advice)")
    }
  }

  private static func wording(of error: BenchmarkError) -> (Int32, String) {
    switch error {
    case .unexpectedAnswer(let work, let rows):
      (
        ExitStatus.internalError.rawValue,
        "Error: '\(work)' returned an unexpected number of rows: \(rows)."
      )
    case .failed(let what, let status):
      (status, "Error: \(what) failed with status \(status).")
    case .notUnderstood(let what):
      (ExitStatus.internalError.rawValue, "Error: \(what) reported no samples.")
    case .notResults(let path, let reason):
      (
        ExitStatus.badInput.rawValue,
        "Error: '\(path)' does not contain benchmark results: \(reason)."
      )
    }
  }

  private static func isAboutRoom(_ error: any Error) -> Bool {
    switch error {
    case let error as SystemError: error.isFullDisk
    case StoreError.diskFull, StoreError.insufficientDiskSpace: true
    default: false
    }
  }

  private static let room =
    "A million movies take about 1.5 GB in the directory for temporary files "
    + "(TMPDIR, by default /tmp)."
}
