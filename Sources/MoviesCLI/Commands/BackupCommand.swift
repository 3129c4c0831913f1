internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `backup`.
enum BackupCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let file = try session.command.arguments.first.map { try session.requireFilePath($0) } ?? ""
    let path = try session.databaseFile
    if DatabaseLocation.isSamePlace(file, path) {
      throw session.misuse("'\(file)' is the database itself. Use another file.")
    }
    let report = try report(on: path, to: file, session)
    try session.tellFindings(report.findings.map(\.asWarning))
    if session.command.has(Options.plainJSON) {
      try session.printing(afterChange: true) { try print(report, of: path, in: file, session) }
    }
    let size = Formatting.bytes(report.bytes)
    try session.say("backed up '\(path)' to '\(file)': \(size) in \(session.started.text)")
    return .done
  }

  private static func report(
    on path: String, to file: String, _ session: Session
  ) throws -> Backup.Report {
    do {
      return try session.showingProgress("backing up") { progress in
        try Backup(of: path).write(
          to: file, replacing: session.command.has(Options.force),
          progress: { try progress($0.bytes, $0.totalBytes) })
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
  /// The same error, with a hint for commands that have `--force`.
  var suggestingForce: any Error {
    guard case .fileExists(let path) = self else { return self }
    return CommandError.cannotCreate(
      "cannot create '\(path)': file exists. Use another name, or pass '--force' to replace it.")
  }
}

extension Session {
  /// The path of the database file, for a command that needs one.
  var databaseFile: String {
    get throws {
      let path = try databasePath
      if path == ":memory:" {
        throw misuse("':memory:' is not a file. Specify a file with '--db <path>'.")
      }
      return path
    }
  }

  /// The name of a file, which must not be empty or `-`.
  ///
  /// - Parameter option: the option that it is a value of; `nil` for an argument of the command.
  func requireFilePath(_ name: String, for option: String? = nil) throws -> String {
    if name.isEmpty || name == "-" {
      throw misuse("'\(option ?? command.path.last ?? "")' requires a file name, not '\(name)'")
    }
    return name
  }
}
