internal import MovieSystem
internal import MovieTerminal

/// The days of a year as a heat map, with a column for each week.
package struct CalendarChart: Chart {
  package let title: String
  package let columns: [String]
  private let noun: String
  /// The counts of the days of each month.
  private let months: [[Int]]
  /// The weekday of the first day of each month, from 0 for Monday.
  private let weekdays: [Int]
  /// The greatest count, or 4 if that is less.
  private let most: Int
  /// The months that are drawn.
  private let range: Range<Int>

  /// The columns of the weekdays' names.
  private static let margin = 4

  /// - Parameters:
  ///   - noun: What is counted, such as `viewing`.
  ///   - months: The counts of the days of each month.
  ///   - firstWeekday: The weekday of the first day of the year, from 0 for Monday.
  package init(_ title: String, noun: String, _ months: [[Int]], firstWeekday: Int) {
    (self.title, self.months) = (title, months)
    range = months.indices
    most = max(4, months.joined().max() ?? 0)
    columns = ["Month", "\(noun.prefix(1).uppercased())\(noun.dropFirst())s", "Days"]
    self.noun = noun
    weekdays = months.reduce(into: [firstWeekday]) { weekdays, days in
      weekdays.append((weekdays[weekdays.count - 1] + days.count) % 7)
    }
  }

  private init(_ whole: Self, _ range: Range<Int>) {
    let names = [range.lowerBound, range.upperBound - 1].map { CalendarNames.months[$0] }
    title =
      range == whole.range ? whole.title : "\(whole.title), \(names.joined(separator: " to "))"
    (noun, columns) = (whole.noun, whole.columns)
    (months, weekdays, most, self.range) = (whole.months, whole.weekdays, whole.most, range)
  }

  package var summary: String {
    let counts = months[range].joined().filter { $0 > 0 }
    return "\(Formatting.pluralized(counts.reduce(0, +), noun)) on "
      + "\(Formatting.pluralized(counts.count, "day"))."
  }

  /// The year in parts of the same number of months, to be drawn below or beside each other.
  package func parts(_ count: Int) -> [CalendarChart] {
    let length = max(1, months.count / max(1, count))
    return stride(from: 0, to: months.count, by: length).map {
      CalendarChart(self, $0..<min(months.count, $0 + length))
    }
  }

  /// A row for each month with a count: its days, those with several with their number.
  package var rows: [[String]] {
    months.enumerated().compactMap { month, days in
      let marked = days.enumerated().filter { $0.element > 0 }.map { day, count in
        count > 1 ? "\(day + 1) (\(count))" : "\(day + 1)"
      }
      let total = Formatting.grouped(days.reduce(0, +))
      return marked.isEmpty
        ? nil : [CalendarNames.months[month], total, marked.joined(separator: ", ")]
    }
  }

  // MARK: Marks

  private struct Day {
    let week: Int
    let weekday: Int
    let step: Int
  }

  private var days: [Day] {
    var position = weekdays[range.lowerBound]
    return range.flatMap { month in
      months[month].map { count in
        defer { position += 1 }
        return Day(week: position / 7, weekday: position % 7, step: step(count))
      }
    }
  }

  private var weeks: Int { (days.last?.week ?? 0) + 1 }

  /// The first week of each month.
  private var starts: [(name: String, week: Int)] {
    var position = weekdays[range.lowerBound]
    return range.map { month in
      defer { position += months[month].count }
      return (CalendarNames.short(CalendarNames.months[month]), position / 7)
    }
  }

  /// 0 for none; from 1 to 4 in equal parts up to the most.
  private func step(_ count: Int) -> Int {
    count * 4 / most + (count * 4 % most > 0 ? 1 : 0)
  }

  /// The counts of each step from 1.
  private var legend: [String] {
    (1...4).map { step in
      let (first, last) = ((step - 1) * most / 4 + 1, step * most / 4)
      return first == last ? "\(first)" : "\(first)–\(last)"
    }
  }

  // MARK: Terminal

  package func lines(_ style: ChartStyle) -> [String] {
    let room = style.columns - Self.margin
    let count = [1, 2, 3, 4, 6].first { parts($0).allSatisfy { $0.weeks <= room } } ?? 12
    let blocks = parts(count).map { $0.block(style) }
    return Array(blocks.joined(separator: [""])) + ["", legendLine(style)]
  }

  private func block(_ style: ChartStyle) -> [String] {
    var heads = TerminalText.spaces(Self.margin)
    for (name, week) in starts where heads.utf8.count <= Self.margin + week {
      heads += TerminalText.spaces(Self.margin + week - heads.utf8.count) + name + " "
    }
    let days = days
    let row = Array(repeating: " ", count: (days.last?.week ?? 0) + 1)
    var cells = Array(repeating: row, count: 7)
    for day in days { cells[day.weekday][day.week] = cell(day.step, style) }
    return [heads]
      + cells.enumerated().map { weekday, cells in
        let name =
          weekday % 2 == 0 && weekday < 6
          ? CalendarNames.short(CalendarNames.weekdays[weekday]) : ""
        return TerminalText.padded(name, to: Self.margin) + cells.joined()
      }
  }

  private func cell(_ step: Int, _ style: ChartStyle) -> String {
    (step == 0 ? Style.dim : .added).styled(style.glyphs.step(step), isColored: style.isColored)
  }

  private func legendLine(_ style: ChartStyle) -> String {
    let dash = style.glyphs.isUTF8 ? "–" : "-"
    let steps = ["none"] + legend.map { $0.replacing("–", with: dash) }
    return TerminalText.spaces(Self.margin)
      + steps.enumerated().map { "\(cell($0, style)) \($1)" }.joined(separator: "  ")
  }

  // MARK: SVG

  package func drawing(width: Double) -> Drawing {
    let days = days
    let left = 32.0
    let top = Drawing.lineHeight
    // As wide for all parts of a year.
    let pitch = min(16, (width - left) / (Double(range.count) * 4.43 + 1)).rounded(.down)
    var drawing = Drawing(width: width, height: top + 7 * pitch + Drawing.lineHeight + 4)
    var end = 0.0
    for (name, week) in starts where left + Double(week) * pitch >= end {
      drawing.addText(name, x: left + Double(week) * pitch, y: 12, class: .muted)
      end = left + Double(week) * pitch + 30
    }
    if pitch >= 10 {
      for weekday in [0, 2, 4] {
        drawing.addText(
          CalendarNames.short(CalendarNames.weekdays[weekday]), x: 0,
          y: top + Double(weekday) * pitch + pitch * 0.8, class: .muted)
      }
    }
    let size = (pitch * 0.85).rounded()
    func column(_ first: Day, _ count: Int = 1) -> (x: Double, y: Double, count: Int) {
      (left + Double(first.week) * pitch, top + Double(first.weekday) * pitch, count)
    }
    // Weeks of empty days, on which the others are drawn.
    let weeks = (0...(days.last?.week ?? 0)).compactMap { week in
      let days = days.filter { $0.week == week }
      return days.first.map { column($0, days.count) }
    }
    drawing.addSquares(weeks, size: size, pitch: pitch, class: .step0)
    for (step, role) in Palette.steps.enumerated().dropFirst() {
      drawing.addSquares(
        days.filter { $0.step == step }.map { column($0) }, size: size, pitch: pitch, class: role)
    }
    if range.upperBound == months.count {
      addLegend(to: &drawing, left, y: top + 7 * pitch + 6)
    }
    return drawing
  }

  private func addLegend(to drawing: inout Drawing, _ left: Double, y: Double) {
    var x = left
    for (text, role) in zip(["0"] + legend, Palette.steps) {
      drawing.addSquares([(x, y, 1)], size: 11, pitch: 12, class: role)
      drawing.addText(text, x: x + 15, y: y + 10, class: .muted)
      x += 27 + Drawing.width(of: text)
    }
  }
}
