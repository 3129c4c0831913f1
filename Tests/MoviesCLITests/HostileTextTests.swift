import TestSupport
import Testing

/// Titles and names that would command a terminal or deceive its reader.
@Suite(.limited, .temporaryDirectory) struct HostileTextTests {
  static let hostile = [
    "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{9B}2J", "a\rb", "a\u{8}b", "a\nb", "a\tb", "\u{7F}",
    "\u{202E}gnp.exe", "zero\u{200B}width", "\u{2066}x\u{2069}", "\u{E0041}tag", "a\u{2028}b",
    "x" + String(repeating: "\u{301}", count: 500),
  ]

  /// The characters that no terminal may be sent, but for the line feed at the end of lines.
  static func forbidden(in text: String, allowing: Set<Unicode.Scalar> = ["\n"]) -> [String] {
    text.unicodeScalars.filter { scalar in
      let isControl = scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
      let isHidden =
        scalar.properties.generalCategory == .format
        || scalar.properties.isDefaultIgnorableCodePoint
        || [0x2028, 0x2029].contains(scalar.value)
      return (isControl || isHidden) && !allowing.contains(scalar)
    }.map { $0.escaped(asASCII: true) }
  }

  private func addAll() {
    for text in Self.hostile { _ = movies(["add", "-q", "--actor=\(text)", "--", text]) }
  }

  @Test(
    "nothing that a terminal obeys is sent to one",
    arguments: [
      ["list"], ["list", "--format", "csv"], ["list", "--json"], ["list", "--format", "ndjson"],
      ["actors"], ["show", "1..14"], ["show", "1..14", "--depth", "2"],
      ["show", "1..14", "--json"],
      ["stats"], ["stats", "--json"], ["favorite", "1..14"], ["delete", "--all"],
      ["delete", "1", "2"],
      ["list", "--actor", "\u{1B}"], ["show", "\u{1B}[2J\u{202E}"],
      ["edit", "1", "--remove-actor", "\u{1B}"],
      ["export"], ["export", "--format", "json"], ["export", "--format", "csv"],
      ["import", "\u{1B}[2J"], ["export", "/\u{1B}[2J/\u{202E}"], ["list", "\u{1B}"],
      ["path", "--db", "/\u{1B}"], ["path", "--db", "/\u{1B}", "--json"],
      ["list", "--db", "/\u{1B}"],
      ["add", "\u{1B}", "--db", "/\u{1B}/x"], ["--\u{1B}"], ["list", "--limit", "\u{1B}"],
      ["show", "--", "a"], ["edit", "1", "--rename-actor", "\u{1B}"],
    ])
  func terminal(arguments: [String]) {
    addAll()
    let answer = movies(arguments, input: Array("y\n".utf8), on: .terminal)
    #expect(Self.forbidden(in: answer.output) == [])
    #expect(Self.forbidden(in: answer.error) == [])
    #expect((answer.output + answer.error) != "")
  }

  @Test("a file of such a name is named without harm", arguments: hostile)
  func fileName(text: String) throws {
    let name = String(text.replacing("/", with: "_").unicodeScalars.prefix(60))
    let path = TemporaryDirectory.path(name)
    for arguments in [
      ["list", "--db", path], ["path", "--db", path], ["add", "x", "--db", path + "y/x"],
      ["add", "x", "--db", path], ["migrate", "status", path], ["migrate", "check", path],
      ["doctor", "--db", path], ["import", path, "--db", path],
    ] {
      let answer = movies(arguments, on: .terminal)
      #expect(Self.forbidden(in: answer.output + answer.error) == [], "\(arguments)")
      #expect(answer.status != .usage, "\(arguments): \(answer.error)")
    }
  }

  @Test(
    "TSV on a terminal has its own tabs and no others",
    arguments: [
      ["list", "--format", "tsv"], ["export", "--format", "tsv"],
    ])
  func tsvOnTerminal(arguments: [String]) {
    addAll()
    let answer = movies(arguments, on: .terminal)
    #expect(Self.forbidden(in: answer.output, allowing: ["\n", "\t"]) == [])
    #expect(answer.output.contains("a\\tb\t"))
    #expect(answer.output.contains("\\u{1B}[31mred"))
    #expect(
      answer.output.split(separator: "\n").allSatisfy { row in
        row.count { $0 == "\t" } == (arguments[0] == "list" ? 3 : 2)
      })
  }

  @Test("JSON on a terminal means the same as in a pipe")
  func jsonOnTerminal() throws {
    addAll()
    let shown = movies("export", "--format", "json", on: .terminal).output
    let whole = movies("export", "--format", "json").output
    let path = TemporaryDirectory.path("again.db")
    #expect(movies("import", "-", "--db", path, input: shown).status == .done)
    let again = movies("export", "--format", "json", "--db", path).output
    #expect(Array(again.utf8) == Array(whole.utf8))
  }

  @Test("a pipe gets the whole values", arguments: hostile)
  func pipe(text: String) {
    _ = movies("add", "-q", "--", text)
    let tsv = movies("list", "--columns", "title").output
    let expected = text.unicodeScalars.map {
      ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]["\($0)"] ?? "\($0)"
    }.joined()
    #expect(Array(tsv.utf8) == Array((expected + "\n").utf8))
  }

  @Test(
    "any text at all is one line of TSV, comes back from JSON, and harms no terminal",
    arguments: 0..<8)
  func generated(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    var count = 0
    for _ in 0..<12 {
      let title = random.text(upTo: 30)
      let answer = movies(["add", "-q", "--actor=\(random.text(upTo: 12))", "--", title])
      if answer.status == .done { count += 1 } else { #expect(answer.status == .usage) }
    }
    let rows = movies("list").output.unicodeScalars.count { $0 == "\n" }
    #expect(rows == count)
    #expect(
      Self.forbidden(in: movies("list", "--color", "never", on: .terminal).output)
        .allSatisfy { $0 == "\\u{200D}" })
  }
}
