import Foundation
import MovieStore
import MovieSystem
import MoviesCLI
import TestSupport
import Testing

/// `mcp`, in process: requests as standard input. The protocol itself is tested in `MovieMCPTests`.
@Suite(.limited, .temporaryDirectory) struct MCPTests {
  init() throws { try SampleCatalog.install() }

  private static let names = ["search", "show", "list", "stats", "history", "add", "edit", "undo"]
  private static let readingNames = names.prefix(5)

  /// Sends one request to a server, and returns its answer.
  private static func answer(
    _ method: String, _ parameters: [String: Any] = [:], options: [String] = ["--write"],
    isVerbose: Bool = false
  ) throws -> [String: Any] {
    let request: [String: Any] = [
      "jsonrpc": "2.0", "id": 7, "method": method, "params": parameters,
    ]
    let input = try Array(JSONSerialization.data(withJSONObject: request)) + [0x0A]
    let result = movies(["mcp"] + options + (isVerbose ? [] : ["-q"]), input: input)
    #expect(result.status == .done)
    #expect(isVerbose || result.error == "")
    #expect(result.output.count { $0 == "\n" } == 1)
    let answer = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(answer as? [String: Any])
  }

  private struct Called {
    let texts: [String]
    let isError: Bool
    let structure: Any?
  }

  private static func call(
    _ tool: String, _ arguments: [String: Any] = [:], options: [String] = ["--write"]
  ) throws -> Called {
    try called(
      answer("tools/call", ["name": tool, "arguments": arguments], options: options))
  }

