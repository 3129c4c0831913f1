import MovieTerminal
import TestSupport
import Testing

@Suite(.limited) struct LineEditorTests {
  /// One call on the editor.
  enum Step: Sendable {
    case insert(String)
    case edit(LineEditor.Edit)

    func apply(to editor: inout LineEditor) {
      switch self {
      case .insert(let text): editor.insert(text)
      case .edit(let edit): editor.apply(edit)
      }
    }
  }

  @Test(
    "edits characters and words at the cursor",
    arguments: [
      ("the score", [.edit(.deleteWord)], "the ", 4),
      ("the score  ", [.edit(.deleteWord)], "the ", 4),
      ("score", [.edit(.deleteWord)], "", 0),
      ("   ", [.edit(.deleteWord)], "", 0),
      ("the score", [.edit(.moveToStart), .edit(.deleteWord)], "the score", 0),
      ("the score", [.edit(.moveLeft), .edit(.moveLeft), .edit(.deleteToStart)], "re", 0),
      ("the score", [.edit(.moveLeft), .edit(.moveLeft), .edit(.deleteToEnd)], "the sco", 7),
      ("abc", [.edit(.moveToStart), .edit(.moveRight), .edit(.deleteForward)], "ac", 1),
      ("abc", [.edit(.moveLeft), .edit(.deleteBackward)], "ac", 1),
      ("abc", [.edit(.moveToStart), .edit(.moveLeft), .edit(.deleteBackward)], "abc", 0),
      ("abc", [.edit(.moveRight), .edit(.moveToEnd), .edit(.deleteForward)], "abc", 3),
      ("👨‍👩‍👧 e\u{301}", Array(repeating: .edit(.deleteBackward), count: 3), "", 0),
      (
        "e", [.insert("\u{301}"), .insert("x"), .edit(.moveLeft), .edit(.moveLeft)], "e\u{301}x",
        0
      ),
      ("ac", [.edit(.moveLeft), .insert("b\u{0}\u{1B}\u{9B}"), .edit(.moveToEnd)], "abc", 3),
      ("ac", [.edit(.moveLeft), .insert("b\n")], "ab c", 3),
      ("", [.insert("a\r\nb\n\n\tc\rd e")], "a b c d e", 9),
      ("", [.insert("\n"), .insert("a \n b")], " a   b", 6),
      ("🇫", [.insert("🇷"), .edit(.deleteBackward)], "", 0),
    ] as [(String, [Step], String, Int)])
  func edits(text: String, steps: [Step], result: String, cursor: Int) {
    var editor = LineEditor(text)
    for step in steps { step.apply(to: &editor) }
    #expect(Array(editor.text.utf8) == Array(result.utf8))
    #expect(editor.cursor == cursor)
  }

  @Test("the text is limited to 1,024 scalars")
  func limit() {
    var editor = LineEditor("a")
    editor.insert(String(repeating: "b", count: 5_000))
    editor.insert("c")
    #expect(editor.text == "a" + String(repeating: "b", count: 1_023))
    editor.apply(.deleteBackward)
    editor.insert("c")
    #expect(editor.text.hasSuffix("bc"))
  }

  @Test("another limit applies to the first text, too")
  func otherLimit() {
    var editor = LineEditor("日本語e\u{301}", scalarLimit: 4)
    #expect(editor.text == "日本語e")
    editor.insert("x")
    editor.replace(before: 1, with: "xyz")
    #expect(editor.text == "日本語x")
    let long = LineEditor(String(repeating: "a", count: 5_000), scalarLimit: 4_999)
    #expect(long.text.count == 4_999)
    #expect(LineEditor("a", scalarLimit: 0).text == "")
  }

