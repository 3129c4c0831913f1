import Foundation
import MovieFormats
import TestSupport
import Testing

@Suite struct MarkupTextTests {
  // MARK: Tags

  @Test(arguments: [
    ("", ""),
    (" \n\t\u{A0} ", ""),
    ("a", "a"),
    ("<b>a</b> <i class=\"c\">d</i>", "a d"),
    ("a<br>b<BR/>c<br />d", "a\nb\nc\nd"),
    ("a<br>\nb<br />\r\nc<br>\n\nd", "a\nb\nc\n\nd"),
    ("<p>a</p><p>b</p>\r\n<p>c</p>", "a\n\nb\n\nc"),
    ("<p>a</p><p>&nbsp;</p><p>b</p>", "a\n\nb"),
    ("<div>a</div><div>b</div>c", "a\nb\nc"),
    ("<blockquote>a</blockquote>b", "a\nb"),
    ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
    ("<pre>a</pre><link>b<px>c", "abc"),
    ("a\r\nb\rc\nd", "a\nb\nc\nd"),
    ("a\n\n \n\t\n\nb", "a\n\nb"),
    (" a \n b ", "a \n b"),
    ("a < b", "a < b"),
    ("I <3 it", "I <3 it"),
    ("a <b", "a <b"),
    ("a <", "a <"),
    ("a </ b> </", "a </ b> </"),
    ("<<b>a</b>>", "<a>"),
    ("a <love <i>b</i>", "a <love b"),
    ("a<!-- b -->c<!DOCTYPE html>d", "acd"),
    ("&lt;b&gt; &amp;lt;", "<b> &lt;"),
    ("caf&eacute;&#8230; <b>\"&uuml;\"</b>", "café… \"ü\""),
  ])
  func converts(_ html: String, to text: String) {
    #expect(Array(MarkupText.plain(html).utf8) == Array(text.utf8))
  }

