import MovieArguments
import Testing

/// A command of the tests, which prints nothing. Its default name is that of the type, in lower case.
protocol SampleCommand: ParsableCommand {
  static var subcommands: [any ParsableCommand.Type] { get }
}

extension SampleCommand {
  static var subcommands: [any ParsableCommand.Type] { [] }
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "\(Self.self)".lowercased(), abstract: "A command.", subcommands: subcommands)
  }
}

// MARK: - A small program

struct SampleRoot: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "movies", abstract: "A catalog of movies.",
    discussion: """
      The catalog is one file on your machine. Each movie in it has a title and a cast in billing \
      order, and can be a favorite.
      """,
    subcommands: [SampleHelp.self, SampleSecret.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Catalog", subcommands: [SampleList.self, SampleFavorite.self, SampleThree.self]),
      CommandGroup(name: "Data", subcommands: [SampleMigrate.self]),
    ])

  @OptionGroup(title: "Global options") var global: SampleGlobals
}

struct SampleGlobals: ParsableArguments {
  @Option(
    name: "--db", help: ArgumentHelp("The database file to use.", environment: "SAMPLE_DB"),
    completion: .file)
  var database: String?
  @Option(name: "--color", help: "When to use color.") var color = SampleColor.auto
  @Flag(name: ["-q", "--quiet"], help: "Print less.") var quiet = false
}

enum SampleColor: String, CaseIterable, ExpressibleByArgument { case auto, always, never }
struct SampleHelp: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Show help.", shouldDisplay: false)

  @Argument(help: ArgumentHelp("A command.", valueName: "command"), completion: .commandNames)
  var names: [String] = []
  @OptionGroup(title: "Global options") var global: SampleGlobals
}

struct SampleSecret: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Not shown.", shouldDisplay: false)

  @OptionGroup(title: "Global options") var global: SampleGlobals
}

struct SampleList: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the movies of the catalog.", aliases: ["ls"],
    examples: [
      Example("movies list -r", "From the end."),
      Example("movies list --actor 'Angela Bassett'", "The movies of one actor."),
    ])

  @Option(name: ["-s", "--sort"], help: "How to sort the movies.") var sort = SampleSort.title
  @Option(
    name: "--actor",
    help: "Only movies with this actor. If repeated, all of the actors must be in the cast.")
  var actor: [String] = []
  @Option(name: "--order", help: "Order of actors.") var order: SampleOrder?
  @OptionGroup var page: SamplePage
  @Option(
    name: "--columns",
    help: ArgumentHelp("Which columns.", valueName: "a,b", visibility: .hidden),
    completion: .commaSeparatedList)
  var columns: CommaSeparated<SampleColumn>?
  @OptionGroup(title: "Output options") var output: SampleOutput
  @OptionGroup(title: "Global options") var global: SampleGlobals

  func validate() throws {
    if sort == .relevance, actor.isEmpty {
      throw ValidationError("'--sort relevance' requires '--actor <actor>'")
    }
  }
}

enum SampleSort: String, CaseIterable, ExpressibleByArgument {
  case title, added, relevance, random
}
enum SampleOrder: String, CaseIterable, ExpressibleByArgument { case name, billing }
enum SampleColumn: String, CaseIterable, ExpressibleByArgument { case id, title, actors }
enum SampleFormat: String, CaseIterable, ExpressibleByArgument { case a, b, c, d, e, f }
struct SamplePage: ParsableArguments {
  @Option(
    name: "--limit", help: ArgumentHelp("The maximum number of movies.", valueName: "n"),
    range: 0...Int.max)
  var limit: Int?
  @Flag(name: ["-r", "--reverse"], help: "Reverse the order.") var reverse = false
}

struct SampleOutput: ParsableArguments {
  @Option(
    name: "--format", help: "The format of the output.",
    flags: [ValueFlag("--plain", for: "a", help: "Same as '--format a'.")])
  var format: SampleFormat?
  @Flag(
    name: ["-0", "--null"],
    help: "End each record with a NUL byte instead of a newline, for xargs -0.")
  var null = false
}

struct SampleFavorite: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite", abstract: "Mark movies as favorites.", aliases: ["fav", "star"],
    suggestedFor: ["mark"])

  @Argument(help: ArgumentHelp("The movies.", valueName: "movie")) var movies: [String]
  @Flag(name: "--on", help: "Mark.") var on = false
  @Flag(name: "--off", help: "Unmark.") var off = false
  @OptionGroup(title: "Global options") var global: SampleGlobals
}

struct SampleThree: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "three", abstract: "Three arguments and more.")

  @Argument(help: ArgumentHelp("The first.", valueName: "first")) var first: String
  @Argument(help: ArgumentHelp("The second.", valueName: "second"), range: 1...100) var second: Int
  @Argument(help: ArgumentHelp("The third.", valueName: "third")) var third: SampleOrder?
  @Argument(help: ArgumentHelp("The rest.", valueName: "rest")) var rest: [String] = []
  @OptionGroup(title: "Global options") var global: SampleGlobals
}

struct SampleMigrate: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate the database.", subcommands: [SampleStatus.self])

  @Flag(name: ["-n", "--dry-run"], help: "Change nothing.") var dryRun = false
  @OptionGroup(title: "Global options") var global: SampleGlobals
}

struct SampleStatus: SampleCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show pending migrations.")

  @Flag(name: "--brief", help: "Print one line.") var brief = false
  @OptionGroup(title: "Global options") var global: SampleGlobals
}

// MARK: - Commands for one test

/// A program with one command.
struct SampleTool<Arguments: ParsableArguments>: SampleCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "tool", abstract: "A tool.")
  }

  @OptionGroup var arguments: Arguments
}

// MARK: - Parsing

enum Sample {
  static let parser = CommandParser(
    root: SampleRoot.self,
    topics: [
      HelpTopic(
        "formats", abstract: "Formats of the output.",
        sections: [
          HelpSection("Shapes", paragraphs: ["One of these."], rows: [.init("json", "One array.")])
        ])
    ])

  /// Words separated by single spaces; an empty line has none.
  static func words(_ line: String) -> [String] {
    line.isEmpty
      ? [] : line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  }

  static func parse<Command: ParsableCommand>(
    _ line: String, as type: Command.Type = Command.self
  ) throws -> Command {
    try parser.parse(words(line), as: type)
  }

  static func list(_ line: String) throws -> SampleList { try parse(line) }

  static func page(_ line: String) throws -> HelpPage { try parser.page(words(line)) }

  static func error(_ line: String) throws -> UsageError { try parser.error(words(line)) }
}

extension CommandParser {
  func parse<Command: ParsableCommand>(
    _ words: [String], as type: Command.Type = Command.self
  ) throws -> Command {
    guard case .run(let command, _) = try parse(words) else { throw UnexpectedResult.notRun }
    return try #require(command as? Command)
  }

  func page(_ words: [String]) throws -> HelpPage {
    guard case .help(let page, _, _) = try parse(words) else { throw UnexpectedResult.noHelp }
    return page
  }

  func error(_ words: [String]) throws -> UsageError {
    try #require(throws: UsageError.self) { _ = try parse(words) }
  }

  private enum UnexpectedResult: Error { case notRun, noHelp }
}

extension ParsableCommand {
  /// Parses the arguments of a program whose root is this command.
  static func parse(_ words: [String]) throws -> Self {
    try CommandParser(root: Self.self).parse(words)
  }
}
