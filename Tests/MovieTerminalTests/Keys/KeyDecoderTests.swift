import MovieTerminal
import TestSupport
import Testing

/// The keys of a text that comes in one piece, and after which nothing comes.
private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

private func keys(_ bytes: [UInt8]) -> [Key] {
  var decoder = KeyDecoder()
  let keys = decoder.decode(bytes)
  return keys + [decoder.finish()].compactMap(\.self)
}

@Suite("Keys", .limited) struct KeyDecoderTests {
  @Test(
    "characters are text, scalar by scalar",
    arguments: [
      ("", []), ("j", [.text("j")]), ("G?", [.text("G"), .text("?")]), (" ", [.text(" ")]),
      ("é", [.text("é")]), ("日😀", [.text("日"), .text("😀")]),
      ("e\u{301}", [.text("e"), .text("\u{301}")]), ("\u{202E}", [.text("\u{202E}")]),
    ] as [(String, [Key])])
  func text(typed: String, expected: [Key]) { #expect(keys(typed) == expected) }

  @Test(
    "control characters are keys of their own, or letters with the control key",
    arguments: [
      ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{8}", .backspace), ("\u{7F}", .backspace),
      ("\u{1B}", .escape), ("\u{1}", .control("a")), ("\u{3}", .control("c")),
      ("\u{E}", .control("n")), ("\u{1A}", .control("z")), ("\u{0}", .control("@")),
      ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")), ("\u{85}", .unknown),
      ("\u{9B}", .unknown),
    ] as [(String, Key)])
  func controls(typed: String, expected: Key) { #expect(keys(typed) == [expected]) }

  @Test("every control character is a key, and no two letters are the same one")
  func everyControl() {
    let all = (0..<0x20).map { keys([$0]) }
    #expect(all.allSatisfy { $0.count == 1 && $0 != [.unknown] })
    #expect(Set(all).count == 0x20 - 1, "Enter alone has two of them")
  }

  @Test(
    "keys without a character come in the forms of several terminals",
    arguments: [
      (["\u{1B}[A", "\u{1B}OA"], .up), (["\u{1B}[B", "\u{1B}OB"], .down),
      (["\u{1B}[C", "\u{1B}OC"], .right), (["\u{1B}[D", "\u{1B}OD"], .left),
      (["\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "\u{1B}[7~"], .home),
      (["\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "\u{1B}[8~"], .end), (["\u{1B}[5~"], .pageUp),
      (["\u{1B}[6~"], .pageDown), (["\u{1B}[3~"], .delete), (["\u{1B}[15~", "\u{1B}[[E"], .f5),
      (["\u{1B}OM"], .enter),
    ] as [([String], Key)])
  func named(forms: [String], expected: Key) {
    for form in forms {
      #expect(keys(form) == [expected], "\(form.debugDescription)")
      #expect(keys(form + "j") == [expected, .text("j")], "\(form.debugDescription)")
    }
  }

  @Test(
    "a sequence without a meaning is one unknown key, and nothing of it is typed",
    arguments: [
      "\u{1B}[Z", "\u{1B}[1;5A", "\u{1B}[2~", "\u{1B}[24~", "\u{1B}[[A", "\u{1B}[<0;12;34M",
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
    "what is left undecided is decided by the end",
    arguments: [
      ("\u{1B}", .escape), ("\u{1B}[", .unknown), ("\u{1B}[1;", .unknown), ("\u{1B}O", .unknown),
      ("\u{1B}]0;x", .unknown), ("\u{1B}]0;x\u{1B}", .unknown), ("\u{1B}[M", .unknown),
    ] as [(String, Key)])
  func undecided(start: String, expected: Key) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(start.utf8) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.finish() == expected)
    #expect(!decoder.isUndecided)
    #expect(decoder.finish() == nil)
    #expect(decoder.decode("[A".utf8) == [.text("["), .text("A")])
  }

  @Test(
    "a control character ends what it interrupts, and is heard",
    arguments: [
      ("\u{1B}\u{3}", [.escape, .control("c")]), ("\u{1B}[\u{3}", [.unknown, .control("c")]),
      ("\u{1B}[1;2\u{3}", [.unknown, .control("c")]), ("\u{1B}O\u{3}", [.unknown, .control("c")]),
      ("\u{1B}]0;x\u{3}", [.unknown, .control("c")]), ("\u{1B}\u{1B}", [.escape, .escape]),
      ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[\u{1B}[A", [.unknown, .up]),
      ("\u{1B}]x\u{1B}[A", [.unknown, .up]), ("\u{1B}\r", [.escape, .enter]),
    ] as [(String, [Key])])
  func interrupted(typed: String, expected: [Key]) { #expect(keys(typed) == expected) }

  @Test(
    "bytes that are no UTF-8 are unknown, and the next character is whole",
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