  @Test("keeps plain text", arguments: 0..<UInt64(Tier.amount(10, full: 300)))
  func keepsPlainText(seed: UInt64) {
    var generator = Generator(seed: seed)
    let text = generator.text(maximum: 40).filter { $0 != "&" && $0 != "<" } + "\r\r\n\n"
    let scalars = String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "&" && $0 != "<" })
    let plain = MarkupText.plain(String(scalars))
    #expect(Array(MarkupText.plain(plain).utf8) == Array(plain.utf8))
    #expect(plain.split(whereSeparator: \.isNewline).joined() == joinedLines(String(scalars)))
  }

  /// Blank lines are left out, and the white space around the text.
  private func joinedLines(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    let kept = lines.filter { !$0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    var scalars = kept.joined().unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }

  @Test("keeps text between generated tags", arguments: 0..<UInt64(Tier.amount(10, full: 300)))
  func keepsTextBetweenGeneratedTags(seed: UInt64) {
    var generator = Generator(seed: seed)
    let words = (0..<10).map { _ in
      ["a", "b &", "é", "3 < 4", "🎬"].randomElement(using: &generator)!
    }
    let html = words.map { word in
      let tag = ["<i>", "</i >", "<a href='b'>", "<IMG src=x />"].randomElement(using: &generator)!
      return tag + word.replacing("&", with: "&amp;")
    }
    #expect(MarkupText.plain(html.joined()) == words.joined())
  }

  @Test("converts anything", arguments: 0..<UInt64(Tier.amount(15, full: 500)))
  func convertsAnything(seed: UInt64) {
    var generator = Generator(seed: seed)
    let parts = [
      "<", ">", "/", "p", "br", "!", "--", "&", "#", "x", ";", "amp", "9", "\r\n", "é", "\0",
    ]
    let count = Int.random(in: 0..<30, using: &generator)
    let html = (0..<count).map { _ in parts.randomElement(using: &generator)! }.joined()
    let plain = MarkupText.plain(html)
    #expect(plain.utf8.count <= html.utf8.count)
    #expect(!plain.contains("\n\n\n"))
    #expect(!plain.contains { $0 == "\r\n" || $0 == "\r" })
  }

  @Test("converts every prefix")
  func convertsEveryPrefix() {
    let html = "<p>a</p>\r\n<br/>&eacute; &#233; <!-- b --> 3 < 4 é</div>"
    var prefix = String.UnicodeScalarView()
    for scalar in html.unicodeScalars {
      prefix.append(scalar)
      #expect(MarkupText.plain(String(prefix)).utf8.count <= String(prefix).utf8.count)
    }
  }

  @Test(arguments: ["<", "<a", "<!--", "&", "&a", "&#9;", "<br>", "\r\n", "</p> ", "<p>a"])
  func convertsManyOf(_ part: String) {
    let html = String(repeating: part, count: 100_000 / part.utf8.count)
    let duration = ContinuousClock().measure { _ = MarkupText.plain(html) }
    #expect(duration < .seconds(10))
  }

  // MARK: Entities

  @Test(arguments: [
    ("&aring;&ouml;&eacute;&Ccedil;&yuml;&szlig;&times;", "åöéÇÿß×"),
    ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"),
    ("a&nbsp;b", "a\u{A0}b"),
    ("&hellip;&ndash;&mdash;&lsquo;&rsquo;&ldquo;&rdquo;&euro;", "…–—‘’“”€"),
    ("&frac12;&iquest;&Agrave;&ETH;&THORN;&divide;", "½¿ÀÐÞ÷"),
    ("&#233;&#xE9;&#XE9;&#x1f3ac;&#0000233;", "éééb".replacingOccurrences(of: "b", with: "🎬é")),
    ("&amp;amp;", "&amp;"),
    (
      "&unknown; &EACUTE; &eacute &; &#; &#x; &##; & ;",
      "&unknown; &EACUTE; &eacute &; &#; &#x; &##; & ;"
    ),
    ("&#xD800; &#x110000; &#99999999999999999999; &#+65; &#-1; &#xG; &#1A;", nil),
    ("&#0; &#8; &#x1F;", nil),
    ("&&amp;&", "&&&"),
    ("AT&T; R&D", nil),
    ("&eacut\u{e9};", nil),
  ])
  func decodes(_ text: String, to decoded: String?) {
    #expect(Array(MarkupText.decodingEntities(text).utf8) == Array((decoded ?? text).utf8))
  }

  /// The names of letters follow from their names in Unicode.
  @Test("decodes letters of latin1")
  func decodesLettersOfLatin1() {
    let suffixes = [
      "GRAVE": "grave", "ACUTE": "acute", "CIRCUMFLEX": "circ", "TILDE": "tilde",
      "DIAERESIS": "uml", "RING ABOVE": "ring", "CEDILLA": "cedil", "STROKE": "slash",
    ]
    var count = 0
    for code in UInt8(0xC0)...0xFF {
      let scalar = Unicode.Scalar(code)
      let parts = scalar.properties.name?.components(separatedBy: " WITH ") ?? []
      guard parts.count == 2, let letter = parts[0].last, let suffix = suffixes[parts[1]] else {
        continue
      }
      let name = scalar.properties.isLowercase ? letter.lowercased() : String(letter)
      #expect(MarkupText.decodingEntities("&\(name)\(suffix);") == String(scalar))
      count += 1
    }
    #expect(count == 55)
  }

  @Test("decodes numeric entities", arguments: 0..<UInt64(Tier.amount(10, full: 300)))
  func decodesNumericEntities(seed: UInt64) {
    var generator = Generator(seed: seed)
    let text = generator.text(maximum: 40)
    var encoded = ""
    for scalar in text.unicodeScalars {
      let isHexadecimal = Bool.random(using: &generator)
      encoded += isHexadecimal ? "&#x\(String(scalar.value, radix: 16));" : "&#\(scalar.value);"
    }
    #expect(Array(MarkupText.decodingEntities(encoded).utf8) == Array(text.utf8))
  }

  @Test("keeps text without entities", arguments: 0..<UInt64(Tier.amount(10, full: 100)))
  func keepsTextWithoutEntities(seed: UInt64) {
    var generator = Generator(seed: seed)
    let scalars = generator.text(maximum: 40).unicodeScalars.filter { $0 != "&" }
    let text = String(String.UnicodeScalarView(scalars))
    #expect(Array(MarkupText.decodingEntities(text).utf8) == Array(text.utf8))
  }
}
