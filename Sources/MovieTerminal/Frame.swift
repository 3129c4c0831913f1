package struct Frame: Hashable, Sendable {
  package var size: ScreenSize
  package var rows: [FrameRow]
  /// The position of the cursor, which screen readers follow.
  package var cursor: ScreenPosition

  package init(size: ScreenSize, rows: [FrameRow], cursor: ScreenPosition) {
    self.size = size
    self.rows = rows
    self.cursor = cursor
  }

  /// The frame with exactly the rows of the window, and nothing outside of it.
  var fitted: Frame {
    let columns = 1...max(1, size.columns)
    let blanks = repeatElement(FrameRow(), count: max(1, size.rows))
    var frame = self
    frame.rows = (rows + blanks).prefix(blanks.count).map { row in
      row.filter { !$0.text.isEmpty && columns.contains($0.column) }
    }
    frame.cursor.row = min(max(1, cursor.row), blanks.count)
    frame.cursor.column = min(max(1, cursor.column), columns.upperBound)
    return frame
  }
}

/// A cell of the window; both numbers begin at 1.
package struct ScreenPosition: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// Texts with ascending columns, which do not overlap.
package typealias FrameRow = [FrameText]

/// A text at a column of a row, escaped and truncated, so that no view can draw hostile text.
package struct FrameText: Hashable, Sendable {
  package let column: Int
  package let text: String
  package let style: Style?

  /// - Parameter ellipsis: The end of a truncated text. Must have one column.
  package init(
    _ text: String, at column: Int, width: Int, style: Style? = nil, ellipsis: String = "…"
  ) {
    var escaped = TerminalText.escaped(text)
    // A mark at the start, or half a Hangul letter, would be drawn on the character before the column.
    if let character = escaped.first, let scalar = character.unicodeScalars.first,
      ScalarKind(scalar) == .mark || DisplayWidth.columns(of: character) == 0
    {
      escaped = " " + escaped
    }
    self.column = column
    self.text = TerminalText.truncated(escaped, to: width, ellipsis: ellipsis)
    self.style = style
  }

  /// Compares bytes: canonically equivalent texts can look different.
  package static func == (one: Self, other: Self) -> Bool {
    one.column == other.column && one.style == other.style
      && one.text.utf8.elementsEqual(other.text.utf8)
  }

  var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}
