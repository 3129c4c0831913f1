internal import MovieStore
internal import MovieSystem

/// How a list of titles is written that has one in each line, and no columns.
package struct TitleLines: Hashable, Sendable {
  /// The columns of the table that the lines become.
  static let columns = [
    MovieField.title.rawValue, RowField.status.rawValue, AttributeKey.rating.name,
    AttributeKey.watched.name, AttributeKey.note.name,
  ]

  /// Whether the first line is the name of the column.
  package fileprivate(set) var hasHeader = false
  /// Whether titles begin with a number, or with a bullet. Lines with neither are headings.
  private var hasNumbers = false
  private var hasBullets = false
  /// Whether titles have years.
  private var hasYears = false
  /// Lines between empty ones that are headings.
  private var headings: Set<String> = []

  /// The longest line, in characters.
  fileprivate static let lengthLimit = 100
  private static let headingLimit = 1_000
  private static let bullets = "-*•–—·+◦▪‣"
  private static let boxes = ["[ ]", "[]", "[x]", "[X]", "☐", "☑", "☒", "✓", "✔", "✅"]

  func isHeading(_ line: String) -> Bool {
    if line.utf8.last == .colon || headings.contains(line) { return true }
    if Self.isMarked(line) { return false }
    // 'May (2002)' is a title.
    return hasNumbers || hasBullets
      || !line.utf8.contains(UInt8(ascii: "("))
        && TitleLineParts.isDate(line, orMonth: hasYears)
  }

  /// The cells of a line, in the order of the columns.
  ///
  /// - Parameter heading: What the heading before the line tells.
  func cells(of line: String, under heading: TitleLineParts) -> [String] {
    var parts = TitleLineParts()
    parts.status = heading.status
    var rest = withoutMark(line)
    if let box = Self.box(of: rest) {
      let isChecked = WrittenBoolean(box)?.isTrue == true
      parts.status = isChecked ? MovieAttributes.seenTag : MovieAttributes.watchlistTag
      rest = rest.dropFirst(box.count)
    }
    parts.split(rest)
    let day = parts.day.isEmpty ? heading.day : parts.day
    return [parts.title, parts.status, parts.rating, day, parts.note]
  }

  /// The number of bytes before the title.
  func markLength(of line: String) -> Int {
    line.utf8.count - withoutMark(line).utf8.count
  }

  private func withoutMark(_ line: String) -> Substring {
    var rest = line.drop(while: \.isWhitespace)
    if hasNumbers { rest = Self.withoutNumber(rest) ?? rest }
    if hasBullets { rest = Self.withoutBullet(rest) ?? rest }
    return rest
  }

  /// Such as `12. ` or `12) `.
  private static func withoutNumber(_ line: Substring) -> Substring? {
    let start = line.drop(while: \.isWhitespace)
    let digits = start.prefix { $0.isASCII && $0.isNumber }
    let rest = start[digits.endIndex...]
    guard 1...5 ~= digits.utf8.count, let mark = rest.first, ".):".contains(mark),
      rest.dropFirst().first?.isWhitespace == true
    else { return nil }
    return rest.dropFirst().drop(while: \.isWhitespace)
  }

  fileprivate static func withoutBullet(_ line: Substring) -> Substring? {
    let start = line.drop(while: \.isWhitespace)
    guard let first = start.first, bullets.contains(first),
      start.dropFirst().first?.isWhitespace == true
    else { return nil }
    return start.dropFirst().drop(while: \.isWhitespace)
  }

  private static func box(of line: Substring) -> String? {
    boxes.first { line.hasPrefix($0) && line.dropFirst($0.count).first?.isWhitespace == true }
  }

  /// Whether a line is a heading of Markdown, or a rule.
  fileprivate static func isHeadingOfMarkdown(_ line: String) -> Bool {
    let marks = line.prefix { $0 == "#" }
    return 1...6 ~= marks.count && line[marks.endIndex...].first == " " || isRule(line)
  }

  /// Whether a line underlines a heading, or separates lists.
  fileprivate static func isRule(_ line: String) -> Bool {
    line.utf8.count >= 3 && line.utf8.allSatisfy { "=-*_~".utf8.contains($0) }
  }

  private static func isMarked(_ line: String) -> Bool {
    withoutNumber(line[...]) != nil || withoutBullet(line[...]) != nil
      || box(of: line.drop(while: \.isWhitespace)) != nil
  }

  // MARK: Detection

  /// The numbers of lines that tell whether a file is a list of titles.
  fileprivate struct Counts {
    var lines = 0
    var numbers = 0
    var bullets = 0
    /// Lines with a year in parentheses.
    var years = 0
    var firstHasYear = false
    /// Lines with a day, a month or a year alone.
    var dates = 0
    var commas = 0
    var tabs = 0
    /// Lines with columns that spaces align.
    var aligned = 0
    /// Lines after an empty one.
    var blocks = 0
    /// The last line if it is after an empty one, and has no year.
    var heading: String?
    /// The first line if an empty one follows it.
    var firstHeading: String?
  }

  /// Takes a line into account.
  ///
  /// - Returns: `false` for a line that no list of titles has.
  fileprivate mutating func add(_ line: String, isAfterEmpty: Bool, to counts: inout Counts) -> Bool
  {
    let isCell = line.utf8.contains { $0 < .space && $0 != .tab || ";|".utf8.contains($0) }
    // Cells in quotes are those of a table.
    let isQuoted = line.utf8.first == .quote && (hasHeader || line.utf8.contains(.comma))
    guard !isCell, !isQuoted, !line.utf8.span.contains("::".utf8.span),
      line.unicodeScalars.count <= Self.lengthLimit
    else { return false }
    let hasYear = TitleLineParts.year(in: line[...]) != nil
    if counts.lines == 0 { counts.firstHasYear = hasYear }
    if line.utf8.last == .colon { return true }
    counts.lines += 1
    if hasYear { counts.years += 1 }
    if Self.withoutNumber(line[...]) != nil { counts.numbers += 1 }
    if Self.withoutBullet(line[...]) != nil { counts.bullets += 1 }
    if isAfterEmpty { counts.blocks += 1 }
    let isPlain = !hasYear && !Self.isMarked(line)
    let isDate = isPlain && TitleLineParts.isDate(line, orMonth: true)
    if isDate { counts.dates += 1 }
    counts.heading = isAfterEmpty && isPlain && !isDate ? line : nil
    // A comma before an article is part of a title.
    let title = String(line.prefix { $0 != "(" }).trimmed
    if line.utf8.contains(.comma), ForeignFile.turnedTitle(title) == title { counts.commas += 1 }
    if line.utf8.contains(.tab) { counts.tabs += 1 }
    if line.ranges(of: "   ").count >= 2 { counts.aligned += 1 }
    return true
  }

  /// Takes the line before an empty one into account.
  fileprivate mutating func endBlock(_ counts: inout Counts) {
    if let heading = counts.heading, headings.count < Self.headingLimit {
      headings.insert(heading)
      if counts.lines == 1 { counts.firstHeading = heading }
    }
    counts.heading = nil
  }

  /// Decides how the lines are read.
  ///
  /// - Returns: Whether they are a list of titles.
  fileprivate mutating func decide(_ counts: Counts) -> Bool {
    let lines = counts.lines
    func haveMost(_ count: Int) -> Bool { count == lines || count >= 2 && 3 * count >= 2 * lines }
    hasNumbers = haveMost(counts.numbers)
    hasBullets = haveMost(counts.bullets)
    let movies = lines - headings.count - counts.dates
    let haveYears = counts.years == movies || counts.years >= 2 && 3 * counts.years >= 2 * movies
    hasYears = counts.years >= 2 && haveYears
    if !hasYears {
      // The line above all others, and those that tell a status.
      let first = counts.blocks == 2 && lines > 3 ? counts.firstHeading : nil
      headings = headings.filter { $0 == first || !TitleLineParts(heading: $0).status.isEmpty }
    }
    if lines == 0 || hasHeader { return lines > 0 }
    if haveMost(counts.aligned) { return false }
    if counts.firstHasYear, haveYears { return true }
    let areMarked = haveYears || hasNumbers || hasBullets
    return counts.tabs == 0
      && (2 * counts.commas <= lines || areMarked && counts.commas < lines)
  }
}

