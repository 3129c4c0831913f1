import MovieTerminal
import TestSupport
import Testing

@Suite(.limited) struct TextAreaTests {
  /// One call on the area.
  enum Step: Sendable {
    case insert(String)
    case edit(LineEditor.Edit)
    case split, up, down
    case line(Int)

    func apply(to area: inout TextArea) {
      switch self {
      case .insert(let text): area.insert(text)
      case .edit(let edit): area.apply(edit)
      case .split: area.splitLine()
      case .up: _ = area.moveUp()
      case .down: _ = area.moveDown()
      case .line(let index): area.moveToLine(index)
      }
    }
  }

  /// The lines, with `|` at the cursor.
  private func shown(_ area: TextArea) -> [String] {
    var texts = area.texts
    let line = area.lines[area.row]
    texts[area.row] = line.text.prefix(line.cursor) + "|" + line.text.dropFirst(line.cursor)
    return texts
  }

  @Test(
    "edits lines at the cursor",
    arguments: [
      ([], [], ["|"]),
      (["ab", "c"], [], ["ab", "c|"]),
      (["ab", "c"], [.insert("d")], ["ab", "cd|"]),
      (["ab", "c"], [.split], ["ab", "c", "|"]),
      (["ab", "c"], [.edit(.moveLeft), .split], ["ab", "", "|c"]),
      (["ab", "c"], [.edit(.moveToStart), .edit(.deleteBackward)], ["ab|c"]),
      (["ab", "c"], [.edit(.moveToStart), .edit(.moveLeft), .edit(.moveLeft)], ["a|b", "c"]),
      (["ab", "c"], [.up, .edit(.moveToEnd), .edit(.moveRight)], ["ab", "|c"]),
      (["ab", "c"], [.up, .edit(.moveToEnd), .edit(.deleteForward)], ["ab|c"]),
      (["ab", "c"], [.edit(.deleteForward), .edit(.moveRight)], ["ab", "c|"]),
      (["ab"], [.edit(.moveToStart), .edit(.deleteBackward), .edit(.moveLeft)], ["|ab"]),
      (["ab", "c"], [.edit(.moveToStart), .edit(.deleteWord)], ["ab", "|c"]),
      (["ab", "c d"], [.edit(.deleteToStart)], ["ab", "|"]),
      (["ab", "c", "de"], [.line(0)], ["ab|", "c", "de"]),
      (["ab", "c", "de"], [.line(0), .line(1), .line(9)], ["ab", "c|", "de"]),
      (["e", "\u{301}x"], [.edit(.moveToStart), .edit(.deleteBackward)], ["e\u{301}|x"]),
      (["ac"], [.edit(.moveLeft), .insert("b\nd\r\ne\r")], ["ab", "d", "e", "|c"]),
      ([], [.insert("\n\na\tb\u{1B}\u{0}")], ["", "", "a b|"]),
      (["a\nb", "c"], [], ["a b", "c|"]),
    ] as [([String], [Step], [String])])
  func edits(lines: [String], steps: [Step], expected: [String]) {
    var area = TextArea(lines, isMultiline: true)
    for step in steps { step.apply(to: &area) }
    #expect(shown(area) == expected)
  }

  @Test(
    "a single line has no line ends",
    arguments: [
      ([], [], ["|"]), (["a", "b"], [], ["a b|"]), (["a"], [.split, .insert("b\nc")], ["ab c|"]),
      (["ab"], [.up, .down, .edit(.moveRight)], ["ab|"]),
    ] as [([String], [Step], [String])])
  func single(lines: [String], steps: [Step], expected: [String]) {
    var area = TextArea(lines, isMultiline: false)
    for step in steps { step.apply(to: &area) }
    #expect(shown(area) == expected)
  }

  @Test(
    "vertical moves keep the column, also across shorter lines",
    arguments: [
      (["abcd", "x", "", "efgh"], [.up, .up, .up], ["abcd|", "x", "", "efgh"]),
      (["abcd", "x", "efgh"], [.edit(.moveLeft), .up, .down], ["abcd", "x", "efg|h"]),
      (["abcd", "x", "efgh"], [.up, .edit(.moveLeft), .up], ["|abcd", "x", "efgh"]),
      (["abcd", "x", "efgh"], [.up, .insert("y"), .up], ["ab|cd", "xy", "efgh"]),
      (["日本", "abcd"], [.edit(.moveLeft), .up], ["日|本", "abcd"]),
      (["日本", "abcd"], [.edit(.moveLeft), .up, .down], ["日本", "abc|d"]),
      (["a\u{202E}bcdefghij", "0123456789x"], [.up], ["a\u{202E}bc|defghij", "0123456789x"]),
    ] as [([String], [Step], [String])])
  func vertical(lines: [String], steps: [Step], expected: [String]) {
    var area = TextArea(lines, isMultiline: true)
    for step in steps { step.apply(to: &area) }
    #expect(shown(area) == expected)
  }

  @Test("reports whether the cursor could move up or down")
  func ends() {
    var area = TextArea(["a", "b"], isMultiline: true)
    let moved = [area.moveDown(), area.moveUp(), area.moveUp(), area.moveDown()]
    #expect(moved == [false, true, false, true])
    #expect(area.row == 1)
  }

