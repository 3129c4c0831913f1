import Foundation
import TestSupport
import Testing

/// Unusual home directories, clocks, terminal sizes and locales.
@Suite(.limited, .fullTier, .temporaryDirectory) struct EnvironmentTests {
  @Test(
    "in an unwritable home directory, reading finds no movies and writing fails",
    arguments: [("HOME", "/proc", 73), ("HOME", "/dev/null", 73), ("XDG_DATA_HOME", "/proc", 73)])
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

  @Test("times become days of the time zone of the first ones, wherever the next file is imported")
  func timeZone() throws {
    let outcome = try ToolRunner.shell(
      #"""
      printf 'title,watched\nHeat,2026-11-01T23:30:00Z\n' > a.csv
      i() { "$MOVIES" import a.csv -q "$@"; "$MOVIES" list --columns watched; }
      TZ=Europe/Berlin i; TZ=America/New_York i
      "$MOVIES" import a.csv 2>&1 | sed -n 2p
      i --time-zone America/New_York
      db=$("$MOVIES" path); "$MOVIES" migrate "$db" --to 1 -q > log; "$MOVIES" migrate "$db" -q > log
      TZDIR=/proc i
      export MOVIES_DB=other.db
      TZ=JST-9 i; TZ=UTC0 i
      """#)
    #expect(
      outcome.output == """
        2026-11-02
        2026-11-02
          times as days in Europe/Berlin
        2026-11-01;2026-11-02
        2026-11-01;2026-11-02
        2026-11-02
        2026-11-01;2026-11-02

        """)
    #expect(
      outcome.error
        == "Error: this system does not know the time zone 'Europe/Berlin' of the catalog's earlier imports. "
        + "Install the time zones (tzdata), or pass '--time-zone <zone>'.\n")
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
