import MovieTerminal
import TestSupport
import Testing

@Suite("Properties of painted frames", .limited) struct FramePainterProperties {
  /// What terminals think about width, from the painter's opinion to none at all.
  enum Opinion: CaseIterable, Sendable {
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

  private func grid(_ size: ScreenSize, _ opinion: Opinion) -> TerminalGrid {
    TerminalGrid(columns: size.columns, rows: size.rows, width: opinion.width)
  }

  @Test(
    "painting what changed leaves the picture that painting all of it does, whatever the widths",
    arguments: Opinion.allCases, 0..<6 as Range<UInt64>)
  func differences(opinion: Opinion, seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    var painter = FramePainter(isColored: seed.isMultiple(of: 2))
    var grid = grid(frames.size, opinion)
    var size = frames.size
    for step in 0..<30 {
      let frame = frames.next()
      if frame.size != size { grid = self.grid(frame.size, opinion) }
      size = frame.size
      try grid.take(painter.bytes(showing: frame))

      var whole = self.grid(frame.size, opinion)
      var other = FramePainter(isColored: seed.isMultiple(of: 2))
      try whole.take(other.bytes(showing: frame))
      let isSame = grid == whole
      try #require(isSame, "step \(step):\n\(grid.rows)\n\(whole.rows)")
    }
  }

  @Test(
    "a text of ASCII stands in its column whole, whatever stands before it",
    arguments: Opinion.allCases, 0..<5 as Range<UInt64>)
  func places(opinion: Opinion, seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    var painter = FramePainter(isColored: false)
    var checked = 0
    for _ in 0..<20 {
      let frame = frames.next()
      var grid = grid(frame.size, opinion)
      painter.forget()
      try grid.take(painter.bytes(showing: frame))
      #expect(grid.cursor == (frame.cursor.row - 1, frame.cursor.column - 1))
      for (row, texts) in zip(grid.cells, frame.rows) {
        for text in texts.texts where text.text.utf8.allSatisfy({ $0 < 0x80 }) {
          let cells = row[(text.column - 1)...].prefix(text.text.count)
          let shown = cells.map(\.text).joined()
          if shown != text.text { Issue.record("\(shown) for \(text)") }
          checked += 1
        }
      }
    }
    #expect(checked > 0)
  }

  @Test("a frame that is shown already costs nothing", arguments: 0..<20 as Range<UInt64>)
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
