internal import MovieTerminal

/// A row of a table that the terminal is too narrow for: its values below each other, none cut.
struct ValueList {
  /// One for each value.
  let headings: [String]
  let columns: Int
  let isColored: Bool

  /// - Parameter values: escaped already; empty ones are left out.
  func lines(_ values: [String]) -> [String] {
    let width = headings.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let margin = width == 0 ? 0 : width + TableLayout.gap
    return zip(headings, values).filter { !$1.isEmpty }.flatMap { heading, value in
      TerminalText.wrapped(value, to: max(8, columns - margin)).enumerated().map { index, piece in
        let name = index == 0 ? heading : ""
        return Style.heading.styled(name, isColored: isColored)
          + TerminalText.spaces(margin - DisplayWidth.columns(of: name)) + piece
      }
    }
  }
}