  private static func called(_ answer: [String: Any]) throws -> Called {
    let result = try #require(answer["result"] as? [String: Any], "\(answer)")
    let content = try #require(result["content"] as? [[String: String]])
    return Called(
      texts: content.compactMap { $0["text"] },
      isError: try #require(result["isError"] as? Bool), structure: result["structuredContent"])
  }

  private static func toolNames(_ options: [String]) throws -> [String] {
    let result = try answer("tools/list", options: options)["result"] as? [String: Any]
    return (result?["tools"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }

  // MARK: Tools

  @Test("the tools that change the catalog are there only with --write")
  func toolNames() throws {
    #expect(try Self.toolNames([]) == Array(Self.readingNames))
    #expect(try Self.toolNames(["--write"]) == Self.names)
  }

  @Test("the descriptions and schemas of the tools, and the instructions, are the recorded ones")
  func golden() throws {
    let handshake =
      ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": [:]] as [String: Any]
    let parts = try [Self.answer("initialize", handshake), Self.answer("tools/list")].map {
      try JSONSerialization.data(
        withJSONObject: $0, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }
    let text = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") + "\n"
    Golden.expect(text.replacing(Release.version, with: "<version>"), is: "mcp/tools")
  }

  @Test(
    "a tool prints what its command prints",
    arguments: [
      ("search", ["terms": ["brando"]], ["search", "brando", "--limit", "50"]),
      (
        "search", ["terms": ["!is:favorite", "actor:pacino"], "sort": "-title"],
        ["search", "!is:favorite", "actor:pacino", "--sort=-title"]
      ),
      (
        "show", ["movies": ["3", "Koyaanisqatsi"], "depth": 2],
        ["show", "3", "Koyaanisqatsi", "--depth", "2"]
      ),
      ("list", [:], ["list"]),
      (
        "list", ["limit": 2, "offset": 1, "reverse": true],
        ["list", "--limit", "2", "--offset", "1", "--reverse"]
      ),
      ("stats", [:], ["stats"]),
      (
        "stats", ["terms": ["heat"], "by": "actor", "top": 2],
        ["stats", "heat", "--by", "actor", "--top", "2"]
      ),
      ("history", [:], ["history"]),
    ] as [(String, [String: any Sendable], [String])])
  func reading(tool: String, arguments: [String: any Sendable], words: [String]) throws {
    let result = try Self.call(tool, arguments, options: [])
    let command = movies(words + ["--json"])
    #expect(!result.isError)
    #expect(
      result.texts.filter { !$0.contains("; offset ") }
        == [command.output, command.error].filter { !$0.isEmpty })
    #expect((result.structure == nil) == (tool == "show"), "lists are objects with a total")
  }

  @Test(
    "a part of a list says the total and the next offset",
    arguments: [
      ("list", ["limit": 2], "movies", 2, 9, 2),
      ("list", ["limit": 2, "offset": 7.0], "movies", 2, 9, nil),
      ("list", ["offset": 20], "movies", 0, 9, nil),
      ("list", ["limit": 2, "sort": "random"], "movies", 2, 9, nil),
      ("list", ["limit": 2, "sort": "random", "seed": 1], "movies", 2, 9, 2),
      ("search", ["terms": ["heat"], "limit": 1], "movies", 1, 2, 1),
      ("history", ["limit": 1], "changes", 1, 3, 1),
      ("history", ["limit": 1, "since": 1, "offset": 1], "changes", 1, 2, nil),
      ("history", ["limit": 1, "search": "tag"], "changes", 1, 2, 1),
    ] as [(String, [String: any Sendable], String, Int, Int, Int?)])
  func page(
    tool: String, arguments: [String: any Sendable], noun: String, count: Int, total: Int,
    next: Int?
  ) throws {
    _ = movies("tag", "1", "a", "-q")
    _ = movies("tag", "2", "b", "-q")
    let result = try Self.call(tool, arguments, options: [])
    let continues = next.map { "; offset \($0) continues" } ?? ""
    #expect(result.texts.dropFirst() == ["\(count) of \(total) \(noun)\(continues)."])
    let structure = try #require(result.structure as? [String: Any])
    #expect((structure[noun] as? [Any])?.count == count)
    #expect(structure["total"] as? Int == total && structure["nextOffset"] as? Int == next)
  }

  @Test("fields choose the members of the records")
  func fields() throws {
    for fields in ["id,title", ["id", "title"]] as [any Sendable] {
      let result = try Self.call("list", ["limit": 1, "fields": fields])
      #expect(result.texts[0] == "[\n{\"id\": 5, \"title\": \"1917\"}\n]\n")
    }
  }

  @Test("an error names the arguments of the tool, and nothing of a shell")
  func errors() throws {
    for (tool, arguments, message) in [
      (
        "list", ["seed": 1],
        "'seed' requires 'sort random'\nThe arguments of 'list' are: terms, sort, reverse, seed, "
          + "limit, offset, fields.\n"
      ),
      (
        "search", ["terms": [String]()],
        "Missing expected argument 'terms'. 'movies list' lists all.\nThe arguments of 'search' "
          + "are: terms, sort, reverse, seed, limit, offset, fields.\n"
      ),
    ] as [(String, [String: any Sendable], String)] {
      #expect(try Self.call(tool, arguments).texts == ["Error: " + message])
    }
    for (tool, arguments) in [
      ("edit", ["movies": ["1"]]), ("edit", ["movies": ["1"], "rating": "x"]),
      ("list", ["sort": "yeaar"]), ("list", ["fields": ["x y"]]), ("stats", ["calendar": "x"]),
      ("add", ["title": ""]), ("undo", ["change": 99]),
    ] as [(String, [String: any Sendable])] {
      let text = try Self.call(tool, arguments).texts.joined()
      #expect(
        !text.contains("Usage:") && !text.contains("--help") && text.hasSuffix(".\n"), "\(text)")
    }
  }

  @Test("changes are those of the commands, each one change of the history, and can be undone")
  func changing() throws {
    let before = movies("export", "--format", "ndjson").output
    let added = try Self.call(
      "add", ["title": "Heat (1995)", "actor": ["Al Pacino", "Val Kilmer"], "rating": 8.5])
    #expect(added.texts[0].contains(#""title": "Heat""#))
    #expect(
      added.texts[1] == "the catalog already has 'Heat' (id 4), 'Heat' (id 8)\nadded 1 movie\n")
    let edited = try Self.call(
      "edit", ["movies": ["10"], "add_actor": ["Robert De Niro"], "set": ["watched=2026-11-28"]])
    #expect(!edited.isError)
    let shown = movies("show", "10", "--format", "csv", "--columns", "title,rating,watched,actors")
    #expect(shown.output.hasSuffix("Heat,8.5,2026-11-28,Al Pacino;Val Kilmer;Robert De Niro\n"))
    let commands = movies("history", "--limit", "2", "--columns", "command", "--format", "tsv")
      .output
    #expect(
      commands == """
        movies edit --json '--add-actor=Robert De Niro' --set=watched=2026-11-28 -- 10
        movies add --json '--actor=Al Pacino' '--actor=Val Kilmer' --rating=8.5 -- 'Heat (1995)'

        """)
    #expect(movies("undo", "--last", "2", "-q").status == .done)
    #expect(movies("export", "--format", "ndjson").output == before)
  }

