import MovieArguments
import MovieMCP
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct CommandArgumentsTests {
  private struct Sample: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sample", abstract: "Sample.")

    @Argument(help: ArgumentHelp("Words.", valueName: "word")) var words: [String] = []
    @Option(name: "--sort", help: "The order.") var sort: String?
    @Option(name: "--limit", help: "The maximum.", range: 0...Int.max) var limit: Int?
    @Option(name: "--add-actor", help: "Names.") var actors: [String] = []
    @Flag(name: "--reverse", help: "Backwards.") var reverse = false
    @Option(name: "--columns", help: "Of tables.") var columns: CommaSeparated<String>?
    @Option(name: "--db", help: "Not for clients.") var db: String?
  }

  private static let arguments = CommandArguments(
    ["words", "sort", "limit", "add_actor", "reverse", "fields"],
    of: CommandPath(root: Sample.self).definitions, required: ["words"],
    bounds: ["limit": CommandArguments.Bounds(1...500, default: 50)],
    renamings: ["fields": CommandArguments.Renaming(of: "columns", "Of objects.")])

  private static func words(_ json: String) throws -> [String] {
    try arguments.words(#require(JSONValue(Array(json.utf8))))
  }

  @Test("the schema has the help, the types and the bounds")
  func schema() {
    #expect(
      String(decoding: Self.arguments.schema.bytes, as: UTF8.self)
        == #"{"type":"object","properties":{"#
        + #""words":{"description":"Words.","type":"array","items":{"type":"string"}},"#
        + #""sort":{"description":"The order.","type":"string"},"#
        + #""limit":{"description":"The maximum.","type":"integer","minimum":1,"maximum":500,"default":50},"#
        + #""add_actor":{"description":"Names.","type":"array","items":{"type":"string"}},"#
        + #""reverse":{"description":"Backwards.","type":"boolean"},"#
        + #""fields":{"description":"Of objects.","type":"array","items":{"type":"string"}}},"#
        + #""required":["words"],"additionalProperties":false}"#)
  }

  @Test(
    "arguments become words, of which no value can be an option",
    arguments: [
      (#"{"words":["heat"]}"#, ["--limit=50", "--", "heat"]),
      (#"{"words":"heat","sort":null}"#, ["--limit=50", "--", "heat"]),
      (#"{"words":[1917,1.50]}"#, ["--limit=50", "--", "1917", "1.50"]),
      (#"{"words":[2.0,3e0],"limit":5e1}"#, ["--limit=50", "--", "2", "3"]),
      (#"{"words":[],"fields":["a","b"]}"#, ["--limit=50", "--columns=a,b", "--"]),
      (#"{"words":[],"fields":"a,b"}"#, ["--limit=50", "--columns=a,b", "--"]),
      (#"{"words":[],"fields":[]}"#, ["--limit=50", "--"]),
      (#"{"reverse":true,"words":[],"limit":500}"#, ["--limit=500", "--reverse", "--"]),
      (
        #"{"reverse":false,"words":["--db=/etc/passwd","-x","--",""]}"#,
        ["--limit=50", "--", "--db=/etc/passwd", "-x", "--", ""]
      ),
      (
        #"{"words":["a"],"sort":"--db=x","add_actor":["-y","a\u0000b\nc"]}"#,
        ["--sort=--db=x", "--limit=50", "--add-actor=-y", "--add-actor=a\0b\nc", "--", "a"]
      ),
    ])
  func words(json: String, words: [String]) throws {
    #expect(try Self.words(json) == words)
  }

  @Test(
    "arguments that are not those of the schema are an error with the correction",
    arguments: [
      (#"{}"#, "The argument 'words' is missing."),
      (#"{"words":null}"#, "The argument 'words' is missing."),
      (
        #"{"words":[],"db":"x"}"#,
        "There is no argument 'db'. The arguments are: words, sort, limit, add_actor, reverse, fields."
      ),
      (
        #"{"words":[],"--db=x":true}"#,
        "There is no argument '--db=x'. The arguments are: words, sort, limit, add_actor, reverse, fields."
      ),
      (#"{"words":[],"limit":2.5}"#, "'limit' must be a whole number from 1 to 500."),
      (#"{"words":[],"limit":1e400}"#, "'limit' must be a whole number from 1 to 500."),
      (#"{"words":[],"limit":0}"#, "'limit' must be a whole number from 1 to 500."),
      (#"{"words":[],"limit":501}"#, "'limit' must be a whole number from 1 to 500."),
      (#"{"words":[],"limit":"5 --yes"}"#, "'limit' must be a whole number from 1 to 500."),
      (#"{"words":[],"reverse":"yes"}"#, "'reverse' must be true or false."),
      (#"{"words":[],"sort":["title"]}"#, "'sort' must be a text."),
      (#"{"words":[{"a":1}]}"#, "'words' must be a list of texts."),
      (#"{"words":[null]}"#, "'words' must be a list of texts."),
    ])
  func invalid(json: String, text: String) {
    let error = #expect(throws: CommandArguments.InvalidArguments.self) { try Self.words(json) }
    #expect(error?.text == text)
  }

  @Test(
    "messages of the command name the arguments",
    arguments: [
      ("Use '--limit <limit>' or '--add-actor'.", "Use 'limit' or 'add_actor'."),
      ("Missing expected argument '<word> ...'", "Missing expected argument 'words'"),
      ("invalid for '--columns <columns>'", "invalid for 'fields'"),
      (
        "Use '--sorted', '--db <db>' or '--no-sort'.", "Use '--sorted', '--db <db>' or '--no-sort'."
      ),
      ("七人の侍 --", "七人の侍 --"),
    ])
  func messages(message: String, text: String) {
    #expect(Self.arguments.namingArguments(in: message) == text)
  }
}
