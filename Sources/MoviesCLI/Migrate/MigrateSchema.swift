internal import MovieArguments
package import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// `migrate schema`: prints the schema of a version or of a file.
struct MigrateSchema: Command {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the schema of a version or a file, as SQL.",
    examples: [
      Example("movies migrate schema 3", "Print the schema of version 3."),
      Example(
        "movies migrate schema | sqlite3 empty.db",
        "Create an empty database with the schema of the current database."),
    ])
  static let contract = CommandContract(.reads, output: .schema, exits: .notFound)

  @Argument(
    help: ArgumentHelp(
      "A schema version (3 or v3) or a file; by default, the current database.",
      valueName: "n|file"), completion: .catalog)
  var source: Source?
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// A number is a version; other texts are files.
  enum Source: ExpressibleByArgument {
    case version(SchemaVersion)
    case file(String)

    init?(argument: String) {
      let number = argument.first == "v" ? String(argument.dropFirst()) : argument
      if number.isDigits {
        guard let version = SchemaVersion(argument: number) else { return nil }
        self = .version(version)
      } else {
        self = .file(argument)
      }
    }

    static func expectedArgument(insteadOf argument: String) -> String? {
      "a version from 1 to \(SchemaVersion.newest.rawValue), or a file such as './\(argument)'"
    }
  }

  func validate() throws {
    if source != nil { try global.requireNoDatabase() }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let report: Report
    if case .version(let version) = source {
      report = .schema(Migrator.schema(of: version), version: version, of: nil)
    } else {
      let file = if case .file(let path) = source { path } else { try context.database.path }
      report = try context.report(on: file, "schema", keys: ["sql"]) { migrator in
        let schema = try migrator.schemaAndVersion()
        return .schema(schema.sql, version: schema.version, of: file)
      }
    }
    try context.startPager()
    return try context.print(report, asJSON: output.json)
  }
}

extension JSONSchema {
  fileprivate static let schema = migration("schema", ["sql": .string.orNull])
}

extension Report {
  package static func schema(
    _ sql: String, version: SchemaVersion?, of file: String?
  ) -> Report {
    var report = Report("schema", of: file, version: version.number) { $0.add("sql", sql) }
    report.text = sql
    return report
  }
}
