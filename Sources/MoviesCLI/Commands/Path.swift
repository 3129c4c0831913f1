internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `path`: prints the path of the database.
struct Path: Command {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Show which database file is used.",
    examples: [
      Example("movies path", "Print the path of the database."),
      Example("ls -l \"$(movies path)\"", "Show its size and date."),
    ], suggestedFor: ["where", "which"])
  static let contract = CommandContract(
    .none, output: schema, exits: .missingFile, .wrongDatabase)

  @OptionGroup(title: "Output options") var options: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  private static let schema = JSONSchema.object([
    "path": .string, "source": .values(of: DatabaseLocation.Reason.self), "reason": .string,
    "exists": .boolean,
  ])

  func run(_ context: CommandContext) throws -> ExitStatus {
    let output = context.output
    let location = try context.database.location
    let exists = try location.path != ":memory:" && CatalogFile(location.path).exists
    if options.json {
      try context.print(
        json: JSONBuilder.line {
          $0.add("path", location.path)
          $0.add("source", location.reason.rawValue)
          $0.add("reason", location.explanation)
          $0.add("exists", exists)
        })
    } else {
      try output.write(output.sanitized(location.path) + "\n")
      try output.flush()
    }
    if output.isTerminal {
      let state = exists ? "" : "; it does not exist yet"
      try context.ui.info("(\(location.explanation)\(state))")
    }
    return .done
  }
}
