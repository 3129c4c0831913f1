import MovieTerminal
import TestSupport
import Testing

@Suite("A line being edited", .limited) struct LineEditorTests {
  private func edited(_ text: String, _ keys: [Key]) -> LineEditor {
    var editor = LineEditor(text)
    for key in keys {
      let isTaken = editor.take(key)
      #expect(isTaken)
    }
    return editor
  }

  @Test(
    "keys edit as shells do",
    arguments: [
      ("the score", [.control("w")], "the ", 4),
      ("the score  ", [.control("w")], "the ", 4),
      ("score", [.control("w")], "", 0),
      ("   ", [.control("w")], "", 0),
      ("the score", [.control("a"), .control("w")], "the score", 0),
      ("the score", [.left, .left, .control("u")], "re", 0),
      ("the score", [.left, .left, .control("k")], "the sco", 7),
      ("abc", [.home, .right, .delete], "ac", 1),
      ("abc", [.control("a"), .control("f"), .control("d")], "ac", 1),
      ("abc", [.control("b"), .backspace], "ac", 1),
      ("abc", [.home, .left, .backspace], "abc", 0),
      ("abc", [.right, .end, .delete], "abc", 3),
      ("👨‍👩‍👧 e\u{301}", [.backspace, .backspace, .backspace], "", 0),
      ("e", [.text("\u{301}"), .text("x"), .left, .left], "e\u{301}x", 0),
      ("ac", [.left, .paste("b\u{0}\u{1B}\n"), .control("e")], "abc", 3),
      ("🇫", [.text("🇷".unicodeScalars.first ?? " "), .backspace], "", 0),
    ] as [(String, [Key], String, Int)])
  func keys(text: String, keys: [Key], result: String, cursor: Int) {
    let editor = edited(text, keys)
    #expect(Array(editor.text.utf8) == Array(result.utf8))
    #expect(editor.cursor == cursor)
  }

  @Test(
    "other keys are not taken",
    arguments: [.up, .down, .enter, .tab, .escape, .f5, .unknown, .control("c"), .pageUp] as [Key])
  func others(key: Key) {
    var editor = LineEditor("abc")
    let isTaken = editor.take(key)
    #expect(!isTaken)
    #expect(editor == LineEditor("abc"))
  }

  @Test("no more than 1,024 characters are kept, however they come")
  func limit() {
    var editor = LineEditor("a")
    _ = editor.take(.paste(String(repeating: "b", count: 5_000)))
    _ = editor.take(.text("c"))
    #expect(editor.text == "a" + String(repeating: "b", count: 1_023))
    _ = editor.take(.backspace)
    _ = editor.take(.text("c"))
    #expect(editor.text.hasSuffix("bc"))
  }

  @Test("the piece that is shown follows the cursor")
  func shown() {
    var editor = LineEditor("0123456789")
    #expect(editor.shown(columns: 20) == ("0123456789", 10))
    #expect(editor.shown(columns: 5) == ("6789", 4))
    _ = editor.take(.home)
    #expect(editor.shown(columns: 5) == ("01234", 0))
    for _ in 0..<6 { _ = editor.take(.right) }
    #expect(editor.shown(columns: 5) == ("23456", 4))
    #expect(editor.shown(columns: 0) == ("", 0))
    #expect(LineEditor("日本").shown(columns: 4) == ("本", 2))
    #expect(LineEditor("a\u{202E}b").shown(columns: 80) == ("a<U+202E>b", 10))
  }

  @Test(
    "what is shown fits, is not hostile, and has the cursor in it",
    arguments: 0..<20 as Range<UInt64>)
  func fits(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<100 {
      var editor = LineEditor(random.hostileText(upTo: 30))
      for _ in 0..<Int.random(in: 0...20, using: &random) { _ = editor.take(.left) }
      let columns = Int.random(in: 1...30, using: &random)
      let shown = editor.shown(columns: columns)
      #expect(DisplayWidth.columns(of: shown.text) <= columns)
      #expect((0..<columns).contains(shown.cursorColumn))
      #expect(!shown.text.unicodeScalars.contains { $0.isHostile })
    }
  }

  @Test("it does what an array of characters does", arguments: 0..<40 as Range<UInt64>)
  func model(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var editor = LineEditor()
    var model = CharacterModel()
    let keys: [Key] = [
      .text("a"), .text(" "), .text("é"), .text("日"), .paste("b c 👩‍👧"), .backspace, .delete, .left,
      .right, .home, .end, .control("w"), .control("u"), .control("k"), .left, .text("z"), .left,
    ]
    for _ in 0..<300 {
      let key = keys.randomElement(using: &random) ?? .left
      let isTaken = editor.take(key)
      #expect(isTaken)
      model.take(key)
      #expect(editor.text == String(model.characters) && editor.cursor == model.cursor, "\(key)")
    }
  }
}

/// The plainest line there is; right as long as no two characters join.
private struct CharacterModel {
  var characters: [Character] = []
  var cursor = 0

  mutating func take(_ key: Key) {
    switch key {
    case .text(let scalar): insert(String(scalar))
    case .paste(let text): insert(text)
    case .backspace where cursor > 0:
      cursor -= 1
      characters.remove(at: cursor)
    case .delete where cursor < characters.count: characters.remove(at: cursor)
    case .left where cursor > 0: cursor -= 1
    case .right where cursor < characters.count: cursor += 1
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .control("u"):
      characters.removeFirst(cursor)
      cursor = 0
    case .control("k"): characters.removeLast(characters.count - cursor)
    case .control("w"):
      while cursor > 0, characters[cursor - 1] == " " { take(.backspace) }
      while cursor > 0, characters[cursor - 1] != " " { take(.backspace) }
    default: break
    }
  }

  private mutating func insert(_ text: String) {
    characters.insert(contentsOf: text, at: cursor)
    cursor += text.count
  }
}
