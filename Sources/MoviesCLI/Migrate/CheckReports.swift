internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// A report that `migrate check` writes in addition to its output.
enum ReportFile: Equatable, Sendable {
  /// Annotations on standard output.
  case github
  case file(Format, path: String)

  enum Format: String {
    case junit, json

    /// The name for messages.
    var name: String { self == .junit ? "JUnit" : "JSON" }
  }

  /// `github`, `junit:<file>` or `json:<file>`; `nil` for any other text.
  init?(argument text: String) {
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

  /// Throws if the file cannot be created, is one of the databases, or is not an older report.
  func requireWritable(checking databases: [String]) throws {
    guard case .file(let format, let path) = self else { return }
    if try databases.contains(where: { try FileMetadata.refersToSamePath($0, path) }) {
      throw CommandError.cannotCreate(
        "cannot write a report to '\(path)': it is one of the databases to check. Use another name."
      )
    }
    try CatalogFile(output: path).requireOutput()
    try format.requireReplaceable(path)
  }

  /// Writes a file atomically. Has no effect for annotations.
  func write(_ results: [MigrationResult]) throws {
    guard case .file(let format, let path) = self else { return }
    // Another process may have created the file during the checks.
    try format.requireReplaceable(path)
    var file = try AtomicFile(target: path, replacing: true)
    try file.sink.append(format.bytes(results))
    try file.commit()
  }
}

extension ReportFile.Format {
  /// Enough of a file to recognize a report.
  private static let startLength = 64

  fileprivate func bytes(_ results: [MigrationResult]) -> [UInt8] {
    switch self {
    case .junit: Array(JUnitReport(results).text.utf8)
    case .json: results.json
    }
  }

  fileprivate func requireReplaceable(_ path: String) throws(CommandError) {
    do throws(SystemError) {
      // Deinitialization removes the temporary file.
      _ = try AtomicFile(target: path, replacing: true)
      if try isReport(start(of: path)) { return }
    } catch {
      throw .cannotCreate("\(error). Check the path.")
    }
    throw .cannotCreate(
      "cannot create '\(path)': the file exists and is not a \(name) report. Use another "
        + "name, or remove the file.")
  }

  /// Whether a file with this start is empty or a report.
  private func isReport(_ start: [UInt8]) -> Bool {
    let starts =
      switch self {
      case .junit: ["<?xml"]
      case .json: ["{\"command\": \"", "[\n{\"command\": \""]
      }
    return start.isEmpty || starts.contains { start.starts(with: $0.utf8) }
  }

  /// The first bytes of a file; none of a missing one.
  private func start(of path: String) throws(SystemError) -> [UInt8] {
    guard FileMetadata.exists(path) else { return [] }
    var bytes = [UInt8](repeating: 0, count: Self.startLength)
    let count = try ByteSource(path: path).read(into: &bytes, from: 0)
    return Array(bytes[..<count])
  }
}

/// The findings of `migrate check` as annotations of a GitHub workflow, one per line.
package struct GitHubReport {
  private let results: [MigrationResult]

  package init(_ results: [MigrationResult]) { self.results = results }

  package var lines: [String] {
    results.flatMap { result in
      result.outcome.checks?.flatMap { check in
        check.findings.map { Self.line($0, title: check.name, file: result.file) }
      } ?? result.findings.map { Self.line($0, title: "file", file: result.file) }
    }
  }

  private static func line(_ finding: Finding, title: String, file: String?) -> String {
    let location = file.map { "file=\(escapedProperty($0))," } ?? ""
    return
      "::\(command(finding.severity)) \(location)title=\(escapedProperty("movies: " + title))::"
      + escaped(finding.text())
  }

  private static func command(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func escapedProperty(_ text: String) -> String {
    replacing([":": "%3A", ",": "%2C"], in: escaped(text))
  }

  private static func escaped(_ text: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A"], in: text)
  }

  /// Replaces scalars, because CR and LF together are one Character.
  private static func replacing(
    _ replacements: [Unicode.Scalar: String], in text: String
  ) -> String {
    text.unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
  }
}
