import MovieArguments

/// A small table with every kind of option and argument.
enum Sample {
  static let database = OptionDescription(
    "db", value: .path("db"), help: "The database file to use.", environment: "SAMPLE_DB")
  static let color = OptionDescription(
    "color", value: .choice("color", ["auto", "always", "never"]), help: "When to use color.",
    defaultValue: "auto")
  static let quiet = OptionDescription("quiet", short: "q", help: "Print less.")

  static let format = OptionDescription(
    "format", value: .choice("format", ["a", "b", "c", "d", "e", "f"]),
    help: "The format of the output.", group: "Output options")
  static let null = OptionDescription(
    "null", short: "0",
    help: "End each record with a NUL byte instead of a newline, for xargs -0.",
    group: "Output options")
  static let sort = OptionDescription(
    "sort", short: "s", value: .choice("sort", ["title", "added", "relevance", "random"]),
    help: "How to sort the movies.", defaultValue: "title")
  static let actor = OptionDescription(
    "actor", value: .text("actor"),
    help: "Only movies with this actor. If repeated, all of the actors must be in the cast.",
    isRepeated: true)
  static let limit = OptionDescription(
    "limit", value: .integer("n", 0...Int64.max), help: "The maximum number of movies.")
  static let order = OptionDescription(
    "order", value: .choice("order", ["name", "billing"]), help: "Order of actors.")
  static let reverse = OptionDescription("reverse", short: "r", help: "Reverse the order.")
  static let columns = OptionDescription(
    "columns", value: .choices("a,b", ["id", "title", "actors"]), help: "Which columns.",
    isHidden: true)

  static let on = OptionDescription("on", help: "Mark.")
  static let off = OptionDescription("off", help: "Unmark.")
  static let movies = ArgumentDescription(.text("movie"), help: "The movies.", isRepeated: true)

  static let first = ArgumentDescription(.text("first"), help: "The first.")
  static let second = ArgumentDescription(.integer("second", 1...100), help: "The second.")
  static let third = ArgumentDescription(
    .choice("third", ["name", "billing"]), help: "The third.", isOptional: true)
  static let rest = ArgumentDescription(
    .text("rest"), help: "The rest.", isOptional: true, isRepeated: true)

  static let list = CommandDescription(
    "list", aliases: ["ls"], abstract: "List the movies of the catalog.", group: "Catalog",
    options: [format, null, sort, actor, limit, order, reverse, columns],
    examples: [
      ("movies list -r", "From the end."),
      ("movies list --actor 'Angela Bassett'", "The movies of one actor."),
    ])
  static let favorite = CommandDescription(
    "favorite", aliases: ["fav", "star"], abstract: "Mark movies as favorites.", group: "Catalog",
    arguments: [movies], options: [on, off])
  static let three = CommandDescription(
    "three", abstract: "Three arguments and more.", group: "Catalog",
    arguments: [first, second, third, rest])
  static let status = CommandDescription(
    "status", abstract: "Show what is pending.",
    options: [OptionDescription("brief", help: "Print one line.")])
  static let migrate = CommandDescription(
    "migrate", abstract: "Migrate the database.", group: "Data",
    options: [OptionDescription("dry-run", short: "n", help: "Change nothing.")],
    subcommands: [status], isRunnable: true)
  static let secret = CommandDescription("secret", abstract: "Not shown.", isHidden: true)

  static let root = CommandDescription(
    "movies", abstract: "Keep a catalog of movies.",
    discussion: """
      The catalog is one file on your machine. Each movie in it has a title and a cast in billing \
      order, and can be a favorite.
      """,
    subcommands: [list, favorite, three, migrate, secret])

  static let topic = HelpTopic(
    "formats", abstract: "Formats of the output.",
    sections: [
      HelpSection(
        "Shapes", paragraphs: ["One of these."], rows: [HelpSection.Row("json", "One array.")])
    ])

  static let parser = ArgumentParser(
    root: root, globalOptions: [database, color, quiet], topics: [topic])

  /// Words separated by single spaces; an empty line has none.
  static func words(_ line: String) -> [String] {
    line.isEmpty
      ? [] : line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  }

  static func command(_ line: String) throws -> ParsedCommand {
    try command(words(line))
  }

  static func command(_ words: [String]) throws -> ParsedCommand {
    guard case .run(let command) = try parser.parse(words) else { throw Mismatch.isNoCommand }
    return command
  }

  static func page(_ line: String) throws -> HelpPage {
    guard case .help(let page) = try parser.parse(words(line)) else { throw Mismatch.isNoHelp }
    return page
  }

  static func error(_ line: String) throws -> UsageError {
    do throws(UsageError) {
      _ = try parser.parse(words(line))
    } catch {
      return error
    }
    throw Mismatch.isNoError
  }

  enum Mismatch: Error { case isNoCommand, isNoHelp, isNoError }
}
