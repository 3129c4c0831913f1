import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ArgumentTests {
  @Test(
    "rejects an argument that is not UTF-8",
    arguments: [
      [0xFF], [0x66, 0x6F, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xC0, 0xAF],
    ] as [[UInt8]])
  func invalidArgument(bytes: [UInt8]) throws {
    var tool = ToolRunner.tool("add")
    tool.arguments.append(bytes)
    let outcome = try tool.run()
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error == "Error: an argument is not valid UTF-8.\n")
    #expect(ToolRunner.content(ToolRunner.database) == nil)
  }

  @Test("rejects MOVIES_DB if it is not UTF-8")
  func invalidVariable() throws {
    let outcome = try ToolRunner.shell(#"MOVIES_DB=$'/tmp/\xff.db' "$MOVIES" add x"#)
    #expect(outcome.status == 64)
    #expect(
      outcome.error
        == "Error: the environment variable MOVIES_DB is not valid UTF-8. "
        + "Correct it, or pass '--db <path>'.\n")
  }

  @Test(
    "rejects a data directory that is not UTF-8, but only if it is used",
    arguments: [
      ("XDG_DATA_HOME", "HOME=/nowhere"), ("HOME", "XDG_DATA_HOME="),
    ])
  func invalidDirectory(name: String, other: String) throws {
    let script = #"MOVIES_DB= \#(other) \#(name)=$'/tmp/\xff' "$MOVIES" path"#
    let outcome = try ToolRunner.shell(script)
    #expect(outcome.status == 64)
    #expect(
      outcome.error
        == "Error: the environment variable \(name) is not valid UTF-8. "
        + "Correct it, or pass '--db <path>'.\n")
    #expect(try ToolRunner.shell(script + " --db x").output == "x\n")
    #expect(
      try ToolRunner.shell(#"MOVIES_DB= XDG_DATA_HOME=/x HOME=$'/tmp/\xff' "$MOVIES" path"#).output
        == "/x/movies/movies.db\n")
  }

  // The working directory belongs to the whole process.
  @Test("does not replace a working directory that is not UTF-8")
  func invalidWorkingDirectory() throws {
    let outcome = try ToolRunner.shell(
      #"""
      "$MOVIES" add x -q --db ok.db && mkdir $'w\xff' && cd $'w\xff' || exit 99
      for command in 'add x' list doctor 'migrate status' 'backup ../ok.db'; do
        "$MOVIES" $command --db m.db; echo $?
      done
      "$MOVIES" backup b.db --db "$OLDPWD/ok.db"; echo $?
      "$MOVIES" restore b.db --db "$OLDPWD/ok.db" --yes; echo $?
      "$MOVIES" export x.json -q --db "$OLDPWD/ok.db"; echo $?
      "$MOVIES" import x.json -q --db "$OLDPWD/ok.db"; echo $?
      ls; ls .. | grep -c ^w
      """#)
    let expected = Array(repeating: "66", count: 7) + ["0", "0", "x.json", "1"]
    #expect(outcome.output.split(separator: "\n").suffix(11).map(String.init) == expected)
    #expect(
      outcome.error.contains(
        "Error: cannot read 'm.db': the name of the working directory is not valid UTF-8; "
          + "run from another directory or use an absolute path.\n"))
  }

  @Test(
    "returns every exit status",
    arguments: [
      (["--version"], 0), (["list", "--db", ":memory:"], 0),
      (["show", "1", "--db", ":memory:"], 1),
      (["lst"], 64), (["import", "/dev/null/x"], 66), (["list"], 66),
      (["export", "/nowhere/x"], 66),
      (["export", "/nowhere/x", "--db", ":memory:"], 73),
      (["add", "x", "--db", "/proc/nowhere/x.db"], 73),
    ] as [([String], Int32)])
  func statuses(arguments: [String], status: Int32) throws {
    let outcome = try Tool(arguments, environment: ToolRunner.environment).run()
    #expect(outcome.status == status, "\(outcome.error)")
    #expect(outcome.error.isEmpty == (status == 0))
  }

  @Test("without arguments, prints the help")
  func nothing() throws {
    let outcome = try Tool([]).run()
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("OVERVIEW: "))
    let nameless = try Tool(shell: #"exec -a '' "$MOVIES""#, []).run()
    #expect(nameless.output == outcome.output)
  }

  @Test(
    "the width of help is COLUMNS if it is a number, otherwise 80",
    arguments: [("wide", 80), ("60", 60)])
  func columns(value: String, width: Int) throws {
    func widest(_ value: String) throws -> Int {
      let help = try Tool(["list", "--help"], environment: ["COLUMNS": value]).run().output
      return help.split(separator: "\n").filter { !$0.hasPrefix("USAGE") }.map(\.count).max() ?? 0
    }
    #expect(try widest(value) == widest("\(width)"))
    #expect(try widest(value) <= max(width, 62))
  }

  @Test(
    "the locale does not change the output",
    arguments: ["C", "tr_TR.UTF-8"])
  func locale(name: String) throws {
    let movie = #"{"title": "ÉİI ı", "cast": ["Łódź"]}"#
    let script = #"""
      printf '%s' "$1" | "$MOVIES" import - -q --db "$2"
      "$MOVIES" list --json --db "$2"; "$MOVIES" list --format table --db "$2"
      "$MOVIES" stats --db "$2"; "$MOVIES" search 'e' --db "$2"
      """#
    let plain = try ToolRunner.shell(script, movie, "a.db")
    let other = try ToolRunner.shell(script, movie, "b.db", environment: ["LC_ALL": name])
    #expect(plain.status == 0)
    #expect(plain.outputBytes == other.outputBytes)
    #expect(plain.output.contains("ÉİI ı"))
  }
}
