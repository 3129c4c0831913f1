/// Encodes frames as the difference from the frame that the terminal shows.
///
/// Every text has its own cursor position, and the rest of the row after text that is not ASCII is erased
/// before it is drawn again: a terminal with a different width for an emoji shifts no other text and
/// shows no remains.
package struct FramePainter: Sendable {
  private let isColored: Bool
  private var shown: Frame?

  package init(isColored: Bool) { self.isColored = isColored }

  /// Returns the bytes that replace the shown frame by this one; empty if they are equal.
  package mutating func bytes(showing frame: Frame) -> [UInt8] {
    let frame = frame.fitted
    guard frame != shown else { return [] }
    defer { shown = frame }
    // A synchronized update, which terminals without support ignore.
    return Array("\u{1B}[?2026h\(shortestUpdate(to: frame))\u{1B}[?2026l".utf8)
  }

  package mutating func invalidate() { shown = nil }

  private func shortestUpdate(to frame: Frame) -> String {
    guard let shown, shown.size == frame.size else {
      // Clears the window, and resets the style and the scroll region.
      var encoder = ANSIEncoder(isColored: isColored, text: "\u{1B}[0m\u{1B}[r\u{1B}[2J")
      for (row, texts) in frame.rows.enumerated() { encoder.draw(texts, row: row + 1) }
      encoder.moveCursor(to: frame.cursor)
      return encoder.text
    }
    let scrolls = [nil] + RowScroll.candidates(from: shown.rows, to: frame.rows)
    let updates = scrolls.map { update(from: shown.rows, to: frame, after: $0) }
    return updates.min { $0.utf8.count < $1.utf8.count } ?? ""
  }

  private func update(from rows: [FrameRow], to frame: Frame, after scroll: RowScroll?) -> String {
    var encoder = ANSIEncoder(isColored: isColored)
    if let scroll { encoder.scroll(scroll) }
    let rows = scroll?.applied(to: rows) ?? rows
    for (index, (old, new)) in zip(rows, frame.rows).enumerated() where old != new {
      encoder.change(old, to: new, row: index + 1)
    }
    encoder.moveCursor(to: frame.cursor)
    return encoder.text
  }
}

private struct ANSIEncoder {
  let isColored: Bool
  var text = ""

  mutating func moveCursor(to position: ScreenPosition) {
    text += "\u{1B}[\(position.row);\(position.column)H"
  }

  mutating func scroll(_ scroll: RowScroll) {
    let direction = scroll.distance > 0 ? "S" : "T"
    text += "\u{1B}[\(scroll.rows.lowerBound + 1);\(scroll.rows.upperBound + 1)r"
    text += "\u{1B}[\(abs(scroll.distance))\(direction)\u{1B}[r"
  }

  /// Draws the texts of a row that is empty from the first one on.
  mutating func draw(_ texts: some Sequence<FrameText>, row: Int) {
    var hasUncertainWidthBefore = false
    for text in texts {
      moveCursor(to: ScreenPosition(row: row, column: text.column))
      if hasUncertainWidthBefore { eraseToEnd() }
      append(text)
      hasUncertainWidthBefore = hasUncertainWidthBefore || !text.isASCII
    }
  }

  /// Overwrites texts as long as that is safe, then redraws the rest of the row.
  mutating func change(_ old: FrameRow, to new: FrameRow, row: Int) {
    let columns = Set((old + new).map(\.column)).sorted() + [Int.max]
    var hasUncertainWidthBefore = false
    for (column, end) in zip(columns, columns.dropFirst()) {
      let old = old.first { $0.column == column }
      let newText = new.first { $0.column == column }
      if old == newText {
        hasUncertainWidthBefore = hasUncertainWidthBefore || old?.isASCII == false
        continue
      }
      moveCursor(to: ScreenPosition(row: row, column: column))
      let areBounded = [old, newText].compactMap { $0 }
        .allSatisfy { $0.isASCII && $0.text.utf8.count <= end - column }
      // After a text of uncertain width, only a column that already has a text is free of its remains.
      guard areBounded, old != nil || !hasUncertainWidthBefore else {
        eraseToEnd()
        return draw(new.drop { $0.column < column }, row: row)
      }
      if let newText { append(newText) }
      text += TerminalText.spaces((old?.text.utf8.count ?? 0) - (newText?.text.utf8.count ?? 0))
    }
  }

  private mutating func eraseToEnd() { text += "\u{1B}[K" }

  private mutating func append(_ new: FrameText) {
    text += new.style?.styled(new.text, isColored: isColored) ?? new.text
  }
}

private struct RowScroll {
  let rows: ClosedRange<Int>
  /// The number of rows to scroll up; negative to scroll down.
  let distance: Int

  func applied(to all: [FrameRow]) -> [FrameRow] {
    var moved = all
    for row in rows {
      moved[row] = rows.contains(row + distance) ? all[row + distance] : FrameRow()
    }
    return moved
  }

  /// Scrolls by the distance that most changed rows moved, which could be cheaper than redrawing.
  ///
  /// The row with the selection marker moves and changes, usually at an edge, so regions that are one
  /// row larger are candidates too.
  static func candidates(from old: [FrameRow], to new: [FrameRow]) -> [RowScroll] {
    // Hashes compare faster than rows. A collision only makes a worse candidate.
    let (old, new) = (old.map(\.hashValue), new.map(\.hashValue))
    let empty = FrameRow().hashValue
    let changed = new.indices.filter { new[$0] != old[$0] && new[$0] != empty }
    var moved: [Int] = []
    var distance = 0
    for candidate in -new.count / 2...new.count / 2 where candidate != 0 {
      let rows = changed.filter {
        old.indices.contains($0 + candidate) && old[$0 + candidate] == new[$0]
      }
      if rows.count > moved.count { (moved, distance) = (rows, candidate) }
    }
    guard let first = moved.first, let last = moved.last else { return [] }
    let top = min(first, first + distance)
    let bottom = max(last, last + distance)
    return [top, top - 1].filter { $0 >= 0 }.flatMap { top in
      [bottom, bottom + 1].filter { $0 < new.count }.map { bottom in
        RowScroll(rows: top...bottom, distance: distance)
      }
    }
  }
}
