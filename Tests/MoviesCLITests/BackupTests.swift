import Foundation
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct BackupTests {
  private let backup = TemporaryDirectory.path("backup.db")

  init() throws { try SampleCatalog.install() }

  /// The text without times and lengths, and with the test's folder as `/`.
  private func plain(_ text: String) -> String {
    text.replacingOccurrences(of: TemporaryDirectory.current, with: "")
      .replacing(/\d+\.\d+ s/, with: "… s").replacing(
        /"seconds": [0-9.e-]+/, with: "\"seconds\": …"
      )
      .replacing(/\d{8}T\d{6}Z/, with: "…Z").replacing(/"bytes": \d+/, with: "\"bytes\": …")
      .replacing(/[\d,.]+ KiB/, with: "… KiB")
  }

  @Test("a backup says where it is, and JSON is one object")
  func report() {
    let answer = movies("backup", backup, "--json")
    #expect(answer.status == .done)
    #expect(plain(answer.error) == "backed up '/movies.db' to '/backup.db': … KiB in … s\n")
    #expect(
      plain(answer.output) == """
        {"command": "backup", "file": "/movies.db", "backup": "/backup.db", "version": 6, "bytes": …, "seconds": …}

        """)
    #expect(movies("backup", backup, "--force", "-q") == CommandResult())
  }

  @Test("a file that is there is named, with the way to replace it")
  func existing() throws {
    try Files.write(Array("mine".utf8), to: backup)
    let answer = movies("backup", backup)
    #expect(answer.status == .cannotCreate && answer.output == "")
    #expect(
      plain(answer.error) == """
        Error: cannot create '/backup.db': file exists. Use another name, or pass '--force' to replace it.

        """)
    #expect(try Files.bytes(backup) == Array("mine".utf8))
  }

  @Test(
    "what cannot be meant is a mistake of usage",
    arguments: [
      ["backup"], ["backup", ""], ["backup", "-"], ["backup", "a", "b"], ["restore"],
      ["restore", ""], ["restore", "-"], ["backup", "x", "--db", ":memory:"],
      ["restore", "x", "--db", ":memory:"], ["backup", "x", "--yes"], ["restore", "x", "--force"],
    ])
  func misused(arguments: [String]) {
    let answer = movies(arguments)
    #expect(answer.status == .usage, "\(answer)")
    #expect(answer.error.contains("Usage: movies "))
  }

  @Test("the database itself is refused, as backup and as what is restored")
  func itself() throws {
    let before = try SampleCatalog.bytes
    let path = SampleCatalog.path
    for arguments in [["backup", path], ["backup", path, "--force"], ["restore", path, "--yes"]] {
      let answer = movies(arguments)
      #expect(answer.status == .usage)
      #expect(answer.error.contains("is the database itself"))
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("restoring asks, and Enter means no")
  func asked() throws {
    _ = movies("backup", backup, "-q")
    _ = movies("delete", "1", "-q")
    let count = movies("list").output
    #expect(movies("restore", backup).status == .usage)
    for answer in ["", "\n", "n\n", "maybe\n"] {
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
    "The question says what is lost",
    arguments: [
      ("delete", "Replace '/movies.db', which has no movies, with the 9 movies in '/backup.db'?"),
      (
        "damage",
        "Replace '/movies.db', which is not a readable catalog, with the 9 movies in '/backup.db'?"
      ),
      ("older", "Replace the 9 movies in '/movies.db' with the 9 movies in '/backup.db'?"),
      ("touch", "Replace '/movies.db', which has no movies, with the 9 movies in '/backup.db'?"),
    ])
  func lost(change: String, question: String) throws {
    _ = movies("backup", backup, "-q")
    switch change {
    case "delete": _ = movies("delete", "--all", "--yes", "-q")
    case "damage":
      try Files.write(Array(SampleCatalog.bytes).map { $0 ^ 0x55 }, to: SampleCatalog.path)
    case "older": _ = movies("migrate", "--to", "5", "--accept-loss", "--no-backup", "-q")
    default: try Files.write([], to: SampleCatalog.path)
    }
    let before = try SampleCatalog.bytes
    let answer = movies("restore", backup, on: .terminal)
    #expect(plain(answer.error) == "\(question) [y/N] nothing was changed\n")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("A quiet restoration still names the copy that it kept")
  func quiet() {
    _ = movies("backup", backup, "-q")
    #expect(
      plain(movies("restore", backup, "--yes", "-q").error)
        == "saved the previous database as '/movies.db.replaced-…Z.backup'\n")
    let path = TemporaryDirectory.path("new.db")
    #expect(movies("restore", backup, "-q", "--db", path) == CommandResult())
  }

  @Test("restoring says what it kept, and JSON is one object")
  func restored() {
    _ = movies("backup", backup, "-q")
    let answer = movies("restore", backup, "--yes", "--json")
    #expect(
      plain(answer.error) == """
        saved the previous database as '/movies.db.replaced-…Z.backup'
        restored 9 movies (schema v6) to '/movies.db' in … s

        """)
    #expect(
      plain(answer.output) == """
        {"command": "restore", "file": "/movies.db", "backup": "/backup.db", "version": 6, "movies": 9, "kept": "/movies.db.replaced-…Z.backup", "seconds": …}

        """)
  }

  @Test("a dry run checks, says what would be, and does nothing")
  func dryRun() throws {
    _ = movies("backup", backup, "-q")
    let before = try SampleCatalog.bytes
    let answer = movies("restore", backup, "--dry-run")
    #expect(answer.status == .done && answer.output == "")
    #expect(
      plain(answer.error)
        == "would restore 9 movies (schema v6) from '/backup.db' to '/movies.db'\n")
    #expect(try SampleCatalog.bytes == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
  }

  @Test("an old backup is restored, and the way up is named")
  func older() {
    _ = movies("backup", backup, "-q")
    _ = movies("migrate", "--to", "3", "--accept-loss", "--no-backup", "--db", backup, "-q")
    let answer = movies("restore", backup, "--yes")
    #expect(
      plain(answer.error).hasSuffix(
        "to upgrade the schema, run: movies migrate --db /movies.db\n"))
    #expect(movies("list").status == .wrongDatabase)
  }

  @Test("what is missing, damaged or another program's is told with its status")
  func refused() throws {
    #expect(movies("restore", backup, "--yes").status == .missingFile)
    #expect(
      movies("backup", backup, "--db", TemporaryDirectory.path("none")).status == .missingFile)
    try Files.write(Array("Dear diary".utf8), to: backup)
    #expect(movies("restore", backup, "--yes").status == .wrongDatabase)
    var bytes = try Files.bytes(SampleCatalog.path)
    for place in 20_000..<28_000 { bytes[place] = 0xAA }
    try Files.write(bytes, to: backup)
    #expect(movies("restore", backup, "--yes").status == .inputOutput)
    #expect(movies("list").output.split(separator: "\n").count == 9)
  }
}
