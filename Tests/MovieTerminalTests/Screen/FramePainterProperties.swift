import MovieTerminal
import TestSupport
import Testing

@Suite("Properties of painted frames", .limited) struct FramePainterProperties {
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
    "painting what changed leaves the picture that painting all of it does, whatever the widths",
    arguments: WidthModel.allCases, 0..<6 as Range<UInt64>)
  func differences(model: WidthModel, seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    var painter = FramePainter(isColored: seed.isMultiple(of: 2))
    var grid = grid(frames.size, model)
    var size = frames.size
    for step in 0..<30 {
      let frame = frames.next()
      if frame.size != size { grid = self.grid(frame.size, model) }
      size = frame.size
      try grid.take(painter.bytes(showing: frame))

      var whole = self.grid(frame.size, model)
      var other = FramePainter(isColored: seed.isMultiple(of: 2))
      try whole.take(other.bytes(showing: frame))
      let isSame = grid == whole
      try #require(isSame, "step \(step):\n\(grid.rows)\n\(whole.rows)")
    }
  }

  @Test(
    "a text of ASCII stands in its column whole, whatever stands before it",
    arguments: WidthModel.allCases, 0..<5 as Range<UInt64>)
  func places(model: WidthModel, seed: UInt64) throws {
    var frames = RandomFrames(seed: seed)
    var painter = FramePainter(isColored: false)
    var checked = 0
    for _ in 0..<20 {
      let frame = frames.next()
      var grid = grid(frame.size, model)
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
