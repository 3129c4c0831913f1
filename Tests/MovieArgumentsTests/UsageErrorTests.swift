import MovieArguments
import TestSupport
import Testing

@Suite("Usage errors", .limited)
struct UsageErrorTests {
  static let listUsage = """
    Usage: movies list [--format <format>] [--null] [--sort <sort>] [--actor <actor> ...] \
    [--limit <n>] [--order <order>] [--reverse] [--db <db>] [--color <color>] [--quiet]
      See 'movies list --help' for more information.
    """
  static let rootUsage = """
    Usage: movies [--db <db>] [--color <color>] [--quiet] <subcommand>
      See 'movies --help' for more information.
    """

  @Test("the message, the option's help and the usage stand below each other")
  func wholeText() throws {
    #expect(
      try Sample.error("list --limit").text == """
        Error: Missing value for '--limit <n>'
        Help:  --limit <n>  The maximum number of movies.
        \(Self.listUsage)
        """)
  }

  @Test("an error about no option in particular has no help line")
  func withoutHelp() throws {
    #expect(
      try Sample.error("list x").text == "Error: Unexpected argument 'x'\n" + Self.listUsage)
    #expect(
      try Sample.error("bogus").text == "Error: Unexpected argument 'bogus'\n" + Self.rootUsage)
  }

  @Test(
    "unknown options",
    arguments: [
      ("list --srot", "Unknown option '--srot'. Did you mean '--sort'?"),
      ("list --vresion", "Unknown option '--vresion'. Did you mean '--version'?"),
      ("list --something", "Unknown option '--something'"),
      ("list --something=else", "Unknown option '--something'"),
      ("list --Sort title", "Unknown option '--Sort'. Did you mean '--sort'?"),
      ("list --colum id", "Unknown option '--colum'"),
      ("list -x", "Unknown option '-x'"),
      ("list -qx", "Unknown option '-x'"),
      ("list -xyz", "Unknown option '-xyz'"),
      ("list -count=1", "Unknown option '-count'"),
      ("list -5", "Unknown option '-5'"),
      ("list -sort title", "Unknown option '-o'"),
      ("list x --bogus-option", "Unknown option '--bogus-option'"),
      ("list --=x", "Unknown option '--'"),
      ("migrate -n status", "Unknown option '-n'"),
      ("help --sort", "Unknown option '--sort'"),
    ])
  func unknownOptions(line: String, message: String) throws {
    #expect(try Sample.error(line).message == message)
  }

  @Test(
    "suggests the subcommand for an option before its name",
    arguments: [
      ("--sort title list", "Unknown option '--sort'. Did you mean 'movies list --sort'?"),
      ("-r ls", "Unknown option '-r'. Did you mean 'movies list -r'?"),
      ("--on", "Unknown option '--on'. Did you mean 'movies favorite --on'?"),
      ("lits --reverse", "Unknown option '--reverse'. Did you mean 'movies list --reverse'?"),
      ("--columns id list", "Unknown option '--columns'"),
    ])
  func misplacedOptions(line: String, message: String) throws {
    #expect(try Sample.error(line).text == "Error: \(message)\n" + Self.rootUsage)
  }

  @Test("suggests the intended one of the subcommands that have an option, or all of them")
  func ownersOfOptions() {
    let all = OptionDescription("all", help: "All of it.")
    let parts = ["first", "second"].map {
      CommandDescription($0, abstract: "A part.", options: [all])
    }
    let parser = ArgumentParser(
      root: CommandDescription("tool", abstract: "A tool.", subcommands: parts))
    func message(_ words: [String]) -> String? {
      do throws(UsageError) { _ = try parser.parse(words) } catch { return error.message }
      return nil
    }
    #expect(
      message(["--all"])
        == "Unknown option '--all'. Did you mean 'tool first --all' or 'tool second --all'?")
    for words in [["--all", "second"], ["secnd", "--all"]] {
      #expect(message(words) == "Unknown option '--all'. Did you mean 'tool second --all'?")
    }
  }

  @Test(
    "missing values",
    arguments: [
      (
        "list --limit", "Missing value for '--limit <n>'",
        "--limit <n>  The maximum number of movies."
      ),
      ("list -s", "Missing value for '-s <sort>'", "-s <sort>  How to sort the movies."),
      ("list --sort --reverse", "Missing value for '--sort <sort>'", nil),
      ("list --sort -- title", "Missing value for '--sort <sort>'", nil),
      ("list --actor -10", "Missing value for '--actor <actor>'", nil),
      ("list --sort= title", "Missing value for '--sort <sort>'", nil),
      ("list --db", "Missing value for '--db <db>'", "--db <db>  The database file to use."),
    ])
  func missingValues(line: String, message: String, help: String?) throws {
    let error = try Sample.error(line)
    #expect(error.message == message)
    if let help { #expect(error.help == help) }
  }

  @Test("an option without its value in a cluster may be a long name with one dash")
  func missingValueInCluster() throws {
    #expect(
      try Sample.error("list -sort").text == """
        Error: Unknown option '-sort'. Did you mean '--sort'?
           or: Missing value for '-s <sort>' in '-sort'
        \(Self.listUsage)
        """)
  }

  @Test(
    "a flag takes no value",
    arguments: [
      (
        "list --reverse=3", "The option '--reverse' does not take any value, but '3' was specified."
      ),
      ("list -r=3", "The option '-r' does not take any value, but '3' was specified."),
      ("list --reverse=", "The option '--reverse' does not take any value, but '' was specified."),
    ])
  func valuesForFlags(line: String, message: String) throws {
    #expect(try Sample.error(line).message == message)
  }

  @Test(
    "missing arguments come before unknown options",
    arguments: [
      ("favorite", "Missing expected argument '<movie> ...'", "<movie>  The movies."),
      ("favorite --bogus", "Missing expected argument '<movie> ...'", "<movie>  The movies."),
      ("three", "Missing expected argument '<first>'", "<first>  The first."),
      ("three a", "Missing expected argument '<second>'", "<second>  The second."),
      ("three -- a", "Missing expected argument '<second>'", "<second>  The second."),
    ])
  func missingArguments(line: String, message: String, help: String) throws {
    let error = try Sample.error(line)
    #expect(error.message == message)
    #expect(error.help == help)
  }

  @Test(
    "unexpected arguments",
    arguments: [
      ("list x", "Unexpected argument 'x'"),
      ("list x y", "2 unexpected arguments: 'x', 'y'"),
      ("list a -- b -c", "3 unexpected arguments: 'a', 'b', '-c'"),
      ("list -", "Unexpected argument '-'"),
      ("lst", "Unexpected argument 'lst'. Did you mean 'list'?"),
      ("lst foo", "Unexpected argument 'lst'. Did you mean 'list'?"),
      ("foo bar", "2 unexpected arguments: 'foo', 'bar'"),
      ("migrate stats", "Unexpected argument 'stats'. Did you mean 'status'?"),
      ("-- list", "Unexpected argument 'list'"),
      ("secre", "Unexpected argument 'secre'"),
      ("remove", "Unexpected argument 'remove'"),
      ("help lst", "Unexpected argument 'lst'. Did you mean 'list'?"),
      ("help format", "Unexpected argument 'format'. Did you mean 'formats'?"),
      ("help list list", "Unexpected argument 'list'"),
      ("help migrate sta", "Unexpected argument 'sta'. Did you mean 'status'?"),
    ])
  func unexpectedArguments(line: String, message: String) throws {
    #expect(try Sample.error(line).message == message)
  }

  @Test("words that cannot be options", arguments: ["---foo", "-=x", "-=", "----"])
  func malformedWords(word: String) throws {
    #expect(
      try Sample.error("list \(word)").text == "Error: Invalid option: \(word)\n" + Self.rootUsage)
  }

  @Test(
    "errors come in a fixed order: options from the left, arguments, missing, unknown, left over",
    arguments: [
      ("list --bogus x --limit y --order z", "The value 'y'"),
      ("three a x --db", "Missing value"),
      ("three a x --bogus-thing", "The value 'x'"),
      ("three a --bogus-thing", "Missing expected"),
      ("list x --bogus-thing", "Unknown option"),
    ])
  func precedence(line: String, start: String) throws {
    #expect(try Sample.error(line).message.hasPrefix(start))
  }

  @Test("escapes control characters")
  func escapes() throws {
    let error = #expect(throws: UsageError.self) {
      try Sample.parser.parse(["list", "a\u{1B}[2J\u{202E}\n\u{200B}é"])
    }
    #expect(error?.message == #"Unexpected argument 'a\u{1B}[2J\u{202E}\n\u{200B}é'"#)
  }

  @Test("an error found after parsing gets the usage of its command")
  func laterErrors() throws {
    let command = try Sample.command("list")
    let error = UsageError("'--sort billing' requires '--movie <movie>'")
    #expect(error.text == "Error: '--sort billing' requires '--movie <movie>'")
    let located = error.located(at: command.usage)
    #expect(
      located.text == "Error: '--sort billing' requires '--movie <movie>'\n" + Self.listUsage)
    #expect(located.located(at: try Sample.command("secret").usage) == located)
  }

  @Test("the same sentences serve for what only the command can check")
  func laterSentences() {
    #expect(
      UsageError.invalidValue("x", for: Sample.actor, advice: ". Give a name.").text == """
        Error: The value 'x' is invalid for '--actor <actor>'. Give a name.
        Help:  --actor <actor>  \(Sample.actor.help)
        """)
    #expect(
      UsageError.invalidValue("9..3", for: Sample.movies).message
        == "The value '9..3' is invalid for '<movie>'")
    #expect(
      UsageError.missing(Sample.movies).text
        == "Error: Missing expected argument '<movie> ...'\nHelp:  <movie>  The movies.")
    #expect(UsageError.unexpected(["a", "b"]).message == "2 unexpected arguments: 'a', 'b'")
  }
}
