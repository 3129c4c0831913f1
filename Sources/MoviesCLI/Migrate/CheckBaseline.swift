internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The findings of an earlier `migrate check`, which are known: they do not fail a later one.
struct CheckBaseline {
  private struct Entry: Hashable {
    let file: String?
    let check: String
    let code: String
    let object: String?
    let message: String
  }

  private let entries: Set<Entry>

  /// Reads a report that `--report json:<file>` wrote.
  init(path: String) throws(CommandError) {
    guard let reports = JSONValue(try Self.bytes(of: path))?.reports else {
      throw .badInput(
        "'\(path)' is not a report of 'movies migrate check'. "
          + "Write one with '--report json:<file>'.")
    }
    entries = Set(reports.flatMap(Self.entries))
  }

  private static func bytes(of path: String) throws(CommandError) -> [UInt8] {
    do throws(SystemError) {
      return try ByteSource(path: path).readToEnd()
    } catch {
      throw .missingFile("\(error). Check the path of '--baseline'.")
    }
  }

  private static func entries(of report: JSONValue) -> [Entry] {
    (report["checks"]?.array ?? []).flatMap { check in
      (check["findings"]?.array ?? []).map { finding in
        Entry(
          file: report["file"]?.text, check: check["name"]?.text ?? "",
          code: finding["code"]?.text ?? "", object: finding["object"]?.text,
          message: finding["message"]?.text ?? "")
      }
    }
  }

  /// Returns the checks, in which known errors and warnings are notes.
  func applied(to report: CheckReport, of file: String?) -> CheckReport {
    var report = report
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

extension JSONValue {
  /// The objects of a report about one file or several.
  fileprivate var reports: [JSONValue]? {
    let reports = if case .array(let reports) = self { reports } else { [self] }
    return reports.allSatisfy { $0["command"]?.text == "check" } ? reports : nil
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
