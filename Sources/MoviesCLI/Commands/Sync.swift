internal import MovieArguments
internal import MovieStore
internal import MovieSync
internal import MovieSystem
internal import MovieTerminal

/// `sync`: makes catalogs equal.
struct Sync: Command {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Exchange changes with another catalog or a directory.",
    discussion: """
      With a catalog, both get the changes of each other. By way of a directory, which any program \
      can carry from machine to machine, each catalog writes a file of its own and reads the others.

      Of a title, a cast, a star or another single value, the latest change counts; tags, dates and \
      other lists are united; a deletion counts less than a change made elsewhere meanwhile. Movies \
      are matched as 'import' does; those of a copy, by id.
      """,
    examples: [
      Example("movies sync /media/stick/movies", "Exchange changes by way of a directory."),
      Example("movies sync ~/laptop.db", "Make two catalogs equal."),
    ], suggestedFor: ["pull", "push", "synchronize"])
  static let contract = CommandContract(
    .writes, output: .anyOf([.records(DifferenceRecord.self), .records(ReplicaRecord.self)]),
    exits: .badInput)

  @Argument(
    help: ArgumentHelp("A catalog, or a directory that exists.", valueName: "other"),
    completion: .catalog)
  var other: String
  @Flag(name: "--one-way", help: "Only change this catalog: send nothing.") var oneWay = false
  @Flag(
    name: "--join",
    help: ArgumentHelp(
      "Unite catalogs that were synced separately.", suggestedFor: ["--force"]))
  var join = false
  @Flag(
    name: "--go-back",
    help: "After 'restore', make the others go back, too.")
  var goBack = false
  @Flag(
    name: "--restamp",
    help: "After the clock was wrong, give changes in the future the current time.")
  var restamp = false
  @Flag(name: "--replicas", help: "List the catalogs that have a file in the directory.")
  var replicas = false
  @Option(
    name: "--retire",
    help: ArgumentHelp(
      "Remove the file of a catalog that no longer exists, whose changes stay, or a damaged file.",
      valueName: "replica", suggestedFor: ["--remove", "--forget"]))
  var retire: String?
  @OptionGroup(title: "Output options") var output: RecordOptions<DifferenceRecord>
  @OptionGroup(title: "Write options") var write: DryRunOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    let options = [
      ("--one-way", oneWay), ("--go-back", goBack), ("--restamp", restamp), ("--join", join),
      ("--retire", retire != nil), ("--dry-run", write.dryRun),
    ].filter(\.1).map(\.0)
    if replicas, let option = options.first {
      throw ValidationError("'--replicas' cannot be combined with '\(option)'")
    }
    if oneWay, let option = options.first(where: ["--go-back", "--restamp", "--retire"].contains) {
      throw ValidationError("'--one-way' cannot be combined with '\(option)', which sends changes")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let path = try context.database.filePath
    let isDirectory = try isDirectory(besides: path)
    if !isDirectory, replicas || retire != nil {
      throw ValidationError("'\(replicas ? "--replicas" : "--retire")' requires a directory")
    }
    var store = try context.database.openForCreate(isDryRun: write.dryRun || replicas)
    if replicas {
      try list(store.replicas(inDirectory: other), context)
      return .done
    }
    var records = try output.stream(context)
    let isPrinted = write.dryRun && !context.ui.isQuiet || output.areRequested
    let report = { (change: MovieChange) throws in
      if isPrinted { try records.write(DifferenceRecord(change)) }
    }
    guard let options = try options(for: store, context) else {
      try context.ui.info("nothing was changed")
      return .notFound
    }
    let (here, there) = try context.changing(isDryRun: write.dryRun) {
      try isDirectory
        ? (store.sync(withDirectory: other, options, report), nil)
        : sync(&store, options, context, report)
    } finish: { _ in
      if isPrinted { try records.finish() }
    }
    for message in messages(here, there) { try context.ui.info(message) }
    if let retire {
      try context.ui.info(
        here.isRetired
          ? "\(write.verb("retired", "would retire")) '\(retire)'"
          : "'\(retire)' is not retired: not all of its changes could be read; to give up the "
            + "others, delete its file in '\(other)'")
    }
    return .done
  }

  private func list(_ replicas: [SyncReplica], _ context: CommandContext) throws {
    var records = try output.stream(context, of: ReplicaRecord.self)
    for replica in replicas { try records.write(ReplicaRecord(replica: replica)) }
    try records.finish()
    if replicas.isEmpty { try context.ui.info("no catalog has a file in '\(other)' yet") }
  }

  private func sync(
    _ store: inout Catalog, _ options: SyncOptions, _ context: CommandContext,
    _ report: (MovieChange) throws -> Void
  ) throws -> (SyncReport, SyncReport?) {
    var second = try Catalog(path: other, access: write.dryRun || oneWay ? .dryRun : .writing)
    second.defaultDescription = store.defaultDescription
    if !oneWay, try second.isRestored() {
      try context.ui.info(restoredNote("'\(other)'"))
    }
    return try store.sync(with: &second, options, report)
  }

  /// Asks what a catalog that was restored is to do, if a user can be asked; `nil` at the end of
  /// the input.
  private func options(
    for store: borrowing Catalog, _ context: CommandContext
  ) throws -> SyncOptions? {
    var options = SyncOptions()
    (options.isOneWay, options.joins) = (oneWay, join)
    (options.goesBack, options.restamps) = (goBack, restamp)
    if let retire {
      guard let replica = try store.otherReplica(retire, inDirectory: other) else {
        throw CommandError.notFound(
          "'\(other)' has no other catalog '\(retire)'. Nothing was changed. To list them, run: "
            + "movies sync \(ShellQuoting.quoted(other)) --replicas")
      }
      options.retired = replica
    }
    let isRestored = try store.isRestored()
    if goBack, !isRestored {
      throw CommandError.notFound(
        "the catalog was not restored from a backup since its last sync, so '--go-back' does "
          + "nothing. Nothing was changed.")
    }
    if !isRestored || goBack { return options }
    guard context.ui.canAsk else {
      try context.ui.info(restoredNote("this catalog"))
      return options
    }
    while true {
      let answer = try context.ui.ask(
        "Bring back the changes made since then, or make all sides go back? [b/g]",
        details: ["This catalog was restored from a backup."])
      switch answer?.lowercased() {
      case nil: return nil
      case "b", "bring back": return options
      case "g", "go back":
        options.goesBack = true
        return options
      default: break
      }
    }
  }

  private func restoredNote(_ catalog: String) -> String {
    "\(catalog) was restored from a backup, and the changes made since then come back; to undo "
      + "these everywhere, \(write.dryRun ? "" : "restore it again and ")pass '--go-back'"
  }

  /// Whether the other side is a directory, and not a catalog.
  private func isDirectory(besides path: String) throws -> Bool {
    let file: FileMetadata?
    do throws(SystemError) { file = try FileMetadata.ifExists(other, followingLinks: true) } catch {
      throw CommandError.missingFile("\(error). Check the path.")
    }
    guard let file else {
      throw CommandError.missingFile(
        "'\(other)' does not exist. To sync by way of a directory, create it: mkdir "
          + ShellQuoting.quoted(other))
    }
    if file.kind == .directory { return true }
    try DatabaseLocation.requireOtherFile(other, than: path)
    return false
  }

  private func messages(_ here: SyncReport, _ there: SyncReport?) -> [String] {
    let verb = write.verb("received", "would receive")
    let sent =
      if let there { Self.changes(there) } else {
        here.sent == 0 ? "no changes" : Formatting.pluralized(here.sent, "changed movie")
      }
    var messages = [
      "\(verb) \(Self.changes(here))"
        + (oneWay ? "" : "; \(write.verb("sent", "would send")) \(sent)")
    ]
    if here.paired > 0 {
      messages.append(
        "\(Formatting.pluralized(here.paired, "movie")) of the other side "
          + "\(here.paired == 1 ? "is one" : "are ones") of this catalog")
    }
    for movie in here.ambiguous.prefix(5) {
      messages.append(
        "'\(movie.title)' can be \(movie.candidates.map { "\($0)" }.joined(separator: " or ")) "
          + "and stays apart; to unite them, run 'movies duplicates --merge'")
    }
    for line in here.damagedLines.prefix(5) {
      messages.append(
        "\(line.file):\(line.line): "
          + (line.line == 1
            ? "the file is damaged, or of a newer version of movies, and was left out"
            : "the line is damaged and was left out; if it stays so, delete the file and sync its "
              + "machine")
      )
    }
    for file in here.unreadableFiles.prefix(5) {
      messages.append(
        "\(file) was left out: it is not a readable file; remove it or correct its permissions")
    }
    for title in here.invalid.prefix(5) {
      messages.append(
        "'\(title)' was not sent, because it has invalid values; run 'movies doctor --fix', then "
          + "sync again")
    }
    for file in here.incompleteFiles.prefix(5) {
      messages.append("\(file) is not whole yet; sync again when it is")
    }
    for title in here.overflowing.prefix(5) {
      messages.append("'\(title)' has more values than a movie can have; not all are shown")
    }
    return messages
  }

  /// Such as `2 added, 1 deleted`.
  private static func changes(_ report: SyncReport) -> String {
    let counts = [
      (report.added, "added"), (report.updated, "updated"), (report.deleted, "deleted"),
    ].filter { $0.0 > 0 }
    if counts.isEmpty { return "no changes" }
    return counts.map { "\(Formatting.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}