  @Test("each line is limited, and no limit removes text that was there")
  func limit() {
    var area = TextArea(["12345", "abc"], isMultiline: true, scalarLimit: 4)
    #expect(area.texts == ["1234", "abc"])
    area.apply(.moveToStart)
    area.apply(.deleteBackward)
    #expect(shown(area) == ["1234", "|abc"])
    area.insert("xy\nuvwxyz")
    #expect(shown(area) == ["1234", "xy", "u|abc"])
    #expect(TextArea(["12345", "6"], isMultiline: false, scalarLimit: 4).texts == ["1234"])
  }

  @Test("edits 100,000 lines as fast as one")
  func manyLines() {
    let names = (0..<100_000).map { "Name \($0)" }
    var area = TextArea(names, isMultiline: true)
    let start = ContinuousClock.now
    for _ in 0..<1_000 {
      area.insert("x")
      _ = area.moveUp()
      area.apply(.deleteBackward)
    }
    for _ in 0..<50 { area.splitLine() }
    for _ in 0..<50 { area.apply(.deleteBackward) }
    #expect(ContinuousClock.now - start < .seconds(3))
    #expect(area.lines.count == 100_000)
    area.insert(names.joined(separator: "\n"))
    #expect(area.lines.count == 199_999)
  }

  @Test(
    "random edits match one text with a cursor", arguments: 0..<UInt64(Tier.amount(4, full: 12)))
  func model(seed: UInt64) {
    var random = RandomSource(seed: seed)
    var area = TextArea([], isMultiline: true)
    var model = TextModel()
    let texts = ["a", "b c", "\n", "日\n", "x\n\ny", "e", "\u{301}", "🇫", "🇷", "👩‍👧\r\nz", "\r"]
    let steps: [Step] =
      texts.map(Step.insert) + LineEditor.Edit.allCases.map(Step.edit)
      + [.split, .up, .down, .up, .down, .edit(.moveLeft), .edit(.deleteBackward)]
    for _ in 0..<400 {
      let step = steps.randomElement(using: &random) ?? .split
      step.apply(to: &area)
      model.apply(step)
      #expect(shown(area) == model.shown, "\(step)")
    }
  }
}

/// One text with line feeds, and a cursor before one of its characters.
private struct TextModel {
  var text = ""
  var cursor = 0
  private var keptColumn: Int?

  private var before: String { String(text.prefix(cursor)) }
  private var after: String { String(text.dropFirst(cursor)) }

  var shown: [String] {
    (before + "\u{0}" + after).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.replacing("\u{0}", with: "|")) }
  }

  private var startOfLine: Int { (Array(before).lastIndex(of: "\n") ?? -1) + 1 }

  private var lineBefore: String { String(text.prefix(cursor).dropFirst(startOfLine)) }
  private var lineAfter: String { String(text.dropFirst(cursor).prefix { $0 != "\n" }) }

  /// Sets the text, with the cursor after the character that contains the end of the first half.
  private mutating func set(_ before: String, _ after: String) {
    text = before + after
    var size = 0
    cursor =
      text.prefix { character in
        defer { size += character.unicodeScalars.count }
        return size < before.unicodeScalars.count
      }.count
  }

  mutating func apply(_ step: TextAreaTests.Step) {
    if case .up = step { return move(by: -1) }
    if case .down = step { return move(by: 1) }
    keptColumn = nil
    switch step {
    case .insert(let new):
      let lines = new.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      set(before + lines, after)
    case .split: set(before + "\n", after)
    case .edit(let edit): apply(edit)
    case .up, .down, .line: break
    }
  }

  private mutating func apply(_ edit: LineEditor.Edit) {
    switch edit {
    case .deleteBackward: set(String(before.dropLast()), after)
    case .deleteForward: set(before, String(after.dropFirst()))
    case .moveLeft: cursor = max(0, cursor - 1)
    case .moveRight: cursor = min(text.count, cursor + 1)
    case .moveToStart: cursor = startOfLine
    case .moveToEnd: cursor += lineAfter.count
    case .deleteToStart: set(String(before.dropLast(lineBefore.count)), after)
    case .deleteToEnd: set(before, String(after.dropFirst(lineAfter.count)))
    case .deleteWord:
      let spaces = lineBefore.reversed().prefix(while: \.isWhitespace).count
      let word = lineBefore.dropLast(spaces).reversed().prefix { !$0.isWhitespace }.count
      set(String(before.dropLast(spaces + word)), after)
    }
  }

  private mutating func move(by rows: Int) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = text.prefix(cursor).count { $0 == "\n" } + rows
    guard lines.indices.contains(row) else { return }
    let column = keptColumn ?? DisplayWidth.columns(of: TerminalText.escaped(lineBefore))
    keptColumn = column
    let start = lines[..<row].reduce(0) { $0 + $1.count + 1 }
    let fitting = lines[row].indices.count {
      let text = String(lines[row][...$0])
      return DisplayWidth.columns(of: TerminalText.escaped(text)) <= column
    }
    cursor = start + fitting
  }
}
