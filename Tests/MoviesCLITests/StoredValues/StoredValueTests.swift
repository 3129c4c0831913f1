import Foundation
import MovieArguments
import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import Synchronization
import TestSupport
import Testing

/// Every command ends with a result or an error, whatever the tables of the catalog have.
///
/// A trap ends the whole run: `VALUES_SEED=<seed>` prints each command line before it runs.
@Suite(.limited, .temporaryDirectory) struct StoredValueTests {
  private static let chosen =
    ProcessInfo.processInfo.environment["VALUES_SEED"]?.split(separator: "-").compactMap {
      UInt64($0)
    } ?? []
  private static let seeds =
    if let first = chosen.first, let last = chosen.last, first <= last {
      first...last
    } else { 1...UInt64(Tier.isLong ? 100 : Tier.amount(1, full: 3)) }

  /// The lines of each command; the first one is repeated with every choice of an output. `{a}` stands
  /// for a new file, `{db}` for the catalog, `{other}` for another one, `{list}` for a list of it and
  /// `{directory}` for one of a sync.
  private static let lines = [
    "path": [""],
    "list": [
      "a", "", "heat", "rating>=8", "!has:year", "--sort rating --limit 3 --offset 1",
      "--limit 9223372036854775807 --offset 9223372036854775807", "--sort random --seed 1",
    ],
    "search": ["a", "heat"],
    "random": ["", "--limit 9223372036854775807 --seed 9223372036854775807"],
    "show": ["1..12", "1..12 --depth 3", "9223372036854775807", "heat", "--where has:rating"],
    "actors": [
      "--of 1", "", "a", "--limit 9223372036854775807 --offset 9223372036854775807",
    ],
    "connect": ["1 2"],
    "add": ["New --actor A --year 1999 --rating 8", "Heat", "--random"],
    "rate": ["2 8.5", "--all 7 -y"],
    "watch": ["2 2026-11-20", "heat"],
    "tag": ["2 mine", "--all mine -y", "--remove 3 mine"],
    "favorite": ["1..12", "--all --on -y"],
    "edit": ["2 --title Other --year 2000 -y", "--all --set rating=7 -y", "3 --unset rating"],
    "duplicates": ["", "--actors", "--merge -y", "--forget -y"],
    "merge": ["1 2 -y", "2 3 -n"],
    "rename-actor": ["1 Other -y", "2 Other -n"],
    "delete": ["2 -y", "--all -y"],
    "undo": ["-y", "--last 9223372036854775807 -y", "9223372036854775807 -y", "2 -y"],
    "redo": ["-y", "--last 9223372036854775807 -y", "9223372036854775807 -y"],
    "history": ["", "--search heat --since 9223372036854775806"],
    "history list": ["", "--since 1 --limit 9223372036854775807"],
    "history show": ["1", "2", "3", "9223372036854775807"],
    "history clear": ["-y"],
    "browse": ["--plain"],
    "stats": [
      "--by rating", "", "heat", "--by tag --top 9223372036854775807", "--calendar 2026",
      "--since 1970-01-01", "heat --until 2026", "--by decade", "--by year", "--by actor",
      "--by month", "--by weekday", "--by title-length", "--by genre", "--by year --value rating",
      "--by actor --value runtime -o {a}.svg",
    ],
    "report": ["-o {a}.html", "--year 2026 -o {a}.html"],
    "import": ["{list}", "{list} --fill", "{list} --replace", "{list} --add -n"],
    "export": ["", "{a}.ndjson"],
    "sync": ["{directory}", "{other}", "{directory} --replicas", "{other} -n"],
    "diff": ["{other}", "{list}", "history:1", "history:9223372036854775807", "@2026-11-20"],
    "compare": ["{list}"],
    "seed": ["20 --seed 9223372036854775807 -q"],
    "mcp": ["--write"],
    "doctor": ["", "--fix"],
    "backup": ["{a}.db"],
    "restore": ["{other} -y"],
    "migrate": [
      "--to 1 --accept-loss --no-backup", "--to 4 --accept-loss --backup {a}.db",
    ],
    "migrate status": [""],
    "migrate plan": ["--to 1"],
    "migrate rehearse": ["--to 1"],
    "migrate check": ["{db}"],
    "migrate schema": ["{db}"],
    "migrate log": [""],
    // Hidden.
    "complete": ["--shell zsh -- movies show he", "--shell zsh -- movies edit --unset -- 2"],
  ]
  /// They open no catalog.
  private static let others = ["completions"]

  private static let typed = """
    1
    b
    f
    rate 1 8
    u
    r
    sort rating
    columns
    edit 1 year=1999
    s heat
    F
    actors
    1
    b
    goto tag
    b
    keys
    b
    mark-all
    tag marked noir
    x1
    show 2
    q

    """

  private static let messages = [
    ("search", "{\"text\": \"heat\"}"), ("list", "{\"limit\": 500}"),
    ("show", "{\"movies\": [\"2\"]}"),
    ("stats", "{}"), ("history", "{}"), ("undo", "{}"),
    ("list", "{\"limit\": 9223372036854775808, \"offset\": 1e300}"),
  ].map {
    """
    {"jsonrpc": "2.0", "id": 1e300, "method": "tools/call", "params": {"name": "\($0)", \
    "arguments": \($1)}}

    """
  }.joined()

  @Test("every command has lines")
  func completeness() {
    let names = Self.lines.keys.filter { $0 != "complete" } + Self.others
    #expect(names.sorted() == CommandTree.names.map { $0.joined(separator: " ") }.sorted())
  }

