import ArgumentsTestSupport
import MovieArguments
import TestSupport
import Testing

@Suite("Problems of declarations", .limited)
struct DeclarationProblemTests {
  private struct Part: SampleCommand {}

  private func problems<Arguments: ParsableArguments>(_ type: Arguments.Type) -> [String] {
    problems(root: SampleTool<Arguments>.self)
  }

  private func problems(root: any ParsableCommand.Type) -> [String] {
    CommandParser(root: root).problems
  }

  @Test("valid declarations have no problems")
  func valid() { #expect(Sample.parser.problems == []) }

  @Test("names are unique and differ from those of the built-in flags")
  func duplicates() {
    struct Options: ParsableArguments {
      @Flag(name: ["-a", "--all"], help: "All.") var all = false
      @Flag(name: ["-a", "--any"], help: "Any.") var any = false
      @Flag(name: "--any", help: "Any.") var other = false
      @Flag(name: ["-h", "--human"], help: "Human.") var human = false
      @Flag(name: "--version", help: "It.") var version = false
    }
    #expect(
      problems(Options.self)
        == ["--any", "--version", "-a", "-h"].map {
          "tool: \($0) is defined twice"
        })
    struct Arguments: ParsableArguments {
      @Argument(help: ArgumentHelp("One.", valueName: "movie")) var first: String
      @Argument(help: ArgumentHelp("Two.", valueName: "movie")) var second: String
    }
    #expect(problems(Arguments.self) == ["tool: <movie> is defined twice"])
  }

  @Test("names, aliases and suggested names of subcommands are unique")
  func duplicateCommands() {
    struct First: SampleCommand {
      static let configuration = CommandConfiguration(
        commandName: "first", abstract: "One.", aliases: ["x"], suggestedFor: ["part --all"])
    }
    struct Second: SampleCommand {
      static let configuration = CommandConfiguration(
        commandName: "second", abstract: "Two.", aliases: ["x"])
    }
    struct Tool: SampleCommand {
      static let subcommands: [any ParsableCommand.Type] = [First.self, Second.self, Part.self]
    }
    #expect(
      problems(root: Tool.self) == ["tool: part is defined twice", "tool: x is defined twice"])
  }

  @Test("abstracts and explanations are sentences on one line")
  func sentences() {
    struct Part: SampleCommand {
      static let configuration = CommandConfiguration(commandName: "part", abstract: "part.")
    }
    struct Tool: SampleCommand {
      static let configuration = CommandConfiguration(
        commandName: "tool", abstract: "A tool", subcommands: [Part.self],
        examples: [Example("tool", "A\ntool.")])
      @Flag(name: "--all", help: "") var all = false
    }
    #expect(
      problems(root: Tool.self) == [
        "tool: not a sentence: A tool", "tool: not a sentence: ", "tool: not a sentence: A\ntool.",
        "tool part: not a sentence: part.",
      ])
  }

  @Test("a long name is lower-case words separated by dashes, a short name a letter or digit")
  func names() {
    struct Options: ParsableArguments {
      @Flag(name: "--All", help: "It.") var capital = false
      @Flag(name: "-a", help: "It.") var short = false
      @Flag(name: "--a_b", help: "It.") var underscore = false
      @Flag(name: "-ab", help: "It.") var dash = false
      @Flag(name: "--a--b", help: "It.") var dashes = false
      @Flag(name: "--éa", help: "It.") var accent = false
      @Flag(name: ["-?", "--help-me"], help: "It.") var sign = false
    }
    #expect(
      problems(Options.self)
        == ["All", "", "a_b", "", "a--b", "éa"].map { "tool: not a valid name: --\($0)" }
        + ["tool: -? is not a letter or digit"])
  }

  @Test("the assignment of words to arguments is unambiguous")
  func order() {
    struct RepeatedFirst: ParsableArguments {
      @Argument(help: ArgumentHelp("Some.", valueName: "some")) var some: [String]
      @Argument(help: ArgumentHelp("One.", valueName: "one")) var one: String
    }
    #expect(problems(RepeatedFirst.self) == ["tool: a repeated argument is not the last"])
    struct OptionalFirst: ParsableArguments {
      @Argument(help: ArgumentHelp("Some.", valueName: "some")) var some: String?
      @Argument(help: ArgumentHelp("One.", valueName: "one")) var one: String
    }
    #expect(problems(OptionalFirst.self) == ["tool: a required argument follows an optional one"])
    struct Tool: SampleCommand {
      static let subcommands: [any ParsableCommand.Type] = [Part.self]
      @Argument(help: ArgumentHelp("One.", valueName: "one")) var one: String
    }
    #expect(problems(root: Tool.self) == ["tool: has both required arguments and subcommands"])
  }

  @Test("an option accepts its default")
  func defaults() {
    struct Options: ParsableArguments {
      @Option(name: "--limit", help: "It.", range: 0...5) var limit = 6
      @Option(name: "--order", help: "It.") var order = SampleOrder.name
    }
    #expect(problems(Options.self) == ["tool: --limit does not accept its default"])
  }

  @Test("an option of a command and its subcommand has a value in both, or in none")
  func sharing() {
    struct Part: SampleCommand {
      @Flag(name: "--all", help: "All of it.") var all = false
    }
    struct Tool: SampleCommand {
      static let subcommands: [any ParsableCommand.Type] = [Part.self]
      @Option(name: "--all", help: "All.") var all: String?
    }
    #expect(problems(root: Tool.self) == ["tool: --all differs in part"])
  }

  @Test("topics and commands have different names")
  func topics() {
    let parser = CommandParser(
      root: SampleRoot.self, topics: [HelpTopic("list", abstract: "no", sections: [])])
    #expect(parser.problems == ["list is defined twice", "list: not a sentence: no"])
  }
}
