import MovieArguments
import Synchronization
import TestSupport
import Testing

@Suite("Parsed values", .limited)
struct ParsedValueTests {
  // MARK: Commands

  @Test("a command is found by its name and its aliases")
  func commands() throws {
    _ = try Sample.parse("", as: SampleRoot.self)
    _ = try Sample.parse("ls", as: SampleList.self)
    _ = try Sample.parse("star x", as: SampleFavorite.self)
    _ = try Sample.parse("migrate", as: SampleMigrate.self)
    _ = try Sample.parse("migrate status", as: SampleStatus.self)
    _ = try Sample.parse("secret", as: SampleSecret.self)
  }

  @Test(
    "global options are accepted before and after the subcommand",
    arguments: [
      "--db x -q list", "list --db x -q", "-q list --db=x", "--db x list -q", "--db=x -q list -r",
    ])
  func globalOptions(line: String) throws {
    let list = try Sample.list(line)
    #expect(list.global.database == "x")
    #expect(list.global.quiet)
  }

  @Test("the value of a global option is not a subcommand")
  func valueLikeSubcommand() throws {
    let favorite = try Sample.parse("--db list favorite x", as: SampleFavorite.self)
    #expect(favorite.global.database == "list")
  }

  @Test("an option of a group of commands is passed to a subcommand that declares it as well")
  func sharedOptions() throws {
    struct Preview: ParsableArguments {
      @Flag(name: ["-n", "--dry-run"], help: "Only show.") var dryRun = false
    }
    struct Part: SampleCommand {
      @OptionGroup var preview: Preview
    }
    struct Group: SampleCommand {
      static let subcommands: [any ParsableCommand.Type] = [Part.self]
      @OptionGroup var preview: Preview
    }
    let part: Part = try CommandParser(root: Group.self).parse(["-n", "part"])
    #expect(part.preview.dryRun)
  }

  private struct Draw: SampleCommand {
    @Argument(help: "Words.") var words: [String] = []
    @Option(name: "--year", help: "A year.", range: 1...9_999, implied: "7") var year: Int?
    @Flag(name: "--all", help: "All.") var all = false
  }

  @Test(
    "the value of an option that can do without one is the next word only if it is valid",
    arguments: [
      ("", nil, []), ("--year", 7, []), ("--year 5", 5, []), ("--year=5", 5, []),
      ("--year x", 7, ["x"]), ("x --year", 7, ["x"]), ("--year --all", 7, []),
      ("--year 5 6", 5, ["6"]), ("--year -- 5", 7, ["5"]), ("--year --year 3", 3, []),
    ] as [(String, Int?, [String])])
  func impliedValue(line: String, year: Int?, words: [String]) throws {
    let draw: Draw = try CommandParser(root: Draw.self).parse(
      line.split(separator: " ").map(String.init))
    #expect(draw.year == year && draw.words == words)
  }

