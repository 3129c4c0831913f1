import MovieArguments
import TestSupport
import Testing

@Suite("Invalid values", .limited)
struct InvalidValueTests {
  @Test(
    "values outside of a fixed list",
    arguments: [
      ("list --order x", "x", "--order <order>", "'name' or 'billing'."),
      ("list -s size", "size", "-s <sort>", "'title', 'added', 'relevance' or 'random'."),
      ("list --order nmae", "nmae", "--order <order>", "'name' or 'billing'. Did you mean 'name'?"),
      (
        "list --format zz", "zz", "--format <format>",
        "the following:\n  - a\n  - b\n  - c\n  - d\n  - e\n  - f"
      ),
      ("list --columns id,,title", "", "--columns <a,b>", "'id', 'title' or 'actors'."),
      ("list --columns id,no", "no", "--columns <a,b>", "'id', 'title' or 'actors'."),
      ("three a 1 x", "x", "<third>", "'name' or 'billing'."),
    ])
  func choices(line: String, value: String, form: String, choices: String) throws {
    #expect(
      try Sample.error(line).message
        == "The value '\(value)' is invalid for '\(form)'. Please provide one of \(choices)")
  }

  @Test(
    "integers that are malformed or out of range",
    arguments: [
      "x", "+5", " 5", "5 ", "0x5", "5.0", "1e3", "٣", "５", "9223372036854775808",
      "99999999999999999999999999", "-1", "-9223372036854775809", "1_000", "",
    ])
  func invalidIntegers(text: String) throws {
    let error = try Sample.parser.error(["list", "--limit", text])
    #expect(
      error.message == """
        The value '\(text)' is invalid for '--limit <n>'. Please provide a whole number of at least 0.
        """)
    #expect(error.help == "--limit <n>  The maximum number of movies.")
  }

  @Test(
    "the bounds of an integer",
    arguments: [
      ("--any=x", ""), ("--low=-1", " of at least 0"), ("--high=6", " of at most 5"),
      ("--both=0", " from 1 to 100"), ("--both=101", " from 1 to 100"),
    ])
  func bounds(word: String, bounds: String) throws {
    struct Options: ParsableArguments {
      @Option(name: "--any", help: "Any.", range: Int.min...Int.max) var any = 0
      @Option(name: "--low", help: "From 0.", range: 0...Int.max) var low = 0
      @Option(name: "--high", help: "To 5.", range: Int.min...5) var high = 0
      @Option(name: "--both", help: "Both.", range: 1...100) var both = 1
    }
    let error = try CommandParser(root: SampleTool<Options>.self).error([word])
    #expect(error.message.hasSuffix(". Please provide a whole number\(bounds)."))
  }

  private struct Version: ExpressibleByArgument {
    let number: Int

    init?(argument: String) {
      let digits = argument.hasPrefix("v") ? String(argument.dropFirst()) : argument
      guard let number = Int(argument: digits) else { return nil }
      self.number = number
    }

    static func expectedArgument(insteadOf argument: String) -> String? {
      argument.hasPrefix("v") ? "a number after 'v'" : "a version"
    }
  }

  @Test("a type describes the values that it accepts")
  func expectedArguments() throws {
    struct Options: ParsableArguments {
      @Option(name: "--to", help: "The last.") var last: Version?
      @Option(name: "--all", help: "Any of them.") var all: CommaSeparated<Version>?
    }
    typealias Tool = SampleTool<Options>
    let options = try Tool.parse(["--to", "v3", "--all", "1,v2"]).arguments
    #expect(options.last?.number == 3)
    #expect(options.all?.elements.map(\.number) == [1, 2])
    let parser = CommandParser(root: Tool.self)
    #expect(
      try parser.error(["--to=x3"]).message
        == "The value 'x3' is invalid for '--to <to>'. Please provide a version.")
    #expect(
      try parser.error(["--all=1,vv3,x"]).message
        == "The value 'vv3' is invalid for '--all <all>'. Please provide a number after 'v'.")
  }
}
