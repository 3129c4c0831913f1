import MovieArguments
import TestSupport
import Testing

/// Laid out, byte for byte, as swift-argument-parser 1.8.2 does; notes on the environment and
/// examples are additions.
@Suite("Help pages", .limited)
struct HelpPageTests {
  @Test("a group lists its subcommands and says how to read on")
  func groupPage() throws {
    #expect(
      try Sample.page("").text(columns: 80) == """
        OVERVIEW: Keep a catalog of movies.

        The catalog is one file on your machine. Each movie in it has a title and a
        cast in billing order, and can be a favorite.

        USAGE: movies [--db <db>] [--color <color>] [--quiet] <subcommand>

        OPTIONS:
          --db <db>               The database file to use. (env: SAMPLE_DB)
          --color <color>         When to use color. (values: auto, always, never;
                                  default: auto)
          -q, --quiet             Print less.
          --version               Show the version.
          -h, --help              Show help information.

        CATALOG SUBCOMMANDS:
          list, ls                List the movies of the catalog.
          favorite, fav, star     Mark movies as favorites.
          three                   Three arguments and more.

        DATA SUBCOMMANDS:
          migrate                 Migrate the database.

        HELP TOPICS:
          formats                 Formats of the output.

          See 'movies help <subcommand>' for detailed help.

        """)
  }

  @Test("titled groups stand before the other options, examples at the very end")
  func leafPage() throws {
    #expect(
      try Sample.page("list --help").text(columns: 80) == """
        OVERVIEW: List the movies of the catalog.

        USAGE: movies list [--format <format>] [--null] [--sort <sort>] [--actor <actor> ...] \
        [--limit <n>] [--order <order>] [--reverse] [--db <db>] [--color <color>] [--quiet]

        OUTPUT OPTIONS:
          --format <format>       The format of the output. (values: a, b, c, d, e, f)
          -0, --null              End each record with a NUL byte instead of a newline,
                                  for xargs -0.

        OPTIONS:
          -s, --sort <sort>       How to sort the movies. (values: title, added,
                                  relevance, random; default: title)
          --actor <actor>         Only movies with this actor. If repeated, all of the
                                  actors must be in the cast.
          --limit <n>             The maximum number of movies.
          --order <order>         Order of actors. (values: name, billing)
          -r, --reverse           Reverse the order.
          --db <db>               The database file to use. (env: SAMPLE_DB)
          --color <color>         When to use color. (values: auto, always, never;
                                  default: auto)
          -q, --quiet             Print less.
          --version               Show the version.
          -h, --help              Show help information.

        EXAMPLES:
          movies list -r          From the end.
          movies list --actor 'Angela Bassett'
                                  The movies of one actor.

        """)
  }

  @Test("arguments come first, and a page that ends with a block has an empty line behind it")
  func argumentsPage() throws {
    let page = try Sample.page("help three").text(columns: 80)
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

        OPTIONS:

        """))
    #expect(page.hasSuffix("  -h, --help              Show help information.\n\n"))
  }

  @Test("a group below the root says how to read on, and ungrouped subcommands stand by themselves")
  func nestedGroupPage() throws {
    #expect(
      try Sample.page("migrate -h").text(columns: 80).hasSuffix(
        """
        SUBCOMMANDS:
          status                  Show what is pending.

          See 'movies help migrate <subcommand>' for detailed help.

        """))
    #expect(
      try Sample.page("help migrate status").text(columns: 80).contains(
        "USAGE: movies migrate status [--brief] [--db <db>] [--color <color>] [--quiet]\n"))
  }

  @Test("a group's examples stand behind the line on how to read on")
  func examplesOfGroup() throws {
    let parser = ArgumentParser(
      root: CommandDescription(
        "tool", abstract: "", subcommands: [Sample.secret, Sample.status],
        examples: [("tool status", "Shows it.")]))
    guard case .help(let page) = try parser.parse([]) else { return }
    #expect(
      page.text(columns: 80) == """
        USAGE: tool <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          status                  Show what is pending.

          See 'tool help <subcommand>' for detailed help.

        EXAMPLES:
          tool status             Shows it.

        """)
  }

  @Test("more than twelve options and arguments are only hinted at in the usage")
  func longUsage() throws {
    let flags = (1...12).map { OptionDescription("flag-\($0)", help: "A flag.") }
    func synopsis(
      _ options: [OptionDescription], _ arguments: [ArgumentDescription],
      _ subcommands: [CommandDescription] = []
    ) throws -> String {
      let command = CommandDescription(
        "tool", abstract: "", arguments: arguments, options: options, subcommands: subcommands)
      guard case .help(let page) = try ArgumentParser(root: command).parse(["-h"]) else {
        return ""
      }
      return String(page.text(columns: 80).prefix { $0 != "\n" })
    }
    let all = flags.map { "[--\($0.long)]" }.joined(separator: " ")
    #expect(try synopsis(flags, []) == "USAGE: tool \(all)")
    #expect(try synopsis(flags, [Sample.movies]) == "USAGE: tool [<options>] <movie> ...")
    #expect(try synopsis(flags + [Sample.on], []) == "USAGE: tool <options>")
    #expect(try synopsis(flags + [Sample.columns], []) == "USAGE: tool \(all)")
    #expect(
      try synopsis(flags + [Sample.on], [], [Sample.status]) == "USAGE: tool <options> <subcommand>"
    )
  }

  @Test("a label of 24 characters or more has its description on the next line")
  func longLabels() throws {
    func rows(_ name: String) throws -> String {
      let option = OptionDescription(name, help: "A flag.")
      let root = CommandDescription("tool", abstract: "", options: [option])
      guard case .help(let page) = try ArgumentParser(root: root).parse(["-h"]) else { return "" }
      return page.text(columns: 80)
    }
    let (short, long) = (String(repeating: "a", count: 21), String(repeating: "a", count: 22))
    #expect(try rows(short).contains("  --\(short) A flag.\n"))
    let indent = String(repeating: " ", count: 26)
    #expect(try rows(long).contains("  --\(long)\n\(indent)A flag.\n"))
  }

  @Test(
    "a help flag wins over every usage error, wherever it stands before the terminator",
    arguments: [
      "list --help", "list -h", "ls --limit x --help", "list --limit --help", "list --bogus -h",
      "list ---x --help", "list -rh", "list -help", "list --help=3", "list x --version -h",
      "-q list --help -- x", "help list", "help ls", "help -h list",
    ])
  func helpWins(line: String) throws {
    #expect(try Sample.page(line).names == ["movies", "list"])
  }

  @Test(
    "whatever names no command shows the root's help",
    arguments: [
      "", "--help", "-h", "-q", "--db x", "--help list", "bogus --help", "help", "help --help",
      "help bogus -h", "-h --bogus",
    ])
  func rootPage(line: String) throws {
    #expect(try Sample.page(line).names == ["movies"])
  }

  @Test("a group that does nothing itself shows its help")
  func bareGroup() throws {
    let inner = CommandDescription("group", abstract: "A group.", subcommands: [Sample.status])
    let parser = ArgumentParser(
      root: CommandDescription("tool", abstract: "A tool.", subcommands: [inner]))
    guard case .help(let page) = try parser.parse(["group"]) else {
      Issue.record("no help")
      return
    }
    #expect(page.names == ["tool", "group"])
  }

  @Test("behind the terminator a help flag is an argument")
  func terminatedHelp() throws {
    #expect(try Sample.command("favorite -- --help").arguments == ["--help"])
  }

  @Test(
    "the version wins over what is missing, unknown or left over, but not over help or bad values",
    arguments: ["--version", "list --version", "--version bogus", "favorite --version --bogus"])
  func version(line: String) throws {
    guard case .version = try Sample.parser.parse(Sample.words(line)) else {
      Issue.record("no version")
      return
    }
  }

  @Test("a bad value comes before the version")
  func versionAfterBadValue() throws {
    #expect(try Sample.error("list --limit x --version").message.hasPrefix("The value 'x'"))
    #expect(try Sample.page("list --version --help").names == ["movies", "list"])
  }

  @Test("a topic is found by its name")
  func topics() throws {
    #expect(
      try Sample.page("help formats").text(columns: 80) == """
        OVERVIEW: Formats of the output.

        SHAPES:
          One of these.

          json                    One array.


        """)
  }

  @Test("pages are found by names, aliases included; a table may have a help command of its own")
  func pagesByName() throws {
    #expect(Sample.parser.helpPage(of: [])?.names == ["movies"])
    #expect(Sample.parser.helpPage(of: ["ls"])?.names == ["movies", "list"])
    #expect(Sample.parser.helpPage(of: ["bogus"]) == nil)
    #expect(try Sample.page("help help").names == ["movies", "help"])
    let own = CommandDescription(
      "help", abstract: "My help.", arguments: [Sample.rest], isRunnable: true)
    let parser = ArgumentParser(
      root: CommandDescription("tool", abstract: "A tool.", subcommands: [own]))
    #expect(parser.root.subcommands.count == 1)
    guard case .help(let page) = try parser.parse(["help", "help"]) else { return }
    #expect(page.text(columns: 80).hasPrefix("OVERVIEW: My help."))
  }
}
