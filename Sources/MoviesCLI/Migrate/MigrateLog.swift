internal import MovieArguments
package import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem

/// `migrate log`: prints the completed migrations of a file.
struct MigrateLog: Command {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show which migrations were run, and when.",
    examples: [
      Example("movies migrate log", "Show the log of the current database."),
      Example("movies migrate log old.db --json", "Show the log of a file, as JSON."),
    ], suggestedFor: ["history", "list"])
  static let contract = CommandContract(.reads, output: .log, exits: .notFound)

  @OptionGroup var database: DatabaseFileArgument
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try database.validate(global) }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let file = try database.path(context)
    let report = try context.report(on: file, "log") { migrator in
      let log = try migrator.logAndVersion()
      return .log(log.entries, version: log.version, of: file)
    }
    try context.startPager()
    return try context.print(report, asJSON: output.json)
  }
}

extension JSONSchema {
  fileprivate static let log = header("log").adding([
    "steps": .array(
      .object([
        "version": .integer, "event": .values(of: MigrationLogEntry.Event.self),
        "checksum": .string, "fingerprintBefore": .string, "fingerprintAfter": .string,
        "rows": counts, "time": .string, "seconds": .number, "program": .string,
        "sqlite": .string,
      ])),
    "findings": findings,
  ])
}

extension Report {
  package static func log(
    _ entries: [MigrationLogEntry], version: SchemaVersion?, of file: String
  ) -> Report {
    let json = JSONBuilder.line { json in
      json.addHeader("log", file, version: version.number, isOK: true)
      json.array("steps", entries) { json, entry in json.object { $0.addMembers(of: entry) } }
      json.add("findings", [Finding]())
    }
    let summary = entries.isEmpty ? ["the database has no migration log yet"] : []
    return Report(json: json, messages: summary.map { Message(text: $0) }).withTable(
      entries,
      [
        .init(Column(name: "time", minimumWidth: 20)) { .text($0.time.description) },
        .init(Column(name: "step")) { .text($0.step) },
        .init(Column(name: "rows", isNumber: true)) { .count($0.rows.movies) },
        .init(Column(name: "seconds", isNumber: true)) {
          .text(Formatting.seconds($0.duration.seconds))
        },
        .init(Column(name: "program")) { .text($0.program) },
        .init(Column(name: "sqlite", minimumWidth: 6)) { .text($0.sqlite) },
      ])
  }
}

extension JSONBuilder {
  fileprivate mutating func addMembers(of entry: MigrationLogEntry) {
    add("version", entry.version.rawValue)
    add("event", entry.event.rawValue)
    add("checksum", entry.checksum)
    add("fingerprintBefore", entry.fingerprintBefore)
    add("fingerprintAfter", entry.fingerprintAfter)
    add("rows", entry.rows)
    add("time", entry.time.description)
    add("seconds", entry.duration.seconds)
    add("program", entry.program)
    add("sqlite", entry.sqlite)
  }
}

extension MigrationLogEntry {
  fileprivate var step: String {
    switch event {
    case .up: "up to \(version.name)"
    case .down: "down to \(version.name)"
    case .adopted: "log started at \(version.name)"
    }
  }
}