  @Test(
    "replaces characters before the cursor",
    arguments: [
      ("al|x", 2, "Al Pacino", "Al Pacino|x"), ("a al|", 2, "Al", "a Al|"),
      ("al|", 5, "Al", "Al|"), ("|al", 2, "Al ", "Al |al"), ("al|", 0, "x", "alx|"),
      ("al|", -3, "x", "alx|"), ("al|x", 2, "", "|x"), ("e\u{301}👨‍👩‍👧|", 2, "a\nb", "a b|"),
      ("🇫x|🇷", 1, "y", "🇫y|🇷"),
    ])
  func replaced(text: String, count: Int, new: String, expected: String) {
    var editor = LineEditor(text.replacing("|", with: ""))
    while editor.cursor > 0, !text.hasPrefix(editor.text.prefix(editor.cursor) + "|") {
      editor.apply(.moveLeft)
    }
    editor.replace(before: count, with: new)
    let (before, after) = (editor.text.prefix(editor.cursor), editor.text.dropFirst(editor.cursor))
    #expect(before + "|" + after == expected)
  }

  @Test("the visible part follows the cursor")
  func shown() {
    var editor = LineEditor("0123456789")
    #expect(editor.shown(columns: 20) == ("0123456789", 10))
    #expect(editor.shown(columns: 5) == ("6789", 4))
    editor.apply(.moveToStart)
    #expect(editor.shown(columns: 5) == ("01234", 0))
    for _ in 0..<6 { editor.apply(.moveRight) }
    #expect(editor.shown(columns: 5) == ("23456", 4))
    #expect(editor.shown(columns: 0) == ("", 0))
    #expect(LineEditor("日本").shown(columns: 4) == ("本", 2))
    #expect(LineEditor("a\u{202E}b").shown(columns: 80) == ("a<U+202E>b", 10))
  }

  @Test("the visible part fits and is escaped", arguments: 0..<8 as Range<UInt64>)
  func fits(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<50 {
      var editor = LineEditor(random.hostileText(upTo: 30))
      for _ in 0..<Int.random(in: 0...20, using: &random) { editor.apply(.moveLeft) }
      let columns = Int.random(in: 1...30, using: &random)
      let shown = editor.shown(columns: columns)
      #expect(DisplayWidth.columns(of: shown.text) <= columns)
      #expect((0..<columns).contains(shown.cursorColumn))
      #expect(!shown.text.unicodeScalars.contains { $0.isHostile })
    }
  }

  @Test("random edits match an array of characters", arguments: 0..<8 as Range<UInt64>)
  func model(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var editor = LineEditor()
    var model = CharacterModel()
    let steps: [Step] =
      ["a", " ", "é", "日", "b c 👩‍👧", "z"].map(Step.insert) + LineEditor.Edit.allCases.map(Step.edit)
      + [.edit(.moveLeft), .edit(.moveLeft)]
    for _ in 0..<300 {
      let step = steps.randomElement(using: &random) ?? .edit(.moveLeft)
      step.apply(to: &editor)
      model.apply(step)
      #expect(editor.text == String(model.characters) && editor.cursor == model.cursor, "\(step)")
    }
  }
}

/// A simple editor that is correct as long as no two characters combine.
private struct CharacterModel {
  var characters: [Character] = []
  var cursor = 0

  mutating func apply(_ step: LineEditorTests.Step) {
    switch step {
    case .insert(let text):
      characters.insert(contentsOf: text, at: cursor)
      cursor += text.count
    case .edit(let edit): apply(edit)
    }
  }

  private mutating func apply(_ edit: LineEditor.Edit) {
    switch edit {
    case .deleteBackward where cursor > 0:
      cursor -= 1
      characters.remove(at: cursor)
    case .deleteForward where cursor < characters.count: characters.remove(at: cursor)
    case .moveLeft where cursor > 0: cursor -= 1
    case .moveRight where cursor < characters.count: cursor += 1
    case .moveToStart: cursor = 0
    case .moveToEnd: cursor = characters.count
    case .deleteToStart:
      characters.removeFirst(cursor)
      cursor = 0
    case .deleteToEnd: characters.removeLast(characters.count - cursor)
    case .deleteWord:
      while cursor > 0, characters[cursor - 1] == " " { apply(.deleteBackward) }
      while cursor > 0, characters[cursor - 1] != " " { apply(.deleteBackward) }
    default: break
    }
  }
}
