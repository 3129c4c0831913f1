internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// The reports that `migrate check` writes into files.
extension Session {
  /// The reports that are asked for. What stands in their way is told before the work begins.
  ///
  /// - Parameter files: the databases that are to be checked.
  func checkReports(of files: [String]) throws -> [ReportFile] {
    let reports = try command.texts(Options.report).map { text in
      guard let report = ReportFile(text) else { throw unknownReport(text) }
      return report
    }
    if wantsJSON, reports.contains(.github) {
      throw misuse("'--report github' and '--json' cannot be used together")
    }
    let paths = reports.compactMap(\.path)
    for (index, path) in paths.enumerated() {
      if paths[..<index].contains(where: { DatabaseLocation.isSamePlace($0, path) }) {
        throw misuse("Two reports cannot be written to the same file '\(path)'")
      }
    }
    for case .file(let format, let path) in reports {
      if files.contains(where: { DatabaseLocation.isSamePlace($0, path) }) {
        throw CommandError.cannotCreate(
          "cannot write a report to '\(path)': it is one of the databases to check. Use another name."
        )
      }
      try DatabaseFile.requireOutput(path)
      try requireReplaceable(path, by: format)
    }
    return reports
  }

  /// Writes a report, wholly or not at all.
  func write(
    _ answers: [MigrationAnswer], as format: ReportFile.Format, to path: String
  ) throws {
    // The checks may have taken long enough for something else to come up there.
    try requireReplaceable(path, by: format)
    let file = try AtomicFile(target: path, replacing: true)
    try file.sink.append(format.bytes(answers))
    try file.commit()
  }

  private func unknownReport(_ text: String) -> UsageError {
    UsageError.invalidValue(
      text, for: Options.report,
      advice: ". Please provide 'junit:<file>', 'json:<file>' or 'github'."
    ).located(at: command.usage)
  }

  /// Makes sure that a report can be written, and that it replaces nothing but an older one.
  private func requireReplaceable(_ path: String, by format: ReportFile.Format) throws(CommandError)
  {
    do throws(SystemError) {
      // Let go at once, it leaves nothing behind.
      _ = try AtomicFile(target: path, replacing: true)
      if try format.isReport(start(of: path)) { return }
    } catch {
      throw .cannotCreate("\(error). Check the path.")
    }
    throw .cannotCreate(
      "cannot create '\(path)': the file exists and is not a \(format.name) report. Use another "
        + "name, or remove the file.")
  }

  /// The first bytes of a file; none of a missing one.
  private func start(of path: String) throws(SystemError) -> [UInt8] {
    guard FileMetadata.exists(path) else { return [] }
    var bytes = [UInt8](repeating: 0, count: ReportFile.Format.startLength)
    let count = try ByteSource(path: path).read(into: &bytes, from: 0)
    return Array(bytes[..<count])
  }
}
