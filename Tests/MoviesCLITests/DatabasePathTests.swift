import Foundation
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct DatabasePathTests {
  private func path(_ environment: [String: String], _ options: String...) -> String {
    movies(["path"] + options, environment: environment).output
  }

  @Test("--db overrides MOVIES_DB, which overrides the default directories")
  func precedence() {
    let all = ["MOVIES_DB": "/m.db", "XDG_DATA_HOME": "/x", "HOME": "/h"]
    #expect(path(all, "--db", "o.db") == "o.db\n")
    #expect(path(all) == "/m.db\n")
    #expect(path(all.with("MOVIES_DB", "")) == "/x/movies/movies.db\n")
    #expect(
      path(["MOVIES_DB": "", "XDG_DATA_HOME": "", "HOME": "/h"])
        == "/h/.local/share/movies/movies.db\n")
    #expect(
      path(["MOVIES_DB": "", "XDG_DATA_HOME": "relative", "HOME": "/h"])
        == "/h/.local/share/movies/movies.db\n")
  }

  @Test(
    "prints the reason for the path, in JSON and on a terminal",
    arguments: [
      (["--db", "/o.db"], "--db", "set by --db"),
      ([], "MOVIES_DB", "set by the environment variable MOVIES_DB"),
    ])
  func reasons(options: [String], source: String, reason: String) {
    let path = options.last ?? SampleCatalog.path
    #expect(
      movies(["path", "--json"] + options)
        == CommandResult(
          output: """
            {"path": "\(path)", "source": "\(source)", "reason": "\(reason)", "exists": false}

            """))
    #expect(
      movies(["path"] + options, on: .terminal)
        == CommandResult(output: path + "\n", error: "(\(reason); it does not exist yet)\n"))
  }

  @Test("the reason for the default path is its directory")
  func defaultReasons() {
    #expect(
      movies("path", "--json", environment: ["MOVIES_DB": "", "XDG_DATA_HOME": "/x"]).output
        == """
        {"path": "/x/movies/movies.db", "source": "XDG_DATA_HOME", \
        "reason": "the default, in the directory set by XDG_DATA_HOME", "exists": false}

        """)
    #expect(
      movies("path", "--json", environment: ["MOVIES_DB": "", "HOME": "/h"]).output
        == """
        {"path": "/h/.local/share/movies/movies.db", "source": "HOME", \
        "reason": "the default, because neither --db nor MOVIES_DB is set", "exists": false}

        """)
  }

  @Test("without a home directory, there is no default path", arguments: ["", "relative/home"])
  func withoutHome(home: String) {
    let environment = ["MOVIES_DB": "", "HOME": home]
    #expect(
      movies("list", environment: environment)
        == CommandResult(
          .missingFile,
          error: "Error: no home directory for the database. "
            + "Set HOME, or pass '--db <path>'.\n"))
    #expect(movies("list", "--db", ":memory:", environment: environment) == CommandResult())
  }

  @Test("a missing default file is an empty catalog, and reading does not create it")
  func missingDefault() {
    let home = TemporaryDirectory.current
    let environment = ["MOVIES_DB": "", "HOME": home]
    #expect(movies("list", "--json", environment: environment).output == "[]\n")
    #expect(movies("actors", environment: environment).output == "")
    #expect(movies("export", environment: environment).output == "")
    #expect(movies("stats", environment: environment).output.hasPrefix("movies\t0\n"))
    #expect(movies("show", "1", environment: environment).status == .notFound)
    #expect(movies("delete", "1", "-n", environment: environment).status == .notFound)
    #expect(
      movies("list", on: .terminal, environment: environment).error.hasSuffix(
        "\nno movies yet; add one with 'movies add --random'\n"))
    #expect((try? FileManager.default.contentsOfDirectory(atPath: home)) == [])
    #expect(
      movies("add", "x", "-q", environment: environment) == CommandResult())
    #expect(movies("list", environment: environment) == CommandResult(output: "1\t\tx\t\n"))
  }

  @Test(
    "reading a missing file is an error if it was specified",
    arguments: [
      ["list"], ["search", "x"], ["show", "1"], ["actors"], ["stats"], ["export"],
    ])
  func missingFile(arguments: [String]) {
    #expect(
      movies(arguments)
        == CommandResult(
          .missingFile,
          error: "Error: the database '\(SampleCatalog.path)' does not exist. "
            + "Check the path. Adding or importing movies creates it.\n"))
    #expect(!FileManager.default.fileExists(atPath: SampleCatalog.path))
  }

  @Test(":memory: is a temporary catalog for one command")
  func memory() {
    #expect(movies("add", "x", "-q", "--db", ":memory:") == CommandResult())
    #expect(movies("list", "--db", ":memory:") == CommandResult())
    #expect(movies("list", environment: ["MOVIES_DB": ":memory:"]) == CommandResult())
  }

  @Test("a URI is a plain file name")
  func uri() {
    let name = "file:x?mode=memory"
    #expect(movies("add", "x", "-q", "--db", TemporaryDirectory.path(name)).status == .done)
    #expect(FileManager.default.fileExists(atPath: TemporaryDirectory.path(name)))
  }
}

extension [String: String] {
  fileprivate func with(_ key: String, _ value: String) -> Self {
    merging([key: value]) { $1 }
  }
}
