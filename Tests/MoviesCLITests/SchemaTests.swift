import Foundation
import MoviesCLI
import TestSupport
import Testing

/// The JSON Schemas of `help schema`.
@Suite(.limited, .temporaryDirectory) struct SchemaTests {
  private static let commands = [["help"]] + CommandTree.names
  private static let described = commands.filter { schema(of: $0).status == .done }

  private static func schema(of names: [String]) -> CommandResult {
    uncheckedMovies(["help", "schema"] + names)
  }

  @Test("schemas match the recorded ones", arguments: described)
  func golden(names: [String]) throws {
    let result = Self.schema(of: names)
    _ = try SchemaValidator(JSON(result.output))
    Golden.expect(
      result.output, isFixture: "golden/schemas/\(names.joined(separator: "-")).json")
  }

  @Test("the recorded schemas are those of the commands")
  func files() throws {
    let names = Self.described.map { $0.joined(separator: "-") + ".json" }
    #expect(try Files.names(in: Golden.path("golden/schemas")) == names.sorted())
  }

  @Test("a command has a schema if it prints JSON", arguments: commands)
  func presence(names: [String]) {
    // Of 'import', '--format' is the format of the input; it has '--json' as well.
    let printsJSON = CommandTree.options(of: names).contains { option in
      option.longName == "json" || option.longName == "format" && option.choices.contains("json")
    }
    let result = names == ["help"] ? CommandResult() : Self.schema(of: names)
    #expect((result.status == .done) == (names == ["help"] || printsJSON))
    if !printsJSON, names != ["help"] {
      #expect(result.status == .usage && result.error.contains("prints no JSON"))
    }
  }

  @Test("help schema lists the commands that have one")
  func list() {
    let rows = movies("help", "schema").output.split(separator: "\n")
      .drop { $0 != "COMMANDS:" }.dropFirst().filter { !$0.hasPrefix("   ") }
    let listed = rows.map {
      $0.dropFirst(2).prefix(24).split(separator: "  ")[0].trimmingCharacters(in: .whitespaces)
    }
    #expect(listed == Self.described.dropFirst().map { $0.joined(separator: " ") })
  }

  @Test("an unknown command is corrected")
  func unknown() {
    let result = movies("help", "schema", "lst")
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: Unexpected argument 'lst'. Did you mean 'list'?\n"))
    #expect(movies("help", "schema", "ls") == movies("help", "schema", "list"))
  }

  // MARK: Output

  /// Command lines that print JSON, in an order in which each can be run.
  private static let lines = [
    "list", "list --format ndjson", "list none", "list --where is:favorite", "search heat",
    "random",
    "show 4", "show 4 --depth 3", "show 1 --depth 3 --format ndjson", "actors", "actors --of 4",
    "connect 'Al Pacino' 'Robert De Niro'", "duplicates", "duplicates --actors", "stats",
    "stats heat", "stats --by year", "stats --by actor", "stats --by genre --value rating",
    "stats --by year --value rating", "stats --calendar 2026", "stats --since 2026",
    "stats --until today", "export --format json", "export --format ndjson", "path", "doctor",
    "doctor --db none.db", "migrate status", "migrate status --db none.db",
    "migrate status movies.db none.db", "migrate plan", "migrate plan --to 1",
    "migrate plan none.db", "migrate rehearse --to 3", "migrate rehearse none.db",
    "migrate check movies.db", "migrate check movies.db none.db", "migrate schema",
    "migrate schema 3", "migrate schema none.db", "migrate log", "migrate log none.db",
    "backup kept.db", "diff kept.db",
    "add Ran --actor 'Tatsuya Nakadai' --year 1985 --set watched=2026-01-05 --set x=1.5",
    "add Ikiru --dry-run", "rate 4 8.5", "watch 4 2026-01-06", "tag 4 heist", "favorite 4",
    "favorite 4 --off --dry-run", "edit 4 --title Hitze", "edit 4 --title Hitze",
    "rename-actor 'Al Pacino' 'A. Pacino' --yes", "diff kept.db", "diff kept.db --format ndjson",
    "diff list.ndjson", "compare list.ndjson", "merge 4 8 --yes", "delete 5 --yes", "undo",
    "undo --dry-run", "redo", "undo --last 2", "history", "history list --limit 2",
    "history show 1", "history show 3 --format ndjson", "stats --since 2026 heat", "list",
    "import list.ndjson --dry-run", "import list.ndjson", "import list.ndjson --add",
    "duplicates", "duplicates --merge --dry-run", "duplicates --merge --yes",
    "sync shared", "sync shared --replicas", "sync kept.db --dry-run", "sync kept.db",
    "doctor --fix", "restore kept.db --dry-run", "restore kept.db --yes",
    "migrate --to 3 --dry-run", "migrate --to 3 --accept-loss", "migrate status",
    "migrate plan", "migrate", "migrate", "migrate log", "migrate check movies.db",
  ]

