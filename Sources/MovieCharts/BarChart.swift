internal import MovieSystem
internal import MovieTerminal

/// Amounts with names, as horizontal bars.
package struct BarChart: Chart {
  package struct Bar {
    let label: String
    /// The length of the bar.
    let amount: Double
    /// The numbers beside it, of which the last one is the amount.
    let numbers: [String]

    /// - Parameter label: A text of a user, which can contain anything.
    package init(_ label: String, _ amount: Double, numbers: [String]) {
      (self.label, self.amount, self.numbers) = (TerminalText.escaped(label), amount, numbers)
    }

    package init(_ label: String, _ count: Int) {
      self.init(label, Double(count), numbers: [Formatting.grouped(count)])
    }
  }

  package let title: String
  package let summary: String
  package let columns: [String]
  private let bars: [Bar]
  /// A last row without a bar.
  private let rest: Bar?

  /// - Parameter columns: The names of the labels and of the numbers.
  package init(
    _ title: String, columns: [String], _ bars: [Bar], rest: Bar? = nil, summary: String? = nil
  ) {
    (self.title, self.columns, self.bars, self.rest) = (title, columns, bars, rest)
    let most = bars.max { $0.amount < $1.amount }
    self.summary =
      summary ?? most.map {
        "The longest of \(Formatting.pluralized(bars.count, "bar")) is "
          + "\(TerminalText.truncated($0.label, to: 80)): \($0.numbers.last ?? "")."
      } ?? "There are no bars."
  }

  /// On a narrower terminal, bars would say nothing.
  private static let minimumColumns = 4
  /// The columns of labels on a narrow terminal.
  private static let leastLabel = 8

  private var allRows: [Bar] { bars + (rest.map { [$0] } ?? []) }

  package var rows: [[String]] { allRows.map { [$0.label] + $0.numbers } }

  /// The length of each bar as a part of the whole width; a positive amount always has a bar, so
  /// that it differs from 0.
  private var marks: [Double] {
    let most = bars.map(\.amount).max() ?? 0
    return bars.map { most > 0 ? max(0, $0.amount) / most : 0 }
  }

  // MARK: Terminal

  package func lines(_ style: ChartStyle) -> [String] {
    let labels = allRows.map(\.label)
    let widest = labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    // With several numbers, a line names them.
    let names = columns.dropFirst().map { $0.lowercased() }
    let heads = names.count > 1 ? [Array(names)] : []
    let cells = heads + allRows.map(\.numbers)
    let widths = (0..<max(1, names.count)).map { column in
      cells.map { column < $0.count ? DisplayWidth.columns(of: $0[column]) : 0 }.max() ?? 0
    }
    let shown = Self.shownColumns(widths, in: style.columns - min(widest, Self.leastLabel))
    let numbersWidth = shown.reduce(0) { $0 + widths[$1] + 2 }
    let width = min(
      widest, max(Self.leastLabel, min(style.columns / 3, style.columns - numbersWidth)))
    let room = style.columns - width - numbersWidth - 2
    return cells.enumerated().map { index, numbers in
      let row = index - heads.count
      let label = row < 0 ? "" : labels[row]
      let fitted = TerminalText.truncated(label, to: width, ellipsis: style.glyphs.ellipsis)
      var line = TerminalText.padded(fitted, to: width)
      for column in shown where column < numbers.count {
        let number = TerminalText.padded(numbers[column], to: widths[column], alignment: .right)
        line += "  " + number
      }
      guard bars.indices.contains(row) else {
        return row < 0 ? Style.dim.styled(line, isColored: style.isColored) : line
      }
      if room < Self.minimumColumns { return line }
      return line + "  " + style.glyphs.bar(marks[row], columns: room)
    }
  }

  /// The columns of numbers for which there is room: the last one, which is the amount, then the
  /// first ones.
  private static func shownColumns(_ widths: [Int], in room: Int) -> [Int] {
    var shown = Array(widths.indices)
    while shown.count > 1, shown.reduce(0, { $0 + widths[$1] + 2 }) > room {
      shown.remove(at: shown.count - 2)
    }
    return shown
  }

  // MARK: SVG

  package func drawing(width: Double) -> Drawing {
    let rows = allRows
    let labels = rows.map { Drawing.fitted($0.label, to: width * 0.45) }
    let labelWidth = Self.width(of: labels)
    // The last row can have fewer numbers, none of which is an amount.
    let numbers = rows.map { $0.numbers.count == columns.count - 1 ? $0.numbers.last ?? "" : "" }
    let room = width - labelWidth - Self.width(of: numbers) - 16
    var drawing = Drawing(width: width, height: Double(rows.count) * Drawing.lineHeight)
    var rectangles: [Drawing.Rectangle] = []
    for (index, label) in labels.enumerated() {
      let top = Double(index) * Drawing.lineHeight
      let length = bars.indices.contains(index) ? marks[index] * room : 0
      if length > 0 {
        rectangles.append(
          Drawing.Rectangle(x: labelWidth + 8, y: top + 4, width: max(1, length), height: 12))
      }
      drawing.addText(label, x: labelWidth, y: top + 14, anchor: .end)
      drawing.addText(
        numbers[index], x: labelWidth + 8 + (length > 0 ? max(1, length) + 6 : 0), y: top + 14,
        class: .muted)
    }
    drawing.addRectangles(rectangles, class: .accent)
    return drawing
  }

  private static func width(of texts: [String]) -> Double {
    texts.map(Drawing.width).max() ?? 0
  }
}
