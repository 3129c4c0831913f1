import TestSupport
import Testing

/// Database files of a hundred gigabytes, mostly empty.
@Suite(.limited, .fullTier, .temporaryDirectory) struct HugeFileTests {
  private static let commands = [
    "list", "add x", "migrate status movies.db", "migrate check movies.db",
  ]

  @Test(
    "rejects a file of a hundred gigabytes immediately if it is not a database",
    arguments: ["truncate -s 100G movies.db", "printf 'SQLite format 3\\0' > movies.db"])
  func sparse(setup: String) throws {
    let created = try ToolRunner.shell("\(setup); truncate -s 100G movies.db")
    try #require(created.status == 0, "\(created.error)")
    for command in Self.commands {
      let outcome = try ToolRunner.bounded(command)
      #expect([1, 74, 78].contains(outcome.status), "\(command): \(outcome)")
      #expect((outcome.error + outcome.output).contains("movies.db"), "\(command)")
    }
    let left = try ToolRunner.shell("stat -c %s movies.db; du -k movies.db | cut -f 1; ls -A")
    #expect(left.output.hasPrefix("107374182400\n"))
    #expect(left.output.hasSuffix("\nmovies.db\n"))
  }

  @Test("reads and changes a catalog extended to a hundred gigabytes immediately, or rejects it")
  func longCatalog() throws {
    try ToolRunner.seed(20)
    try #require(try ToolRunner.shell("truncate -s 100G movies.db").status == 0)
    for command in Self.commands.dropLast() {
      let outcome = try ToolRunner.bounded(command)
      #expect([0, 74, 78].contains(outcome.status), "\(command): \(outcome.error)")
    }
  }
}
