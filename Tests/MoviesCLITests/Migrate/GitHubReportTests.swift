import MovieStore
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct GitHubReportTests {
  @Test("a finding is an error, a warning or a notice about the file, with its hint")
  func severities() throws {
    let answer = try Stubs.check(
      ("schema", [Finding(.drift, "x was changed", hint: "undo it")]), ("rows", []),
      (
        "data",
        [
          Finding(.data, "odd", severity: .warning, rows: [3]),
          Finding(.data, "fine", severity: .note),
        ]
      ),
      file: "data/a.db")
    #expect(
      GitHubReport([answer]).lines == [
        "::error file=data/a.db,title=movies%3A schema::x was changed. Undo it.",
        "::warning file=data/a.db,title=movies%3A data::odd (row 3).",
        "::notice file=data/a.db,title=movies%3A data::fine.",
      ])
  }

  @Test("a file that cannot be looked at is an error; the program's own check names no file")
  func others() throws {
    let missing = MigrationAnswer(.check(nil), file: "b.db", failure: .busy(path: "/b.db"))
    let own = try Stubs.check(("steps", [Finding(.migration, "lost")]), file: nil)
    #expect(
      GitHubReport([missing, own]).lines == [
        "::error file=b.db,title=movies%3A file::the database '/b.db' is busy: "
          + "another process is writing to it. Try again.",
        "::error title=movies%3A steps::lost.",
      ])
    #expect(GitHubReport([try Stubs.check(("schema", []))]).lines == [])
  }

  @Test("what the notation means otherwise is escaped, in properties a little more")
  func escaping() throws {
    let finding = Finding(.drift, "100%: a,b\r\n::error::c")
    let answer = try Stubs.check(("a:b,c%\n", [finding]), file: "x:1,y%\r.db")
    #expect(
      GitHubReport([answer]).lines == [
        "::error file=x%3A1%2Cy%25%0D.db,title=movies%3A a%3Ab%2Cc%25%0A::"
          + "100%25: a,b%0D%0A::error::c."
      ])
  }

  @Test("any text at all stays on its line", arguments: 0..<8)
  func hostile(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let finding = Finding(.drift, random.text(upTo: 60), hint: random.text(upTo: 30))
    let answer = try Stubs.check((random.text(upTo: 30), [finding]), file: random.text(upTo: 20))
    let line = try #require(GitHubReport([answer]).lines.first)
    #expect(line.unicodeScalars.allSatisfy { $0 != "\n" && $0 != "\r" })
    #expect(line.hasPrefix("::error file="))
    // Two properties, so one comma; and the end of the properties is the first "::" after them.
    let properties = line.unicodeScalars.dropFirst(2).prefix { $0 != ":" }
    #expect(properties.count { $0 == "," } == 1)
  }
}
