internal import MovieArguments
internal import MovieStore
package import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

/// `migrate status`: prints the schema versions of files.
struct MigrateStatus: Command {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the schema version and pending migrations.",
    discussion:
      "Nothing is written. The exit status is 3 if migrations are pending; with several files, it "
      + "is that of the file with the most severe problem.",
    examples: [
      Example("movies migrate status", "Show the status of the current database."),
      Example("movies migrate status *.db --json", "Show the status of several files, as JSON."),
    ], suggestedFor: ["pending"])
  static let contract = CommandContract(
    .reads, output: .ofFiles(.status), exits: .notFound, .pending)

  @Argument(
    help: ArgumentHelp("A database file; by default, the current database.", valueName: "file"),
    completion: .catalog)
  var files: [String] = []
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if !files.isEmpty { try global.requireNoDatabase() }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let files = files.isEmpty ? [try context.database.path] : files
    let reports = try files.map { file in
      try context.report(on: file, "status", keys: ["fingerprint", "expectedFingerprint"]) {
        .status(try $0.status(), of: file, isOnly: files.count == 1)
      }
    }
    return try context.print(Report(merging: reports), asJSON: output.json)
  }
}

extension JSONSchema {
  fileprivate static let status = migration(
    "status", ["fingerprint": .string.orNull, "expectedFingerprint": .string.orNull])
}

extension Report {
  package static func status(
    _ status: MigrationStatus, of file: String, isOnly: Bool = true
  ) -> Report {
    var report = Report(
      "status", of: file, version: status.version.number,
      steps: Migrator.steps(from: status.version, to: .newest), findings: status.findings,
      isOnly: isOnly
    ) { json in
      json.add("fingerprint", status.fingerprint)
      json.add("expectedFingerprint", status.expectedFingerprint)
    }
    if report.status == .done, !status.pending.isEmpty { report.status = .pending }
    return report.withTable(
      [status],
      [
        .init(Column(name: "file", minimumWidth: 12, truncation: .start)) { _ in .text(file) },
        .init(Column(name: "version", minimumWidth: 7)) { .text($0.version?.name ?? "none") },
        .init(Column(name: "newest", minimumWidth: 6)) { _ in .text(SchemaVersion.newest.name) },
        .init(Column(name: "pending")) { .text($0.pending.map(\.name).joined(separator: " ")) },
        .init(Column(name: "schema", minimumWidth: 11)) {
          .text($0.findings.isEmpty ? "as expected" : $0.findings.summary)
        },
      ])
  }
}
