internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

/// `restore`: replaces the database with a backup.
struct Restore: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the database with a backup.",
    discussion:
      "The backup is checked first. The previous database is saved next to the new one. Programs "
      + "that have the database open see either the old content or the new content. The restored "
      + "database starts a new history, so earlier changes cannot be undone.\n\n"
      + "The next 'sync' brings later changes back, unless '--go-back' is passed.",
    examples: [
      Example("movies restore monday.db", "Restore a backup after confirmation."),
      Example("movies restore monday.db --yes --db movies.db", "Restore without confirmation."),
    ])
  static let contract = CommandContract(.destroys, output: schema)

  @Argument(
    help: ArgumentHelp("A backup, or any other movies database.", valueName: "file"),
    completion: .catalog)
  var file: String
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try file.requireFilePath(for: "restore") }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let path = try context.database.filePath
    try DatabaseLocation.requireOtherFile(file, than: path)
    guard FileMetadata.exists(file) else {
      throw CommandError.missingFile("the backup '\(file)' does not exist. Check the path.")
    }
    let restoration = try restoration(of: path)
    try context.ui.report(restoration.findings)
    if write.dryRun {
      try restoration.requireReplaceable()
      if output.json { try context.print(json: json(nil, restoration, to: path)) }
      try context.ui.info(
        "would restore \(Self.content(of: restoration)) from '\(file)' to '\(path)'")
      return .done
    }
    let existing = try restoration.existingState
    guard try confirm(restoration, of: path, context) else {
      try context.ui.info("nothing was changed")
      return .notFound
    }
    let report = try run(restoration, ifUnchanged: write.yes ? nil : existing, of: path, context)
    try print(report, of: restoration, to: path, context)
    if report.leftWAL {
      throw CommandError.inputOutput(
        "the database '\(path)' was restored, but is no longer in WAL mode: another process is reading "
          + "it. When it has ended, run: sqlite3 \(ShellQuoting.quoted(path)) "
          + "'PRAGMA journal_mode = WAL'")
    }
    return .done
  }

  private func restoration(of path: String) throws -> Restoration {
    do {
      return try Restoration(of: path, from: file)
    } catch {
      guard case .damaged(_, let detail) = error.problem else { throw error }
      throw CommandError.inputOutput(
        "the backup '\(file)' is damaged (\(detail)). Nothing was changed. Use another backup.")
    }
  }

  /// Asks if a database would be replaced.
  private func confirm(
    _ restoration: Restoration, of path: String, _ context: CommandContext
  ) throws -> Bool {
    guard FileMetadata.exists(path), !write.yes else { return true }
    let shown = try restoration.replacedMovieCount()
    let new = "the \(Formatting.pluralized(Int(restoration.movieCount), "movie")) in '\(file)'"
    let question =
      switch shown {
      case nil: "Replace '\(path)', which is not a readable catalog, with \(new)?"
      case 0: "Replace '\(path)', which has no movies, with \(new)?"
      case let old?:
        "Replace the \(Formatting.pluralized(Int(old), "movie")) in '\(path)' with \(new)?"
      }
    return try context.ui.confirm(question, subject: "Replacing '\(path)'")
  }

  private func run(
    _ restoration: Restoration, ifUnchanged existing: FileState?, of path: String,
    _ context: CommandContext
  ) throws -> Restoration.Report {
    let source = restoration.source
    do {
      return try context.ui.reportingProgress("restoring") { reporter in
        try restoration.run(ifUnchanged: existing) {
          reporter?.update($0)
        }
      }
    } catch is Restoration.ExistingDatabaseChanged {
      throw CommandError.notFound(
        "the database '\(path)' changed after the question. Nothing was changed. "
          + "Run the command again.")
    } catch let error as StoreError where error.problem == .replaced(path: source) {
      throw CommandError.notFound(
        "the backup '\(file)' was changed or removed after it was checked. Nothing was changed. "
          + "Run the command again.")
    }
  }

  private func print(
    _ report: Restoration.Report, of restoration: Restoration, to path: String,
    _ context: CommandContext
  ) throws {
    // Printed even with '--quiet': the user needs the name to find the copy.
    if let kept = report.kept {
      try context.ui.warn("saved the previous database as '\(kept)'")
    }
    if output.json {
      try context.printing(afterChange: true) {
        try context.print(json: json(report, restoration, to: path))
      }
    }
    try context.ui.info(
      "restored \(Self.content(of: restoration)) to '\(path)' in "
        + "\(Formatting.seconds(report.duration.seconds, decimals: 1)) s")
    if let history = Self.aboutHistory(report) { try context.ui.info(history) }
    if restoration.version < .newest {
      try context.ui.info(
        "to upgrade the schema, run: movies migrate --db \(ShellQuoting.quoted(path))")
    }
  }

  /// The message about the entries that the restored database does not have, if there are any.
  private static func aboutHistory(_ report: Restoration.Report) -> String? {
    let (owner, count) =
      report.replacedHistoryEntries > 0
      ? ("saved database", report.replacedHistoryEntries) : ("backup", report.historyEntries)
    if count == 0 { return nil }
    return "started a new history; the \(owner) has the old one "
      + "(\(Formatting.pluralized(count, "change")))"
  }

  private static func content(of restoration: Restoration) -> String {
    "\(Formatting.pluralized(Int(restoration.movieCount), "movie")) "
      + "(schema v\(restoration.version.rawValue))"
  }

  private static let schema = JSONSchema.object(
    [
      "command": .values(["restore"]), "file": .string, "backup": .string, "version": .integer,
      "movies": .integer, "kept": .string.orNull, "seconds": .number.orNull,
      "historyEntries": .integer.orNull, "replacedHistoryEntries": .integer.orNull,
    ], optional: ["leftWAL": .boolean])

  private func json(
    _ report: Restoration.Report?, _ restoration: Restoration, to path: String
  ) -> [UInt8] {
    JSONBuilder.line {
      $0.add("command", "restore")
      $0.add("file", path)
      $0.add("backup", file)
      $0.add("version", restoration.version.rawValue)
      $0.add("movies", restoration.movieCount)
      $0.add("kept", report?.kept)
      $0.add("seconds", report?.duration.seconds)
      $0.add("historyEntries", report?.historyEntries)
      $0.add("replacedHistoryEntries", report?.replacedHistoryEntries)
      if let report { $0.add("leftWAL", report.leftWAL) }
    }
  }
}
