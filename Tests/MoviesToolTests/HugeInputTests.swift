import TestSupport
import Testing

/// Input of any size is read in at most 64 MiB of memory. With `FAULTS=all`, the input is larger.
@Suite(.limited, .fullTier, .temporaryDirectory) struct HugeInputTests {
  private static let megabytes = Tier.isLong ? 1_000 : 20
  private static let lines = Tier.isLong ? 10_000_000 : 50_000

  /// The outcome of `import` with the output of the script.
  private func imported(_ script: String, _ options: String = "") throws -> Tool.Outcome {
    let bound = Tier.canBoundMemory ? "ulimit -d 65536;" : ""
    return try ToolRunner.shell(
      #"{ \#(script); } 2>/dev/null | { \#(bound) "$MOVIES" import - -q \#(options); }"#)
  }

  @Test(
    "rejects a line of a gigabyte, in bounded memory",
    arguments: Tier.isLong ? ["json", "ndjson", "csv", "tsv"] : ["ndjson", "csv"])
  func line(format: String) throws {
    let starts = [
      "json": #"[\n{"title": ""#, "ndjson": #"\n{"title": ""#, "csv": #"title\n"#,
      "tsv": #"title\n"#,
    ]
    let start = try #require(starts[format])
    let outcome = try imported(
      "printf '\(start)'; head -c \(Self.megabytes)M /dev/zero | tr '\\0' x",
      "--format \(format)")
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix("Error: standard input:2:"), "\(outcome.error)")
    #expect(outcome.error.contains(" Nothing was imported. "))
    #expect(try ToolRunner.tool("list").run().output == "")
  }

  @Test(
    "reports the line number of an invalid record after millions of empty lines",
    arguments: [("ndjson", #"{"title": 1}"#), ("csv", "a,b"), ("json", "7"), ("tsv", "a\\tb")])
  func blankLines(format: String, record: String) throws {
    let outcome = try imported(
      "[ \(format) = json ] && printf '['; [ \(format) = csv ] && echo title; "
        + "[ \(format) = tsv ] && echo title; yes '' | head -n \(Self.lines); printf '\(record)'",
      "--format \(format)")
    #expect(outcome.status == 65)
    let line = Self.lines + (format == "csv" || format == "tsv" ? 2 : 1)
    #expect(outcome.error.hasPrefix("Error: standard input:\(line):"), "\(outcome.error)")
  }

  @Test(
    "refuses an endless source at its first bytes or its first long line, and writes nothing",
    arguments: [
      ("", "import /dev/zero", "/dev/zero:1:1: expected UTF-8 text, found a NUL character"),
      ("", "import - < /dev/zero", "standard input:1:1: expected UTF-8 text"),
      ("", "compare /dev/zero", "/dev/zero:1:1: expected UTF-8 text"),
      ("", "diff /dev/zero", "/dev/zero:1:1: expected UTF-8 text"),
      ("cat /dev/zero", "import /dev/stdin", "/dev/stdin:1:1: expected UTF-8 text"),
      ("gzip < /dev/zero", "import -", "standard input:1:1: expected UTF-8 text"),
      ("yes | tr -d '\\n'", "import -", "standard input:1:1: expected lines of at most 16.0 MiB"),
      (
        "echo title; echo Ran; yes | tr -d '\\n'", "import - --on-error skip",
        "standard input:3:1: expected lines of at most 16.0 MiB"
      ),
    ])
  func endless(source: String, command: String, error: String) throws {
    try ToolRunner.seed(1)
    let bound = "ulimit -f 0; " + (Tier.canBoundMemory ? "ulimit -d 65536; " : "")
    let run = #"{ \#(bound) "$MOVIES" \#(command); echo $?; }"#
    let outcome = try ToolRunner.shell(
      (source.isEmpty ? run : "{ \(source); } 2> /dev/null | \(run)") + " 2>&1 | cat")
    #expect(outcome.output.contains(error) && outcome.output.hasSuffix("\n65\n"), "\(outcome)")
  }

  @Test("bounds the bytes of references")
  func references() throws {
    try ToolRunner.seed(1)
    let outcome = try ToolRunner.shell(
      #"yes "$(head -c 16000 /dev/zero | tr '\0' a)" 2> /dev/null | "$MOVIES" show -"#)
    #expect(outcome.status == 65)
    #expect(outcome.error.hasSuffix(" of references. Split the list.\n"), "\(outcome.error)")
  }

  @Test("reports each of millions of invalid records")
  func invalidRecords() throws {
    let outcome = try imported(
      #"yes '{"title": 7}' | head -n \#(Self.lines); echo '{"title": "Heat"}'"#,
      "--format ndjson --on-error skip 2>&1 | tail -n 1")
    #expect(outcome.output.hasPrefix("standard input:\(Self.lines):11: "), "\(outcome.output)")
    #expect(try ToolRunner.tool("list", "--columns", "title").run().output == "Heat\n")
  }

  @Test("rejects a title or a name of a megabyte, with its location")
  func longTitle() throws {
    let long = "head -c 1M /dev/zero | tr '\\0' x"
    let title = try imported(#"printf '{"title": "'; \#(long); printf '"}'"#, "--format ndjson")
    #expect(title.status == 65)
    #expect(title.error.contains("standard input:1:11: the title has 1,048,576 bytes"))
    let name = try imported("echo title,cast; printf 'A,'; \(long)", "--format csv")
    #expect(name.status == 65)
    #expect(name.error.contains("standard input:2:3: an actor's name has 1,048,576 bytes"))
  }
}
