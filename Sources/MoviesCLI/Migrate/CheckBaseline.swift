internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The findings of an earlier `migrate check`, which are known: they do not fail a later one.
struct CheckBaseline {
  private struct Entry: Hashable {
    /// Without symbolic links.
    let file: String?
    let check: String
    let code: String
    let object: String?
    let message: String
  }

  private let entries: Set<Entry>

  /// The maximum size of a file in bytes.
  private static let limit = 64 << 20

  /// Reads a report that `--report json:<file>` wrote.
  init(path: String) throws(CommandError) {
    guard let json = try Self.json(of: path), let entries = Self.entries(of: json.array ?? [json])
    else {
      throw .badInput(
        "'\(path)' is not a report of 'movies migrate check'. "
          + "Write one with '--report json:<file>'.")
    }
    self.entries = entries
  }

  private static func json(of path: String) throws(CommandError) -> JSONValue? {
    do throws(SystemError) {
      let source = try ByteSource(path: path)
      guard let size = source.totalBytes, size <= limit else { return nil }
      return JSONValue(try source.readToEnd())
    } catch {
      throw .missingFile("\(error). Check the path of '--baseline'.")
    }
  }

  /// Returns the findings of all reports, or `nil` if one is no report of a check.
  private static func entries(of reports: [JSONValue]) -> Set<Entry>? {
    var entries: Set<Entry> = []
    for report in reports {
      guard report["command"]?.text == "check", let file = report["file"],
        let checks = report["checks"]?.array
      else { return nil }
      for check in checks {
        guard let name = check["name"]?.text, let findings = check["findings"]?.array else {
          return nil
        }
        for finding in findings {
          guard let code = finding["code"]?.text, let message = finding["message"]?.text else {
            return nil
          }
          entries.insert(
            Entry(
              file: file.text.map(FilePath.resolved), check: name, code: code,
              object: finding["object"]?.text, message: message))
        }
      }
    }
    return entries
  }

  /// Returns the checks, in which known errors and warnings are notes.
  func applied(to report: CheckReport, of file: String?) -> CheckReport {
    var report = report
    let file = file.map(FilePath.resolved)
    for index in report.checks.indices {
      let check = report.checks[index]
      report.checks[index].findings = check.findings.map { finding in
        let entry = Entry(
          file: file, check: check.name, code: finding.kind.rawValue, object: finding.object,
          message: finding.message)
        return entries.contains(entry) ? finding.asKnown : finding
      }
    }
    return report
  }
}

extension Finding {
  /// The finding as a note.
  fileprivate var asKnown: Finding {
    var finding = self
    finding.severity = .note
    return finding
  }
}
