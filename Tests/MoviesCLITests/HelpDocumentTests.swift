import MovieArguments
import MoviesCLI
import TestSupport
import Testing

/// `help --json`.
@Suite(.limited) struct HelpDocumentTests {
  private static let names = [[], ["help"]] + CommandTree.names

  /// The names of the commands of which a test reads the help: in the default tier, groups and some
  /// others.
  private static let someNames = names.enumerated().filter { number, names in
    Tier.isFull || number % 5 == 0 || !CommandTree.command(names).configuration.subcommands.isEmpty
  }.map(\.element)

  private static func document(_ words: [String]) throws -> JSON {
    let result = uncheckedMovies(words + ["--json"])
    #expect(result.status == .done && result.error == "")
    return try JSON(result.output)
  }

  /// `help --json`.
  private static let all = Result { try document(["help"]) }

  private static func path(_ command: JSON) -> [String] {
    command["path"]?.elements.compactMap(\.string) ?? []
  }

  @Test("the declarations match the recorded ones, and their schema")
  func golden() throws {
    // The default of 'stats --calendar' is the year of the day.
    let result = WatchedCatalog.onDay { uncheckedMovies(["help", "--json"]) }
    Golden.expect(result.output, isFixture: "golden/help.json")
    #expect(try OutputContract.validate(result.output, isLines: false, of: ["help"]) == 1)
  }

  @Test("help --json has every command, its shown options and arguments, and every topic")
  func completeness() throws {
    let document = try Self.all.get()
    let commands = document["commands"]?.elements ?? []
    #expect(commands.map(Self.path) == Self.names)
    func options(_ value: JSON?) -> [[String]] {
      value?.elements.map { $0["names"]?.elements.compactMap(\.string) ?? [] } ?? []
    }
    let global = options(document["globalOptions"])
    #expect(global.contains(["--db"]) && global.contains(["-h", "--help", "-help"]))
    for (command, names) in zip(commands, Self.names).dropFirst(2) {
      let path = CommandTree.command(names)
      let shown = path.options.filter { !$0.isHidden }.map { $0.names.map { "\($0)" } }
      #expect(Set(options(command["options"]) + global).isSuperset(of: shown))
      let arguments = command["arguments"]?.elements.compactMap { $0["valueName"]?.string }
      #expect(arguments == path.arguments.map(\.valueName))
    }
    let topics = document["topics"]?.elements.compactMap { $0["name"]?.string }
    #expect(topics == CommandTree.parser.topics.map(\.name))
    #expect(!uncheckedMovies(["help", "--json"]).output.contains("generate-manual"))
  }

  @Test("help <command> --json is restricted to the command and its subcommands")
  func restriction() throws {
    for names in Self.someNames where names != [] && names != ["help"] {
      let document = try Self.document(["help"] + names)
      let paths = document["commands"]?.elements.map(Self.path) ?? []
      #expect(paths == CommandTree.names.filter { $0.starts(with: names) })
    }
  }

  @Test("--help --json prints the same, whatever else is given")
  func request() {
    for names in Self.someNames {
      let help = uncheckedMovies(["help"] + names + ["--json"])
      #expect(uncheckedMovies(names + ["--help", "--json"]) == help)
      #expect(uncheckedMovies(names + ["--json", "-h", "--bogus"]) == help)
    }
    #expect(movies("help", "list").output.hasPrefix("OVERVIEW: "))
    #expect(movies("seed", "1", "--json").status == .usage)
  }

  @Test("a topic has no declarations")
  func topic() {
    let result = movies("help", "formats", "--json")
    #expect(result.status == .usage && result.error.contains("'formats' is a topic"))
    #expect(movies("help", "lst", "--json").error.contains("Did you mean 'list'?"))
  }

  @Test("an option with another effect is named, and so is the value of each type")
  func members() throws {
    let commands = try Self.all.get()["commands"]?.elements ?? []
    func option(_ name: String, of names: [String]) throws -> JSON {
      let command = try #require(commands.first { Self.path($0) == names })
      let options = command["options"]?.elements ?? []
      return try #require(
        options.first { $0["names"]?.elements.contains(.string(name)) == true })
    }
    let effects: [(String, [String], String)] = [
      ("--fix", ["doctor"], "destroys"), ("--merge", ["duplicates"], "writes"),
      ("--forget", ["duplicates"], "destroys"),
    ]
    for (name, names, effect) in effects {
      #expect(try option(name, of: names)["effect"]?.string == effect)
    }
    let types = [
      ("--limit", ["list"], "integer"), ("--where", ["list"], "query"),
      ("--reverse", ["list"], "boolean"), ("--sort", ["list"], "string"),
      ("--by", ["stats"], "key"),
      ("--columns", ["list"], "list"), ("--actor", ["list"], "actor"),
      ("--since", ["stats"], "date"), ("--calendar", ["stats"], "year"),
      ("--output", ["stats"], "newFile"), ("--backup", ["migrate"], "newFile"),
      ("--set", ["edit"], "assignment"),
    ]
    for (name, names, type) in types {
      #expect(try option(name, of: names)["type"]?.string == type, "\(name)")
    }
    #expect(try option("--limit", of: ["list"])["minimum"] == .number(0))
    #expect(try option("--favorites", of: ["seed"])["maximum"] == .number(100))
    #expect(try option("--calendar", of: ["stats"])["impliedValue"] != nil)
  }

  @Test("only commands that read lists or references have the exit status 65, and one has 3")
  func statuses() throws {
    let commands = try Self.all.get()["commands"]?.elements ?? []
    func names(with status: Double) -> [[String]] {
      commands.filter { $0["exitStatuses"]?.elements.contains(.number(status)) == true }
        .map(Self.path)
    }
    #expect(names(with: 3) == [["migrate", "status"]])
    // Those that read lists, references from standard input, or a baseline.
    let reading = [
      "show", "rate", "watch", "tag", "favorite", "edit", "merge", "delete", "browse", "import",
      "sync", "diff", "compare",
    ]
    #expect(names(with: 65) == reading.map { [$0] } + [["migrate", "check"]])
    #expect(names(with: 64) == Self.names)
  }

  @Test("every type of a value is explained, and no other")
  func types() throws {
    let document = try Self.all.get()
    let commands = document["commands"]?.elements ?? []
    let values =
      commands.flatMap { ($0["options"]?.elements ?? []) + ($0["arguments"]?.elements ?? []) }
      + (document["globalOptions"]?.elements ?? [])
    let explained = document["types"]?.elements.compactMap { $0["type"]?.string } ?? []
    #expect(explained == Set(values.compactMap { $0["type"]?.string }).sorted())
    let versions = values.filter { $0["names"]?.elements == [.string("--to")] }
    #expect(versions.allSatisfy { $0["minimum"] == .number(1) && $0["maximum"] == .number(6) })
    #expect(!versions.isEmpty)
  }
}
