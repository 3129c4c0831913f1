import TestSupport
import Testing

/// Every output format of movies and of actors, whole.
@Suite(.limited, .temporaryDirectory) struct FormatTests {
  init() throws { try SampleCatalog.install() }

  @Test("a pipe gets TSV, whole values without a heading")
  func pipe() {
    let answer = movies("list")
    Golden.expect(answer.output, is: "list/tsv")
    #expect(answer.error == "")
  }

  @Test(
    "a format that is named is the same in a pipe",
    arguments: [
      "table", "tsv", "csv", "json", "ndjson", "ids",
    ])
  func named(format: String) {
    Golden.expect(movies("list", "--format", format).output, is: "list/\(format)")
    Golden.expect(
      movies("actors", "--limit", "5", "--format", format).output, is: "actors/\(format)")
  }

  @Test("--json is --format json, and the last of the two counts")
  func json() {
    let json = movies("list", "--format", "json").output
    #expect(movies("list", "--json").output == json)
    #expect(movies("list", "--format", "csv", "--json").output == json)
    #expect(movies("list", "--json", "--format", "ids", "--limit", "1").output == "5\n")
  }

  @Test("a terminal gets a table fitted to its width", arguments: [80, 40, 20, 1])
  func table(columns: Int) {
    let answer = movies("list", on: .terminal(columns: columns))
    Golden.expect(answer.output, is: "list/table-\(columns)")
    #expect(answer.error == "")
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

  @Test("--columns chooses and orders", arguments: ["table", "tsv", "csv"])
  func columns(format: String) {
    let answer = movies(
      "list", "--format", format, "--columns", "title,sortableTitle,id", "--limit", "3",
      on: .pipes)
    Golden.expect(answer.output, is: "list/columns-\(format)")
  }

  @Test("the column change tells what was done")
  func changeColumn() {
    let answer = movies("favorite", "1", "2", "--on", "--columns", "change,id", "--dry-run")
    #expect(answer.output == "unchanged\t1\nupdated\t2\n")
  }

  @Test("--no-header leaves the heading out")
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
    "an empty answer is empty in every format",
    arguments: [
      ("table", ""), ("tsv", ""), ("csv", "id,favorite,title,actors\n"), ("json", "[]\n"),
      ("ndjson", ""), ("ids", ""),
    ])
  func empty(format: String, output: String) {
    #expect(movies("list", "--search", "zzz", "--format", format) == CommandResult(output: output))
  }

  @Test("TSV spells out what would end a cell or a row")
  func tsvEscapes() {
    let answer = movies("add", "a\tb\nc\rd\\e", "--columns", "title", "--dry-run", "-q")
    #expect(answer == CommandResult(output: "a\\tb\\nc\\rd\\\\e\n"))
  }

  @Test("CSV quotes what RFC 4180 wants quoted")
  func csvQuotes() {
    let answer = movies(
      "add", "say \"a,b\"\nc", "--columns", "title,id", "--format", "csv", "--dry-run", "-q")
    #expect(answer == CommandResult(output: "title,id\n\"say \"\"a,b\"\"\nc\",10\n"))
  }

  @Test("JSON escapes control characters and leaves letters as they are")
  func jsonEscapes() {
    let answer = movies("add", "\u{1B}é\"\\", "--json", "--dry-run", "-q")
    #expect(answer.output.contains(#""title": "\u001bé\"\\""#))
  }
}
