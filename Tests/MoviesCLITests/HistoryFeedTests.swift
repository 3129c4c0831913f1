import TestSupport
import Testing

/// `history --since` and `--follow`.
@Suite(.limited, .temporaryDirectory) struct HistoryFeedTests {
  init() throws { try SampleCatalog.install() }

  /// The ids of the printed changes.
  private func ids(_ arguments: String...) -> [Int] {
    movies(["history", "--format", "ids"] + arguments).output
      .split(separator: "\n").compactMap { Int($0) }
  }

  @Test("the changes after one are printed oldest first, also undos and redos")
  func since() {
    _ = movies("add", "Ran")
    _ = movies("favorite", "4")
    _ = movies("undo")
    _ = movies("redo")
    #expect(ids("--since", "0") == [1, 2, 3, 4, 5])
    #expect(ids("--since", "3") == [4, 5])
    #expect(ids("--since", "5") == [])
    #expect(ids("--since", "1", "--limit", "2") == [2, 3])
    #expect(ids("--since", "1", "--search", "favorites") == [3, 4, 5])
    #expect(ids("--since", "1", "--search", "ran") == [2])
    let undone = movies("history", "--since", "2", "--columns", "id,kind,target,state")
    #expect(undone.output == "3\tchange\t\t\n4\tundo\t3\t\n5\tredo\t3\t\n")
    #expect(movies("history", "list", "--since", "4", "--json").output.hasPrefix("[\n{\"id\": 5, "))
    #expect(movies("history", "--since", "5", on: .terminal).error == "no changes match\n")
  }

  @Test(
    "with --follow, JSON is one object per line, CSV begins with its header",
    arguments: [
      (["--json"], "{\"id\": 2, ", "}\n"), (["--format", "ndjson"], "{\"id\": 2, ", "}\n"),
      ([], "2\t", "\tadded 'Ran'\n"), (["--format", "csv"], "id,time,", ",added 'Ran'\n"),
      (["--format", "ids"], "2\n", "2\n"),
    ] as [([String], String, String)])
  func formats(options: [String], start: String, end: String) {
    _ = movies("add", "Ran")
    for console in [Console.pipes, .terminal] {
      let arguments = ["history", "--since", "1", "--follow", "--limit", "1"] + options
      let result = movies(arguments, on: console)
      #expect(result.status == .done)
      #expect(result.output.hasPrefix(start) && result.output.hasSuffix(end), "\(result)")
      #expect(result.output.split(separator: "\n").count == (options.last == "csv" ? 2 : 1))
    }
  }

  @Test("numbers stay after the history was cleared, and after a migration began a new one")
  func newHistory() {
    _ = movies("add", "Ran")
    _ = movies("history", "clear", "--yes")
    #expect(movies("history", "--since", "2") == CommandResult())
    _ = movies("add", "Ikiru")
    #expect(ids("--since", "1") == [3])
    #expect(movies("migrate", "--to", "5", "--no-backup", "-q").status == .done)
    #expect(movies("history", "--since", "3").status == .wrongDatabase)
    #expect(movies("migrate", "--no-backup", "-q").status == .done)
    #expect(movies("history", "--since", "3") == CommandResult())
    _ = movies("add", "Sanjuro")
    #expect(ids("--since", "3") == [4])
  }

  @Test("a change that a restored catalog does not have is an error, not silence")
  func restored() {
    let backup = TemporaryDirectory.path("b.db")
    _ = movies("backup", backup)
    _ = movies("add", "Ran")
    _ = movies("restore", backup, "--yes")
    for options in [[], ["--follow"]] {
      let result = movies(["history", "--since", "2"] + options)
      #expect(result.status == .notFound)
      #expect(
        result.error == """
          Error: the history has no change 2, the latest is 1: the catalog was replaced by an older one. \
          Read the catalog again, then continue with '--since 1'.

          """)
    }
    #expect(movies("history", "--since", "1") == CommandResult())
  }

  @Test("rejects a table, a catalog in memory and a missing catalog")
  func rejected() {
    let table = movies("history", "--follow", "--format", "table", on: .terminal)
    #expect(table.status == .usage)
    #expect(table.error.contains("'--follow' cannot print a table."))
    #expect(movies("history", "--follow", "--db", ":memory:").status == .usage)
    #expect(movies("history", "--since", "-1").status == .usage)
    #expect(movies("history", "--since", "x").status == .usage)
    let nowhere = ["MOVIES_DB": "", "HOME": "/nowhere"]
    #expect(movies("history", "--follow", environment: nowhere).status == .missingFile)
    #expect(movies("history", "--since", "0", environment: nowhere).status == .done)
    #expect(movies("history", "--since", "0", "--db", "/nowhere.db").status == .missingFile)
  }
}
