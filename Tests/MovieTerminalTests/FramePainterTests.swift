import MovieTerminal
import TestSupport
import Testing

@Suite(.limited) struct FramePainterTests {
  private static let size = ScreenSize(columns: 80, rows: 24)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func frame(_ rows: [FrameRow], cursor: ScreenPosition) -> Frame {
    Frame(size: Self.size, rows: rows, cursor: cursor)
  }

  /// A list of movies with a header and a footer.
  private func list(from first: Int, selected: Int) -> Frame {
    let rows = (first..<first + 20).map { number in
      FrameRow(
        (number == selected ? [FrameText(">", at: 1, width: 1, style: .bold)] : [])
          + [
            FrameText("Movie \(number) 千", at: 3, width: 30),
            FrameText("Marlon Brando, Edward Norton, Robert De Niro", at: 35, width: 45),
          ])
    }
    let header = FrameRow([FrameText("Movies", at: 1, width: 80, style: .heading)])
    let footer = FrameRow([FrameText("1,000,000 movies", at: 1, width: 80, style: .dim)])
    return frame(
      [header, FrameRow()] + rows + [FrameRow(), footer],
      cursor: ScreenPosition(row: selected - first + 3, column: 1))
  }

  @Test("the first frame clears the window and positions each text")
  func first() {
    var painter = FramePainter(isColored: true)
    let rows = [
      FrameRow([FrameText("a", at: 2, width: 3, style: .bold), FrameText("b", at: 9, width: 1)])
    ]
    let frame = frame(rows, cursor: ScreenPosition(row: 1, column: 2))
    let expected =
      "\u{1B}[?2026h\u{1B}[0m\u{1B}[r\u{1B}[2J\u{1B}[1;2H\u{1B}[1ma\u{1B}[0m\u{1B}[1;9Hb"
      + "\u{1B}[1;2H\u{1B}[?2026l"
    let first = painter.bytes(showing: frame)
    let second = painter.bytes(showing: frame)
    painter.invalidate()
    let third = painter.bytes(showing: frame)
    #expect(text(first) == expected)
    #expect(second.isEmpty)
    #expect(third == first)
  }

  @Test("without color, sends no style except the reset")
  func plain() {
    var painter = FramePainter(isColored: false)
    let bytes = text(painter.bytes(showing: list(from: 1, selected: 2)))
    #expect(bytes.components(separatedBy: "m").count > 1)
    let styles = bytes.replacing("\u{1B}[0m", with: "").matches(of: /\u{1B}\[[0-9;]*m/)
    #expect(styles.isEmpty)
  }

  @Test(
    "moving the marker by one row sends at most 120 bytes", arguments: [true, false])
  func marker(isColored: Bool) {
    var painter = FramePainter(isColored: isColored)
    _ = painter.bytes(showing: list(from: 1, selected: 10))
    let down = painter.bytes(showing: list(from: 1, selected: 11))
    let up = painter.bytes(showing: list(from: 1, selected: 10))
    for bytes in [down, up] { #expect((1...120).contains(bytes.count)) }
  }

  @Test("scrolling sends only the new rows", arguments: [1, 2, 3, -1, -2, -3])
  func scroll(distance: Int) {
    var painter = FramePainter(isColored: false)
    let (start, end) = distance > 0 ? (20, 20 + distance) : (1, 1 + distance)
    _ = painter.bytes(showing: list(from: 1, selected: start))
    let bytes = text(painter.bytes(showing: list(from: 1 + distance, selected: end)))
    #expect(bytes.contains("\u{1B}[\(abs(distance))\(distance > 0 ? "S" : "T")"))
    #expect(bytes.components(separatedBy: "Movie ").count - 1 == abs(distance))
    #expect(bytes.utf8.count < 70 + 90 * abs(distance))
  }

  @Test("sends only changed texts, with spaces over longer old ones")
  func changed() {
    var painter = FramePainter(isColored: false)
    func row(_ middle: String) -> Frame {
      frame(
        [
          FrameRow([
            FrameText("same", at: 1, width: 9), FrameText(middle, at: 11, width: 9),
            FrameText("same", at: 21, width: 9),
          ])
        ], cursor: ScreenPosition(row: 1, column: 1))
    }
    _ = painter.bytes(showing: row("longer"))
    let plain = text(painter.bytes(showing: row("short")))
    #expect(plain == "\u{1B}[?2026h\u{1B}[1;11Hshort \u{1B}[1;1H\u{1B}[?2026l")
    let uncertain = text(painter.bytes(showing: row("😀")))
    #expect(
      uncertain
        == "\u{1B}[?2026h\u{1B}[1;11H\u{1B}[K\u{1B}[1;11H😀\u{1B}[1;21H\u{1B}[Ksame"
        + "\u{1B}[1;1H\u{1B}[?2026l")
  }

  @Test("a text after one that is wider than expected leaves no remains")
  func overlong() throws {
    func row(_ more: [FrameText]) -> Frame {
      Frame(
        size: ScreenSize(columns: 9, rows: 1),
        rows: [FrameRow([FrameText("éé", at: 1, width: 2)] + more)],
        cursor: ScreenPosition(row: 1, column: 1))
    }
    var painter = FramePainter(isColored: false)
    var grid = TerminalGrid(columns: 9, rows: 1) { $0 == "é" ? 4 : 1 }
    try grid.feed(painter.bytes(showing: row([])))
    try grid.feed(painter.bytes(showing: row([FrameText("x", at: 4, width: 1)])))
    #expect(grid.cells[0][3...].map(\.text).joined() == "x     ")
  }

  @Test("text and cursor positions outside of the window are ignored or limited")
  func outside() throws {
    let size = ScreenSize(columns: 3, rows: 1)
    let rows = [
      FrameRow([FrameText("ab", at: 1, width: 2), FrameText("x", at: 4, width: 1)]),
      FrameRow([FrameText("below", at: 1, width: 9)]),
    ]
    var painter = FramePainter(isColored: false)
    var grid = TerminalGrid(columns: 3, rows: 1) { _ in 1 }
    let frame = Frame(size: size, rows: rows, cursor: ScreenPosition(row: 9, column: -4))
    try grid.feed(painter.bytes(showing: frame))
    #expect(grid.rows == ["ab "])
    #expect(grid.cursor == (0, 0))
  }

  @Test("a new size draws the complete frame")
  func resized() {
    var painter = FramePainter(isColored: false)
    var frame = list(from: 1, selected: 1)
    _ = painter.bytes(showing: frame)
    frame.size.columns -= 1
    let bytes = painter.bytes(showing: frame)
    #expect(text(bytes).contains("\u{1B}[2J"))
  }
}

@Suite(.limited) struct FramePainterProperties {
  /// Widths that terminals give to characters: those of the painter, and different ones.
  enum WidthModel: CaseIterable, Sendable {
    case same, narrow, wide, summed, split

