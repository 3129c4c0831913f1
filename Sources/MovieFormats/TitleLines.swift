internal import MovieStore
internal import MovieSystem

/// How a list of titles is written that has one in each line, and no columns.
package struct TitleLines: Hashable, Sendable {
  /// Whether the first line is the name of the column.
  package fileprivate(set) var hasHeader = false
  /// What every line begins with.
  fileprivate var hasNumbers = true
  fileprivate var hasBullets = true
  fileprivate var hasBoxes = true

  /// The longest line, in characters.
  fileprivate static let lengthLimit = 100
  private static let bullets = "-*•–—·+◦▪‣"
  private static let boxes = ["[ ]", "[]", "[x]", "[X]", "☐", "☑", "☒", "✓", "✔", "✅"]

  /// The title in a line, and whether its box is checked; `nil` for a line without a box.
  func parts(of line: String) -> (title: String, isChecked: Bool?) {
    var rest = line[...]
    if hasNumbers { rest = Self.withoutNumber(rest) ?? rest }
    if hasBullets { rest = Self.withoutBullet(rest) ?? rest }
    guard hasBoxes, let box = Self.box(of: rest) else { return (String(rest).trimmed, nil) }
    return (String(rest.dropFirst(box.count)).trimmed, WrittenBoolean(box)?.isTrue)
  }

  /// The number of bytes before the title.
  func markLength(of line: String) -> Int {
    let title = parts(of: line).title.utf8.count
    return max(0, line.utf8.count - title - line.utf8.reversed().prefix { $0.isBlank }.count)
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

  private static func withoutBullet(_ line: Substring) -> Substring? {
    let start = line.drop(while: \.isWhitespace)
    guard let first = start.first, bullets.contains(first),
      start.dropFirst().first?.isWhitespace == true
    else { return nil }
    return start.dropFirst().drop(while: \.isWhitespace)
  }

  private static func box(of line: Substring) -> String? {
    boxes.first { line.hasPrefix($0) && line.dropFirst($0.count).first?.isWhitespace == true }
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
    hasBullets = hasBullets && Self.withoutBullet(line[...]) != nil
    let rest = (hasNumbers ? Self.withoutNumber(line[...]) : Self.withoutBullet(line[...]))
    hasBoxes = hasBoxes && Self.box(of: rest ?? line.drop(while: \.isWhitespace)) != nil
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
    var (count, commas) = (0, 0)
    var isFirst = true
    while cursor.skipEmptyLines() {
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
      if line.utf8.contains(.comma) { commas += 1 }
    }
    return count > 0 && (lines.hasHeader || 10 * commas <= count) ? lines : nil
  }
}
