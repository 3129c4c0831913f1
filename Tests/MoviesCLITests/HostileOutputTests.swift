import Foundation
import MovieArguments
import MovieStore
import MovieStoreMaintenance
import TestSupport
import Testing

/// Every command, with hostile text in the catalog, in lists, in file names and in arguments.
@Suite(.limited, .temporaryDirectory) struct HostileOutputTests {
  /// What a terminal could obey or hide, on one line.
  private static let text =
    "\u{1B}[31m\u{1B}]0;x\u{7}\u{9B}2J\u{1B}P\u{90}\u{8}\r\u{7F}\u{85}\u{202E}\u{2066}\u{200B}"
    + "\u{FEFF}\u{2028}\u{E0041}x"
  /// The same without line ends, for values that have one line.
  private static let word = String(
    String.UnicodeScalarView(
      text.unicodeScalars.filter { !"\r\u{85}\u{2028}".unicodeScalars.contains($0) }))
  /// The same on several lines.
  private static let lines = "\(text)\n\(text)\tz"
  private static let escaped = #"\u{1B}[31m"#

  private static func path(_ name: String) -> String { TemporaryDirectory.path(name) }
  private static func hostilePath(_ name: String) -> String { path("\(text) \(name)") }

  private static var catalog: String { hostilePath("movies.db") }
  private static var environment: [String: String] { ["MOVIES_DB": catalog, "NO_COLOR": "1"] }

  // MARK: Cases

  private struct Case {
    let words: [String]
    var input = ""
    var environment: [String: String] = [:]
  }

  private static func cases(_ words: [String]..., input: String = "") -> [Case] {
    words.map { Case(words: $0, input: input) }
  }

