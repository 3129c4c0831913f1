internal import MovieStore
internal import MovieSystem

/// How a list of titles is written that has one in each line, and no columns.
package struct TitleLines: Hashable, Sendable {
  /// Whether the first line is the name of the column.
  package fileprivate(set) var hasHeader = false
  /// Whether every line begins with a number.
  fileprivate var hasNumbers = true
  /// Whether titles begin with a bullet. Lines without one are headings.
  private var hasBullets = false

  /// The longest line, in characters.
  fileprivate static let lengthLimit = 100
  private static let bullets = "-*•–—·+◦▪‣"
  private static let boxes = ["[ ]", "[]", "[x]", "[X]", "☐", "☑", "☒", "✓", "✔", "✅"]

  /// What a line has of a movie.
  struct Parts: Equatable {
    var title: String
    /// Whether the box before the title is checked; `nil` without a box.
    var isChecked: Bool?
    /// A rating with its scale after the title, such as `9/10` or `★★★½`.
    var rating: String?
    /// Other text after the year.
    var note: String?
  }

  /// Whether a line is a heading between titles with bullets.
  func isHeading(_ line: String) -> Bool {
    hasBullets && Self.withoutBullet(line[...]) == nil
  }

  func parts(of line: String) -> Parts {
    var rest = withoutMark(line)
    var parts = Parts(title: "")
    if let box = Self.box(of: rest) {
      parts.isChecked = WrittenBoolean(box)?.isTrue
      rest = rest.dropFirst(box.count).drop(while: \.isWhitespace)
    }
    let (title, remark) = Self.split(String(rest).trimmed)
    var texts = remark.isEmpty ? [] : [Self.withoutEmoji(remark)]
    for separator in [" - ", " – ", " — "] {
      texts = texts.flatMap { $0.split(separator: separator).map { String($0).trimmed } }
    }
    if let index = texts.firstIndex(where: { WrittenRating($0)?.highest != nil }) {
      parts.rating = texts.remove(at: index)
    }
    parts.title = Self.withoutMarkup(title)
    parts.note = texts.isEmpty ? nil : texts.joined(separator: " - ")
    return parts
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

  /// The title with its year, and what follows the year; or the title, and a rating at the end.
  private static func split(_ text: String) -> (title: String, remark: String) {
    var start = text.startIndex
    while let open = text[start...].firstIndex(of: "(") {
      let inside = text[open...].dropFirst().prefix { $0 != ")" }
      if inside.utf8.count == 4, String(inside).isDigits, inside.endIndex < text.endIndex {
        let end = text.index(after: inside.endIndex)
        let remark = text[end...].drop { $0.isWhitespace || "-–—:,·".contains($0) }
        return (String(text[..<end]), String(remark).trimmed)
      }
      start = text.index(after: open)
    }
    // A rating is after a dash, or begins with a star.
    let starts = [" - ", " – ", " — "].compactMap { text.ranges(of: $0).last?.upperBound }
    let star = text.firstIndex { ["★", "⭐"].contains($0.unicodeScalars.first) }
    for start in starts + [star].compactMap(\.self) {
      let rating = withoutEmoji(String(text[start...]).trimmed)
      guard WrittenRating(rating)?.highest != nil else { continue }
      let title = text[..<start].reversed().drop { " -–—".contains($0) }.reversed()
      if !title.isEmpty { return (String(title), rating) }
    }
    return (text, "")
  }

  /// The text without emoji at its end, except stars.
  private static func withoutEmoji(_ text: String) -> String {
    let end = text.lastIndex {
      $0.isWhitespace == false
        && ($0.unicodeScalars.first == "⭐"
          || $0.unicodeScalars.first?.properties.isEmojiPresentation != true)
    }
    return end.map { String(text[...$0]) } ?? text
  }

  /// The text without emphasis or the address of a link, as in `[Heat](https://…) (1995)`.
  private static func withoutMarkup(_ text: String) -> String {
    var text = text
    if text.first == "[", let close = text.firstRange(of: "]("),
      let end = text[close.upperBound...].firstIndex(of: ")")
    {
      text = String(text[..<close.lowerBound].dropFirst() + text[end...].dropFirst())
    }
    for mark in ["**", "__", "*", "_"] where text.hasPrefix(mark) {
      let rest = text.dropFirst(mark.count)
      if let end = rest.firstRange(of: mark), !rest[..<end.lowerBound].isEmpty {
        text = String(rest[..<end.lowerBound] + rest[end.upperBound...])
      }
    }
    return text.trimmed
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
  fileprivate static func isHeading(_ line: String) -> Bool {
    let marks = line.prefix { $0 == "#" }
    return 1...6 ~= marks.count && line[marks.endIndex...].first == " " || isRule(line)
  }

  /// Whether a line underlines a heading, or separates lists.
  fileprivate static func isRule(_ line: String) -> Bool {
    line.utf8.count >= 3 && line.utf8.allSatisfy { "=-*_~".utf8.contains($0) }
  }

  /// Decides by the number of lines and of those with a bullet.
  fileprivate mutating func decide(lines: Int, bullets: Int) {
    hasBullets = bullets == lines || bullets >= 3 && 3 * bullets >= 2 * lines
  }

  /// Takes a line into account.
  ///
  /// - Returns: `false` for a line that no list of titles has.
  fileprivate mutating func add(_ line: String) -> Bool {
    let isCell = line.utf8.contains { $0 < .space || ";|".utf8.contains($0) }
    guard !isCell, !line.utf8.span.contains("::".utf8.span),
      line.unicodeScalars.count <= Self.lengthLimit
    else { return false }
    hasNumbers = hasNumbers && Self.withoutNumber(line[...]) != nil
    return true
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
    var (count, commas, bullets) = (0, 0, 0)
    var isFirst = true
    while cursor.skipEmptyLines() {
      if skipHeading() != nil { continue }
      let bytes = cursor.lookahead()
      guard bytes.count <= 4 * TitleLines.lengthLimit + 1 else { return nil }
      let line = String(decoding: bytes, as: UTF8.self).trimmed
      let isHeader = lines.hasHeader && isFirst
      isFirst = false
      cursor.skipLine()
      if line.isEmpty || isHeader { continue }
      // Cells in quotes are those of a table.
      guard lines.add(line), !lines.hasHeader || line.utf8.first != .quote else { return nil }
      count += 1
      if TitleLines.withoutBullet(line[...]) != nil { bullets += 1 }
      // A comma before an article is part of a title.
      let title = line.prefix { $0 != "(" }
      let isTurned = ForeignFile.turnedTitle(String(title).trimmed) != String(title).trimmed
      if line.utf8.contains(.comma), !isTurned { commas += 1 }
    }
    lines.decide(lines: count, bullets: bullets)
    return count > 0 && (lines.hasHeader || 10 * commas <= count) ? lines : nil
  }

  /// Skips a line that is a heading, and returns its text.
  mutating func skipHeading() -> String? {
    let start = cursor.lookahead(8 * TitleLines.lengthLimit)
    let lines = String(decoding: start, as: UTF8.self).split(
      maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isHeading = lines.first.map { TitleLines.isHeading(String($0).trimmed) } == true
    // A rule after a title separates lists.
    let isUnderlined =
      lines.count > 1 && TitleLines.isRule(String(lines[1]).trimmed)
      && lines[0].first?.isLetter == true
    guard isHeading || isUnderlined, let heading = lines.first else { return nil }
    cursor.skipLine()
    return String(heading)
  }
}
