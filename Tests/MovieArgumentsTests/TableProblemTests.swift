import MovieArguments
import TestSupport
import Testing

@Suite("Laws of a table", .limited)
struct TableProblemTests {
  @Test("a sound table has no problems")
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

  @Test("names are unique, and those of the built-in flags are taken")
  func duplicates() {
    let all = OptionDescription("all", short: "a", help: "All.")
    let any = OptionDescription("any", short: "a", help: "Any.")
    #expect(problems(options: [all, any]) == ["tool: -a is there twice"])
    #expect(problems(options: [all], globals: [all]).contains("tool: --all is there twice"))
    #expect(
      problems(options: [OptionDescription("human", short: "h", help: "Human.")])
        == ["tool: -h is there twice"])
    #expect(
      problems(options: [OptionDescription("version", help: "It.")])
        == ["tool: --version is there twice"])
    let parts = ["a", "b"].map { CommandDescription($0, aliases: ["x"], abstract: "A part.") }
    #expect(problems(subcommands: parts) == ["tool: x is there twice"])
    #expect(
      problems(arguments: [Sample.movies, Sample.movies]).contains("tool: <movie> is there twice"))
  }

  @Test("every description is a sentence on one line")
  func sentences() {
    #expect(problems(abstract: "a tool.") == ["tool: no sentence: a tool."])
    #expect(problems(abstract: "A tool") == ["tool: no sentence: A tool"])
    #expect(problems(abstract: "A\ntool.").count == 1)
    #expect(problems(options: [OptionDescription("all", help: "")]) == ["tool: no sentence: "])
    #expect(
      problems(subcommands: [CommandDescription("part", abstract: "part.")])
        == ["tool part: no sentence: part."])
  }

  @Test(
    "names are lower-case words with dashes", arguments: ["All", "a", "a_b", "-a", "a--b", "é"])
  func names(name: String) {
    #expect(
      problems(options: [OptionDescription(name, help: "It.")]) == ["tool: no name: --\(name)"])
  }

  @Test("short names are letters or digits")
  func shortNames() {
    #expect(
      problems(options: [OptionDescription("all", short: "?", help: "It.")])
        == ["tool: -? is no letter"])
  }

  @Test("arguments can be told apart by their order")
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
      problems(options: [option(.integer("x", 0...5), "6")]) == ["tool: --all refuses its default"])
    #expect(problems(options: [option(nil, "6")]) == ["tool: --all is a flag with values"])
    #expect(
      problems(options: [option(nil, nil, isRepeated: true)]) == [
        "tool: --all is a flag with values"
      ])
  }

  @Test("an option that a group shares with a subcommand is the same one")
  func sharing() {
    let part = CommandDescription(
      "part", abstract: "A part.", options: [OptionDescription("all", help: "All of it.")])
    #expect(
      problems(options: [OptionDescription("all", help: "All.")], subcommands: [part])
        == ["tool: --all differs in part"])
  }

  @Test("topics are not called as commands are")
  func topics() {
    let parser = ArgumentParser(
      root: Sample.root, topics: [HelpTopic("list", abstract: "no", sections: [])])
    #expect(parser.problems == ["list is there twice", "list: no sentence: no"])
  }
}
