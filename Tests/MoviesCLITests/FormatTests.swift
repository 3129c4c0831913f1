import TestSupport
import Testing

/// Every output format of movies and of actors.
@Suite(.limited, .temporaryDirectory) struct FormatTests {
  init() throws { try SampleCatalog.install() }

  @Test("output in a pipe is TSV, without truncation or heading")
  func pipe() {
    let result = movies("list")
    Golden.expect(result.output, is: "list/tsv")
    #expect(result.error == "")
  }

  @Test(
    "--format chooses the format in a pipe",
    arguments: [
      "table", "tsv", "csv", "json", "ndjson", "ids",
    ])
  func named(format: String) {
    Golden.expect(movies("list", "--format", format).output, is: "list/\(format)")
    Golden.expect(
      movies("actors", "--limit", "5", "--format", format).output, is: "actors/\(format)")
  }

  @Test("--json is --format json; the last option wins")
  func json() {
    let json = movies("list", "--format", "json").output
    #expect(movies("list", "--json").output == json)
    #expect(movies("list", "--format", "csv", "--json").output == json)
    #expect(movies("list", "--json", "--format", "ids", "--limit", "1").output == "5\n")
  }

  @Test("output on a terminal is a table that fits", arguments: [80, 40, 20, 1])
  func table(columns: Int) {
    let result = movies("list", on: .terminal(columns: columns))
    Golden.expect(result.output, is: "list/table-\(columns)")
    #expect(result.error == "")
    Golden.expect(
      movies("actors", on: .terminal(columns: columns)).output, is: "actors/table-\(columns)")
  }

  @Test("color marks headings, ids, titles and stars")
  func color() {
    let console = Console.terminal
    Golden.expect(
      movies("list", "--color", "always", on: console).output, is: "list/table-color")
    #expect(
      movies("list", "--color", "never", on: console, environment: ["TERM": "xterm"]).output
        == movies("list", on: console).output)
  }

  @Test(
    "--columns chooses the members of JSON, in the order of JSON",
    arguments: [
      (
        ["list", "--limit", "1", "--columns", "year,title,id"],
        #"{"id": 5, "title": "1917", "attributes": {}}"#
      ),
      (
        ["list", "--limit", "1", "--columns", "actors"],
        #"{"actors": [{"id": 12, "name": "George MacKay"}]}"#
      ),
      (["random", "--columns", "favorite", "--not", "is:favorite"], #"{"favorite": false}"#),
      (["show", "9", "--columns", "title"], #"{"title": "Koyaanisqatsi"}"#),
      (
        ["actors", "--limit", "1", "--columns", "movies,name"],
        #"{"name": "Al Pacino", "movies": 2}"#
      ),
      (
        ["add", "A (1999)", "--tag", "b", "--dry-run", "--columns", "tag,change", "-q"],
        #"{"attributes": {"tag": ["b"]}, "change": "added"}"#
      ),
      (
        ["history", "--columns", "state"], #"{"state": "done", "undoable": true}"#
      ),
      (["list", "--limit", "1", "--columns", "change"], "{}"),
    ] as [([String], String)])
  func members(words: [String], line: String) {
    #expect(movies(words + ["--format", "ndjson"]).output == line + "\n")
    #expect(movies(words + ["--json"]).output == "[\n\(line)\n]\n")
  }

  @Test("--columns with '+' adds to the usual columns: JSON has all members")
  func allMembers() {
    let all = movies("list", "--json").output
    #expect(movies("list", "--json", "--columns", "+year").output == all)
    #expect(movies("list", "--json", "--columns", "yeaar").status == .usage)
  }

  @Test("--columns chooses and orders", arguments: ["table", "tsv", "csv"])
  func columns(format: String) {
    let result = movies(
      "list", "--format", format, "--columns", "title,sortableTitle,id", "--limit", "3",
      on: .pipes)
    Golden.expect(result.output, is: "list/columns-\(format)")
  }

  @Test("the column change has the outcome")
  func changeColumn() {
    let result = movies("favorite", "1", "2", "--on", "--columns", "change,id", "--dry-run")
    #expect(result.output == "unchanged\t1\nupdated\t2\n")
  }

  @Test("--no-header prints no heading")
  func noHeader() {
    let csv = movies("list", "--limit", "2", "--format", "csv", "--columns", "id,title").output
    #expect(csv == "id,title\n5,1917\n2,Amélie\n")
    #expect(
      movies(
        "list", "--limit", "2", "--format", "csv", "--columns", "id,title", "--no-header"
      ).output == "5,1917\n2,Amélie\n")
    #expect(
      movies("list", "--limit", "2", "--no-header", "--columns", "id,title", on: .terminal).output
        == "5  1917\n2  Amélie\n")
  }

  @Test("-0 ends rows and ids with NUL")
  func null() {
    #expect(movies("list", "-0", "--format", "ids", "--limit", "2").output == "5\u{0}2\u{0}")
    #expect(
      movies("list", "--null", "--columns", "id,title", "--limit", "2").output
        == "5\t1917\u{0}2\tAmélie\u{0}")
  }

  @Test(
    "an empty list in every format",
    arguments: [
      ("table", ""), ("tsv", ""), ("csv", "id,favorite,title,actors\n"), ("json", "[]\n"),
      ("ndjson", ""), ("ids", ""),
    ])
  func empty(format: String, output: String) {
    #expect(movies("list", "zzz", "--format", format) == CommandResult(output: output))
  }

  @Test("TSV escapes tabs, line ends and backslashes")
  func tsvEscapes() {
    let result = movies("add", "a\tb\nc\rd\\e", "--columns", "title", "--dry-run", "-q")
    #expect(result == CommandResult(output: "a\\tb\\nc\\rd\\\\e\n"))
  }

  @Test("CSV quotes as in RFC 4180")
  func csvQuotes() {
    let result = movies(
      "add", "say \"a,b\"\nc", "--columns", "title,id", "--format", "csv", "--dry-run", "-q")
    #expect(result == CommandResult(output: "title,id\n\"say \"\"a,b\"\"\nc\",10\n"))
  }

  @Test("JSON escapes control characters, but not letters")
  func jsonEscapes() {
    let result = movies("add", "\u{1B}é\"\\", "--json", "--dry-run", "-q")
    #expect(result.output.contains(#""title": "\u001bé\"\\""#))
  }
}
