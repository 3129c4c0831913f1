import Foundation
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct BackupTests {
  private let backup = TemporaryDirectory.path("backup.db")

  init() throws { try SampleCatalog.install() }

  /// The text without times and sizes, and with the test's directory as `/`.
  private func plain(_ text: String) -> String {
    text.replacingOccurrences(of: TemporaryDirectory.current, with: "")
      .replacing(/\d+\.\d+ s/, with: "… s").replacing(
        /"seconds": [0-9.e-]+/, with: "\"seconds\": …"
      )
      .replacing(/\d{8}T\d{6}Z/, with: "…Z").replacing(/"bytes": \d+/, with: "\"bytes\": …")
      .replacing(/[\d,.]+ KiB/, with: "… KiB")
  }

  @Test("a backup reports its path, and JSON is one object")
  func report() {
    let result = movies("backup", backup, "--json")
    #expect(result.status == .done)
    #expect(plain(result.error) == "backed up '/movies.db' to '/backup.db': … KiB in … s\n")
    #expect(
      plain(result.output) == """
        {"command": "backup", "file": "/movies.db", "backup": "/backup.db", "version": 6, "bytes": …, "seconds": …}

        """)
    #expect(movies("backup", backup, "--force", "-q") == CommandResult())
  }

  @Test("an existing file is not replaced without --force")
  func existing() throws {
    try Files.write(Array("mine".utf8), to: backup)
    let result = movies("backup", backup)
    #expect(result.status == .cannotCreate && result.output == "")
    #expect(
      plain(result.error) == """
        Error: cannot create '/backup.db': file exists. Use another name, or pass '--force' to replace it.

        """)
    #expect(try Files.bytes(backup) == Array("mine".utf8))
  }

  @Test(
    "usage errors",
    arguments: [
      ["backup"], ["backup", ""], ["backup", "-"], ["backup", "a", "b"], ["restore"],
      ["restore", ""], ["restore", "-"], ["backup", "x", "--db", ":memory:"],
      ["restore", "x", "--db", ":memory:"], ["backup", "x", "--yes"], ["restore", "x", "--force"],
    ])
  func usageErrors(arguments: [String]) {
    let result = movies(arguments)
    #expect(result.status == .usage, "\(result)")
    #expect(result.error.contains("Usage: movies "))
  }

  @Test("rejects the database itself as the backup")
  func databaseItself() throws {
    let before = try SampleCatalog.bytes
    let path = SampleCatalog.path
    for arguments in [["backup", path], ["backup", path, "--force"], ["restore", path, "--yes"]] {
      let result = movies(arguments)
      #expect(result.status == .usage)
      #expect(result.error.contains("is the database itself"))
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("a database whose path cannot be resolved is reported as by every command")
  func unresolvable() throws {
    _ = movies("backup", backup, "-q")
    let loop = TemporaryDirectory.path("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    for arguments in [["restore", backup, "--yes"], ["backup", "new.db"], ["list"]] {
      let result = movies(arguments + ["--db", loop + "/x.db"])
      #expect(result.status == .missingFile)
      #expect(result.error.contains("loop/x.db': Too many levels of symbolic links. Check"))
    }
  }

  @Test("restore asks for confirmation; Enter means no")
  func asked() throws {
    _ = movies("backup", backup, "-q")
    _ = movies("delete", "1", "-q")
    let count = movies("list").output
    #expect(movies("restore", backup).status == .usage)
    for answer in ["\n", "n\n", "maybe\n"] {
      let refused = movies("restore", backup, input: answer, on: .terminal)
      #expect(refused.status == .notFound)
      #expect(
        plain(refused.error) == """
          Replace the 8 movies in '/movies.db' with the 9 movies in '/backup.db'? [y/N] nothing was changed

          """)
    }
    #expect(movies("list").output == count)
    #expect(movies("restore", backup, input: "y\n", on: .terminal).status == .done)
    #expect(movies("list").output != count)
  }

  @Test(
    "the question describes the replaced content",
    arguments: [
      ("delete", "Replace '/movies.db', which has no movies, with the 9 movies in '/backup.db'?"),
      (
        "damage",
        "Replace '/movies.db', which is not a readable catalog, with the 9 movies in '/backup.db'?"
      ),
      ("older", "Replace the 9 movies in '/movies.db' with the 9 movies in '/backup.db'?"),
      ("touch", "Replace '/movies.db', which has no movies, with the 9 movies in '/backup.db'?"),
    ])
  func question(change: String, expected: String) throws {
    _ = movies("backup", backup, "-q")
    switch change {
    case "delete": _ = movies("delete", "--all", "--yes", "-q")
    case "damage":
      try Files.write(Array(SampleCatalog.bytes).map { $0 ^ 0x55 }, to: SampleCatalog.path)
    case "older": _ = movies("migrate", "--to", "5", "--accept-loss", "--no-backup", "-q")
    default: try Files.write([], to: SampleCatalog.path)
    }
    let before = try SampleCatalog.bytes
    let result = movies("restore", backup, on: .terminal)
    #expect(plain(result.error) == "\(expected) [y/N] \nnothing was changed\n")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("--quiet still prints the path of the saved database")
  func quiet() {
    _ = movies("backup", backup, "-q")
    #expect(
      plain(movies("restore", backup, "--yes", "-q").error)
        == "saved the previous database as '/movies.db.replaced-…Z.backup'\n")
    let path = TemporaryDirectory.path("new.db")
    #expect(movies("restore", backup, "-q", "--db", path) == CommandResult())
  }

  @Test("restore reports the saved database, and JSON is one object")
  func restored() {
    _ = movies("backup", backup, "-q")
    let result = movies("restore", backup, "--yes", "--json")
    #expect(
      plain(result.error) == """
        saved the previous database as '/movies.db.replaced-…Z.backup'
        restored 9 movies (schema v6) to '/movies.db' in … s
        started a new history; the saved database has the old one (1 change)

        """)
    #expect(
      plain(result.output) == """
        {"command": "restore", "file": "/movies.db", "backup": "/backup.db", "version": 6, "movies": 9, "kept": "/movies.db.replaced-…Z.backup", "seconds": …, "historyEntries": 1, "replacedHistoryEntries": 1, "leftWAL": false}

        """)
  }

  @Test("restore reports that the history begins again, unless there was none")
  func history() {
    func message(_ arguments: String...) -> String? {
      movies(["restore", backup, "--yes"] + arguments).error.split(separator: "\n").map(String.init)
        .first { $0.contains("history") }
    }
    _ = movies("backup", backup, "-q")
    let new = TemporaryDirectory.path("new.db")
    #expect(
      message("--db", new) == "started a new history; the backup has the old one (1 change)")
    #expect(movies("history", "--db", new).output == "")
    #expect(movies("undo", "--db", new).status == .notFound)
    _ = movies("delete", "1", "-q")
    #expect(message("--dry-run") == nil)
    #expect(message() == "started a new history; the saved database has the old one (2 changes)")
    _ = movies("history", "clear", "--yes", "-q", "--db", backup)
    #expect(message() == nil)
  }

  @Test("--dry-run checks the backup and changes nothing")
  func dryRun() throws {
    _ = movies("backup", backup, "-q")
    let before = try SampleCatalog.bytes
    let result = movies("restore", backup, "--dry-run")
    #expect(result.status == .done && result.output == "")
    #expect(
      plain(result.error)
        == "would restore 9 movies (schema v6) from '/backup.db' to '/movies.db'\n")
    #expect(try SampleCatalog.bytes == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
  }

  @Test("restores a backup of an older version, and prints how to migrate it")
  func older() {
    _ = movies("backup", backup, "-q")
    _ = movies("migrate", "--to", "3", "--accept-loss", "--no-backup", "--db", backup, "-q")
    let result = movies("restore", backup, "--yes")
    #expect(
      plain(result.error).hasSuffix(
        "to upgrade the schema, run: movies migrate --db /movies.db\n"))
    #expect(movies("list").status == .wrongDatabase)
  }

  @Test("missing, damaged and foreign files have their exit statuses")
  func refused() throws {
    #expect(movies("restore", backup, "--yes").status == .missingFile)
    #expect(
      movies("backup", backup, "--db", TemporaryDirectory.path("none")).status == .missingFile)
    try Files.write(Array("Dear diary".utf8), to: backup)
    #expect(movies("restore", backup, "--yes").status == .wrongDatabase)
    var bytes = try Files.bytes(SampleCatalog.path)
    for offset in 20_000..<28_000 { bytes[offset] = 0xAA }
    try Files.write(bytes, to: backup)
    #expect(movies("restore", backup, "--yes").status == .inputOutput)
    #expect(movies("list").output.split(separator: "\n").count == 9)
  }
}