  @Test("every command ends with a result or an error", arguments: seeds)
  func anything(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let numbers = Mutex(RandomSource(seed: seed))
    let moments = Simulation(
      time: { 1_795_863_600_000_000 }, number: { numbers.withLock { $0.next() } })
    try Simulation.$current.withValue(moments) {
      let run = try Run(seed: seed, announces: !Self.chosen.isEmpty)
      for (command, lines) in Self.lines.sorted(by: { $0.key < $1.key }) {
        for line in lines { try run.check("\(command) \(line)", &random) }
        for choice in Self.choices(of: command) where !lines.isEmpty {
          // The default tier tries some of them.
          let isChosen = Int.random(in: 0..<5, using: &random) == 0
          if isChosen || Tier.isFull { try run.check("\(command) \(lines[0]) \(choice)", &random) }
        }
      }
      try run.browse()
    }
  }

  /// The options that select an output, with each of their values.
  private static func choices(of command: String) -> [String] {
    let options = CommandTree.options(of: command.split(separator: " ").map(String.init))
    return options.flatMap { option -> [String] in
      guard let name = option.longName else { return [] }
      switch name {
      case "format" where command != "import": return option.choices.map { "--format \($0)" }
      case "as": return option.choices.map { "--as \($0) {a}-\($0)" }
      case "sort": return option.choices.map { "--sort \($0)" }
      case "json": return ["--json"]
      default: return []
      }
    }
  }

  /// The runs of the program on the catalog of a seed.
  private struct Run {
    private let seed: UInt64
    private let announces: Bool
    private let catalog: [UInt8]

    init(seed: UInt64, announces: Bool) throws {
      (self.seed, self.announces) = (seed, announces)
      try Files.makeDirectory(TemporaryDirectory.path("sync"))
      try Run.create(TemporaryDirectory.path("other.db"))
      try movies("export", "--db", TemporaryDirectory.path("other.db")).output
        .write(toFile: TemporaryDirectory.path("list.ndjson"), atomically: true, encoding: .utf8)
      try Run.create(SampleCatalog.path)
      var values = try StoredValues(in: SampleCatalog.path, seed: seed)
      try values.write()
      catalog = try Files.bytes(SampleCatalog.path)
    }

    /// A catalog with all kinds of rows: with an import, changes, an undo and the log of a migration.
    private static func create(_ path: String) throws {
      for line in [
        ["import", "-"], ["migrate", path, "--to", "5", "--no-backup", "--accept-loss"],
        // A migration starts a new history.
        ["migrate", path, "--no-backup"], ["seed", "4", "--seed", "1"], ["rate", "1", "9"],
        ["tag", "2", "noir"], ["delete", "3", "-y"], ["undo", "-y"], ["rate", "4", "7"],
        ["undo", "-y"],
      ] {
        let result = movies(
          line + ["-q"] + (line[0] == "migrate" ? [] : ["--db", path]),
          input: Array(SampleCatalog.movies.utf8))
        #expect(result.status == .done, "\(line): \(result)")
      }
    }

    func check(_ line: String, _ random: inout RandomSource) throws {
      var line = line
      for (name, file) in [
        ("a", "new-\(random.next())"), ("db", "movies.db"), ("other", "other.db"),
        ("list", "list.ndjson"), ("directory", "sync"),
      ] { line = line.replacing("{\(name)}", with: TemporaryDirectory.path(file)) }
      let console: Console =
        Bool.random(using: &random)
        ? .terminal(columns: Int.random(in: 1...200, using: &random)) : .pipes
      announce(line)
      try Files.write(catalog, to: SampleCatalog.path)
      let input = line.hasPrefix("mcp") ? StoredValueTests.messages : StoredValueTests.typed
      let start = StoredValueTests.processorSeconds()
      let words = line.split(separator: " ").map(String.init)
      let result = uncheckedMovies(words, input: Array(input.utf8), on: console)
      // Foundation cannot read an infinite number.
      OutputContract.check(
        CommandResult(
          result.status, output: result.output.replacing("9e999", with: "9e99"),
          error: result.error), of: words)
      let message = "seed \(seed): \(line): \(result.error)"
      #expect(StoredValueTests.processorSeconds() - start < 5 * Tier.slowdown, "\(message)")
      #expect(result.status != .internalError, "\(message)")
      // Whether a change can be undone, and which keys movies have, depends on the values.
      let isAboutValues = [
        "requires confirmation", "no movie has the attribute", "requires a text",
      ].contains {
        result.error.contains($0)
      }
      #expect(result.status != .usage || isAboutValues, "\(message)")
    }

    /// Presses keys in the browser.
    func browse() throws {
      announce("browse")
      try Files.write(catalog, to: SampleCatalog.path)
      do {
        let browsing = try Browsing(try Catalog(path: SampleCatalog.path, access: .writing))
        for key in [
          Key.down, .end, .home, .enter, .enter, .escape, .text("f"), .text("u"), .text("s"),
          .enter,
          .pageDown, .text("t"), .escape, .text("e"), .escape, .text("S"), .text("F"), .escape,
          .text("H"), .down, .enter, .escape, .text("?"),
        ] {
          browsing.press(key)
          _ = browsing.picture
        }
        browsing.resize(columns: 40, rows: 8)
        _ = browsing.picture
      } catch let error as StoreError {
        #expect(error.category != .internalError, "seed \(seed): browse: \(error)")
      }
    }

    private func announce(_ line: String) {
      if announces { FileHandle.standardError.write(Data("seed \(seed): \(line)\n".utf8)) }
    }
  }

  /// The processor time of this thread.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
