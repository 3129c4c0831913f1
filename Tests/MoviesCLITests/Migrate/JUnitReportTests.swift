import Foundation
import FoundationXML
import MovieStore
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct JUnitReportTests {
  /// A parsed element.
  private final class Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    func all(_ name: String) -> [Element] {
      (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var open = [Element("", [:])]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let element = Element(name, attributes)
      open[open.count - 1].children.append(element)
      open.append(element)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) { open.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      open[open.count - 1].text += text
    }
  }

  private func parsed(_ reports: [Report]) throws -> Element {
    let parser = XMLParser(data: Data(reports.junit.utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.debugDescription)")
    return try #require(reader.open.first)
  }

  @Test("a file is a suite, a check is a case")
  func layout() throws {
    let error = Finding(.drift, "x is missing", code: .missingTable)
    let note = Finding(.drift, "a user-defined table", severity: .note)
    let missing = Stubs.failedCheck(.busy(path: "/b.db"), file: "b.db")
    let checked = try Stubs.check(("schema", [error, note]), ("rows", []))
    #expect(
      [checked, missing].junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="a.db" tests="2" failures="1" errors="0" time="0.500">
            <testcase classname="a.db" name="schema" time="0.250">
              <failure message="x is missing" type="drift">x is missing. Restore a backup.</failure>
              <system-out>Note: a user-defined table.</system-out>
            </testcase>
            <testcase classname="a.db" name="rows" time="0.250"/>
          </testsuite>
          <testsuite name="b.db" tests="1" failures="0" errors="1" time="0.000">
            <testcase classname="b.db" name="file" time="0.000">
              <error message="the database '/b.db' is busy: another process is \
        writing to it. Try again" type="file">the database '/b.db' is busy: \
        another process is writing to it. Try again.</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test("warnings and notes are not failures")
  func others() throws {
    let findings = [
      Finding(.data, "odd", severity: .warning, rows: [1, 2]),
      Finding(.data, "fine", severity: .note),
    ]
    let root = try parsed([Stubs.check(("data", findings), file: nil)])
    #expect(root.all("failure").isEmpty)
    #expect(root.all("testsuite").first?.attributes["failures"] == "0")
    #expect(root.all("testsuite").first?.attributes["name"] == "movies")
    #expect(root.all("system-out").map(\.text) == ["Warning: odd (rows 1, 2).\nNote: fine."])
  }

  @Test("the errors of a check are one failure with one line each")
  func several() throws {
    let findings = [
      Finding(.data, "a", code: .invalidTitles), Finding(.drift, "b", code: .missingTable),
    ]
    let root = try parsed([Stubs.check(("data", findings))])
    let failures = root.all("failure")
    #expect(failures.map(\.text) == ["a.\nb. Restore a backup."])
    #expect(failures.first?.attributes == ["message": "a; b", "type": "data"])
  }

  /// The text with the characters that XML 1.0 does not allow spelled out.
  private func spelledOut(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      let isHeld = [0x9, 0xA, 0xD].contains(scalar.value) || scalar.value >= 0x20
      let isCharacter = scalar.value != 0xFFFE && scalar.value != 0xFFFF
      if isHeld && isCharacter { return String(scalar) }
      return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }.joined()
  }

  private func expectRoundTrip(_ texts: [String]) throws {
    let finding = Finding(.drift, texts[0])
    let root = try parsed([Stubs.check((texts[1], [finding]), file: texts[2])])
    let suite = try #require(root.all("testsuite").first)
    let failure = try #require(root.all("failure").first)
    let found = [
      failure.attributes["message"], root.all("testcase").first?.attributes["name"],
      suite.attributes["name"],
    ]
    #expect(
      found.map { $0.map { Array($0.utf8) } } == texts.map { Array(spelledOut($0).utf8) },
      "\(texts)")
    #expect(Array(failure.text.utf8).starts(with: Array(spelledOut(texts[0]).utf8)))
  }

  @Test("special characters round-trip")
  func hostile() throws {
    let controls = String(
      String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar(UInt32($0)) }))
    let texts = [
      "<a b=\"c\">&amp;'\"</a>", "]]>", controls, "\u{FFFE}\u{FFFF}\u{FFFD}", "a\r\nb\tc\n",
      "\u{1B}[31m\u{85}\u{2028}", "&#0;\u{1F600}\u{10FFFF}",
    ]
    for text in texts { try expectRoundTrip([text, text, text]) }
  }

  @Test("random text round-trips", arguments: 0..<8)
  func generated(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    for _ in 0..<10 {
      try expectRoundTrip((0..<3).map { _ in "x" + random.text(upTo: 30) })
    }
  }
}
