import TestSupport
import Testing

/// The program with an SQLite version that is too old, simulated by a preloaded library.
@Suite(.limited, .needs(.clang), .temporaryDirectory) struct OldLibraryTests {
  private static let source = """
    const char *sqlite3_libversion(void) { return "3.34.1"; }
    int sqlite3_libversion_number(void) { return 3034001; }
    """

  @Test(
    "every command rejects an SQLite library older than 3.40",
    arguments: [["list"], ["add", "Heat"], ["--version"], ["browse"]])
  func refused(arguments: [String]) throws {
    let library = TemporaryDirectory.path("old.so")
    let source = try ToolRunner.write(Self.source.utf8, to: "old.c")
    try #require(
      ToolRunner.shell("clang -shared -fPIC -o '\(library)' '\(source)'").status == 0)
    var tool = Tool(arguments, environment: ToolRunner.environment)
    tool.environment["LD_PRELOAD"] = library
    let outcome = try tool.run()
    #expect(outcome.status == 78)
    #expect(outcome.output == "")
    #expect(
      outcome.error
        == "Error: SQLite 3.40 or later is required, but the installed version is 3.34.1. "
        + "Install a newer SQLite.\n")
    #expect(try !Files.names(in: TemporaryDirectory.current).contains("movies.db"))
  }
}
