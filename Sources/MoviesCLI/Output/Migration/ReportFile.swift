internal import MovieStore

/// A report that `check` is asked for beside its answer.
enum ReportFile: Equatable {
  /// Annotations on standard output.
  case github
  case file(Format, path: String)

  enum Format: String {
    case junit, json

    /// The name for messages.
    var name: String { self == .junit ? "JUnit" : "JSON" }
  }

  /// `github`, `junit:<file>` or `json:<file>`; `nil` for anything else.
  init?(_ text: String) {
    if text == "github" {
      self = .github
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = Format(rawValue: String(parts[0])), !parts[1].isEmpty
    else { return nil }
    self = .file(format, path: String(parts[1]))
  }

  var path: String? { if case .file(_, let path) = self { path } else { nil } }
}

extension ReportFile.Format {
  func bytes(_ answers: [MigrationAnswer]) -> [UInt8] {
    switch self {
    case .junit: Array(JUnitReport(answers).text.utf8)
    case .json: answers.json
    }
  }

  /// Whether a file that begins so is an older report, which a new one may replace.
  func isReport(_ start: [UInt8]) -> Bool {
    let beginnings =
      switch self {
      case .junit: ["<?xml"]
      case .json: ["{\"command\": \"", "[\n{\"command\": \""]
      }
    return start.isEmpty || beginnings.contains { start.starts(with: $0.utf8) }
  }

  /// Enough of a file's start to tell a report by.
  static let startLength = 64
}