    func width(_ character: Character) -> Int {
      let scalars = character.unicodeScalars
      let isASCII = scalars.allSatisfy { 0x20...0x7E ~= $0.value }
      switch self {
      case .same: return DisplayWidth.columns(of: character)
      case .narrow: return 1
      case .wide: return isASCII ? 1 : 2
      case .summed: return isASCII ? 1 : min(8, 2 * scalars.count)
      case .split: return isASCII ? 1 : 1 + scalars.count % 3
      }
    }
  }

  private func grid(_ size: ScreenSize, _ model: WidthModel) -> TerminalGrid {
    TerminalGrid(columns: size.columns, rows: size.rows, width: model.width)
  }

  @Test(
    "painting differences has the result of a complete repaint, with any widths",
    arguments: WidthModel.allCases, 0..<2 as Range<UInt64>)
  func differences(model: WidthModel, seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    var painter = FramePainter(isColored: seed.isMultiple(of: 2))
    var grid = grid(frames.size, model)
    var size = frames.size
    for step in 0..<30 {
      let frame = frames.next()
      if frame.size != size { grid = self.grid(frame.size, model) }
      size = frame.size
      try grid.feed(painter.bytes(showing: frame))

      var whole = self.grid(frame.size, model)
      var other = FramePainter(isColored: seed.isMultiple(of: 2))
      try whole.feed(other.bytes(showing: frame))
      let isSame = grid == whole
      try #require(isSame, "step \(step):\n\(grid.rows)\n\(whole.rows)")
    }
  }

  @Test(
    "ASCII text is complete at its column, after any other text",
    arguments: WidthModel.allCases, 0..<2 as Range<UInt64>)
  func columns(model: WidthModel, seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    var painter = FramePainter(isColored: false)
    var checked = 0
    for _ in 0..<20 {
      let frame = frames.next()
      var grid = grid(frame.size, model)
      painter.invalidate()
      try grid.feed(painter.bytes(showing: frame))
      #expect(grid.cursor == (frame.cursor.row - 1, frame.cursor.column - 1))
      for (row, texts) in zip(grid.cells, frame.rows) {
        for text in texts where text.text.utf8.allSatisfy({ $0 < 0x80 }) {
          let cells = row[(text.column - 1)...].prefix(text.text.count)
          let shown = cells.map(\.text).joined()
          if shown != text.text { Issue.record("\(shown) for \(text)") }
          checked += 1
        }
      }
    }
    #expect(checked > 0)
  }

  @Test("an unchanged frame sends no bytes", arguments: 0..<5 as Range<UInt64>)
  func equal(seed: UInt64) {
    var frames = RandomFrames(seed: seed)
    var painter = FramePainter(isColored: true)
    for _ in 0..<30 {
      let frame = frames.next()
      _ = painter.bytes(showing: frame)
      let bytes = painter.bytes(showing: frame)
      #expect(bytes.isEmpty)
    }
  }
}
