import Foundation
import TestSupport
import Testing

/// The built program's `restore`, interrupted and killed at random: what it replaces is never gone.
@Suite(.limited, .temporaryDirectory) struct RestoreFaultTests {
  @Test(
    "interrupted at any moment, it has the old catalog in place, or the new one with the old kept",
    arguments: [SIGINT, SIGTERM, SIGKILL])
  func interrupted(signal: Int32) throws {
    try Workbench.seed(2_000)
    #expect(try Workbench.shell(#""$MOVIES" backup old.db -q; "$MOVIES" seed 500 -q"#).status == 0)
    #expect(try Workbench.shell(#"cp movies.db large.db"#).status == 0)
    let start = ContinuousClock.now
    #expect(
      try Workbench.tool("restore", TemporaryDirectory.path("old.db"), "-yq").run().status == 0)
    let microseconds = (ContinuousClock.now - start) / .microseconds(1)
    var random = RandomSource(seed: UInt64(signal))
    var ends: Set<Bool> = []
    for _ in 0..<30 {
      #expect(try Workbench.shell("rm -f movies.db*; cp large.db movies.db").status == 0)
      let restoration = try Workbench.tool(
        "restore", TemporaryDirectory.path("old.db"), "--yes"
      ).start()
      usleep(UInt32(Double.random(in: 0...1.1, using: &random) * microseconds))
      kill(restoration.processID, signal)
      let outcome = try restoration.outcome()
      let count = try Self.count("movies.db")
      let isReplaced = count == 2_000
      ends.insert(isReplaced)
      #expect(isReplaced || count == 2_500)
      if isReplaced { #expect(try Self.keptCounts() == [2_500]) }
      if outcome.error.contains("nothing was changed") { #expect(!isReplaced) }
      if outcome.status == 0 { #expect(isReplaced) }
    }
    #expect(ends.contains(false))
  }

  private static func keptCounts() throws -> [Int?] {
    try Files.names(in: TemporaryDirectory.current).filter { $0.contains("replaced") }
      .map { try count($0) }
  }

  /// The number of movies in a file that is in order.
  private static func count(_ name: String) throws -> Int? {
    let said = try Workbench.shell(
      "sqlite3 \(name) 'PRAGMA quick_check; SELECT count(*) FROM MovieModel'")
    let lines = said.output.split(separator: "\n")
    return lines.count == 2 && lines[0] == "ok" ? Int(lines[1]) : nil
  }
}
