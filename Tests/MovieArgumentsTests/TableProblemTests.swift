import MovieArguments
import TestSupport
import Testing

@Suite("Problems of a table", .limited)
struct TableProblemTests {
  @Test("a valid table has no problems")
  func sound() { #expect(Sample.parser.problems == []) }

  private func problems(
    options: [OptionDescription] = [], arguments: [ArgumentDescription] = [],
    subcommands: [CommandDescription] = [], globals: [OptionDescription] = [],
    abstract: String = "A tool."
  ) -> [String] {
    ArgumentParser(
      root: CommandDescription(
        "tool", abstract: abstract, arguments: arguments, options: options,
        subcommands: subcommands), globalOptions: globals
    ).problems
  }

  @Test("names are unique and differ from those of the built-in flags")
  func duplicates() {
    let all = OptionDescription("all", short: "a", help: "All.")
    let any = OptionDescription("any", short: "a", help: "Any.")
    #expect(problems(options: [all, any]) == ["tool: -a is defined twice"])
    #expect(problems(options: [all], globals: [all]).contains("tool: --all is defined twice"))
    #expect(
      problems(options: [OptionDescription("human", short: "h", help: "Human.")])
        == ["tool: -h is defined twice"])
    #expect(
      problems(options: [OptionDescription("version", help: "It.")])
        == ["tool: --version is defined twice"])
    let parts = ["a", "b"].map { CommandDescription($0, aliases: ["x"], abstract: "A part.") }
    #expect(problems(subcommands: parts) == ["tool: x is defined twice"])
    #expect(
      problems(arguments: [Sample.movies, Sample.movies]).contains("tool: <movie> is defined twice")
    )
  }

  @Test("descriptions are sentences on one line")
  func sentences() {
    #expect(problems(abstract: "a tool.") == ["tool: not a sentence: a tool."])
    #expect(problems(abstract: "A tool") == ["tool: not a sentence: A tool"])
    #expect(problems(abstract: "A\ntool.").count == 1)
    #expect(problems(options: [OptionDescription("all", help: "")]) == ["tool: not a sentence: "])
    #expect(
      problems(subcommands: [CommandDescription("part", abstract: "part.")])
        == ["tool part: not a sentence: part."])
  }

  @Test(
    "names are lower-case words separated by dashes",
    arguments: ["All", "a", "a_b", "-a", "a--b", "é"])
  func names(name: String) {
    #expect(
      problems(options: [OptionDescription(name, help: "It.")]) == [
        "tool: not a valid name: --\(name)"
      ])
  }

  @Test("short names are letters or digits")
  func shortNames() {
    #expect(
      problems(options: [OptionDescription("all", short: "?", help: "It.")])
        == ["tool: -? is not a letter or digit"])
  }

  @Test("the order of arguments is unambiguous")
  func order() {
    #expect(
      problems(arguments: [Sample.movies, Sample.first])
        == ["tool: a repeated argument is not the last"])
    #expect(
      problems(arguments: [Sample.third, Sample.first])
        == ["tool: a required argument follows an optional one"])
    #expect(
      problems(arguments: [Sample.first], subcommands: [Sample.status])
        == ["tool: has both arguments and subcommands"])
  }

  @Test("choices exist, defaults are among them, and flags have neither")
  func values() {
    func option(_ value: ValueKind?, _ standard: String?, isRepeated: Bool = false)
      -> OptionDescription
    {
      OptionDescription(
        "all", value: value, help: "It.", isRepeated: isRepeated, defaultValue: standard)
    }
    #expect(problems(options: [option(.choice("x", []), nil)]) == ["tool: --all has no choices"])
    #expect(
      problems(options: [option(.integer("x", 0...5), "6")]) == [
        "tool: --all does not accept its default"
      ])
    #expect(
      problems(options: [option(nil, "6")]) == [
        "tool: --all is a flag, but repeated or with a default"
      ])
    #expect(
      problems(options: [option(nil, nil, isRepeated: true)]) == [
        "tool: --all is a flag, but repeated or with a default"
      ])
  }

  @Test("an option that a group shares with a subcommand is identical")
  func sharing() {
    let part = CommandDescription(
      "part", abstract: "A part.", options: [OptionDescription("all", help: "All of it.")])
    #expect(
      problems(options: [OptionDescription("all", help: "All.")], subcommands: [part])
        == ["tool: --all differs in part"])
  }

  @Test("topics and commands have different names")
  func topics() {
    let parser = ArgumentParser(
      root: Sample.root, topics: [HelpTopic("list", abstract: "no", sections: [])])
    #expect(parser.problems == ["list is defined twice", "list: not a sentence: no"])
  }
}
