internal import MovieArguments

/// `help`: prints the help of a command or topic.
struct Help: Command {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Show help for a command or a topic.", shouldDisplay: false,
    examples: [
      Example("movies help list", "Show help for 'list'."),
      Example("movies help migrate plan", "Show help for a subcommand."),
      Example("movies help formats", "Show a topic."),
      Example("movies help schema list", "Print the JSON Schema of the output of 'list'."),
    ], suggestedFor: ["man", "manual"])
  static let contract = CommandContract(.none, output: HelpDocument.schema)

  @Argument(
    help: ArgumentHelp(
      "A command, a command and its subcommand, or a topic; by default, all commands.",
      valueName: "subcommand"), completion: .commandNames)
  var subcommands: [String] = []
  @Flag(
    name: "--json",
    help: "Print the declarations of the command and its subcommands as JSON, for programs.")
  var json = false
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let parser = CommandLineTool.parser
    if subcommands.count > 1, subcommands[0] == HelpTopic.schemaName {
      let command = try parser.command(named: Array(subcommands.dropFirst()))
      try context.printPaged(json: try command.schemaDocument)
    } else if json {
      if subcommands.count == 1, parser.topics.contains(where: { $0.name == subcommands[0] }) {
        throw ValidationError(
          "'--json' is for commands, and '\(subcommands[0])' is a topic. Leave one of them out.")
      }
      try context.printPaged(json: HelpDocument(of: try parser.command(named: subcommands)).text)
    } else {
      try context.print(try parser.helpPage(of: subcommands))
    }
    return .done
  }
}
