import MovieStore
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct GitHubReportTests {
  @Test("a finding is an error, a warning or a notice about its file")
  func severities() throws {
    let result = try Stubs.check(
      ("schema", [Finding(.drift, "x is missing", code: .missingTable)]), ("rows", []),
      (
        "data",
        [
          Finding(.data, "odd", severity: .warning, rows: [3]),
          Finding(.data, "fine", severity: .note),
        ]
      ),
      file: "data/a.db")
    #expect(
      [result].annotations == [
        "::error file=data/a.db,title=movies%3A schema::x is missing. Restore a backup.",
        "::warning file=data/a.db,title=movies%3A data::odd (row 3).",
        "::notice file=data/a.db,title=movies%3A data::fine.",
      ])
  }

  @Test("an unreadable file is an error; the check of the built-in migrations names no file")
  func others() throws {
    let missing = Stubs.failedCheck(.busy(path: "/b.db"), file: "b.db")
    let own = try Stubs.check(("steps", [Finding(.migration, "lost")]), file: nil)
    #expect(
      [missing, own].annotations == [
        "::error file=b.db,title=movies%3A file::the database '/b.db' is busy: "
          + "another process is writing to it. Try again.",
        "::error title=movies%3A steps::lost.",
      ])
    #expect([try Stubs.check(("schema", []))].annotations == [])
  }

  @Test("escapes special characters; colons and commas in properties only")
  func escaping() throws {
    let finding = Finding(.drift, "100%: a,b\r\n::error::c")
    let result = try Stubs.check(("a:b,c%\n", [finding]), file: "x:1,y%\r.db")
    #expect(
      [result].annotations == [
        "::error file=x%3A1%2Cy%25%0D.db,title=movies%3A a%3Ab%2Cc%25%0A::"
          + "100%25: a,b%0D%0A::error::c."
      ])
  }

  @Test("random text stays on one line", arguments: 0..<8)
  func hostile(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let finding = Finding(
      .drift, random.text(upTo: 60), code: .thirdPartyView, object: random.text(upTo: 30))
    let result = try Stubs.check((random.text(upTo: 30), [finding]), file: random.text(upTo: 20))
    let line = try #require([result].annotations.first)
    #expect(line.unicodeScalars.allSatisfy { $0 != "\n" && $0 != "\r" })
    #expect(line.hasPrefix("::error file="))
    // Two properties are separated by one comma; the first "::" ends them.
    let properties = line.unicodeScalars.dropFirst(2).prefix { $0 != ":" }
    #expect(properties.count { $0 == "," } == 1)
  }
}
