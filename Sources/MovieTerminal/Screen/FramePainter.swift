/// Frames in, bytes out; remembers the frame that the terminal shows.
///
/// Every text is placed by its own address, and whatever stands behind text that is not ASCII is
/// erased before something else is put there: a terminal that disagrees about the width of an emoji
/// shifts nothing else and keeps nothing old.
package struct FramePainter: Sendable {
  private let isColored: Bool
  private var shown: Frame?

  package init(isColored: Bool) { self.isColored = isColored }

  /// What turns the frame that is shown into this one, for one write; empty where nothing changed.
  package mutating func bytes(showing frame: Frame) -> [UInt8] {
    let frame = frame.fitted
    guard frame != shown else { return [] }
    let old = shown
    shown = frame
    let strokes =
      if let old, old.size == frame.size { changes(from: old, to: frame) } else { whole(frame) }
    // Terminals that know of synchronised updates show all of it at once.
    return Array("\u{1B}[?2026h".utf8) + strokes.bytes + Array("\u{1B}[?2026l".utf8)
  }

  /// Draws the next frame whole, as after something else wrote on the terminal.
  package mutating func forget() { shown = nil }

  private func whole(_ frame: Frame) -> Strokes {
    var strokes = Strokes(isColored: isColored)
    strokes.clear()
    for (index, row) in frame.rows.enumerated() { strokes.draw(row.texts, row: index + 1) }
    strokes.place(frame.cursor)
    return strokes
  }

  /// The cheapest of the ways.
  private func changes(from old: Frame, to new: Frame) -> Strokes {
    var best = strokes(from: old.rows, to: new)
    for scroll in RowScroll.candidates(from: old.rows, to: new.rows) {
      let other = strokes(from: old.rows, to: new, after: scroll)
      if other.bytes.count < best.bytes.count { best = other }
    }
    return best
  }

  private func strokes(
    from rows: [FrameRow], to frame: Frame, after scroll: RowScroll? = nil
  ) -> Strokes {
    var strokes = Strokes(isColored: isColored)
    if let scroll { strokes.scroll(scroll) }
    let rows = scroll?.applied(to: rows) ?? rows
    for (index, (old, new)) in zip(rows, frame.rows).enumerated() where old != new {
      strokes.change(old, to: new, row: index + 1)
    }
    strokes.place(frame.cursor)
    return strokes
  }
}
