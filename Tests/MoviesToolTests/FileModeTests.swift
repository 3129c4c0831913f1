import Foundation
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct FileModeTests {
  @Test(
    "new files are accessible only to their owner, under any umask",
    arguments: ["000", "022", "077", "027"])
  func modes(umask: String) throws {
    let outcome = try ToolRunner.shell(
      #"""
      umask \#(umask); export MOVIES_DB=new/deep/movies.db
      "$MOVIES" add x -q >/dev/null; "$MOVIES" export out.csv -q; "$MOVIES" seed 5 -q
      """#)
    #expect(outcome.status == 0)
    #expect(try ToolRunner.mode(TemporaryDirectory.path("new/deep/movies.db")) == 0o600)
    #expect(try ToolRunner.mode(TemporaryDirectory.path("out.csv")) == 0o600)
    #expect(try ToolRunner.mode(TemporaryDirectory.path("new")) == 0o700)
    #expect(try ToolRunner.mode(TemporaryDirectory.path("new/deep")) == 0o700)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: TemporaryDirectory.path("new/deep"))
    #expect(files == ["movies.db"])
  }

  @Test("preserves the mode of an existing file")
  func preservedMode() throws {
    let outcome = try ToolRunner.shell(
      #"""
      : > movies.db; chmod 640 movies.db; "$MOVIES" add x -q; stat -c %a movies.db
      """#)
    #expect(outcome.output == "640\n")
  }

  @Test("creates the default directory with the first movie, not when reading")
  func defaultDirectory() throws {
    let outcome = try ToolRunner.shell(
      #"""
      unset MOVIES_DB; export HOME=$PWD XDG_DATA_HOME=relative; umask 000
      "$MOVIES" list; "$MOVIES" stats >/dev/null; ls -A; "$MOVIES" add x -q
      stat -c '%a %n' .local/share/movies .local/share/movies/movies.db
      """#)
    #expect(
      outcome.output
        == """
        700 .local/share/movies
        600 .local/share/movies/movies.db

        """)
    #expect(outcome.status == 0)
  }

  @Test("without HOME, --db is required")
  func withoutHome() throws {
    let outcome = try ToolRunner.shell(
      #"unset MOVIES_DB HOME XDG_DATA_HOME; "$MOVIES" list; echo $?; "$MOVIES" list --db :memory:"#)
    #expect(outcome.output == "66\n")
    #expect(outcome.error.hasPrefix("Error: no home directory"))
  }

  @Test("follows a link to a database, but creates no file through a dangling link")
  func links() throws {
    let outcome = try ToolRunner.shell(
      #"""
      mkdir far; MOVIES_DB=far/real.db "$MOVIES" add x -q; ln -s far/real.db good.db
      "$MOVIES" --db good.db add y -q; ls far; ln -s far/none.db bad.db
      "$MOVIES" --db bad.db add z -q; echo $?; ls far; ls -A
      """#)
    #expect(
      outcome.output == """
        real.db
        66
        real.db
        bad.db
        far
        good.db

        """)
    #expect(outcome.error.hasSuffix("bad.db': it is a dangling symbolic link. Check the path.\n"))
  }

  @Test("a read-only file can be read; writing fails with a hint")
  func readOnly() throws {
    try ToolRunner.seed(3)
    let outcome = try ToolRunner.shell(
      #"""
      mkdir shut; mv movies.db shut/; chmod 400 shut/movies.db; chmod 500 shut; chmod 711 .
      export MOVIES_DB=shut/movies.db; cp "$MOVIES" ./tool; chmod 755 tool
      before=$(sha256sum shut/movies.db); chown -R 65534 shut
      run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --clear-groups "$@"; else "$@"; fi; }
      run ./tool list --format ids | wc -l; run ./tool add x; echo $?; run ./tool export out.csv
      [ "$before" = "$(sha256sum shut/movies.db)" ] && echo unchanged; chmod 700 shut
      """#)
    #expect(outcome.output == "3\n74\nunchanged\n", "\(outcome.error)")
    #expect(
      outcome.error.contains("movies.db' or its directory is not writable. Check the permissions.")
    )
  }
}
