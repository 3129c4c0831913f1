import MovieStore
import MovieStoreMaintenance
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// The table or text of each `migrate` command.
@Suite(.limited) struct MigrationTableTests {
  private func printed(
    _ reports: [Report], onTerminal isTerminal: Bool = false, columns: Int = 100
  ) throws -> String {
    let output = OutputWriter(inMemoryAsTerminal: isTerminal, columns: columns)
    try Report(merging: reports).writeBody(to: output, isColored: false)
    return String(decoding: output.written, as: UTF8.self)
  }

  private func printed(
    _ report: Report, onTerminal isTerminal: Bool = false
  ) throws -> String {
    try printed([report], onTerminal: isTerminal)
  }

  private static func steps() throws -> [MigrationStep] {
    [
      try Stubs.step(.v4, rows: 1_234, seconds: 0.0625),
      try Stubs.step(
        .v3, .down, rows: 5, losses: ["actors without movies": 1, "names": 2_000], seconds: 12),
    ]
  }

  @Test("completed steps have the new version, the rows and the duration")
  func migrate() throws {
    let report = Report.migration(try Stubs.report(steps: Self.steps()), of: "a.db")
    #expect(
      try printed(report) == """
        v4\tstore actors in their own table\t1234\t0.063
        v3\trevert: store actors in their own table\t5\t12.000

        """)
    #expect(
      try printed(report, onTerminal: true) == """
        VERSION  SUMMARY                                   ROWS  SECONDS
        v4       store actors in their own table          1,234    0.063
        v3       revert: store actors in their own table      5   12.000

        """)
  }

  @Test("planned steps have their kind and their losses")
  func plan() throws {
    #expect(
      try printed(.plan(try Stubs.plan(steps: Self.steps()), of: "a.db")) == """
        v4\tstore actors in their own table\trewrite\t1234\t
        v3\trevert: store actors in their own table\trewrite\t5\t\
        1 actor without movies, 2,000 names

        """)
  }

  @Test("rehearsed steps have rows, durations and losses")
  func rehearse() throws {
    #expect(
      try printed(.rehearsal(try Stubs.rehearsal(steps: Self.steps()), of: "a.db")) == """
        v4\tstore actors in their own table\t1234\t0.063\t
        v3\trevert: store actors in their own table\t5\t12.000\t\
        1 actor without movies, 2,000 names

        """)
  }

  @Test("a status is a row; an unreadable file has none")
  func status() throws {
    let drift = [
      Finding(.drift, "the view 'evil' is missing"),
      Finding(.drift, "x was changed"),
    ]
    let results = [
      Report.failure(StoreError(.fileNotFound(path: "/b.db")), of: "b.db", "status"),
      .status(try Stubs.status(nil, pending: [1, 2]), of: "a.db"),
      .status(try Stubs.status(.v6, findings: drift), of: "c\t.db"),
    ]
    #expect(
      try printed(results) == """
        a.db\tnone\tv6\tv1 v2\tas expected
        c\\t.db\tv6\tv6\t\tthe view 'evil' is missing; x was changed

        """)
    #expect(
      try printed(results, onTerminal: true) == """
        FILE       VERSION  NEWEST  PENDING  SCHEMA
        a.db       none     v6      v1 v2    as expected
        c\\u{9}.db  v6       v6               the view 'evil' is missing; x was changed

        """)
  }

  @Test("a check is a row, with or without the name of the file")
  func check() throws {
    let finding = Finding(.integrity, "page 4 is free twice")
    let result = try Stubs.check(("schema", []), ("integrity", [finding]))
    let other = try Stubs.check(("schema", []), ("integrity", [finding]), namesFile: false)
    #expect(
      try printed([result])
        == "a.db\tschema\tok\na.db\tintegrity\terror: page 4 is free twice\n")
    #expect(
      try printed([other], onTerminal: true) == """
        CHECK      RESULT
        schema     ok
        integrity  error: page 4 is free twice

        """)
    #expect(try printed([result, result], onTerminal: true).hasPrefix("FILE  CHECK      RESULT\n"))
    #expect(try printed([Stubs.check(("steps", []), file: nil)]) == "\tsteps\tok\n")
  }

  @Test("the log has a row for each migration")
  func log() throws {
    let entries = [
      try Stubs.entry(.adopted, .v3), try Stubs.entry(.up, .v4), try Stubs.entry(.down, .v3),
    ]
    let start = "2026-11-21T10:15:02Z\t"
    let end = "\t1234\t0.063\tmovies 0.1.0\t3.40.1\n"
    #expect(
      try printed(.log(entries, version: nil, of: "a.db"))
        == "\(start)log started at v3\(end)\(start)up to v4\(end)\(start)down to v3\(end)")
    #expect(
      try printed(.log([entries[1]], version: nil, of: "a.db"), onTerminal: true) == """
        TIME                  STEP       ROWS  SECONDS  PROGRAM       SQLITE
        2026-11-21T10:15:02Z  up to v4  1,234    0.063  movies 0.1.0  3.40.1

        """)
  }

  @Test("a schema is its SQL, escaped on a terminal")
  func schema() throws {
    let sql = "CREATE TABLE \"\u{1B}[2J\"(\r\n\tx);\n"
    #expect(try printed(.schema(sql, version: .v6, of: nil)) == sql)
    #expect(
      try printed(.schema(sql, version: .v6, of: nil), onTerminal: true)
        == "CREATE TABLE \"\\u{1B}[2J\"(\\u{D}\n\\u{9}x);\n")
  }

  @Test("without steps or entries, nothing is printed", arguments: [false, true])
  func nothing(isTerminal: Bool) throws {
    #expect(try printed(.plan(try Stubs.plan(), of: "a.db"), onTerminal: isTerminal) == "")
    #expect(try printed(.log([], version: nil, of: "a.db"), onTerminal: isTerminal) == "")
    #expect(try printed([], onTerminal: isTerminal) == "")
  }

  @Test("a table with random text is escaped and fits the terminal", arguments: 0..<4)
  func hostile(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    for columns in [20, 40, 80] {
      let finding = Finding(.drift, random.text(upTo: 60))
      let results = try (0..<3).map { _ in
        try Stubs.check((random.text(upTo: 30), [finding]), file: random.text(upTo: 20))
      }
      let text = try printed(results, onTerminal: true, columns: columns)
      #expect(HostileTextTests.forbidden(in: text).allSatisfy { $0 == "\\u{200D}" })
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
      #expect(lines.count == 4 || columns < 40)
    }
  }
}