  /// What each command is run with. A new command needs a case.
  private static var cases: [String: [Case]] {
    [
      "list": cases(
        [], ["--columns", "id,title,actors,tag,own,note"], [text], ["tag=\(text)"],
        ["nosuch:\(text)"],
        ["--where", "genre:\(text)x"], ["--where", "tag:a,\"\(text)"], ["--where", "year:\(text)"]),
      "random": cases([], ["--limit", "2"], [text]),
      "search": cases(["x"], [text], ["own:\(text)"]),
      "show": cases(
        ["1..5"], ["1", "--depth", "2"], [text], ["\(lines)"], ["\(text) zzz"],
        ["--where", "has:own"]),
      "actors": cases([], [text], ["--of", "1"], ["--of", text]),
      "connect": cases(
        ["\(text) A", "\(text) C"], ["\(text) A", "\(text) Z"], ["\(text) A", text]),
      "add": cases(
        [text, "--actor", text, "--tag", text, "--set", "own=\(text)"], [lines],
        ["x", "--set", "\(text)=x"], ["\(text) one (2001)"]),
      "rate": cases(["1", "9"], ["1", text], [text, "9"]),
      "watch": cases(["1", "2026-01-03"], ["1", text], [text]),
      "tag": cases(["1", text], ["1", "new \(text)"], ["1", text, "--remove"], [text, "x"]),
      "favorite": cases(["1..4"], [text], ["--where", "has:own"]),
      "edit": cases(
        ["1", "--set", "own=\(text)2"], ["1", "--title", text], ["1", "--add-actor", text],
        ["1", "--remove-actor", text], ["1", "--rename-actor", "\(text) A=\(text) D"],
        ["--where", "has:own", "--set", "note=\(lines)"], [text, "--title", "x"], ["1"],
        input: "y\n"),
      "duplicates": cases([], ["--actors"], ["--merge"], [text], input: "e\ny\nq\n"),
      "merge": cases(["1", "2"], ["1", "3"], ["1", text], input: "e\n1\n2\ny\n"),
      "rename-actor": cases(["\(text) A", "\(text) D"], [text, "x"], ["1", lines]),
      "delete": cases(
        ["1..3"], ["1..3", "-y"], ["--where", "has:own"], [text], ["--all"], input: "y\n"),
      "undo": cases([], ["1"], ["--last", "2"], [text], input: "n\n"),
      "redo": cases([], [text]),
      "history": cases([], ["--search", text]),
      "history list": cases([], ["--search", "x"], ["--since", text]),
      "history show": cases(["1"], ["2"], ["3"], [text]),
      "history clear": cases([], input: "n\n"),
      "browse": cases(
        ["--plain"], ["--plain", text],
        input: [
          "1", "i", "?", "/\(text)", "tag \(text)", "2", "3", "own", text, "\u{1B}", "u", "q",
        ].joined(separator: "\n") + "\n"),
      "stats": cases(
        [], ["--by", "tag"], ["--by", "own", "--value", "rating"], ["--by", "actor"], [text],
        ["--calendar", "2026"], ["--since", "2020"], ["--by", text]),
      "report": cases(["-o", "-"], ["-o", hostilePath("r.html")], [text, "-o", "-"]),
      "import": importCases,
      "export": cases(
        [], [hostilePath("out.csv")], [hostilePath("out.\(text)")], [hostilePath("none/out.json")],
        ["--as", "letterboxd", hostilePath("l.csv")], ["--columns", text]),
      "sync": cases(
        [hostilePath("other.db")], [hostilePath("other.db"), "-n"], [hostilePath("stick")],
        [hostilePath("stick"), "--replicas"], [hostilePath("stick"), "--retire", text], [text]),
      "diff": cases(
        [hostilePath("other.db")], [hostilePath("other.db"), "-p"], [hostilePath("plain.csv")],
        ["history:1"], ["history:\(text)"], ["@\(text)"], [text]),
      "compare": cases(
        [hostilePath("plain.csv")], [hostilePath("imdb.csv"), "--map", "title=\(text)"],
        [hostilePath("list.json"), "--keep", "x\(text)"], [text]),
      "seed": cases(["2"], ["2", "-n"], [text]),
      "mcp": cases(
        [], ["--write"],
        input: [text, #"{"jsonrpc":"2.0","id":"\#(text)","method":"\#(text)"}"#].map { $0 + "\n" }
          .joined()
          + [
            ("list", "{}"), ("show", #"{"movies":["\u001b]0;x\u0007"]}"#),
            ("\\u001b[31m", "{}"), ("add", #"{"title":"\u001b[31m\u202e"}"#),
          ].map {
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#($0)","arguments":\#($1)}}"#
              + "\n"
          }.joined()),
      "doctor": cases(
        [], ["-v"], [hostilePath("foreign.db")], [hostilePath("trigger.db")],
        [hostilePath("broken.db")],
        [hostilePath("broken.db"), "--fix"], [hostilePath("text.db")], [text]),
      "backup": cases(
        [hostilePath("backup.db")], [hostilePath("none/b.db")], [hostilePath("other.db")]),
      "restore": cases(
        [hostilePath("other.db")], [hostilePath("text.db")], [text], input: "n\n")
        + cases([hostilePath("other.db"), "-y"]),
      "migrate": cases([], [hostilePath("v4.db")], ["--db", hostilePath("v4.db"), "--to", "2"]),
      "migrate status": files,
      "migrate plan": files + cases([hostilePath("other.db"), "--to", "1"], ["--to", text]),
      "migrate rehearse": files + cases([hostilePath("other.db"), "--to", "1"]),
      "migrate check": files.dropFirst()
        + cases(
          [hostilePath("other.db"), "--report", "summary:\(hostilePath("s.md"))"],
          [hostilePath("other.db"), "--report", "github:-"],
          [hostilePath("other.db"), "--baseline", hostilePath("text.db")]),
      "migrate schema": files + cases(["3"]),
      "migrate log": files,
      "path": cases([]) + [
        Case(words: [], environment: ["MOVIES_DB": "", "XDG_DATA_HOME": "/\(text)"]),
        Case(words: [], environment: ["MOVIES_DB": "", "HOME": "/\(text)"]),
      ],
      "completions": cases(["bash"], ["zsh"], ["fish"], [text]),
      "help": cases([], [text], ["list"]),
      "complete": cases(
        ["--shell", "zsh", "list", ""], ["--shell", "fish", "show", "x"],
        ["--shell", "fish", "list", "tag="], ["--shell", "bash", "movies show ", "", "63"],
        ["--shell", "zsh", "tag", "1", "\u{1B}"]),
      "migrate until-killed": cases([text, "1"], [text, text]),
    ]
  }

  private static var files: [Case] {
    cases(
      [], [hostilePath("v4.db")], [hostilePath("foreign.db")], [hostilePath("trigger.db")],
      [hostilePath("text.db")], [text])
  }

  private static var importCases: [Case] {
    let lists = ["imdb.csv", "plain.csv", "list.json", "bad.csv", "bad.json", "lists"].map(
      hostilePath)
    let plain = hostilePath("plain.csv")
    return lists.flatMap {
      cases([$0], [$0, "-n"], [$0, "--on-error", "skip"], [$0, "-n", "--json"])
    }
      + cases(
        [plain, "--unresolved", hostilePath("decide")], [plain, "--keep", "x\(text)"],
        [plain, "--drop", "x\(text)"], [plain, "--map", "year=\(text)"], [plain, "--add"],
        [plain, "--map", "own=Own \(text)", "--replace", "own"],
        [hostilePath("lists"), "--lists", "-n"], [hostilePath("lists"), "--preset", "imdb"],
        [plain, "--encoding", text], [text])
      + cases(["-"], input: "\(text)\n\(text)\n")
  }

  // MARK: Files

  init() throws {
    let (text, word, lines) = (Self.text, Self.word, Self.lines)
    let shared: [String: Any] = [
      "year": 2001, "rating": 8, "watched": ["2026-01-02"], "tag": [word], "genre": [word],
      "director": [word], "aka": [word], "note": lines, "own": word, "runtime": 100,
    ]
    let records: [[String: Any]] = [
      shared.merging(["title": "\(text) one", "cast": ["\(text) A", "\(text) B"]]) { $1 },
      ["title": "\(text) one", "year": 2001, "rating": 7, "cast": ["\(text) A"]],
      ["title": lines, "cast": ["\(text) B", "\(text) C"], "favorite": true],
      ["title": "Heat", "year": 1995, "cast": ["\(text) AA", "\(text) A"]],
      ["title": "Heat", "year": 1986, "cast": ["\(text) Z"]],
    ]
    let json = try JSONSerialization.data(withJSONObject: records)
    func run(_ words: String..., on database: String = Self.catalog, input: Data = Data()) {
      let result = uncheckedMovies(
        words, input: Array(input), environment: ["MOVIES_DB": database])
      #expect(result.status == .done, "\(words): \(result.error)")
    }
    run("import", "-", "-q", input: json)
    run("edit", "1", "--set", "own=\(word) 1", "--set", "note=\(text)", "-q")
    run("tag", "4", word, "-q")
    run("add", "\(text) undone", "-q")
    run("undo", "-q")
    let manager = FileManager.default
    func copy(_ name: String) throws -> String {
      try manager.copyItem(atPath: Self.catalog, toPath: Self.hostilePath(name))
      return Self.hostilePath(name)
    }
    // Another catalog, and a directory by which it syncs.
    let other = try copy("other.db")
    run("edit", "1", "--title", "\(text) other", "--set", "own=\(word) 2", "-q", on: other)
    run("add", "\(text) two", "--actor", text, "-q", on: other)
    let stick = Self.hostilePath("stick")
    try manager.createDirectory(atPath: stick, withIntermediateDirectories: false)
    run("sync", stick, "-q", on: other)
    try Self.makeHostile(stick)
    try Self.makeFiles(copy)
    try Self.makeLists()
  }

  /// Adds a file of a machine with a hostile name, and one with a damaged line.
  private static func makeHostile(_ stick: String) throws {
    let name = try #require(Files.names(in: stick).first { $0.hasSuffix(".ndjson") })
    let content = String(decoding: try Files.bytes("\(stick)/\(name)"), as: UTF8.self)
    var lines = content.split(separator: "\n").map(String.init)
    let header = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    for (replica, file) in [(text, "\(text).ndjson"), ("abcdefgh", "\(text)2.ndjson")] {
      let changed = (header ?? [:]).merging(["replica": replica, "machine": text]) { $1 }
      lines[0] = String(
        decoding: try JSONSerialization.data(withJSONObject: changed), as: UTF8.self)
      let damaged = lines + [text, lines[1]]
      try Files.write(Array((damaged.joined(separator: "\n") + "\n").utf8), to: "\(stick)/\(file)")
    }
  }

  private static func makeFiles(_ copy: (String) throws -> String) throws {
    let name = "\"\(text)\""
    try CatalogFiles.change(copy("foreign.db"), "CREATE TABLE \(name)(x)")
    try CatalogFiles.change(
      copy("trigger.db"),
      "CREATE TRIGGER \(name) AFTER DELETE ON MovieModel BEGIN SELECT 1; END")
    let broken = try copy("broken.db")
    for statement in [
      "UPDATE MovieModel SET sortableTitle = 'x' WHERE id = 1",
      "INSERT INTO MovieAttribute(movieID, key, position, value) VALUES (1, '\(text)', 0, '\(text)')",
      "INSERT INTO MovieAttribute(movieID, key, position, value) VALUES (2, 'year', 5, '\(text)')",
      "UPDATE movieHistoryChange SET before = '\(text)'",
    ] { do { try CatalogFiles.change(broken, statement) } catch {} }
    try Files.write(Array("no database \(text)".utf8), to: hostilePath("text.db"))
    _ = try Migrator(path: copy("v4.db")).apply(
      to: .v4, Migrator.Options(backup: .none, acceptsLosses: true))
  }

  private static func makeLists() throws {
    let quoted = "\"\(lines)\""
    let files = [
      "imdb.csv":
        "Const,Your Rating,Date Rated,Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors\n"
        + "tt1,9,2024-01-05,x,u,\(quoted),1,1,1999,g,1,2020-01-01,d\n"
        + "tt2,9,2024-01-05,\(quoted),u,Movie,1,1,1999,\(quoted),1,2020-01-01,\(quoted)\n",
      "plain.csv":
        "Title,Year,\(text),Own \(text),cast\n\(quoted),2001,\(quoted),\(quoted),\(quoted)\n"
        + "\(text) one,2001,\(text),new,\nHeat,,,\(text),\n",
      "bad.csv": "title,year\n\(text),\(text)\n\(text),1995\n",
      "list.json":
        #"[{"title": "a\u001b[31m", "year": 1990, "\u001b]0;x\u0007": "\u009b", "x\u202e": [1]}]"#,
      "bad.json": "[{\"title\": \"\(text)\", \"year\": \"\(text)\"}",
    ]
    for (name, content) in files { try Files.write(Array(content.utf8), to: hostilePath(name)) }
    let manager = FileManager.default
    let directory = hostilePath("lists")
    try manager.createDirectory(
      atPath: directory + "/lists", withIntermediateDirectories: true)
    for (name, content) in [
      "watched.csv": "Date,Name,Year,Letterboxd URI\n2024-01-02,\(quoted),1999,https://boxd.it/a\n",
      "diary.csv":
        "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2024-01-02,\(quoted),1999,https://boxd.it/b,4,,\(quoted),2024-01-01\n",
      "lists/\(text).csv":
        "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-01-01,\(quoted),,https://boxd.it/c,\(quoted)\n\nPosition,Name,Year,URL,Description\n1,\(quoted),1999,https://boxd.it/a,\(quoted)\n",
      "\(text).txt": text, "\(text).csv": "\(text)\n\(text)\n",
    ] { try Files.write(Array(content.utf8), to: "\(directory)/\(name)") }
  }

  // MARK: Terminals

  /// The command lines of a case: as it is, and in each format that the command declares.
  private static func commandLines(_ command: [String], _ words: [String]) -> [[String]] {
    let plain = command + words
    let format = CommandTree.options(of: command).first { $0.longName == "format" }
    guard command != ["import"], let format else { return [plain] }
    return [plain] + format.choices.map { command + ["--format", $0] + words }
  }

  private static func run(_ words: [String], _ hostile: Case, on console: Console) -> CommandResult
  {
    var console = console
    console.typed = "n\n"
    return movies(
      words, input: Array(hostile.input.utf8), on: console,
      environment: environment.merging(hostile.environment) { $1 })
  }

  private static func expectPlain(_ result: CommandResult, _ words: [String]) {
    let isTSV = words.contains("tsv")
    for (name, text) in [("output", result.output), ("error", result.error)] {
      let forbidden = HostileTextTests.forbidden(
        in: text, allowing: isTSV && name == "output" ? ["\n", "\t"] : ["\n"])
      #expect(forbidden == [], "\(name) of \(words): \(text)")
    }
    #expect(result.status != .internalError, "\(words): \(result.error)")
  }

  /// Every command, also those that are not declared as visible ones.
  private static let commands: [[String]] =
    CommandTree.names + [
      ["help"], ["complete"], ["migrate", "until-killed"],
    ]

  @Test("every command has a case")
  func complete() {
    #expect(Set(Self.cases.keys) == Set(Self.commands.map { $0.joined(separator: " ") }))
  }

  /// Commands that print nothing of the catalog, of files or of arguments.
  private static let silent: Set<String> = ["history clear"]

  @Test("no control or invisible character of any data reaches a terminal")
  func terminal() throws {
    let bytes = try Files.bytes(Self.catalog)
    for command in Self.commands {
      let name = command.joined(separator: " ")
      var isShown = false
      for (number, hostile) in (Self.cases[name] ?? []).enumerated() {
        // The default tier tries some of the formats of the first cases, on a wide terminal.
        let lines = Self.commandLines(command, hostile.words).enumerated().filter {
          Tier.isFull || $0.offset == 0 || number < 2 && $0.offset % 4 == 2 * number
        }
        for words in lines.map(\.element) {
          let isNarrow = Tier.isFull && words == command + hostile.words
          for console in [.terminal] + (isNarrow ? [Console.terminal(columns: 30)] : []) {
            let result = Self.run(words, hostile, on: console)
            Self.expectPlain(result, words)
            let text = result.output + result.error
            isShown = isShown || text.contains(#"\u{1B}"#) || text.contains(#"\u001b"#)
            try Files.write(bytes, to: Self.catalog)
          }
        }
      }
      #expect(isShown != Self.silent.contains(name), "\(name)")
    }
  }

  @Test("no control or invisible character of any argument reaches a terminal")
  func arguments() {
    for (place, command) in Self.commands.enumerated() {
      // The default tier tries the arguments and some of the options of each command.
      for (number, definition) in CommandTree.command(command).definitions.enumerated()
      where Tier.isFull || definition.isPositional || number % 4 == place % 4 {
        let isFile = ["file", "directory", "path", "n|file"].contains(definition.valueName)
        let value = isFile ? Self.path(Self.lines) : Self.lines
        let words: [String]
        if definition.isPositional {
          words = command + [value]
        } else if let name = definition.longName, definition.valueType != nil {
          words = command + CommandTree.arguments(of: command) + ["--\(name)=\(value)"]
        } else {
          continue
        }
        Self.expectPlain(Self.run(words, Case(words: []), on: .terminal), words)
      }
      let unknown = command + ["--\(Self.lines)"]
      Self.expectPlain(Self.run(unknown, Case(words: []), on: .terminal), unknown)
    }
  }

  // MARK: Pipes

  @Test("in a pipe, TSV and ids have a line for each record", .fullTier)
  func lines() throws {
    let bytes = try Files.bytes(Self.catalog)
    for command in Self.commands where command != ["import"] {
      let choices = CommandTree.options(of: command).first { $0.longName == "format" }?.choices
      guard let choices, choices.contains("ndjson") else { continue }
      for hostile in Self.cases[command.joined(separator: " ")] ?? [] {
        var counts: Set<Int> = []
        for format in ["ndjson", "tsv", "ids"] where choices.contains(format) {
          let words = command + ["--format", format] + hostile.words
          let result = Self.run(words, hostile, on: .pipes)
          try Files.write(bytes, to: Self.catalog)
          let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
          if format == "ids" {
            // A movie of another file has no id.
            let isPlain = result.output.utf8.allSatisfy {
              "\n 0123456789abcdefghijklmnopqrstuvwxyz".utf8.contains($0)
            }
            #expect(isPlain, "\(words): \(result.output)")
            continue
          }
          if format == "tsv" {
            #expect(!result.output.unicodeScalars.contains("\r"), "\(words)")
            let tabs = Set(lines.map { line in line.count { $0 == "\t" } })
            #expect(tabs.count < 2, "\(words): \(result.output)")
          }
          // Some options are for one of the formats only.
          if result.status == .usage { continue }
          let hasHeading = command == ["export"] && format == "tsv" && !lines.isEmpty
          counts.insert(lines.count - (hasHeading ? 1 : 0))
        }
        #expect(counts.count < 2, "\(command) \(hostile.words): \(counts)")
      }
    }
  }
}
