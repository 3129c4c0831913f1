internal import MovieSystem
internal import MovieTerminal

/// Counts of numbers, as vertical columns that follow each other.
package struct Histogram: Chart {
  /// A number, and how often there is one.
  package typealias Count = (number: Int, count: Int)

  package let title: String
  package let summary: String
  package let columns: [String]
  private let counts: [Count]
  /// The numbers that are shown even if they have no counts.
  private let range: ClosedRange<Int>?

  /// - Parameter columns: The names of the numbers and of the counts.
  package init(
    _ title: String, columns: [String], _ counts: [Count], in range: ClosedRange<Int>? = nil
  ) {
    (self.title, self.columns, self.range) = (title, columns, range)
    self.counts = counts.map { (min(max($0.number, -Self.limit), Self.limit), $0.count) }
    let most = counts.max { $0.count < $1.count }
    summary =
      most.map {
        "The highest column is \($0.number): \(Formatting.grouped($0.count))."
      } ?? "There are no columns."
  }

  /// Another program can have stored any number.
  private static let limit = 1_000_000_000
  /// How many numbers a column can have: 1, 2, 5, 10, 20, 50, …
  private static let lengths = sequence(first: 1) { $0 < limit ? $0 * 10 : nil }
    .flatMap { [$0, $0 * 2, $0 * 5] }
  /// The lines of a terminal, and the pixels of a drawing, of the highest column.
  private static let (lineCount, plotHeight) = (6, 120.0)

  package var rows: [[String]] {
    counts.map { ["\($0.number)", Formatting.grouped($0.count)] }
  }

  /// Columns of one or more numbers each, at most as many as there is room for.
  private struct Marks {
    /// The first number of each column.
    var starts: [Int] = []
    var counts: [Int] = []
    /// How many numbers a column has.
    var length = 1
    var most: Int { max(1, counts.max() ?? 1) }
    /// The first of the highest columns.
    var highest: Int? { counts.firstIndex(of: most) }

    init(_ counts: [Count], in range: ClosedRange<Int>?, upTo maximum: Int) {
      let numbers = counts.map(\.number) + (range.map { [$0.lowerBound, $0.upperBound] } ?? [])
      guard let first = numbers.min(), let last = numbers.max() else { return }
      func column(_ number: Int, _ length: Int) -> Int {
        Int((Double(number) / Double(length)).rounded(.down))
      }
      length =
        Histogram.lengths.first { column(last, $0) - column(first, $0) < max(1, maximum) }
        ?? Histogram.limit
      let columns = column(first, length)...column(last, length)
      starts = columns.map { $0 * length }
      self.counts = Array(repeating: 0, count: columns.count)
      for count in counts {
        self.counts[column(count.number, length) - columns.lowerBound] += count.count
      }
    }
  }

  // MARK: Terminal

  package func lines(_ style: ChartStyle) -> [String] {
    let room = max(1, style.columns - 1)
    let marks = Marks(counts, in: range, upTo: room)
    let numbers = marks.counts.map(Formatting.grouped)
    // As wide as their numbers, if these fit.
    let wide = (numbers + marks.starts.map { "\($0)" }).map(\.utf8.count).max().map { $0 + 1 } ?? 1
    let width = wide * numbers.count <= room ? wide : 1
    var lines = (0..<Self.lineCount).reversed().map { line in
      marks.counts.map { count in
        let height = Double(count) / Double(marks.most) * Double(Self.lineCount)
        let part = count > 0 && line == 0 ? max(height, 0.01) : height - Double(line)
        return TerminalText.padded(
          String(repeating: style.glyphs.column(part), count: max(1, width - 1)), to: width)
      }.joined()
    }
    lines.append(Self.labels(marks.starts, width: width))
    let last =
      width > 1
      ? numbers.map { TerminalText.padded($0, to: width) }.joined() : Self.note(on: marks)
    return lines.map { String($0.prefix(room)) }
      + [Style.dim.styled(String(last.prefix(room)), isColored: style.isColored)]
  }

  /// What the height of columns without numbers means.
  private static func note(on marks: Marks) -> String {
    guard let highest = marks.highest else { return "" }
    let start = marks.starts[highest]
    let range = marks.length == 1 ? "\(start)" : "\(start)-\(start + marks.length - 1)"
    return "most: \(Formatting.grouped(marks.most)) in \(range)"
  }

  /// The numbers below the columns, as many as there is room for.
  private static func labels(_ starts: [Int], width: Int) -> String {
    var line = ""
    for (index, start) in starts.enumerated() where line.utf8.count <= index * width {
      if width == 1, !start.isMultiple(of: 10) { continue }
      line += TerminalText.spaces(index * width - line.utf8.count) + "\(start) "
    }
    return line
  }

  // MARK: SVG

  package func drawing(width: Double) -> Drawing {
    let marks = Marks(counts, in: range, upTo: Int(width / 4))
    var drawing = Drawing(width: width, height: Self.plotHeight + 2 * Drawing.lineHeight)
    if marks.counts.isEmpty { return drawing }
    let column = width / Double(marks.counts.count)
    let numbers = marks.counts.map(Formatting.grouped)
    let hasNumbers = numbers.allSatisfy { Drawing.width(of: $0) < column }
    let bottom = Self.plotHeight + Drawing.lineHeight
    var rectangles: [Drawing.Rectangle] = []
    var labelled = 0.0
    for (index, count) in marks.counts.enumerated() {
      let height = Double(count) / Double(marks.most) * Self.plotHeight
      let left = Double(index) * column
      if count > 0 {
        rectangles.append(
          Drawing.Rectangle(
            x: left, y: bottom - max(1, height), width: column - min(2, column / 4),
            height: max(1, height)))
        // Without room for all numbers, the highest one tells what the height means.
        if hasNumbers || index == marks.highest {
          let margin = Drawing.width(of: numbers[index]) / 2
          let center = min(max(left + column / 2 - 1, margin), width - margin)
          drawing.addText(
            numbers[index], x: center, y: bottom - height - 4, anchor: .middle, class: .muted)
        }
      }
      let label = "\(marks.starts[index])"
      let labelWidth = Drawing.width(of: label)
      guard left >= labelled, left + labelWidth <= width || index == 0 else { continue }
      if column < labelWidth, !marks.starts[index].isMultiple(of: 10) { continue }
      let isBelow = column >= labelWidth
      drawing.addText(
        label, x: isBelow ? left + column / 2 - 1 : left, y: bottom + 15,
        anchor: isBelow ? .middle : .start, class: .muted)
      labelled = left + labelWidth + 8
    }
    drawing.addRectangles(rectangles, class: .accent)
    return drawing
  }
}
