import ArgumentsTestSupport
import MovieArguments
import MoviesCLI
import TestSupport
import Testing

/// Usage errors, word for word.
@Suite(.limited, .temporaryDirectory) struct UsageTests {
  init() throws { try SampleCatalog.install() }

  private static let global =
    "[--db <path>] [--color <when>] [--no-input] [--no-pager] [--quiet] [--verbose]"

  @Test("a usage error shows the help of the option, the usage and where to find more")
  func layout() {
    #expect(
      movies("list", "--limit", "x")
        == CommandResult(
          .usage,
          error: """
            Error: The value 'x' is invalid for '--limit <n>'. Please provide a whole number of at least 0.
            Help:  --limit <n>  The maximum number of results.
            Usage: movies list [<options>] [<term> ...]
              See 'movies list --help' for more information.

            """))
    #expect(
      movies("lst")
        == CommandResult(
          .usage,
          error: """
            Error: Unknown command 'lst'. Did you mean 'list'?
            Usage: movies \(Self.global) <subcommand>
              See 'movies --help' for more information.

            """))
  }

  @Test(
    "each usage error has its message",
    arguments: [
      (["--foo"], "Unknown option '--foo'"),
      (["list", "--fromat", "json"], "Unknown option '--fromat'. Did you mean '--format'?"),
      (["list", "-x"], "Unknown option '-x'"),
      (["list", "--limit"], "Missing value for '--limit <n>'"),
      (["list", "--limit="], "Missing value for '--limit <n>'"),
      (["list", "--where", ""], "The query of '--where' has no terms"),
      (["list", "--not", " "], "The query of '--not' has no terms"),
      (["export", "--where", "\t"], "The query of '--where' has no terms"),
      (["list", ""], "The query"), (["stats", " "], "The query"),
      (["browse", "--plain", ""], "The query"),
      (["path", "x", "y"], "2 unexpected arguments: 'x', 'y'"),
      (
        ["list", "--favorites=1"],
        "The option '--favorites' does not take any value, but '1' was specified."
      ),
      (
        ["list", "--limit", "-3"],
        "The value '-3' is invalid for '--limit <n>'. Please provide a whole number of at least 0."
      ),
      (
        ["list", "--color", "alway"],
        "The value 'alway' is invalid for '--color <when>'. "
          + "Please provide one of 'auto', 'always' or 'never'. Did you mean 'always'?"
      ),
      (["list", "--sort", "relevance"], "'--sort relevance' requires a text"),
      (["list", "!heat", "--sort", "relevance"], "'--sort relevance' requires a text"),
      (["list", "--seed", "3"], "'--seed <n>' requires '--sort random'"),
      (["search"], "Missing expected argument '<term> ...'. 'movies list' lists all."),
      (["search", " "], "The query"),
      (["actors", "\t"], "The text for '<text>' contains no words"),
      (["actors", "--sort", "billing"], "'--sort billing' requires '--of <movie>'"),
      (["actors", "--of", "1..3"], "Specify one movie, not a range"),
      (["show"], "Missing expected argument '<movie> ...'"),
      (
        ["show", "1", "--depth", "0"],
        "The value '0' is invalid for '--depth <n>'. Please provide a whole number from 1 to 100."
      ),
      (
        ["show", "1", "--depth", "2", "--format", "table"],
        "'--depth' requires '--format json' or 'ndjson', or no '--format'"
      ),
      (
        ["show", "1", "--columns", "id"],
        "'--columns' requires '--format table', 'tsv', 'csv', 'json' or 'ndjson'"
      ),
      (
        ["list", "--format", "ids", "--columns", "id"],
        "'--columns' requires '--format table', 'tsv', 'csv', 'json' or 'ndjson'"
      ),
      (
        ["show", "1", "--json", "--columns", "id", "--depth", "2"],
        "'--columns' cannot be combined with '--depth'"
      ),
      (
        ["list", "--format", "ids", "--no-header"],
        "'--no-header' requires '--format table', 'tsv' or 'csv'"
      ),
      (["history", "--follow", "--offset", "1"], "'--follow' cannot be combined with '--offset'"),
      (["list", "-0", "--format", "csv"], "'-0' requires '--format tsv' or 'ids'"),
      (["list", "-0", "--json"], "'-0' requires '--format tsv' or 'ids'"),
      (["show", "1", "-0"], "'-0' requires '-', or '--format tsv' or 'ids'"),
      (["favorite", "1", "-0", "--json"], "'-0' requires '-', or '--format tsv' or 'ids'"),
      (["search", "-", "-0", "--json"], "'-0' requires '--format tsv' or 'ids'"),
      (["add", "-", "-0", "--json"], "'-0' requires '--format tsv' or 'ids'"),
      (["add"], "Missing expected argument '<title>'. Specify a title, or use '--random'."),
      (["add", "A", "B"], "Unexpected argument 'B'"),
      (["add", "--random", "x"], "'--random' chooses the title. Remove 'x'."),
      (["add", "--random", "--actor", "A"], "'--random' chooses the cast. Remove '--actor'."),
      (["add", "X", "--seed", "3"], "'--seed <n>' requires '--random'"),
      (["favorite"], "Missing expected argument '<movie> ...'"),
      (["favorite", "2", "--on", "--off"], "'--on' and '--off' cannot be used together"),
      (["seed"], "Missing expected argument '<count>'"),
      (
        ["seed", "x"],
        "The value 'x' is invalid for '<count>'. Please provide a whole number from 0 to 10000000."
      ),
      (
        ["seed", "1", "--favorites", "101"],
        "The value '101' is invalid for '--favorites <percent>'. "
          + "Please provide a whole number from 0 to 100."
      ),
      (["import"], "Missing expected argument '<file> ...'"),
      (["import", "-", "-"], "Standard input can be read only once. Use a single '-'."),
      (["export", "--force"], "'--force' requires a file to replace"),
      (
        ["export", "--format", "xml"],
        "The value 'xml' is invalid for '--format <format>'. Please provide one of the following:"
      ),
      (["path", "x"], "Unexpected argument 'x'"),
      (["help", "lst"], "Unexpected argument 'lst'. Did you mean 'list'?"),
      (["help", "list", "x"], "Unexpected argument 'x'"),
      (["help", "formts"], "Unexpected argument 'formts'. Did you mean 'formats'?"),
      (["path", "a\u{1B}b"], "Unexpected argument 'a\\u{1B}b'"),
    ])
  func sentences(arguments: [String], message: String) throws {
    let before = try SampleCatalog.bytes
    let result = movies(arguments)
    let lines = result.error.split(separator: "\n")
    #expect(result.status == .usage)
    #expect(result.output == "")
    #expect(lines.first?.hasPrefix("Error: \(message)") == true, "\(lines.first ?? "")")
    #expect(lines.dropLast().last?.hasPrefix("Usage: movies") == true)
    #expect(lines.last?.hasSuffix("--help' for more information.") == true)
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("a text has at most 64 words")
  func manyWords() {
    let words = Array(repeating: "the", count: 65)
    #expect(movies("list", words.dropLast().joined(separator: " ")).status == .done)
    #expect(movies("list", "--where", words.dropLast().joined(separator: " ")).status == .done)
    #expect(movies("actors", words.dropLast().joined(separator: " ")).status == .done)
    let distinct = (10..<74).map { "\($0)x" }
    #expect(movies(["search", "--sort", "relevance"] + distinct) == CommandResult())
    let text = words.joined(separator: " ")
    for arguments in [["list", text], ["list", "--where", text], ["search"] + words] {
      let result = movies(arguments)
      #expect(result.status == .usage)
      #expect(result.error.hasPrefix("Error: The query has more than 64 terms\nUsage: movies "))
    }
    #expect(movies("actors", text).status == .usage)
  }

  @Test("accepts options anywhere before --, and uses the last value of an option")
  func syntax() {
    let two = movies("list", "--limit", "2", "--format", "ids")
    #expect(two.output == "5\n2\n")
    #expect(movies("--db", SampleCatalog.path, "list", "--limit=2", "--format=ids") == two)
    #expect(movies("list", "--limit", "5", "--limit", "2", "--format", "ids") == two)
    #expect(movies("-q", "list", "--limit", "2", "--format", "ids") == two)
    #expect(movies("list", "-q0", "--limit", "2", "--format", "ids").output == "5\u{0}2\u{0}")
    #expect(movies("add", "--columns", "title", "-qn", "--", "--help").output == "--help\n")
    #expect(movies("add", "-qn", "=", "--columns", "title").output == "=\n")
  }

  // MARK: All commands

  @Test("the declarations of the commands have no problems")
  func declarations() { #expect(CommandTree.parser.problems == []) }

  @Test("every command rejects the options of other commands", arguments: CommandTree.names)
  func otherOptions(names: [String]) throws {
    let own = CommandTree.options(of: names).compactMap(\.longName)
    // The parser rejects each in the same way.
    let other = try #require(CommandTree.longNames.subtracting(own).sorted().first)
    let result = movies(names + CommandTree.arguments(of: names) + ["--\(other)"])
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: Unknown option '--\(other)'"), "\(result.error)")
  }
}