  // MARK: Undo

  private enum Step: Sendable {
    case call(String, [String: any Sendable] = [:])
    /// What another process does between two calls.
    case meanwhile(@Sendable () -> Void)
  }

  /// The input of a server, in which each step happens after the answer to the one before.
  private final class Requests: ByteStream {
    let bytesRead: Int64 = 0
    private var steps: ArraySlice<Step>

    init(_ steps: [Step]) { self.steps = steps[...] }

    func read(into buffer: inout [UInt8], from start: Int) -> Int {
      while let step = steps.popFirst() {
        switch step {
        case .meanwhile(let body): body()
        case .call(let tool, let arguments):
          let request: [String: Any] = [
            "jsonrpc": "2.0", "id": 7, "method": "tools/call",
            "params": ["name": tool, "arguments": arguments],
          ]
          let data = try? JSONSerialization.data(withJSONObject: request)
          let line = Array(data ?? Data()) + [0x0A]
          buffer.replaceSubrange(start..<start + line.count, with: line)
          return line.count
        }
      }
      return 0
    }
  }

  /// Runs the steps with one server.
  ///
  /// - Returns: The last text of the answer to each call.
  private static func serve(_ steps: Step...) throws -> [String] {
    let output = OutputWriter(inMemoryAsTerminal: false)
    let status = CommandLineTool.run(
      ["mcp", "--write", "-q"], environment: Environment(["MOVIES_DB": SampleCatalog.path]),
      streams: IOStreams(
        input: try ByteSource(.stream(length: 0) { Requests(steps) }), isInputTerminal: false,
        controllingTerminal: { nil }, output: output,
        error: OutputWriter(inMemoryAsTerminal: false)))
    #expect(status == .done)
    return try String(decoding: output.written, as: UTF8.self).split(separator: "\n").map { line in
      let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let result = try #require(answer?["result"] as? [String: Any])
      let content = try #require(result["content"] as? [[String: String]])
      let text = try #require(content.last?["text"])
      #expect(text.hasPrefix("Error: ") == (result["isError"] as? Bool))
      return text
    }
  }

  private static func refusal(of change: Int) -> String {
    "Error: change \(change) was not made by this server, which undoes only its own changes. Nothing "
      + "was changed. To undo it, run 'movies undo' in a shell.\n"
  }

  @Test("undo undoes the changes that calls of the server made, the latest first")
  func undo() throws {
    let before = movies("export", "--format", "ndjson").output
    let texts = try Self.serve(
      .call("add", ["title": "X"]), .call("edit", ["movies": ["4"], "tag": ["seen"]]),
      .call("undo", ["change": 2]), .call("undo", ["dry_run": true]), .call("undo", ["change": 3]),
      .call("undo"))
    #expect(texts[2].hasPrefix("Error: 1 later change would be undone, too. Nothing was changed."))
    #expect(texts[3].hasPrefix("would undo change 3: "))
    #expect(texts[4].hasPrefix("undid change 3: "))
    #expect(texts[5].hasPrefix("undid change 2: "))
    #expect(movies("export", "--format", "ndjson").output == before)
  }