extension InterchangeReader {
  /// Returns how the titles of a list without columns are written; `nil` for any other file.
  ///
  /// - Parameter columns: The cells of the first line.
  package mutating func readTitleLines(
    _ columns: [String]
  ) throws(InterchangeError) -> TitleLines? {
    var names = FieldNames(ReadingOptions())
    names.setContext(columns)
    let titles = columns.count { names.field(named: $0)?.field == MovieField.title.rawValue }
    guard titles == 0 || columns.count == 1, try beginText() else { return nil }
    var lines = TitleLines()
    lines.hasHeader = titles > 0
    var counts = TitleLines.Counts()
    var (isFirst, isAfterEmpty) = (true, true)
    while cursor.peek() != nil {
      if skipHeading() != nil {
        isAfterEmpty = true
        continue
      }
      let bytes = cursor.lookahead()
      guard bytes.count <= 4 * TitleLines.lengthLimit + 1 else { return nil }
      let line = String(decoding: bytes, as: UTF8.self).trimmed
      cursor.skipLine()
      if line.isEmpty {
        lines.endBlock(&counts)
        isAfterEmpty = true
        continue
      }
      let isHeader = lines.hasHeader && isFirst
      isFirst = false
      if isHeader { continue }
      guard lines.add(line, isAfterEmpty: isAfterEmpty, to: &counts) else { return nil }
      isAfterEmpty = false
    }
    return lines.decide(counts) ? lines : nil
  }

  /// Skips a line that is a heading, and returns its text.
  mutating func skipHeading() -> String? {
    let start = cursor.lookahead(8 * TitleLines.lengthLimit)
    let lines = String(decoding: start, as: UTF8.self).split(
      maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isHeading = lines.first.map { TitleLines.isHeadingOfMarkdown(String($0).trimmed) } == true
    // A rule after a title separates lists.
    let isUnderlined =
      lines.count > 1 && TitleLines.isRule(String(lines[1]).trimmed)
      && lines[0].first?.isLetter == true
    guard isHeading || isUnderlined, let heading = lines.first else { return nil }
    cursor.skipLine()
    return String(heading)
  }
}
