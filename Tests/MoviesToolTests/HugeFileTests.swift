import TestSupport
import Testing

/// Files at the database's path that are large for no reason.
@Suite(.limited, .fullTier, .temporaryDirectory) struct HugeFileTests {
  private static let commands = [
    "list", "add x", "migrate status movies.db", "migrate check movies.db",
  ]

  @Test(
    "a file of a hundred gigabytes that is no database is told at once",
    arguments: ["truncate -s 100G movies.db", "printf 'SQLite format 3\\0' > movies.db"])
  func sparse(made: String) throws {
    let making = try ToolRunner.shell("\(made); truncate -s 100G movies.db")
    try #require(making.status == 0, "\(making.error)")
    for command in Self.commands {
      let outcome = try ToolRunner.bounded(command)
      #expect([1, 74, 78].contains(outcome.status), "\(command): \(outcome)")
      #expect((outcome.error + outcome.output).contains("movies.db"), "\(command)")
    }
    let left = try ToolRunner.shell("stat -c %s movies.db; du -k movies.db | cut -f 1; ls -A")
    #expect(left.output.hasPrefix("107374182400\n"))
    #expect(left.output.hasSuffix("\nmovies.db\n"))
  }

  @Test("a catalog that somebody made a hundred gigabytes long is listed and added to at once")
  func longCatalog() throws {
    try ToolRunner.seed(20)
    try #require(try ToolRunner.shell("truncate -s 100G movies.db").status == 0)
    for command in Self.commands.dropLast() {
      let outcome = try ToolRunner.bounded(command)
      #expect([0, 74, 78].contains(outcome.status), "\(command): \(outcome.error)")
    }
  }
}
