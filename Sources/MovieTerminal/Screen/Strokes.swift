/// The bytes that draw, in the making.
struct Strokes {
  private(set) var bytes: [UInt8] = []
  private let isColored: Bool

  init(isColored: Bool) { self.isColored = isColored }

  mutating func place(_ place: ScreenPlace) { send("\u{1B}[\(place.row);\(place.column)H") }

  /// Empties the window, whatever looks and scroll region something else left.
  mutating func clear() { send("\u{1B}[0m\u{1B}[r\u{1B}[2J") }

  mutating func scroll(_ scroll: RowScroll) {
    let direction = scroll.distance > 0 ? "S" : "T"
    send("\u{1B}[\(scroll.rows.lowerBound + 1);\(scroll.rows.upperBound + 1)r")
    send("\u{1B}[\(abs(scroll.distance))\(direction)\u{1B}[r")
  }

  /// Draws the texts where nothing stands from the first one on.
  ///
  /// - Parameter isBehindUnsure: whether something stands before them in the row that may be wider
  ///   than it is thought to be.
  mutating func draw(_ texts: some Sequence<FrameText>, row: Int, isBehindUnsure: Bool = false) {
    var isBehindUnsure = isBehindUnsure
    for text in texts {
      place(ScreenPlace(row: row, column: text.column))
      if isBehindUnsure { eraseToEnd() }
      send(text)
      isBehindUnsure = isBehindUnsure || !text.isPlain
    }
  }

  /// Overwrites texts as long as that is safe, and draws the row anew from where it is not.
  mutating func change(_ old: FrameRow, to new: FrameRow, row: Int) {
    let columns = Set((old.texts + new.texts).map(\.column)).sorted()
    var isBehindUnsure = false
    for (index, column) in columns.enumerated() {
      let change = TextChange(old: old.text(at: column), new: new.text(at: column))
      let end = index + 1 < columns.count ? columns[index + 1] : Int.max
      if change.isNone {
        isBehindUnsure = isBehindUnsure || change.new?.isPlain == false
      } else if change.isSafe(before: end, isBehindUnsure: isBehindUnsure) {
        overwrite(change, at: ScreenPlace(row: row, column: column))
      } else {
        place(ScreenPlace(row: row, column: column))
        eraseToEnd()
        return draw(new.texts.drop { $0.column < column }, row: row)
      }
    }
  }

  private mutating func overwrite(_ change: TextChange, at place: ScreenPlace) {
    self.place(place)
    if let text = change.new { send(text) }
    send(TerminalText.spaces(change.oldLength - change.newLength))
  }

  private mutating func eraseToEnd() { send("\u{1B}[K") }

  private mutating func send(_ text: FrameText) {
    send(text.style?.styled(text.text, isColored: isColored) ?? text.text)
  }

  private mutating func send(_ text: String) { bytes += text.utf8 }
}

/// What one column of a row showed and is to show.
private struct TextChange {
  let old: FrameText?
  let new: FrameText?

  var isNone: Bool { old == new }
  var oldLength: Int { old?.text.utf8.count ?? 0 }
  var newLength: Int { new?.text.utf8.count ?? 0 }

  /// Whether writing the new text, and spaces over the rest of the old one, leaves nothing old and
  /// spoils nothing from the end column on.
  ///
  /// Behind an unsure text only a column that has a text is known to have nothing else behind it.
  func isSafe(before end: Int, isBehindUnsure: Bool) -> Bool {
    let texts = [old, new].compactMap { $0 }
    return texts.allSatisfy { $0.isPlain && $0.text.utf8.count <= end - $0.column }
      && (old != nil || !isBehindUnsure)
  }
}
