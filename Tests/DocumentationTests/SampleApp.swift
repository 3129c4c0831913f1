import Foundation
import MovieStore
import MovieStoreMaintenance
import TestSupport
import Testing

/// The data layer of an app, in `Tests/SampleApp`: a package that depends on this one as a user's does.
enum SampleApp {
  static let path = "Tests/SampleApp"

  /// Runs the app, and expects that it does what an app needs.
  static func expectOutput(of executable: String) throws {
    let home = TemporaryDirectory.path("home")
    try Files.makeDirectory(home)
    // A catalog of an older version of the app.
    do {
      var store = try Catalog(path: home + "/movies.db")
      try store.add(MovieDraft(title: "Solaris"))
    }
    try Migrator(path: home + "/movies.db").apply(to: .v2, Migrator.Options(backup: .none))
    var app = Tool(shell: "cd \"$1\" && \"$2\" 2>&1", [home, executable])
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
}
