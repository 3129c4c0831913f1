internal import MovieArguments
internal import MovieStore
internal import MoviesCLI

/// What ends a run early, beside the errors of the rooms below.
package enum BenchmarkError: Error {
  /// The work does not do what it is thought to do.
  case unexpectedAnswer(work: String, rows: Int)
  /// A process of its own ended badly, and said why itself; the status is the shell's.
  case failed(what: String, status: Int32)
  /// A process of its own said what nobody understands.
  case notUnderstood(what: String)
  /// A file to compare with holds something else.
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
      let message = FailureMessage(error)
      let advice = Self.isAboutRoom(error) ? " " + Self.room : ""
      (status, text) = (message.status.rawValue, "Error: \(message.text)\(advice)")
    }
  }

  private static func wording(of error: BenchmarkError) -> (Int32, String) {
    switch error {
    case .unexpectedAnswer(let work, let rows):
      (ExitStatus.defect.rawValue, "Error: '\(work)' gave \(rows) rows, which is not its answer.")
    case .failed(let what, let status):
      (status, "Error: \(what) ended with status \(status).")
    case .notUnderstood(let what):
      (ExitStatus.defect.rawValue, "Error: \(what) gave no samples.")
    case .notResults(let path, let reason):
      (ExitStatus.badInput.rawValue, "Error: '\(path)' holds no results to compare: \(reason).")
    }
  }

  private static func isAboutRoom(_ error: any Error) -> Bool {
    switch error {
    case let error as SystemError: error.isFullDisk
    case StoreError.diskFull, StoreError.noRoom: true
    default: false
    }
  }

  private static let room =
    "A million movies take about 1.5 GB in the folder for temporary files, "
    + "which is /tmp, or the one that TMPDIR names."
}
