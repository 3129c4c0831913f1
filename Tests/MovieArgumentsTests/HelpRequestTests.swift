import MovieArguments
import TestSupport
import Testing

@Suite("Help requests", .limited)
struct HelpRequestTests {
  @Test(
    "a help flag before the terminator overrides every usage error",
    arguments: [
      "list --help", "list -h", "ls --limit x --help", "list --limit --help", "list --bogus -h",
      "list ---x --help", "list -help", "list --help=3", "list x --version -h",
      "-q list --help -- x", "list --version --help",
    ])
  func helpFlag(line: String) throws {
    #expect(try Sample.page(line).names == ["movies", "list"])
  }

  @Test(
    "a help flag without a command requests the page of the root",
    arguments: ["--help", "-h", "--help list", "bogus --help", "-h --bogus", "-q -h"])
  func helpOfRoot(line: String) throws {
    #expect(try Sample.page(line).names == ["movies"])
  }

  @Test(
    "a word with one dash that contains an h is no help request",
    arguments: [
      ("list -rh", "Unknown option '-rh'. Did you mean '-r -h'?"),
      ("list -hqr", "Unknown option '-hqr'. Did you mean '-h -q -r'?"),
      ("list -sh", "Unknown option '-sh'"), ("list -xh", "Unknown option '-xh'"),
      ("list -rxh", "Unknown option '-rxh'"), ("list -dash", "Unknown option '-dash'"),
      ("list -hlp", "Unknown option '-hlp'. Did you mean '--help'?"),
    ])
  func letters(line: String, message: String) throws {
    #expect(try Sample.error(line).message == message)
  }

  @Test("a help request has the valid options of the command line")
  func optionsOfHelp() throws {
    guard
      case .help(_, let command, false) = try Sample.parser.parse(
        Sample.words("--color never list --bogus --limit x -q --help"))
    else {
      Issue.record("no help")
      return
    }
    let list = try #require(command as? SampleList)
    #expect(list.global.color == .never)
    #expect(list.global.quiet)
  }

  @Test(
    "the version overrides missing, unknown and unexpected words",
    arguments: ["--version", "list --version", "--version bogus", "favorite --version --bogus"])
  func version(line: String) throws {
    guard case .version = try Sample.parser.parse(Sample.words(line)) else {
      Issue.record("no version")
      return
    }
  }

  @Test("pages are found by names and aliases")
  func pagesByName() throws {
    #expect(try Sample.parser.helpPage(of: []).names == ["movies"])
    #expect(try Sample.parser.helpPage(of: ["ls"]).names == ["movies", "list"])
    #expect(try Sample.parser.helpPage(of: ["help"]).names == ["movies", "help"])
    #expect(
      try Sample.parser.helpPage(of: ["migrate", "status"]).names == [
        "movies", "migrate", "status",
      ])
    #expect(
      try Sample.parser.helpPage(of: []).text(columns: 80) == Sample.page("-h").text(columns: 80))
  }

  @Test("a topic has a page")
  func topics() throws {
    #expect(
      try Sample.parser.helpPage(of: ["formats"]).text(columns: 80) == """
        OVERVIEW: Formats of the output.

        SHAPES:
          One of these.

          json                    One array.


        """)
  }
}