  @Test("undo does not undo the change of another process, before or between the calls")
  func undoOfOthers() throws {
    #expect(movies("add", "Mine", "-q").status == .done)
    let before = movies("export", "--format", "ndjson").output
    let texts = try Self.serve(
      .call("undo"), .call("undo", ["change": 2, "dry_run": true]), .call("undo", ["change": 1]),
      .call("add", ["title": "X"]), .call("edit", ["movies": ["X"], "tag": ["seen"]]),
      .meanwhile { #expect(movies("tag", "X", "later", "-q").status == .done) },
      .call("undo"), .call("undo", ["change": 4]),
      .meanwhile { #expect(movies("undo", "-q").status == .done) },
      .call("undo"),
      .meanwhile { #expect(movies("redo", "-q").status == .done) },
      .call("undo"), .call("undo"), .call("undo"))
    let (first, second) = (Self.refusal(of: 2), Self.refusal(of: 5))
    #expect(texts[0...2] == [first, first, first])
    #expect(texts[5...6] == [second, second])
    #expect(
      texts[7...9].map { $0.prefix(15) } == Array(repeating: "undid change 4:", count: 2) + [
        "undid change 3:"
      ])
    #expect(texts[10] == first)
    #expect(movies("export", "--format", "ndjson").output == before)
  }

  @Test("undo does not undo a change with the same number in a file that replaced the catalog")
  func undoInOtherFile() throws {
    let bytes = try SampleCatalog.bytes
    let path = SampleCatalog.path
    let texts = try Self.serve(
      .call("add", ["title": "X"]),
      .meanwhile {
        #expect(throws: Never.self) {
          try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        }
        #expect(movies("add", "Mine", "-q").status == .done)
      },
      .call("undo"))
    #expect(texts[1] == Self.refusal(of: 2))
    #expect(movies("list", "mine", "--format", "ids").output == "10\n")
  }

  @Test(
    "a refused change is an error with the message of the command, and changes nothing",
    arguments: [
      ("add", ["title": "Heat", "rating": "11"], "rating"),
      ("add", ["title": "Heat", "year": "soon"], "year"),
      ("add", ["title": "a\u{0}b"], "NUL"),
      ("edit", ["movies": ["heat"], "rating": "8"], "several movies are titled 'heat'"),
      ("edit", ["movies": ["1"]], "No change specified"),
      ("edit", ["movies": ["99"], "rating": "8"], "99"),
      ("edit", ["movies": ["-"], "tag": ["a"]], ""),
      ("edit", ["movies": ["1"], "set": ["cast=x"]], "'add_actor'"),
      ("undo", ["change": 0], "must be a whole number of at least 1"),
      ("undo", ["change": 7], "7"),
      ("show", ["movies": ["nope"]], "no movie is titled 'nope'"),
      ("list", ["limit": 501], "from 1 to 500"),
      ("list", ["sort": "popularity"], "popularity"),
    ] as [(String, [String: any Sendable], String)])
  func refused(tool: String, arguments: [String: any Sendable], message: String) throws {
    let before = try SampleCatalog.bytes
    let result = try Self.call(tool, arguments)
    #expect(result.isError || message.isEmpty)
    #expect(message.isEmpty || result.texts.last?.contains(message) == true, "\(result.texts)")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("a change without --write, and of a dry run, changes nothing")
  func readOnly() throws {
    let before = try SampleCatalog.bytes
    for (name, arguments) in [
      ("add", ["title": "X"]), ("edit", ["movies": ["1"], "title": "X"]), ("undo", [:]),
    ] as [(String, [String: any Sendable])] {
      let answer = try Self.answer(
        "tools/call", ["name": name, "arguments": arguments], options: [])
      #expect((answer["error"] as? [String: Any])?["code"] as? Int == -32602)
      let preview = try Self.call(name, arguments.merging(["dry_run": true]) { $1 })
      #expect(preview.texts.last?.hasPrefix("would ") == true || name == "undo", "\(preview)")
    }
    #expect(try SampleCatalog.bytes == before)
  }

  // MARK: Hostile values

  private static let hostile = [
    "--db=/nowhere/x.db", "--db", "-x", "-", "--", "--write", "--yes", "-o", "", " ", "\u{0}", "\n",
    "a\r\n{}", "$(id)", "';--", "\u{202E}", "../../etc/passwd", "name:", "id:", "1..9", "-1",
    String(repeating: "x", count: Tier.amount(20_000, full: 100_000)),
    String(repeating: "\"", count: 1_000),
    String(repeating: "!", count: 1_000), "year:9999999999999999999",
  ]

  @Test(
    "a value is never an option: whatever it is, it is a title, a term or an error",
    arguments: hostile)
  func values(value: String) throws {
    let calls: [(String, [String: any Sendable])] = [
      ("search", ["terms": [value]]), ("list", ["terms": [value], "sort": value]),
      ("show", ["movies": [value]]), ("stats", ["terms": [value]]), ("stats", ["by": value]),
      ("stats", ["calendar": value]), ("stats", ["since": value]), ("history", ["search": value]),
      ("edit", ["movies": [value], "tag": ["seen"]]),
      ("edit", ["movies": ["1"], "unset": [value]]),
      ("edit", ["movies": ["1"], "title": value, "rename_actor": [value]]),
      ("add", ["title": value, "actor": [value], "set": [value], "tag": [value]]),
    ]
    let input = try calls.flatMap { tool, arguments in
      let request: [String: Any] = [
        "jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": ["name": tool, "arguments": arguments],
      ]
      return try Array(JSONSerialization.data(withJSONObject: request)) + [0x0A]
    }
    let served = movies(["mcp", "--write", "-q"], input: input)
    #expect(served.status == .done && served.error == "")
    let lines = served.output.split(separator: "\n")
    #expect(lines.count == calls.count)
    for (line, (tool, _)) in zip(lines, calls) {
      let answer = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let result = try Self.called(try #require(answer as? [String: Any]))
      #expect(!result.texts.isEmpty, "\(tool) of \(value.prefix(20))")
      #expect(!result.texts.contains { $0.contains("internal error") }, "\(result.texts)")
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
    #expect(movies("doctor").status == .done)
  }

  @Test("a title that looks like an option is added as it is")
  func optionAsTitle() throws {
    for title in ["--db=/nowhere/x.db", "-x", "--"] {
      #expect(try !Self.call("add", ["title": title, "title_as_is": true]).isError)
      #expect(movies("list", "--title=\(title)", "--format", "ids").output != "")
    }
  }

  @Test("an output that is too long is cut")
  func longOutput() throws {
    let note = String(repeating: "x", count: 15_000)
    let list = (1...8).map { #"{"title": "\#($0)", "note": "\#(note)"}"# }.joined(separator: "\n")
    #expect(movies("import", "-", "-q", input: list).status == .done)
    let result = try Self.call("list", ["limit": 500])
    #expect(result.texts.joined().utf8.count < 60_000 && result.texts.count == 2)
    #expect(result.texts[1].contains(" of 17 movies; offset "))
    #expect(!result.isError)
    let long = try Self.call("list", ["limit": 500, "fields": ["id"]])
    #expect(long.texts.count == 1)
  }

  // MARK: Files

  @Test("a missing catalog is reported at the start and by each tool, and never created")
  func missingCatalog() throws {
    let path = TemporaryDirectory.path("none/none.db")
    let message = "no catalog at '\(path)' (set by --db); 'movies add' creates it"
    let start = movies("mcp", "--write", "--db", path)
    #expect(start == CommandResult(error: message + "\n"))
    let arguments: [String: [String: Any]] = [
      "search": ["terms": ["a"]], "show": ["movies": ["1"]], "add": ["title": "X"],
      "edit": ["movies": ["1"], "tag": ["x"]],
    ]
    for name in Self.names {
      let result = try Self.call(name, arguments[name] ?? [:], options: ["--write", "--db", path])
      #expect(result.isError)
      #expect(result.texts == ["Error: \(message)"])
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("a file that is no catalog is an error of each call, not of the server")
  func foreignFile() throws {
    let path = try CatalogFiles.foreign(named: "text.db")
    let result = try Self.call("list", options: ["--db", path])
    #expect(result.isError && result.texts[0].hasPrefix("Error: "))
    let older = try CatalogFiles.make(.v5, named: "v5.db")
    let before = try Files.bytes(older)
    #expect(try Self.call("add", ["title": "X"], options: ["--write", "--db", older]).isError)
    #expect(try Files.bytes(older) == before)
  }

  @Test("a catalog in memory is refused")
  func memory() {
    let result = movies("mcp", "--db", ":memory:")
    #expect(result.status == .usage)
    #expect(result.error.contains("':memory:' is not a file"))
  }

  @Test("messages go to standard error, and end with --quiet")
  func log() {
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"stats"}}"# + "\n"
    let result = movies("mcp", "--verbose", input: request)
    let path = SampleCatalog.path
    #expect(
      result.error == """
        database: \(path) (set by the environment variable MOVIES_DB)
        serving '\(path)' read-only
        stats: exit status 0

        """)
    #expect(movies("mcp", "--write").error == "serving '\(path)' with write access\n")
    #expect(movies("mcp", "-q") == CommandResult())
  }
}
