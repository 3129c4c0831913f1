package import MovieTerminal

/// Values with their names. A chart is drawn with characters or as SVG, from the same marks.
package protocol Chart {
  /// What the chart is about, such as `Movies by decade`.
  var title: String { get }
  /// What can be seen, in a sentence.
  var summary: String { get }
  /// The names of the columns of `rows`.
  var columns: [String] { get }
  /// The numbers as a table.
  var rows: [[String]] { get }

  /// The lines of a terminal, without the title.
  func lines(_ style: ChartStyle) -> [String]

  /// The drawing, as wide as it may be.
  func drawing(width: Double) -> Drawing
}

/// How charts are drawn on a terminal.
package struct ChartStyle {
  /// The width of the terminal in columns.
  package let columns: Int
  package let glyphs: Glyphs
  package let isColored: Bool

  package init(columns: Int, glyphs: Glyphs, isColored: Bool) {
    (self.columns, self.glyphs, self.isColored) = (columns, glyphs, isColored)
  }

  package func heading(_ title: String) -> String {
    Style.heading.styled(title.uppercased(), isColored: isColored)
  }

  /// The lines of charts below each other, each after an empty line; empty charts are left out.
  package func lines(_ charts: [any Chart]) -> [String] {
    charts.filter { !$0.rows.isEmpty }.flatMap { ["", heading($0.title)] + $0.lines(self) }
  }

  /// Names and values, one to a line.
  package func lines(_ values: [(name: String, value: String)]) -> [String] {
    let width = values.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
    return values.map { name, value in
      let label = TerminalText.padded(name, to: width + 1)
      return Style.dim.styled(label, isColored: isColored) + value
    }
  }
}

extension Chart {
  /// The chart in a page, with its title and description for those who do not see it.
  package func svg(width: Double) -> String { drawing(width: width).svg(title, summary) }

  /// The chart as a file.
  package func svgFile(width: Double) -> String { drawing(width: width).file(title, summary) }
}
