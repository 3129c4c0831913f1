import Foundation
import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct EscapedTextTests {
  @Test(
    "control characters are escaped in Swift's notation",
    arguments: [
      ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("\u{1B}]0;title\u{7}", #"\u{1B}]0;title\u{7}"#),
      ("\u{9B}2J", #"\u{9B}2J"#), ("a\rb", #"a\u{D}b"#), ("a\nb", #"a\u{A}b"#),
      ("a\tb", #"a\u{9}b"#), ("a\r\nb", #"a\u{D}\u{A}b"#), ("\u{8}", #"\u{8}"#),
      ("\0", #"\u{0}"#), ("\u{7F}", #"\u{7F}"#), ("\u{80}\u{85}\u{9F}", #"\u{80}\u{85}\u{9F}"#),
    ])
  func controls(text: String, shown: String) {
    #expect(TerminalText.escaped(text) == shown)
  }

  @Test(
    "invisible characters are shown as code points",
    arguments: [
      ("\u{202E}evil", "<U+202E>evil"), ("a\u{2066}b\u{2069}", "a<U+2066>b<U+2069>"),
      ("a\u{200B}b", "a<U+200B>b"), ("\u{FEFF}a", "<U+FEFF>a"), ("a\u{2060}b", "a<U+2060>b"),
      ("a\u{200E}b\u{200F}", "a<U+200E>b<U+200F>"), ("\u{61C}", "<U+061C>"),
      ("a\u{AD}b", "a<U+00AD>b"), ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
      ("\u{E0041}", "<U+E0041>"), ("\u{E0001}", "<U+E0001>"), ("a\u{34F}", "a<U+034F>"),
      ("\u{3164}", "<U+3164>"), ("\u{115F}", "<U+115F>"), ("\u{FFA0}", "<U+FFA0>"),
      ("\u{180E}", "<U+180E>"), ("\u{FFF9}a\u{FFFB}", "<U+FFF9>a<U+FFFB>"),
      ("\u{FFFF}", "<U+FFFF>"), ("\u{1D173}", "<U+1D173>"),
    ])
  func invisibles(text: String, shown: String) {
    #expect(TerminalText.escaped(text) == shown)
  }

  @Test(
    "natural text is unchanged",
    arguments: [
      "", "The Score", "~`!@#$%^&*()\\\"'<>", "Amélie", "Ame\u{301}lie", "Zürich", "Đặng", "ﬁn",
      "千と千尋の神隠し", "기생충", "\u{1112}\u{1161}\u{11AB}", "Война и мир", "Ελλάδα",
      "لورنس العرب", "מַלְכוּת", "مُحَمَّد", "می\u{200C}خواهم", "कर्म", "क्\u{200D}ष", "র\u{200D}্যাব",
      "ශ්\u{200D}රී", "สวัสดี", "€ 5 – ½ “q” … ★", "\u{FFFD}", "\u{A0}", "\u{600}١٢",
      "😀", "👍🏽", "❤️", "1️⃣", "#️⃣", "🇫🇷", "👩‍👧", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "❤️‍🔥", "👁️‍🗨️",
      "葛\u{E0100}城", "\u{E000}",
    ])
  func natural(text: String) {
    #expect(Array(TerminalText.escaped(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "joiners stay only between letters or emoji",
    arguments: [
      ("\u{200D}", "<U+200D>"), ("\u{200C}a", "<U+200C>a"), ("a\u{200D}", "a<U+200D>"),
      ("a\u{200D} b", "a<U+200D> b"), ("1\u{200D}2", "1<U+200D>2"), (" \u{200C} ", " <U+200C> "),
      ("a\u{200D}\u{200D}b", "a<U+200D><U+200D>b"), ("a\u{200D}\u{1B}", #"a<U+200D>\u{1B}"#),
      ("\u{1B}\u{200D}a", #"\u{1B}<U+200D>a"#), ("a\u{200D}\u{3164}", "a<U+200D><U+3164>"),
      ("a\u{200D}b", "a\u{200D}b"), ("e\u{301}\u{200C}f", "e\u{301}\u{200C}f"),
      ("😀\u{200D}😀", "😀\u{200D}😀"), ("a\u{200D}😀", "a\u{200D}😀"),
    ])
  func joiners(text: String, shown: String) {
    #expect(Array(TerminalText.escaped(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test("a chain of joined emoji is limited to eight links")
  func joinLimit() {
    let chain = Array(repeating: "👩", count: 20).joined(separator: "\u{200D}")
    let link = Array(repeating: "👩", count: 9).joined(separator: "\u{200D}")
    let rest = Array(repeating: "👩", count: 2).joined(separator: "\u{200D}")
    #expect(TerminalText.escaped(chain) == "\(link)<U+200D>\(link)<U+200D>\(rest)")
  }

  @Test(
    "a variation selector stays only after a character with variations",
    arguments: [
      ("\u{FE0F}", "<U+FE0F>"), ("a\u{FE0F}", "a<U+FE0F>"), (" \u{FE0E}", " <U+FE0E>"),
      ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}<U+FE0F>"), ("a\u{E0101}", "a<U+E0101>"),
      ("\u{1B}\u{FE0F}", #"\u{1B}<U+FE0F>"#), ("❤\u{301}\u{FE0F}", "❤\u{301}<U+FE0F>"),
    ])
  func selectors(text: String, shown: String) {
    #expect(Array(TerminalText.escaped(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test(
    "eight marks stay on a letter, and further ones are counted",
    arguments: [0, 1, 8, 9, 10, 10_000])
  func marks(count: Int) {
    let text = "e" + String(repeating: "\u{301}", count: count) + "x"
    let sign = count > 8 ? "<+\(count - 8) marks>" : ""
    let expected = "e" + String(repeating: "\u{301}", count: min(8, count)) + sign + "x"
    #expect(TerminalText.escaped(text) == expected)
  }

  @Test("the limit of marks applies to each letter, also at the end of the text")
  func marksOfSeveralLetters() {
    let marks = String(repeating: "\u{308}", count: 8)
    #expect(TerminalText.escaped("a\(marks)b\(marks)") == "a\(marks)b\(marks)")
    #expect(TerminalText.escaped("a\(marks)\u{308}") == "a\(marks)<+1 marks>")
    #expect(TerminalText.escaped("a\(marks)\u{308}\u{1B}") == "a\(marks)<+1 marks>\\u{1B}")
  }

  @Test("a joiner after surplus marks is escaped")
  func joinerAfterSurplus() {
    let marks = String(repeating: "\u{301}", count: 8)
    let shown = TerminalText.escaped("a\(marks)\u{301}\u{200D}b")
    #expect(shown == "a\(marks)<+1 marks><U+200D>b")
  }

  @Test("skin tones count as marks")
  func skinTones() {
    let tones = String(repeating: "🏽", count: 8)
    #expect(TerminalText.escaped("👍\(tones)🏽🏽") == "👍\(tones)<+2 marks>")
  }

  @Test(
    "long hostile text needs linear time",
    arguments: ["\u{301}", "\u{202E}", "\u{1B}", "👩\u{200D}", "\u{200D}", "\u{FE0F}", "日"])
  func longText(unit: String) {
    let text = String(repeating: unit, count: Tier.amount(20_000, full: 100_000) / unit.utf8.count)
    #expect(!TerminalText.escaped(text).unicodeScalars.contains { $0.isHostile })
    #expect(!TerminalText.escapedForJSON(text).isEmpty)
  }

  @Test("no scalar is shown unescaped and hostile", .fullTier)
  func everyScalar() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isUnchanged = TerminalText.escaped(String(scalar)) == String(scalar)
      if isUnchanged == TerminalText.needsEscape(scalar) || isUnchanged && scalar.isHostile {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(
    "letters and digits need no escape",
    arguments: ["a", "é", "ع", "ש", "中", "😀", "\u{301}"] as [Unicode.Scalar])
  func harmless(scalar: Unicode.Scalar) {
    #expect(!TerminalText.needsEscape(scalar))
  }
}

@Suite(.limited)
struct EscapedTextProperties {
  @Test("output has no control, invisible or bidirectional characters", arguments: 0..<5)
  func harmless(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let shown = TerminalText.escaped(source.hostileText(upTo: 40))
      #expect(!shown.unicodeScalars.contains { $0.isHostile }, "\(shown.debugDescription)")
    }
  }

  @Test("escaping twice is the same as escaping once", arguments: 0..<10)
  func idempotent(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for round in 0..<200 {
      let text = round.isMultiple(of: 2) ? source.hostileText(upTo: 40) : source.text(upTo: 40)
      let once = TerminalText.escaped(text)
      let twice = TerminalText.escaped(once)
      let isSame = once.unicodeScalars.elementsEqual(twice.unicodeScalars)
      #expect(isSame, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test("no letter has more than eight marks", arguments: 0..<5)
  func fewMarks(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      var marks = 0
      for scalar in TerminalText.escaped(source.hostileText(upTo: 60)).unicodeScalars {
        let isMark = scalar.properties.generalCategory == .nonspacingMark
        marks = isMark && !scalar.properties.isVariationSelector ? marks + 1 : 0
        #expect(marks <= 8)
      }
    }
  }

  @Test("following text does not change escaped text", arguments: 0..<5)
  func prefix(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let text = source.hostileText(upTo: 20)
      let shown = TerminalText.escaped(text + " tail")
      #expect(shown == TerminalText.escaped(text) + " tail")
    }
  }
}

@Suite(.limited)
struct EscapedJSONTests {
  @Test(
    "unsafe characters become JSON escapes",
    arguments: [
      ("{\"a\": 1}", "{\"a\": 1}"), ("\"\u{7F}\"", #""\u007f""#), ("\"\u{9B}\"", #""\u009b""#),
      ("\"\u{202E}x\"", #""\u202ex""#), ("\"\u{E0041}\"", #""\udb40\udc41""#),
      ("\"a\u{200D}\"", #""a\u200d""#), ("\"👩‍👧\"", "\"👩‍👧\""), ("\"é ع\"", "\"é ع\""),
      ("[\n  \"\u{200B}\"\n]", "[\n  \"\\u200b\"\n]"), ("\"\u{FEFF}\"", #""\ufeff""#),
    ])
  func escapes(json: String, shown: String) {
    #expect(TerminalText.escapedForJSON(json) == shown)
  }

  @Test("surplus marks are escaped, not dropped")
  func marks() throws {
    let marks = String(repeating: "\u{301}", count: 10)
    let shown = TerminalText.escapedForJSON("\"e\(marks)x\"")
    #expect(
      shown == "\"e\(marks.unicodeScalars.prefix(8).map(String.init).joined())"
        + #"\u0301\u0301x""#)
  }

  @Test("escaping preserves the JSON value and is idempotent", arguments: 0..<5)
  func value(seed: UInt64) throws {
    var source = RandomSource(seed: seed)
    for _ in 0..<50 {
      let values = [source.hostileText(upTo: 30), source.text(upTo: 30)]
      let data = try JSONSerialization.data(withJSONObject: values, options: .prettyPrinted)
      let shown = TerminalText.escapedForJSON(String(decoding: data, as: UTF8.self))
      let read = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String]
      let scalars = read?.map { Array($0.unicodeScalars) }
      #expect(scalars == values.map { Array($0.unicodeScalars) })
      #expect(!shown.unicodeScalars.contains { $0.isHostile && $0 != "\n" })
      #expect(TerminalText.escapedForJSON(shown) == shown)
    }
  }
}
