import MovieArguments
import TestSupport
import Testing

@Suite("Usage errors", .limited)
struct UsageErrorTests {
  static let listUsage = """
    Usage: movies list [--sort <sort>] [--actor <actor> ...] [--order <order>] [--limit <n>] \
    [--reverse] [--format <format>] [--plain] [--null] [--db <db>] [--color <color>] [--quiet]
      See 'movies list --help' for more information.
    """
  static let rootUsage = """
    Usage: movies [--db <db>] [--color <color>] [--quiet] <subcommand>
      See 'movies --help' for more information.
    """

  @Test("an error consists of the message, the help of a declared option, and the usage")
  func wholeText() throws {
    #expect(
      try Sample.error("list --limit").text == """
        Error: Missing value for '--limit <n>'
        Help:  --limit <n>  The maximum number of movies.
        \(Self.listUsage)
        """)
    #expect(
      try Sample.error("list x").text == "Error: Unexpected argument 'x'\n" + Self.listUsage)
    #expect(
      try Sample.error("bogus").text == "Error: Unknown command 'bogus'\n" + Self.rootUsage)
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

  @Test("suggests the intended subcommand of those that have an option, or all of them")
  func ownersOfOptions() throws {
    struct Options: ParsableArguments {
      @Flag(name: "--all", help: "All of it.") var all = false
    }
    struct First: SampleCommand {
      @OptionGroup var options: Options
    }
    struct Second: SampleCommand {
      @OptionGroup var options: Options
    }
    struct Tool: SampleCommand {
      static let subcommands: [any ParsableCommand.Type] = [First.self, Second.self]
    }
    let parser = CommandParser(root: Tool.self)
    #expect(
      try parser.error(["--all"]).message
        == "Unknown option '--all'. Did you mean 'tool first --all' or 'tool second --all'?")
    for words in [["--all", "second"], ["secnd", "--all"]] {
      #expect(
        try parser.error(words).message
          == "Unknown option '--all'. Did you mean 'tool second --all'?")
    }
  }

  @Test(
    "missing values",
    arguments: [
      ("list --limit", "--limit <n>", "The maximum number of movies."),
      ("list -s", "-s <sort>", "How to sort the movies."),
      ("list --sort --reverse", "--sort <sort>", "How to sort the movies."),
      ("list --sort -- title", "--sort <sort>", "How to sort the movies."),
      ("list --sort= title", "--sort <sort>", "How to sort the movies."),
      ("list --order -10", "--order <order>", "Order of actors."),
      ("list --limit --", "--limit <n>", "The maximum number of movies."),
      ("list --db", "--db <db>", "The database file to use."),
    ])
  func missingValues(line: String, form: String, help: String) throws {
    let error = try Sample.error(line)
    #expect(error.message == "Missing value for '\(form)'")
    #expect(error.help == "\(form)  \(help)")
  }

  @Test("a cluster without the value of an option can be a long name with one dash")
  func missingValueInCluster() throws {
    #expect(
      try Sample.error("list -sort").text == """
        Error: Unknown option '-sort'. Did you mean '--sort'?
           or: Missing value for '-s <sort>' in '-sort'
        \(Self.listUsage)
        """)
  }

  @Test(
    "a flag has no value",
    arguments: [
      ("--reverse=3", "--reverse", "3"), ("-r=3", "-r", "3"), ("--reverse=", "--reverse", ""),
    ])
  func valuesForFlags(word: String, name: String, value: String) throws {
    #expect(
      try Sample.error("list \(word)").message
        == "The option '\(name)' does not take any value, but '\(value)' was specified.")
  }

  @Test(
    "missing arguments come before unknown options",
    arguments: [
      ("favorite", "<movie> ...", "<movie>  The movies."),
      ("favorite --bogus", "<movie> ...", "<movie>  The movies."),
      ("three", "<first>", "<first>  The first."),
      ("three a", "<second>", "<second>  The second."),
      ("three -- a", "<second>", "<second>  The second."),
    ])
  func missingArguments(line: String, form: String, help: String) throws {
    let error = try Sample.error(line)
    #expect(error.message == "Missing expected argument '\(form)'")
    #expect(error.help == help)
  }

  @Test(
    "unexpected arguments",
    arguments: [
      ("list x", "Unexpected argument 'x'"),
      ("list x y", "2 unexpected arguments: 'x', 'y'"),
      ("list a -- b -c", "3 unexpected arguments: 'a', 'b', '-c'"),
      ("list -", "Unexpected argument '-'"),
      ("lst", "Unknown command 'lst'. Did you mean 'list'?"),
      ("lst foo", "Unknown command 'lst'. Did you mean 'list'?"),
      ("foo bar", "Unknown command 'foo'"),
      ("migrate stats", "Unexpected argument 'stats'. Did you mean 'status'?"),
      ("-- list", "Unknown command 'list'"),
      ("secre", "Unknown command 'secre'"),
      ("remove", "Unknown command 'remove'"),
    ])
  func unexpectedArguments(line: String, message: String) throws {
    #expect(try Sample.error(line).message == message)
  }

  @Test(
    "words with three dashes or without a name are invalid options",
    arguments: ["---foo", "-=x", "-=", "----"])
  func malformedWords(word: String) throws {
    #expect(
      try Sample.error("list \(word)").text == "Error: Invalid option: \(word)\n" + Self.rootUsage)
  }

  @Test(
    "reports options from the left, then invalid, missing, unknown and unexpected words",
    arguments: [
      ("list --bogus x --limit y --order z", "The value 'y'"),
      ("list --limit x --version", "The value 'x'"),
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
    let error = try Sample.error("list a\u{1B}[2J\u{202E}\n\u{200B}é")
    #expect(error.message == #"Unexpected argument 'a\u{1B}[2J\u{202E}\n\u{200B}é'"#)
  }

  @Test(
    "names without a help page",
    arguments: [
      ("lst", "Unexpected argument 'lst'. Did you mean 'list'?"),
      ("format", "Unexpected argument 'format'. Did you mean 'formats'?"),
      ("mark", "Unexpected argument 'mark'. Did you mean 'favorite'?"),
      ("list list", "Unexpected argument 'list'"),
      ("migrate sta", "Unexpected argument 'sta'. Did you mean 'status'?"),
    ])
  func unknownHelpPages(names: String, message: String) throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.parser.helpPage(of: Sample.words(names))
    }
    #expect(error.message == message)
  }

  // MARK: After parsing

  @Test("an error of validate() is a usage error of the command")
  func validation() throws {
    #expect(
      try Sample.error("list --sort relevance").text
        == "Error: '--sort relevance' requires '--actor <actor>'\n" + Self.listUsage)
    #expect(try Sample.list("list --sort relevance --actor x").actor == ["x"])
  }

  @Test("validate() is called for option groups, inner ones first, then for their command")
  func validationOfGroups() throws {
    struct Inner: ParsableArguments {
      @Flag(name: "--inner", help: "Reject.") var isRejected = false
      func validate() throws { if isRejected { throw ValidationError("inner") } }
    }
    struct Outer: ParsableArguments {
      @OptionGroup(title: "Inner") var inner: Inner
      @Flag(name: "--outer", help: "Reject.") var isRejected = false
      func validate() throws { if isRejected { throw ValidationError("outer") } }
    }
    struct Tool: SampleCommand {
      @Flag(name: "--own", help: "Reject.") var isRejected = false
      @OptionGroup var outer: Outer
      func validate() throws { if isRejected { throw ValidationError("own") } }
    }
    let parser = CommandParser(root: Tool.self)
    let words = ["--own", "--outer", "--inner"]
    #expect(try parser.error(words).message == "inner")
    #expect(try parser.error(words.dropLast()).message == "outer")
    #expect(try parser.error(["--own"]).message == "own")
    #expect(try parser.error(words).usage == CommandPath(root: Tool.self).usage)
    _ = try Tool.parse([])
  }

  @Test("an error of a running command gets the usage of its command")
  func errorsAfterParsing() throws {
    guard case .run(_, let path) = try Sample.parser.parse(["list"]),
      case .run(_, let other) = try Sample.parser.parse(["secret"])
    else {
      Issue.record("no command")
      return
    }
    let error = UsageError("The file is a directory")
    #expect(error.text == "Error: The file is a directory")
    let complete = error.with(usage: path.usage)
    #expect(complete.text == "Error: The file is a directory\n" + Self.listUsage)
    #expect(complete.with(usage: other.usage) == complete)
  }
}
