internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// `backup`: copies the database.
struct BackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up the database, even while it is in use.",
    discussion:
      "The backup is a snapshot of the database at one moment, readable only by its owner. The file "
      + "appears when it is complete and synced to disk. Damage is copied as well; 'movies doctor' "
      + "finds it.",
    examples: [
      Example("movies backup monday.db", "Back up the current database."),
      Example(
        "movies doctor -q && movies backup latest.db --force",
        "Replace the last backup if 'doctor' finds no problems."),
    ], suggestedFor: ["copy", "save", "snapshot"])
  static let contract = CommandContract(.reads, output: schema, exits: .cannotCreate)

  @Argument(help: ArgumentHelp("The file to create.", valueName: "file"), completion: .newFile)
  var file: String
  @OptionGroup var replacement: ForceOption
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try file.requireFilePath(for: "backup") }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let path = try context.database.filePath
    try DatabaseLocation.requireOtherFile(file, than: path)
    let report: Backup.Report
    do {
      report = try context.ui.reportingProgress("backing up") { reporter in
        try Backup(of: path).write(
          to: file, replacing: replacement.force,
          progress: { reporter?.update($0) })
      }
    } catch let error as StoreError {
      throw error.suggestingForce
    }
    try context.ui.report(report.findings.map(\.asWarning))
    if output.json {
      try context.printing(afterChange: true) {
        try context.print(json: json(report, of: path))
      }
    }
    try context.ui.info(
      "backed up '\(path)' to '\(file)': \(Formatting.bytes(report.bytes)) in "
        + context.ui.elapsed.text)
    return .done
  }

  private static let schema = JSONSchema.object([
    "command": .values(["backup"]), "file": .string, "backup": .string, "version": .integer,
    "bytes": .integer, "seconds": .number,
  ])

  private func json(_ report: Backup.Report, of path: String) -> [UInt8] {
    JSONBuilder.line {
      $0.add("command", "backup")
      $0.add("file", path)
      $0.add("backup", file)
      $0.add("version", report.version.rawValue)
      $0.add("bytes", report.bytes)
      $0.add("seconds", report.duration.seconds)
    }
  }
}

extension String {
  /// Throws unless the text can be the name of a file.
  ///
  /// - Parameter name: The command or option that requires it.
  func requireFilePath(for name: String) throws {
    if isEmpty || self == "-" {
      throw ValidationError("'\(name)' requires a file name, not '\(self)'")
    }
  }
}
