import MovieTerminal
import TestSupport
import Testing

@Suite("Painted frames", .limited) struct FramePainterTests {
  private static let size = ScreenSize(columns: 80, rows: 24)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func frame(_ rows: [FrameRow], cursor: ScreenPlace) -> Frame {
    Frame(size: Self.size, rows: rows, cursor: cursor)
  }

  /// A list of films from the one given, under a header and above a footer.
  private func list(from first: Int, selected: Int) -> Frame {
    let rows = (first..<first + 20).map { film in
      FrameRow(
        (film == selected ? [FrameText(">", at: 1, width: 1, style: .bold)] : [])
          + [
            FrameText("Film \(film) 千", at: 3, width: 30),
            FrameText("Marlon Brando, Edward Norton, Robert De Niro", at: 35, width: 45),
          ])
    }
    let header = FrameRow([FrameText("Movies", at: 1, width: 80, style: .heading)])
    let footer = FrameRow([FrameText("1,000,000 movies", at: 1, width: 80, style: .dim)])
    return frame(
      [header, FrameRow()] + rows + [FrameRow(), footer],
      cursor: ScreenPlace(row: selected - first + 3, column: 1))
  }

  @Test("the first frame is drawn on an emptied window, each text at its place")
  func first() {
    var painter = FramePainter(isColored: true)
    let rows = [
      FrameRow([FrameText("a", at: 2, width: 3, style: .bold), FrameText("b", at: 9, width: 1)])
    ]
    let frame = frame(rows, cursor: ScreenPlace(row: 1, column: 2))
    let expected =
      "\u{1B}[?2026h\u{1B}[0m\u{1B}[r\u{1B}[2J\u{1B}[1;2H\u{1B}[1ma\u{1B}[0m\u{1B}[1;9Hb"
      + "\u{1B}[1;2H\u{1B}[?2026l"
    let first = painter.bytes(showing: frame)
    let second = painter.bytes(showing: frame)
    painter.forget()
    let third = painter.bytes(showing: frame)
    #expect(text(first) == expected)
    #expect(second.isEmpty)
    #expect(third == first)
  }

  @Test("without color no look is sent but the plain one")
  func plain() {
    var painter = FramePainter(isColored: false)
    let bytes = text(painter.bytes(showing: list(from: 1, selected: 2)))
    #expect(bytes.components(separatedBy: "m").count > 1)
    let looks = bytes.replacing("\u{1B}[0m", with: "").matches(of: /\u{1B}\[[0-9;]*m/)
    #expect(looks.isEmpty)
  }

  @Test(
    "a marker that moves to the next row costs no more than 120 bytes", arguments: [true, false])
  func marker(isColored: Bool) {
    var painter = FramePainter(isColored: isColored)
    _ = painter.bytes(showing: list(from: 1, selected: 10))
    let down = painter.bytes(showing: list(from: 1, selected: 11))
    let up = painter.bytes(showing: list(from: 1, selected: 10))
    for bytes in [down, up] { #expect((1...120).contains(bytes.count)) }
  }

  @Test("a list that scrolls costs its new rows", arguments: [1, 2, 3, -1, -2, -3])
  func scroll(distance: Int) {
    var painter = FramePainter(isColored: false)
    let (start, end) = distance > 0 ? (20, 20 + distance) : (1, 1 + distance)
    _ = painter.bytes(showing: list(from: 1, selected: start))
    let bytes = text(painter.bytes(showing: list(from: 1 + distance, selected: end)))
    #expect(bytes.contains("\u{1B}[\(abs(distance))\(distance > 0 ? "S" : "T")"))
    #expect(bytes.components(separatedBy: "Film ").count - 1 == abs(distance))
    #expect(bytes.utf8.count < 70 + 90 * abs(distance))
  }

  @Test("only the texts that changed are sent, and spaces over what was longer")
  func changed() {
    var painter = FramePainter(isColored: false)
    func row(_ middle: String) -> Frame {
      frame(
        [
          FrameRow([
            FrameText("same", at: 1, width: 9), FrameText(middle, at: 11, width: 9),
            FrameText("same", at: 21, width: 9),
          ])
        ], cursor: ScreenPlace(row: 1, column: 1))
    }
    _ = painter.bytes(showing: row("longer"))
    let plain = text(painter.bytes(showing: row("short")))
    #expect(plain == "\u{1B}[?2026h\u{1B}[1;11Hshort \u{1B}[1;1H\u{1B}[?2026l")
    let unsure = text(painter.bytes(showing: row("😀")))
    #expect(
      unsure
        == "\u{1B}[?2026h\u{1B}[1;11H\u{1B}[K\u{1B}[1;11H😀\u{1B}[1;21H\u{1B}[Ksame"
        + "\u{1B}[1;1H\u{1B}[?2026l")
  }

  @Test("a text that is put behind one that is wider than it should be leaves nothing of that")
  func overlong() throws {
    func row(_ more: [FrameText]) -> Frame {
      Frame(
        size: ScreenSize(columns: 9, rows: 1),
        rows: [FrameRow([FrameText("éé", at: 1, width: 2)] + more)],
        cursor: ScreenPlace(row: 1, column: 1))
    }
    var painter = FramePainter(isColored: false)
    var grid = TerminalGrid(columns: 9, rows: 1) { $0 == "é" ? 4 : 1 }
    try grid.take(painter.bytes(showing: row([])))
    try grid.take(painter.bytes(showing: row([FrameText("x", at: 4, width: 1)])))
    #expect(grid.cells[0][3...].map(\.text).joined() == "x     ")
  }

  @Test("what is outside of the window is not drawn, and the cursor stays within")
  func outside() throws {
    let size = ScreenSize(columns: 3, rows: 1)
    let rows = [
      FrameRow([FrameText("ab", at: 1, width: 2), FrameText("x", at: 4, width: 1)]),
      FrameRow([FrameText("below", at: 1, width: 9)]),
    ]
    var painter = FramePainter(isColored: false)
    var grid = TerminalGrid(columns: 3, rows: 1) { _ in 1 }
    let frame = Frame(size: size, rows: rows, cursor: ScreenPlace(row: 9, column: -4))
    try grid.take(painter.bytes(showing: frame))
    #expect(grid.rows == ["ab "])
    #expect(grid.cursor == (0, 0))
  }

  @Test("another size draws the frame whole")
  func resized() {
    var painter = FramePainter(isColored: false)
    var frame = list(from: 1, selected: 1)
    _ = painter.bytes(showing: frame)
    frame.size.columns -= 1
    let bytes = painter.bytes(showing: frame)
    #expect(text(bytes).contains("\u{1B}[2J"))
  }
}
