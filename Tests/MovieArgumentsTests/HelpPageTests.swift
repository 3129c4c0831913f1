import MovieArguments
import TestSupport
import Testing

/// The layout is that of swift-argument-parser 1.8.2, except for environment variables, examples and the
/// groups of options.
@Suite("Help pages", .limited)
struct HelpPageTests {
  // MARK: Layout

  private static let globalOptions =
    "  Global                  --db <db>, --color <color>, -q, --version, -h"

  @Test("the page of the root lists subcommands by group, and the topics")
  func rootPage() throws {
    #expect(
      try Sample.page("--help").text(columns: 80) == """
        OVERVIEW: A catalog of movies.

        The catalog is one file on your machine. Each movie in it has a title and a
        cast in billing order, and can be a favorite.

        USAGE: movies [--db <db>] [--color <color>] [--quiet] <subcommand>

        CATALOG:
          list, ls                List the movies of the catalog.
          favorite, fav, star     Mark movies as favorites.
          three                   Three arguments and more.
        DATA:
          migrate                 Migrate the database.

        GLOBAL OPTIONS:
          --db <db>, --color <color>, -q, --version, -h

        HELP TOPICS:
          formats, options

          See 'movies help <subcommand>' and 'movies help options' for details.

        """)
  }

  @Test("a command's own options come first, then the names of shared ones and examples")
  func commandPage() throws {
    #expect(
      try Sample.page("list --help").text(columns: 80) == """
        OVERVIEW: List the movies of the catalog.

        USAGE: movies list [--sort <sort>] [--actor <actor> ...] [--order <order>] \
        [--limit <n>] [--reverse] [--format <format>] [--plain] [--null] [--db <db>] \
        [--color <color>] [--quiet]

        LIST OPTIONS:
          -s, --sort <sort>       How to sort the movies. (values: title, added,
                                  relevance, random; default: title)
          --actor <actor>         Only movies with this actor. If repeated, all of the
                                  actors must be in the cast.
          --order <order>         Order of actors. (values: name, billing)
          --limit <n>             The maximum number of movies.
          -r, --reverse           Reverse the order.

        SHARED OPTIONS:
          Output                  --format <format>, --plain, -0
        \(Self.globalOptions)

          See 'movies help options' for details.

        EXAMPLES:
          movies list -r          From the end.
          movies list --actor 'Angela Bassett'
                                  The movies of one actor.

        """)
  }

  @Test("arguments come first, and a page ends with where to read on")
  func argumentsPage() throws {
    let page = try Sample.page("three --help").text(columns: 80)
    #expect(
      page.hasPrefix(
        """
        OVERVIEW: Three arguments and more.

        USAGE: movies three [--db <db>] [--color <color>] [--quiet] <first> <second> [<third>] \
        [<rest> ...]

        ARGUMENTS:
          <first>                 The first.
          <second>                The second.
          <third>                 The third. (values: name, billing)
          <rest>                  The rest.

        GLOBAL OPTIONS:

        """))
    #expect(page.hasSuffix("  See 'movies help options' for details.\n"))
  }

  @Test("subcommands without a group have no group title")
  func ungroupedSubcommands() throws {
    let page = try Sample.page("migrate -h").text(columns: 80)
    #expect(page.contains("\nMIGRATE OPTIONS:\n  -n, --dry-run           Change nothing.\n"))
    #expect(
      page.hasSuffix(
        """
        SUBCOMMANDS:
          status                  Show pending migrations.

        GLOBAL OPTIONS:
          --db <db>, --color <color>, -q, --version, -h

          See 'movies help migrate <subcommand>' and 'movies help options' for details.

        """))
    #expect(
      try Sample.page("migrate status -h").text(columns: 80).contains(
        "USAGE: movies migrate status [--brief] [--db <db>] [--color <color>] [--quiet]\n"))
  }

  @Test("the examples of a command with subcommands are at the end; hidden subcommands are absent")
  func examplesAfterSubcommands() throws {
    struct Tool: SampleCommand {
      static let configuration = CommandConfiguration(
        commandName: "tool", abstract: "", subcommands: [SampleSecret.self, SampleStatus.self],
        examples: [Example("tool status", "Shows it.")])
    }
    #expect(
      try CommandParser(root: Tool.self).page(["-h"]).text(columns: 80) == """
        USAGE: tool <subcommand>

        SUBCOMMANDS:
          status                  Show pending migrations.

        OPTIONS:
          --version, -h

        HELP TOPICS:
          options

          See 'tool help <subcommand>' and 'tool help options' for details.

        EXAMPLES:
          tool status             Shows it.

        """)
  }

  private struct SixFlags: ParsableArguments {
    @Flag(name: "--aa", help: "A flag.") var a = false
    @Flag(name: "--bb", help: "A flag.") var b = false
    @Flag(name: "--cc", help: "A flag.") var c = false
    @Flag(name: "--dd", help: "A flag.") var d = false
    @Flag(name: "--ee", help: "A flag.") var e = false
    @Flag(name: "--ff", help: "A flag.") var f = false
    @Flag(name: "--hidden", help: ArgumentHelp("A flag.", visibility: .hidden)) var hidden = false
  }

  private struct TwelveFlags: ParsableArguments {
    @OptionGroup var first: SixFlags
    @OptionGroup var second: SixFlags
  }

  @Test("the usage abbreviates more than twelve options and arguments")
  func longUsage() throws {
    struct WithArgument: ParsableArguments {
      @OptionGroup var flags: TwelveFlags
      @Argument(help: ArgumentHelp("The movies.", valueName: "movie")) var movies: [String]
    }
    struct ThirteenFlags: ParsableArguments {
      @OptionGroup var flags: TwelveFlags
      @Flag(name: "--on", help: "Mark.") var on = false
    }
    struct Tool: SampleCommand {
      static let subcommands: [any ParsableCommand.Type] = [SampleStatus.self]
      @OptionGroup var flags: ThirteenFlags
    }
    func usage(_ root: any ParsableCommand.Type) throws -> String? {
      try CommandParser(root: root).page(["-h"]).text(columns: 80)
        .split(separator: "\n").first { $0.hasPrefix("USAGE: ") }.map(String.init)
    }
    let six = "[--aa] [--bb] [--cc] [--dd] [--ee] [--ff]"
    #expect(try usage(SampleTool<TwelveFlags>.self) == "USAGE: tool \(six) \(six)")
    #expect(try usage(SampleTool<WithArgument>.self) == "USAGE: tool [<options>] <movie> ...")
    #expect(try usage(SampleTool<ThirteenFlags>.self) == "USAGE: tool [<options>]")
    #expect(try usage(Tool.self) == "USAGE: tool [<options>] <subcommand>")
  }

  @Test("options of a group without a title belong to the group around it")
  func nestedGroups() throws {
    struct Outer: ParsableArguments {
      @OptionGroup var page: SamplePage
      @OptionGroup(title: "Inner options") var output: SampleOutput
      @Flag(name: "--last", help: "The last.") var last = false
    }
    struct Options: ParsableArguments {
      @OptionGroup(title: "Outer options") var outer: Outer
      @Flag(name: "--own", help: "Its own.") var own = false
    }
    let page = try CommandParser(root: SampleTool<Options>.self).page(["-h"]).text(columns: 80)
    #expect(
      page.contains(
        """
        TOOL OPTIONS:
          --own                   Its own.

        SHARED OPTIONS:
          Outer                   --limit <n>, -r, --last
          Inner                   --format <format>, --plain, -0, --version, -h

        """), "\(page)")
  }

  @Test("the help shows defaults as they are typed")
  func defaultValues() throws {
    struct Options: ParsableArguments {
      @Option(name: "--limit", help: "The limit.") var limit = 10
      @Option(name: "--columns", help: "Which.")
      var columns = CommaSeparated(elements: [SampleColumn.id, .title])
    }
    let page = try CommandParser(root: SampleTool<Options>.self).page(["-h"]).text(columns: 120)
    #expect(page.contains("  The limit. (default: 10)\n"))
    #expect(page.contains("  Which. (values: id, title, actors; default: id,title)\n"))
  }

  // MARK: Wrapping

  /// A row of a page with columns for the description.
  private func row(_ label: String, _ text: String, columns: Int) -> String {
    let section = HelpSection("", rows: [HelpSection.Row(label, text)])
    let page = HelpPage(HelpTopic("topic", abstract: "", sections: [section]))
    return page.text(columns: columns + 26)
  }

  private func wrapped(_ text: String, columns: Int) -> String {
    let lines = row("x", text, columns: columns)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast(2).map { String($0.dropFirst(26)) }.joined(separator: "\n")
  }

  @Test("the description of a label of 24 characters or more starts on the next line")
  func longLabels() {
    let label = String(repeating: "a", count: 23)
    #expect(row(label, "A flag.", columns: 54) == "  \(label) A flag.\n\n")
    let indent = String(repeating: " ", count: 26)
    #expect(row(label + "a", "A flag.", columns: 54) == "  \(label)a\n\(indent)A flag.\n\n")
  }

  @Test(
    "lines break at the last space that fits",
    arguments: [
      ("one two three four five", "one two three four\nfive"),
      ("exactly twenty chars", "exactly twenty chars"),
      ("exactly twenty chars and", "exactly twenty\nchars and"),
      ("nineteen characters and", "nineteen characters\nand"),
      ("anunbreakablewordthatislong and", "anunbreakablewordthatislong\nand"),
      ("a anunbreakablewordthatislong", "a\nanunbreakablewordthatislong"),
      ("one\ntwo three", "one\ntwo three"),
      ("one\n\ntwo", "one\n\ntwo"),
      ("one", "one"),
      ("double  space  here  and  there", "double  space  here\n\u{20}and  there"),
    ])
  func lines(text: String, expected: String) {
    #expect(wrapped(text, columns: 20) == expected)
  }

  @Test("lines fit the width unless they are a single word, and no word is lost")
  func widths() {
    var random = RandomSource(seed: 7)
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        String(repeating: "w", count: Int.random(in: 1...30, using: &random))
      }
      let columns = Int.random(in: 20...60, using: &random)
      let text = wrapped(words.joined(separator: " "), columns: columns)
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns || !$0.contains(" ") })
      #expect(text.split { $0 == " " || $0 == "\n" }.map(String.init) == words)
    }
  }

  @Test(
    "any width and any text are accepted; the least width is 40",
    arguments: [Int.min, -1, 0, 1, 26, 27, 40, Int.max])
  func anyWidth(columns: Int) throws {
    let page = try Sample.page("list -h")
    #expect(page.text(columns: columns) == page.text(columns: max(40, columns)))
    var random = RandomSource(seed: 3)
    for _ in 0..<50 {
      let text = random.text(upTo: 60)
      let page = HelpPage(HelpTopic("topic", abstract: text, sections: []))
      #expect(!page.text(columns: columns).isEmpty)
    }
  }
}
