import MovieTerminal
import TestSupport
import Testing

/// The keys of a complete input.
private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

private func keys(_ bytes: [UInt8]) -> [Key] {
  var decoder = KeyDecoder()
  let keys = decoder.feed(bytes)
  return keys + [decoder.finish()].compactMap(\.self)
}

@Suite(.limited) struct KeyDecoderTests {
  @Test(
    "every scalar is a text key",
    arguments: [
      ("", []), ("j", [.text("j")]), ("G?", [.text("G"), .text("?")]), (" ", [.text(" ")]),
      ("é", [.text("é")]), ("日😀", [.text("日"), .text("😀")]),
      ("e\u{301}", [.text("e"), .text("\u{301}")]), ("\u{202E}", [.text("\u{202E}")]),
    ] as [(String, [Key])])
  func text(typed: String, expected: [Key]) { #expect(keys(typed) == expected) }

  @Test(
    "control characters are named keys or control keys",
    arguments: [
      ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{8}", .backspace), ("\u{7F}", .backspace),
      ("\u{1B}", .escape), ("\u{1}", .control("a")), ("\u{3}", .control("c")),
      ("\u{E}", .control("n")), ("\u{1A}", .control("z")), ("\u{0}", .control("@")),
      ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")), ("\u{85}", .unknown),
      ("\u{9B}", .unknown),
    ] as [(String, Key)])
  func controls(typed: String, expected: Key) { #expect(keys(typed) == [expected]) }

  @Test("every control character is a different key")
  func everyControl() {
    let all = (0..<0x20).map { keys([$0]) }
    #expect(all.allSatisfy { $0.count == 1 && $0 != [.unknown] })
    #expect(Set(all).count == 0x20 - 1, "Enter has two")
  }

  @Test(
    "decodes the sequences of several terminals",
    arguments: [
      (["\u{1B}[A", "\u{1B}OA"], .up), (["\u{1B}[B", "\u{1B}OB"], .down),
      (["\u{1B}[C", "\u{1B}OC"], .right), (["\u{1B}[D", "\u{1B}OD"], .left),
      (["\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}[7~"], .home),
      (["\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "\u{1B}[8~"], .end), (["\u{1B}[5~"], .pageUp),
      (["\u{1B}[6~"], .pageDown), (["\u{1B}[3~"], .delete), (["\u{1B}[15~", "\u{1B}[[E"], .f5),
      (["\u{1B}OM"], .enter), (["\u{1B}[Z"], .backTab),
    ] as [([String], Key)])
  func named(forms: [String], expected: Key) {
    for form in forms {
      #expect(keys(form) == [expected], "\(form.debugDescription)")
      #expect(keys(form + "j") == [expected, .text("j")], "\(form.debugDescription)")
    }
  }

  @Test(
    "an unsupported sequence is one unknown key without text",
    arguments: [
      "\u{1B}[Y", "\u{1B}[1;5A", "\u{1B}[2~", "\u{1B}[24~", "\u{1B}[[A", "\u{1B}[<0;12;34m",
      "\u{1B}[?1;2c", "\u{1B}[3$~", "\u{1B}[I", "\u{1B}[M !x", "\u{1B}[Mx\u{1B}\u{FF}", "\u{1B}OP",
      "\u{1B}O5A", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;x\u{1B}\\",
      "\u{1B}P1$r0m\u{1B}\\",
      "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}x", "\u{1B}\u{7F}", "\u{1B}[201~",
      "\u{1B}[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15~",
    ])
  func unknown(sequence: String) {
    let bytes = sequence.unicodeScalars.map { UInt8($0.value) }
    #expect(keys(bytes) == [.unknown])
    #expect(keys(bytes + Array("j".utf8)) == [.unknown, .text("j")])
  }

  @Test(
    "decodes clicks and the wheel",
    arguments: [
      ("[<0;12;34M", .press, 34, 12), ("[<64;1;1M", .scrollUp, 1, 1),
      ("[<65;200;50M", .scrollDown, 50, 200), ("[<64;99999;99999M", .scrollUp, 99_999, 99_999),
      ("[<0;007;1M", .press, 1, 7),
    ] as [(String, MouseEvent.Kind, Int, Int)])
  func mouse(sequence: String, kind: MouseEvent.Kind, row: Int, column: Int) {
    let position = ScreenPosition(row: row, column: column)
    let expected = Key.mouse(MouseEvent(kind: kind, position: position))
    #expect(keys("\u{1B}" + sequence) == [expected])
    #expect(keys("\u{1B}" + sequence + "0;1M") == [expected] + keys("0;1M"))
  }

  @Test(
    "other buttons, modifiers, motions, releases and invalid positions are unknown keys",
    arguments: [
      "[<0;12;34m", "[<64;1;1m", "[<1;1;1M", "[<2;1;1M", "[<3;1;1M", "[<4;1;1M", "[<8;1;1M",
      "[<16;1;1M", "[<32;1;1M", "[<35;1;1M", "[<66;1;1M", "[<68;1;1M", "[<128;1;1M", "[<0;0;1M",
      "[<0;1;0M", "[<0;-1;1M", "[<0;+1;1M", "[<0;1M", "[<0;1;1;1M", "[<;1;1M", "[<0;;1M",
      "[<0;1;M", "[<M", "[<00;1;1M", "[0;1;1M", "[<0;1;1~", "[<<0;1;1M", "[<0;1;1 M", "O<0;1;1M",
      "[<0;100000;1M", "[<0;1;100000M", "[<64;99999;999999M", "[<64;99999;99999;M",
      "[<64;99999;99999;1;1;1;1;1;1M", "[<0;1;99999999999999999999999999999999M",
      "[<99999999999999999999999999999999;1;1M",
    ])
  func otherMouse(sequence: String) {
    #expect(keys("\u{1B}" + sequence) == [.unknown])
    #expect(keys("\u{1B}" + sequence + "j") == [.unknown, .text("j")])
  }

  @Test("^C works at every position in a report of the mouse")
  func interruptedMouse() {
    let report = "\u{1B}[<64;12;34"
    for count in 1...report.utf8.count {
      #expect(keys(report.prefix(count) + "\u{3}").last == .control("c"))
    }
  }

  @Test(
    "the end of the input completes an undecided key",
    arguments: [
      ("\u{1B}", .escape), ("\u{1B}[", .unknown), ("\u{1B}[1;", .unknown), ("\u{1B}O", .unknown),
      ("\u{1B}]0;x", .unknown), ("\u{1B}]0;x\u{1B}", .unknown), ("\u{1B}[M", .unknown),
    ] as [(String, Key)])
  func undecided(start: String, expected: Key) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(start.utf8) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.finish() == expected)
    #expect(!decoder.isUndecided)
    #expect(decoder.finish() == nil)
    #expect(decoder.feed("[A".utf8) == [.text("["), .text("A")])
  }

  @Test(
    "a control character ends a sequence and is a key",
    arguments: [
      ("\u{1B}\u{3}", [.escape, .control("c")]), ("\u{1B}[\u{3}", [.unknown, .control("c")]),
      ("\u{1B}[1;2\u{3}", [.unknown, .control("c")]), ("\u{1B}O\u{3}", [.unknown, .control("c")]),
      ("\u{1B}]0;x\u{3}", [.unknown, .control("c")]), ("\u{1B}\u{1B}", [.escape, .escape]),
      ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[\u{1B}[A", [.unknown, .up]),
      ("\u{1B}]x\u{1B}[A", [.unknown, .up]), ("\u{1B}\r", [.escape, .enter]),
    ] as [(String, [Key])])
  func interrupted(typed: String, expected: [Key]) { #expect(keys(typed) == expected) }

  @Test(
    "invalid UTF-8 is an unknown key, and the next character is complete",
    arguments: [
      ([0x80], 1), ([0xFF], 1), ([0xC3], 1), ([0xE2, 0x82], 1), ([0xF0, 0x9F, 0x98], 1),
      ([0xC0, 0xAF], 2), ([0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 1),
      ([0xF8, 0x88, 0x80, 0x80, 0x80], 5), ([0xC3, 0xC3], 2), ([0x9B, 0x9B], 2),
    ] as [([UInt8], Int)])
  func notUTF8(bytes: [UInt8], count: Int) {
    let expected = [Key](repeating: .unknown, count: count)
    #expect(keys(bytes) == expected)
    #expect(keys(bytes + Array("é".utf8)) == expected + [.text("é")])
    #expect(keys(bytes + [0x1B, 0x5B, 0x41]) == expected + [.up])
  }
}

@Suite(.limited) struct PastedTextTests {
  private func pasted(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8))
  }

  @Test(
    "a paste is one key without control characters, but with its lines",
    arguments: [
      ("", ""), ("The Score", "The Score"), ("x\nq\r\n\u{3}", "x\nq\n"), ("Amélie 日本", "Amélie 日本"),
      ("a\rb\n\rc\r\r\nd", "a\nb\n\nc\n\nd"), ("a\tb\t\tc", "a b  c"),
      ("a\r\u{0}\nb", "a\n\nb"), ("a\u{B}\u{C}\u{85}b", "ab"), ("\n", "\n"),
      ("\u{1B}[A\u{1B}[31mred", "[A[31mred"), ("a\u{9B}b\u{7F}c\0", "abc"),
      ("\u{1B}\u{1B}[20", "[20"), ("\u{1B}[200~x", "[200~x"), ("\u{1B}[201", "[201"),
      ("\u{202E}x", "\u{202E}x"),
    ])
  func paste(text: String, expected: String) {
    #expect(pasted(Array(text.utf8)) == [.paste(expected)])
  }

  @Test("removes invalid UTF-8 from a paste")
  func notUTF8() {
    #expect(pasted([0x61, 0xFF, 0x62, 0xC3]) == [.paste("ab")])
    #expect(pasted([0xE2, 0x82, 0x61]) == [.paste("a")])
    #expect(pasted([0xC3, 0x0A, 0xA9]) == [.paste("\n")])
  }

  @Test("a paste beyond the limit is dropped and reported", arguments: ["x", "é", "日", "😀"])
  func bounded(unit: String) {
    let limit = KeyDecoder.pasteByteLimit
    let whole =
      String(repeating: unit, count: limit / unit.utf8.count)
      + String(repeating: "y", count: limit % unit.utf8.count)
    #expect(pasted(Array(whole.utf8)) == [.paste(whole)])
    #expect(pasted(Array((whole + "z").utf8)) == [.oversizedPaste])
  }

  @Test(
    "an end mark ends a paste beyond the limit, and the next key is decoded",
    arguments: ["", "\u{1B}[201\u{1B}[20"] + (Tier.isFull ? ["\u{1B}", "\u{1B}[201"] : []))
  func endless(tail: String) {
    let limit = KeyDecoder.pasteByteLimit
    let text = String(repeating: "x", count: limit - 2) + "\n\u{1B}" + tail
    #expect(pasted(Array(text.utf8)).count == 1)
    for text in [text, text + text] + (Tier.isFull ? [text + text + text] : []) {
      var decoder = KeyDecoder()
      let bytes = Array(("\u{1B}[200~" + text + "\u{1B}[201~j\u{1B}[200~k\u{1B}[201~").utf8)
      let keys = stride(from: 0, to: bytes.count, by: 4_096).flatMap {
        decoder.feed(bytes[$0..<min($0 + 4_096, bytes.count)])
      }
      #expect(keys.count == 3)
      #expect(keys.dropFirst() == [.text("j"), .paste("k")])
      #expect((keys.first == .oversizedPaste) == (text.utf8.count > limit))
    }
  }

  @Test("decodes the largest paste in reads of 4,096 bytes in less than a second")
  func fast() {
    let lines = String(repeating: "Al Pacino\r\n\u{1B}", count: KeyDecoder.pasteByteLimit / 12)
    var decoder = KeyDecoder()
    _ = decoder.feed("\u{1B}[200~".utf8)
    let bytes = Array((lines + "\u{1B}[201~").utf8)
    let start = ContinuousClock.now
    let keys = stride(from: 0, to: bytes.count, by: 4_096).flatMap {
      decoder.feed(bytes[$0..<min($0 + 4_096, bytes.count)])
    }
    let duration = ContinuousClock.now - start
    #expect(duration < .seconds(1 * Tier.slowdown))
    #expect(keys == [.paste(lines.replacing("\r\n\u{1B}", with: "\n"))])
  }

  @Test("a slow paste is one key, and the next paste starts empty")
  func slow() {
    var decoder = KeyDecoder()
    #expect(decoder.feed("j\u{1B}[200~dd".utf8) == [.text("j")])
    #expect(!decoder.isUndecided)
    #expect(decoder.finish() == nil)
    #expect(decoder.feed("x\u{1B}".utf8) == [])
    #expect(decoder.finish() == nil)
    #expect(decoder.feed("[201~k".utf8) == [.paste("ddx"), .text("k")])
    #expect(decoder.feed("\u{1B}[200~y\u{1B}[201~".utf8) == [.paste("y")])
  }
}

@Suite(.limited) struct KeyDecoderProperties {
  private static let fragments: [[UInt8]] =
    [
      "j", "é", "日", "😀", "\r", "\t", "\u{3}", "\u{7F}", "\u{1B}", "\u{1B}[A", "\u{1B}OB",
      "\u{1B}[3~", "\u{1B}[15~", "\u{1B}[[E", "\u{1B}[1;5C", "\u{1B}[M", "\u{1B}]0;t\u{7}",
      "\u{1B}P1\u{1B}\\", "\u{1B}[200~", "\u{1B}[201~", "[", "~", "O", "\\",
      "\u{1B}[201", "\r\n", "\n", "\u{1B}[<0;1;2M", "\u{1B}[<65;3;4M", "\u{1B}[<0;1;2m", "\u{1B}[<",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xF0, 0x9F]]

  private func bytes(_ random: inout RandomSource) -> [UInt8] {
    let count = Int.random(in: 0...12, using: &random)
    return (0..<count).flatMap { _ in Self.fragments.randomElement(using: &random) ?? [] }
  }

  @Test("splitting the bytes does not change the keys", arguments: 0..<6 as Range<UInt64>)
  func split(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<100 {
      let bytes = bytes(&random)
      var whole = KeyDecoder()
      let keys = whole.feed(bytes)
      let last = whole.finish()
      for index in bytes.indices {
        var halves = KeyDecoder()
        let keysOfHalves = halves.feed(bytes[..<index]) + halves.feed(bytes[index...])
        #expect(keysOfHalves == keys, "\(bytes) at \(index)")
        #expect(halves.finish() == last, "\(bytes) at \(index)")
      }
      var single = KeyDecoder()
      #expect(bytes.flatMap { single.feed([$0]) } == keys, "\(bytes)")
    }
  }

  @Test("any bytes in any chunks give the same keys", arguments: 0..<6 as Range<UInt64>)
  func chunks(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let frequent = Array("\u{1B}[[<0;;12~MmO\r\n\u{3}".utf8) + [0xC3, 0xA9, 0xF0]
    for _ in 0..<200 {
      var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: .min ... .max, using: &random)
          : frequent.randomElement(using: &random) ?? 0
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        bytes = Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8) + bytes
      }
      var whole = KeyDecoder()
      let keys = whole.feed(bytes)
      var parts = KeyDecoder()
      var keysOfParts: [Key] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...4, using: &random)
        keysOfParts += parts.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(keysOfParts == keys, "\(bytes)")
      #expect(parts.finish() == whole.finish(), "\(bytes)")
    }
  }

  @Test("^C is always a key outside of a paste", arguments: 0..<5 as Range<UInt64>)
  func interrupt(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<100 {
      var decoder = KeyDecoder()
      let bytes = bytes(&random)
      _ = decoder.feed(bytes + Array("\u{1B}[201~".utf8))
      _ = decoder.finish()
      _ = decoder.feed(Array("\u{1B}[1;".utf8.prefix(Int.random(in: 0...4, using: &random))))
      #expect(decoder.feed([3]).last == .control("c"), "\(bytes)")
    }
  }

  @Test(
    "any two bytes are one or two keys",
    arguments: [
      0, 0x03, 0x09, 0x0A, 0x0D, 0x1B, 0x20, 0x41, 0x5B, 0x7F, 0x80, 0xBF, 0xC1, 0xC3, 0xE2, 0xED,
      0xF0, 0xF4, 0xFF,
    ] as [UInt8])
  func counted(byte: UInt8) {
    for second in UInt8.min...UInt8.max {
      var decoder = KeyDecoder()
      let keys = decoder.feed([byte, second])
      let count = keys.count + (decoder.finish() == nil ? 0 : 1)
      #expect((1...2).contains(count), "\(byte) \(second)")
    }
  }
}
