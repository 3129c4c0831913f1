internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// A report that `migrate check` writes in addition to its output.
struct ReportFile: ExpressibleByArgument {
  enum Format: String {
    /// Annotations on standard output.
    case github
    case junit, json, sarif, summary

    /// How a report of the format begins.
    fileprivate var starts: [String] {
      switch self {
      case .github: []
      case .junit: ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>"]
      case .json: ["{\"command\": \"check\"", "[\n{\"command\": \"check\""]
      case .sarif: ["{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\""]
      case .summary: ["## Migration check"]
      }
    }

    /// The name in a message.
    fileprivate var title: String {
      switch self {
      case .github: "GitHub"
      case .junit: "JUnit"
      case .json: "JSON"
      case .sarif: "SARIF"
      case .summary: "Markdown"
      }
    }
  }

  let format: Format
  /// `nil` for annotations.
  let path: String?

  /// `github`, or a format and a file: `junit:<file>`.
  init?(argument text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = Format(rawValue: String(parts[0])) else { return nil }
    self.format = format
    path = parts.count == 2 ? String(parts[1]) : nil
    if (format == .github) != (path == nil) || path == "" { return nil }
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "'summary:<file>', 'junit:<file>', 'json:<file>', 'sarif:<file>' or 'github'"
  }

  /// Throws if the file cannot be created, is one of the databases, or is not an older report.
  func requireWritable(checking databases: [String]) throws {
    guard let path else { return }
    if try databases.contains(where: { try FileMetadata.refersToSamePath($0, path) }) {
      throw CommandError.cannotCreate(
        "cannot write a report to '\(path)': it is one of the databases to check. Use another name."
      )
    }
    try CatalogFile(output: path).requireOutput()
    // Deinitialization removes the temporary file.
    _ = try open(path)
  }

  /// Writes a file atomically. Has no effect for annotations.
  ///
  /// - Parameter json: The reports as JSON.
  func write(_ reports: [Report], json: [UInt8]) throws {
    guard let path else { return }
    // Another process may have created the file during the checks.
    var file = try open(path)
    switch format {
    case .github: break
    case .junit: try file.sink.append(reports.junit)
    case .json: try file.sink.append(json)
    case .sarif: try file.sink.append(reports.sarif)
    case .summary: try file.sink.append(reports.summary)
    }
    try file.commit()
  }

  /// Opens the new file, which replaces only an empty file or an older report.
  private func open(_ path: String) throws(CommandError) -> AtomicFile {
    do throws(SystemError) {
      let file = try AtomicFile(target: path, replacing: true)
      let start = try Self.start(of: path)
      if start.isEmpty || format.starts.contains(where: { start.starts(with: $0.utf8) }) {
        return file
      }
    } catch {
      throw .cannotCreate("\(error). Check the path.")
    }
    throw .cannotCreate(
      "cannot create '\(path)': the file exists and is not a \(format.title) "
        + "report. Use another name, or remove the file.")
  }

  /// The first bytes of a file; none of a missing one.
  private static func start(of path: String) throws(SystemError) -> ArraySlice<UInt8> {
    guard FileMetadata.exists(path) else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    return bytes[..<(try ByteSource(path: path).read(into: &bytes, from: 0))]
  }
}