  @Test(
    "a value that is given to it must be valid",
    arguments: ["--year=", "--year=x", "--year=0", "--year 0"])
  func invalidOptionalValue(line: String) {
    #expect(throws: UsageError.self) {
      let _: Draw = try CommandParser(root: Draw.self).parse(
        line.split(separator: " ").map(String.init))
    }
  }

  @Test("the help and the manual show that the value can be left out")
  func optionalValueForms() throws {
    let parser = CommandParser(root: Draw.self)
    #expect(try parser.helpPage(of: []).text(columns: 80).contains("--year [<year>]"))
    let manual = ManualPage.text(
      of: parser, release: "1", date: "x", introduction: [], sections: [], related: [])
    #expect(manual.contains("Fl Fl year Op Ar year"))
  }

  private struct Outer: SampleCommand {
    static let subcommands: [any ParsableCommand.Type] = [Middle.self]

    init() { Initializations.add("outer") }
  }

  private struct Middle: SampleCommand {
    static let subcommands: [any ParsableCommand.Type] = [Inner.self]

    @Flag(name: "--all", help: "All.") var all = false

    init() { Initializations.add("middle") }
  }

  private struct Inner: SampleCommand {
    init() { Initializations.add("inner") }
  }

  private enum Initializations {
    private static let names = Mutex<[String]>([])

    static func add(_ name: String) { names.withLock { $0.append(name) } }
    static var all: [String] { names.withLock(\.self) }
  }

  @Test("parsing initializes only the requested command")
  func initializations() throws {
    let middle: Middle = try CommandParser(root: Outer.self).parse(["middle", "--all"])
    #expect(middle.all)
    #expect(Initializations.all == ["middle"])
  }

  // MARK: Values

  @Test("values have the types of their properties")
  func types() throws {
    let list = try Sample.list(
      "list -s added --limit 5 --order billing -r --format b --color never")
    #expect(list.sort == .added)
    #expect(list.page.limit == 5)
    #expect(list.order == .billing)
    #expect(list.page.reverse)
    #expect(list.output.format == .b)
    #expect(list.global.color == .never)
  }

  @Test("absent options and arguments have their defaults")
  func defaults() throws {
    for list in [try Sample.list("list"), SampleList()] {
      #expect(list.sort == .title)
      #expect(list.actor == [])
      #expect(list.order == nil)
      #expect(list.page.limit == nil)
      #expect(!list.page.reverse)
      #expect(list.columns?.elements == nil)
      #expect(list.global.color == .auto)
    }
  }

  @Test("required, optional and repeated arguments have the words in their order")
  func arguments() throws {
    let short = try Sample.parse("three a 5", as: SampleThree.self)
    #expect(short.first == "a")
    #expect(short.second == 5)
    #expect(short.third == nil)
    #expect(short.rest == [])
    let long = try Sample.parse("three a 100 name x y", as: SampleThree.self)
    #expect(long.second == 100)
    #expect(long.third == .name)
    #expect(long.rest == ["x", "y"])
  }

  @Test("a repeated option has its last value, or all values if it is an array")
  func repetition() throws {
    let list = try Sample.list(
      "list --limit 1 --sort added --actor b --sort random --limit 2 --actor a --actor b")
    #expect(list.page.limit == 2)
    #expect(list.sort == .random)
    #expect(list.actor == ["b", "a", "b"])
  }

  @Test(
    "a flag for a value and its option override each other",
    arguments: [
      ("list --plain", .a), ("list --format b --plain", .a), ("list --plain --format b", .b),
      ("list --plain --plain", .a),
    ] as [(String, SampleFormat)])
  func valueFlags(line: String, format: SampleFormat) throws {
    #expect(try Sample.list(line).output.format == format)
  }

  @Test("a comma-separated list has its elements in order, and the last list applies")
  func lists() throws {
    let list = try Sample.list("list --columns id --columns title,id,title")
    #expect(list.columns?.elements == [.title, .id, .title])
  }

  @Test(
    "an integer consists of ASCII digits",
    arguments: [
      ("0", 0), ("007", 7), ("-0", 0), ("9223372036854775807", Int.max),
      ("000000000000000000000000000012", 12),
    ])
  func integers(text: String, number: Int) throws {
    #expect(try Sample.list("list --limit \(text)").page.limit == number)
  }

  // MARK: Forms of words

  @Test(
    "a value follows its option, an equals sign or a cluster",
    arguments: [
      "list --sort added", "list --sort=added", "list -s added", "list -s=added",
      "list -rs added", "list -sr added", "list -r -s added", "ls --reverse --sort added",
      "list --sort title --sort added",
    ])
  func optionValues(line: String) throws { #expect(try Sample.list(line).sort == .added) }

  @Test("the options of a cluster have the following words as values, in order")
  func clusterValues() throws {
    struct Options: ParsableArguments {
      @Option(name: ["-f", "--first"], help: "One.") var first: String?
      @Option(name: ["-s", "--second"], help: "Two.") var second: String?
      @Flag(name: ["-r", "--reverse"], help: "Three.") var reverse = false
    }
    let options = try SampleTool<Options>.parse(["-frs", "one", "two"]).arguments
    #expect(options.first == "one")
    #expect(options.second == "two")
    #expect(options.reverse)
  }

  @Test(
    "a value can be empty, a dash, or contain equals signs",
    arguments: [
      ("list --actor ", ""), ("list --actor -", "-"), ("list --actor=-", "-"),
      ("list --actor=a=b=", "a=b="), ("list --actor=\u{301}x", "\u{301}x"),
    ])
  func unusualValues(line: String, value: String) throws {
    #expect(try Sample.list(line).actor == [value])
    let favorite: SampleFavorite = try Sample.parser.parse(["favorite", value])
    #expect(favorite.movies == [value])
  }

  @Test("options can be between arguments; all words after the terminator are arguments")
  func terminator() throws {
    let favorite: SampleFavorite = try Sample.parse("favorite a --on b -q -- --off -h -- c")
    #expect(favorite.movies == ["a", "b", "--off", "-h", "--", "c"])
    #expect(favorite.on && !favorite.off && favorite.global.quiet)
    #expect(try Sample.list("list -r --").page.reverse)
  }

  @Test("a negative number is a value of an integer; text requires an equals sign")
  func negativeNumbers() throws {
    struct Options: ParsableArguments {
      @Option(name: ["-o", "--offset"], help: "The start.", range: -100...100) var offset = 0
      @Option(name: "--actor", help: "An actor.") var actor: String?
    }
    typealias Tool = SampleTool<Options>
    for words in [["--offset", "-10"], ["--offset=-10"], ["-o", "-10"], ["-o=-10"]] {
      #expect(try Tool.parse(words).arguments.offset == -10)
    }
    let options = try Tool.parse(["--offset", "-1", "--actor=-10"]).arguments
    #expect(options.offset == -1)
    #expect(options.actor == "-10")
    #expect(throws: UsageError.self) { try Tool.parse(["--actor", "-10"]) }
    #expect(throws: UsageError.self) { try Tool.parse(["--offset", "-1x"]) }
  }

  /// A key, in descending order with a dash.
  private struct Order: ExpressibleByArgument, Equatable {
    let key: String
    let isDescending: Bool

    init?(argument: String) {
      isDescending = argument.hasPrefix("-")
      key = String(argument.drop { $0 == "-" })
      if !["rating", "title"].contains(key) { return nil }
    }

    static func acceptsDashed(_ word: String) -> Bool { Order(argument: word) != nil }
  }

  private struct Orders: ParsableArguments {
    @Option(name: ["-s", "--sort"], help: "The order.") var order: Order?
    @Flag(name: ["-r", "--reverse"], help: "From the end.") var reverse = false
    @Argument(help: ArgumentHelp("Others.", valueName: "other")) var others: [Order] = []
  }

  @Test(
    "a word with a dash is a value if the type accepts it",
    arguments: [
      "--sort -rating", "--sort=-rating", "-s -rating", "-s=-rating", "-rs -rating",
      "-s -rating -r", "-rating --sort -rating", "--sort -rating -- -title",
      "--sort -rating -title",
    ])
  func dashedValues(line: String) throws {
    let orders = try SampleTool<Orders>.parse(Sample.words(line)).arguments
    #expect(orders.order == Order(argument: "-rating"))
    #expect(orders.reverse == Sample.words(line).contains { ["-r", "-rs"].contains($0) })
  }

  @Test(
    "other words with a dash are options",
    arguments: [
      ("--sort -r", "Missing value for '--sort <sort>'"),
      ("--sort -year", "Missing value for '--sort <sort>'"),
      ("--sort --rating", "Missing value for '--sort <sort>'"), ("-year", "Unknown option '-year'"),
      ("--reverse=-rating", "The option '--reverse' does not take any value"),
    ])
  func otherDashedWords(line: String, start: String) throws {
    let error = try CommandParser(root: SampleTool<Orders>.self).error(Sample.words(line))
    #expect(error.message.hasPrefix(start))
  }
}
