internal import MovieArguments
internal import MovieStore

/// `backup`.
enum BackupCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let file = try session.command.arguments.first.map { try session.requireFilePath($0) } ?? ""
    let path = try session.databaseFile
    if DatabaseLocation.isSamePlace(file, path) {
      throw session.misuse("'\(file)' is the database itself: name another file")
    }
    let report = try report(on: path, to: file, session)
    try session.tellFindings(report.findings.map(\.asWarning))
    if session.command.has(Options.plainJSON) {
      try session.printing(afterChange: true) { try print(report, of: path, in: file, session) }
    }
    let size = ByteSize.text(report.bytes)
    try session.say("backed up '\(path)' to '\(file)': \(size) in \(session.started.text)")
    return .done
  }

  private static func report(
    on path: String, to file: String, _ session: Session
  ) throws -> Backup.Report {
    do {
      return try session.showingProgress("backing up") { progress in
        try Backup(of: path).write(
          to: file, replacing: session.command.has(Options.force), progress: progress)
      }
    } catch let error as StoreError {
      throw error.suggestingForce
    }
  }

  private static func print(
    _ report: Backup.Report, of path: String, in file: String, _ session: Session
  ) throws {
    var json = JSONWriter()
    json.beginObject()
    json.add("command", "backup")
    json.add("file", path)
    json.add("backup", file)
    json.add("version", Int64(report.version.rawValue))
    json.add("bytes", report.bytes)
    json.add("seconds", report.seconds)
    json.endObject()
    try session.write(json)
  }
}

extension StoreError {
  /// The same, of a command that has the option to replace a file.
  var suggestingForce: any Error {
    guard case .fileExists(let path) = self else { return self }
    return Failure.cannotCreate(
      "cannot create '\(path)': File exists. Name another file, or replace it with '--force'.")
  }
}

extension Session {
  /// The path of the database file, for a command that needs one.
  var databaseFile: String {
    get throws {
      let path = try databasePath
      if path == ":memory:" { throw misuse("':memory:' is no file: name one with '--db <path>'") }
      return path
    }
  }

  /// The name of a file: neither nothing nor a stream.
  ///
  /// - Parameter option: the option that it is a value of; `nil` for an argument of the command.
  func requireFilePath(_ name: String, for option: String? = nil) throws -> String {
    if name.isEmpty || name == "-" {
      throw misuse("'\(option ?? command.path.last ?? "")' needs the name of a file, not '\(name)'")
    }
    return name
  }
}
