import Foundation
import TestSupport
import Testing

/// Titles and names with escape sequences, control characters and invisible characters.
@Suite(.limited, .temporaryDirectory) struct HostileTextTests {
  static let hostile = [
    "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{9B}2J", "a\rb", "a\u{8}b", "a\nb", "a\tb", "\u{7F}",
    "\u{202E}gnp.exe", "zero\u{200B}width", "\u{2066}x\u{2069}", "\u{E0041}tag", "a\u{2028}b",
    "x" + String(repeating: "\u{301}", count: 500),
  ]

  /// The characters that must not reach a terminal, except line feeds.
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
    let records: [[String: Any]] = Self.hostile.map { ["title": $0, "cast": [$0]] }
    let json = try? JSONSerialization.data(withJSONObject: records)
    _ = movies(["import", "-", "-q"], input: Array(json ?? Data()))
  }

  @Test(
    "TSV on a terminal has only the tabs between cells",
    arguments: [
      ["list", "--format", "tsv"], ["export", "--format", "tsv"],
    ])
  func tsvOnTerminal(arguments: [String]) {
    addAll()
    let result = movies(arguments, on: .terminal)
    #expect(Self.forbidden(in: result.output, allowing: ["\n", "\t"]) == [])
    #expect(result.output.contains("a\\tb\t"))
    #expect(result.output.contains("\\u{1B}[31mred"))
    #expect(
      result.output.split(separator: "\n").allSatisfy { row in
        row.count { $0 == "\t" } == (arguments[0] == "list" ? 3 : 2)
      })
  }

  @Test("JSON on a terminal has the same values as in a pipe")
  func jsonOnTerminal() throws {
    addAll()
    let escaped = movies("export", "--format", "json", on: .terminal).output
    let plain = movies("export", "--format", "json").output
    let path = TemporaryDirectory.path("again.db")
    #expect(movies("import", "-", "--db", path, input: escaped).status == .done)
    let again = movies("export", "--format", "json", "--db", path).output
    #expect(Array(again.utf8) == Array(plain.utf8))
  }

  @Test("a pipe receives the unchanged values")
  func pipe() {
    addAll()
    let tsv = movies("list", "--columns", "title", "--sort", "added").output
    let expected = Self.hostile.map { text in
      text.unicodeScalars.map {
        ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]["\($0)"] ?? "\($0)"
      }.joined() + "\n"
    }
    #expect(Array(tsv.utf8) == Array(expected.joined().utf8))
  }

  @Test(
    "any text is one line of TSV, is unchanged after JSON export and import, and is escaped on a terminal",
    arguments: 0..<Tier.amount(2, full: 8))
  func generated(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    var count = 0
    for _ in 0..<12 {
      let title = random.text(upTo: 30)
      let result = movies(["add", "-q", "--actor=\(random.text(upTo: 12))", "--", title])
      if result.status == .done { count += 1 } else { #expect(result.status == .usage) }
    }
    let rows = movies("list").output.unicodeScalars.count { $0 == "\n" }
    #expect(rows == count)
    #expect(
      Self.forbidden(in: movies("list", "--color", "never", on: .terminal).output)
        .allSatisfy { $0 == "\\u{200D}" })
  }
}
