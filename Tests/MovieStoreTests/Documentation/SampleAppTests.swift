import Foundation
import MovieStore
import MovieStoreMaintenance
import TestSupport
import Testing

/// The data layer of an app, in `Tests/SampleApp`: a package that depends on this one as a user's does.
@Suite(.limited, .temporaryDirectory) struct SampleAppTests {
  private static let package = Article.package.appending(path: "Tests/SampleApp").path()

  @Test("The sample app builds without a warning and does what an app needs", .fullTier)
  func run() throws {
    let (build, home) = (TemporaryDirectory.path("build"), TemporaryDirectory.path("home"))
    try Files.makeDirectory(home)
    var compiling = Tool(
      shell: "swift build --package-path \"$1\" --scratch-path \"$2\" -Xswiftc -gnone 2>&1",
      [Self.package, build],
      environment: ["HOME": ProcessInfo.processInfo.environment["HOME"] ?? home])
    compiling.timeout = 600_000
    let compiled = try compiling.run()
    try #require(compiled.status == 0, "\(compiled.output)")
    #expect(!compiled.output.contains("warning:"), "\(compiled.output)")

    // A catalog of an older version of the app, and a file to import.
    do {
      var store = try Catalog(path: home + "/movies.db")
      try store.add(MovieDraft(title: "Solaris"))
    }
    try Migrator(path: home + "/movies.db").apply(to: .v2, Migrator.Options(backup: .none))
    let lines = (1...100_000).map {
      "{\"title\": \"Imported \($0)\", \"cast\": [\"A \($0 % 999)\"]}\n"
    }
    try Files.write(Array(lines.joined().utf8), to: home + "/large.ndjson")

    var app = Tool(shell: "cd \"$1\" && \"$2/debug/SampleApp\" 2>&1", [home, build])
    app.timeout = 120_000
    let outcome = try app.run()
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        migrating: backup
        migrating: check
        migrating: v3
        migrating: v4
        migrating: v5
        migrating: v6
        ["Heat", "Ran", "The Score", "Solaris"]
        ["The Score"]
        ["Solaris", "Heat", "The Score", "Ran"]
        Ran (1985) true
        ["Heat", "The Score"]
        deleted 'Heat'
        deleted 'Heat'
        12
        cancelled
        12
        MainActor true Actor

        """)
  }

  @Test("The sample app is short, and has no more than the data layer")
  func size() throws {
    let directory = URL(filePath: Self.package + "/Sources/SampleApp")
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    let lines = try files.map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
    #expect((100...200).contains(lines.map(\.count).reduce(0, +)))
  }
}