  @Test("the output of every command has its schema")
  func output() throws {
    WatchedCatalog.install()
    try Files.makeDirectory(TemporaryDirectory.path("shared"))
    let list = """
      {"title": "Heat", "year": 1995, "rating": 7}
      {"title": "Ikiru", "year": 1953}
      {"title": "Solaris", "cast": ["Donatas Banionis"]}
      {"title": "The Score", "year": 2001}

      """
    try Files.write(Array(list.utf8), to: TemporaryDirectory.path("list.ndjson"))
    var validated: Set<[String]> = []
    for line in Self.lines {
      let words = Self.words(line)
      let names = names(of: words)
      let result = movies(words)
      let isLines = line.contains("--format ndjson")
      do {
        let count = try OutputContract.validate(result.output, isLines: isLines, of: names)
        #expect(count > 0, "\(line) printed no JSON: \(result.error)")
      } catch {
        Issue.record("\(line): \(error)")
      }
      validated.insert(names)
    }
    #expect(validated.union([["help"]]) == Set(Self.described))
  }

  /// The words of a line, with absolute paths for the files.
  private static func words(_ line: String) -> [String] {
    let parts = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    let words = parts.flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    let files = ["movies.db", "kept.db", "none.db", "list.ndjson", "shared"]
    return words.map { files.contains($0) ? TemporaryDirectory.path($0) : $0 }
      + (line.contains("--format") ? [] : ["--json"])
  }

  private func names(of words: [String]) -> [String] {
    let pair = Array(words.prefix(2))
    return CommandTree.names.contains(pair) ? pair : Array(pair.prefix(1))
  }

  // MARK: Controls

  @Test("a schema rejects values of another form")
  func rejection() throws {
    try SampleCatalog.install()
    let validator = try SchemaValidator(JSON(Self.schema(of: ["list"]).output))
    let text = movies("list", "--limit", "1", "--json").output
    try validator.validate(JSON(text))
    for (part, other) in [
      (#""title""#, #""name""#), (#""favorite": "#, #""extra": 1, "favorite": "#),
      (#""id": "#, #""id": 0."#), (#""favorite": "#, #""favorite": 1, "x": "#),
      (#""actors": ["#, #""actors": [1, "#), (#"{"id""#, #"[]], [{"id""#),
    ] {
      let changed = text.replacing(part, with: other)
      #expect(changed != text)
      #expect(throws: (any Error).self, "\(other)") { try validator.validate(JSON(changed)) }
    }
  }

  @Test("a schema with an unknown keyword or reference is rejected")
  func unknownKeyword() throws {
    let start = #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "#
    for rest in [
      #""pattern": "x"}"#, #""type": "text"}"#, ##""$ref": "#/$defs/x"}"##, #""items": {}}"#,
      #""type": "object", "properties": {}, "required": ["x"]}"#,
    ] {
      #expect(throws: SchemaValidator.Problem.self, "\(rest)") {
        _ = try SchemaValidator(JSON(start + rest))
      }
    }
    _ = try SchemaValidator(JSON(start + #""type": "string"}"#))
  }
}
