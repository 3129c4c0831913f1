import Foundation
import TestSupport
import Testing

/// Unusual home directories, clocks, terminal sizes and locales.
@Suite(.limited, .fullTier, .temporaryDirectory) struct EnvironmentTests {
  @Test(
    "in an unwritable home directory, reading finds no movies and writing fails",
    arguments: [
      ("HOME", "/proc", 73), ("HOME", "/sys", 73), ("HOME", "/dev/null", 73),
      ("XDG_DATA_HOME", "/proc", 73),
    ])
  func unwritableHome(variable: String, directory: String, status: Int32) throws {
    let outcome = try ToolRunner.shell(
      #"""
      unset MOVIES_DB; export \#(variable)=\#(directory)
      "$MOVIES" list --json; "$MOVIES" stats > /dev/null; "$MOVIES" add x
      """#)
    #expect(outcome.output == "[]\n")
    #expect(outcome.status == status)
    #expect(outcome.error.contains("\nError: cannot "), "\(outcome.error)")
    #expect(outcome.error.contains("'\(directory)/"))
  }

  @Test("COLUMNS and the locale do not change output in a pipe")
  func pipe() throws {
    let added = try ToolRunner.tool("add", "Amélie 日本", "--actor", "Łódź", "-q").run()
    #expect(added.status == 0)
    let script = #"for c in list 'list --json' stats 'show 1' export; do "$MOVIES" $c -q; done"#
    let plain = try ToolRunner.shell(script)
    let other = try ToolRunner.shell(
      script, environment: ["COLUMNS": "20", "LC_ALL": "de_DE", "LANGUAGE": "de_DE"])
    #expect(plain.outputBytes == other.outputBytes)
    #expect(plain.output.contains("Amélie 日本"))
  }

  @Test("the error of a process without free file descriptors names the limit")
  func openFiles() throws {
    try ToolRunner.seed(1)
    let outcome = try ToolRunner.shell(#"ulimit -n 4; exec "$MOVIES" add Ran"#)
    #expect(outcome.status == 74)
    #expect(outcome.error.hasSuffix(": too many open files; raise the limit (ulimit -n).\n"))
    #expect(try ToolRunner.tool("list", "--format", "ids").run().output == "1\n")
  }

  @Test(
    "works when the clock is set to 1970 or 2106",
    .needs(.faketime),
    arguments: ["1970-01-01", "2106-02-08"])
  func clock(date: String) throws {
    let outcome = try ToolRunner.shell(
      #"""
      at() { faketime "$1 03:04:05" "$MOVIES" "${@:2}"; }
      at "$1" add x -q && at "$1" migrate --to 5 -q && at "$1" migrate log --json; ls
      """#, date)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("\(date)T"))
  }
}
