internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance

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

  @Argument(
    help: ArgumentHelp(
      "A schema version (3 or v3) or a file; by default, the current database.",
      valueName: "n|file"), completion: .file)
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
    let result = try result(context)
    try context.io.startPager()
    return try context.print([result], asJSON: output.json)
  }

  private func result(_ context: CommandContext) throws -> MigrationResult {
    let file: String
    switch source {
    case .version(let version):
      let sql = Migrator.schema(of: version)
      return MigrationResult(.schema(sql, version: version), file: nil)
    case .file(let path): file = path
    case nil: file = try context.database.path
    }
    return try context.migrationResult(
      of: file, failed: .schema(nil, version: nil), asJSON: output.json
    ) { migrator in
      let version = output.json ? try migrator.status().version : nil
      return .schema(try migrator.schema(), version: version)
    }
  }
}
