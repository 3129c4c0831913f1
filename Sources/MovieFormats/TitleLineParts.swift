internal import MovieStore
internal import MovieSystem

/// What a line of a list of titles has of a movie, as texts of cells.
struct TitleLineParts {
  var title = ""
  var status = ""
  var rating = ""
  var day = ""
  var note = ""

  init() {}

  /// What a heading tells of the movies below it: their status, such as `To watch`, or their day.
  init(heading: String) {
    let words = heading.split { !$0.isLetter }.joined(separator: " ")
    // A letter is a heading of titles, not yes or no.
    status = words.unicodeScalars.count > 2 ? DraftBuilder.mark(words) ?? "" : ""
    let text = String(heading.drop { "# ".contains($0) }).trimmed
    let date = text.utf8.last == .colon ? String(text.dropLast()) : text
    day = Self.isDay(date) ? date : ""
  }

  private static let dashes = [" - ", " – ", " — ", "\t"]
  /// The highest ratings of scales: in `Fahrenheit 9/11`, there is none.
  private static let scales = [4, 5, 10, 20, 100]
  /// The number of words of a day or a rating, as in `Mon 5 Aug 2024`.
  private static let wordLimit = 4

  /// Takes the parts from a line, such as `5.8.2024: Heat (1995) - 9/10 - again`.
  mutating func split(_ line: Substring) {
    let text = Self.withoutMarkup(Self.withoutEmoji(String(withoutDay(line)).trimmed))
    if let year = Self.year(in: text[...]) {
      title = text[..<year.start] + "(\(year.digits))"
      addNotes([year.remark] + Self.pieces(of: text[year.end...]))
      return
    }
    // Without a year, a rating or a day ends the title.
    let pieces = Self.pieces(of: text[...])
    let end = pieces.dropFirst().first { take(Self.words(of: $0)) }
    let star = text.firstIndex { ["★", "⭐"].contains($0.unicodeScalars.first) }
    let word = text.lastIndex(of: " ").map { text.index(after: $0) }
    if let end {
      title = Self.withoutDash(text[..<end.startIndex])
      addNotes(Self.pieces(of: text[end.endIndex...]))
    } else if let star, star > text.startIndex {
      title = Self.withoutDash(text[..<star])
      addNotes(Self.pieces(of: text[star...]))
    } else if let word, text[word...].contains("/"), take([text[word...]]) {
      title = Self.withoutDash(text[..<word])
    } else {
      title = text
    }
  }

  /// Takes ratings and days from remarks, of which the rest is the note.
  private mutating func addNotes(_ texts: [Substring]) {
    let notes = texts.map { takeWords(Self.withoutEmoji(Self.withoutPunctuation($0))) }
    note = notes.map { Self.withoutPunctuation($0[...]) }.filter { !$0.isEmpty }
      .joined(separator: " - ")
  }

  /// The texts between dashes.
  private static func pieces(of text: Substring) -> [Substring] {
    dashes.reduce([text]) { texts, dash in texts.flatMap { $0.split(separator: dash) } }
  }

  private static func words(of text: Substring) -> ArraySlice<Substring> {
    let words = text.split(whereSeparator: \.isWhitespace)[...]
    return words.count <= wordLimit ? words : []
  }

  /// A year in parentheses, with the text beside it there, as in `(2023, Agnès Varda)`.
  static func year(
    in text: Substring
  ) -> (start: String.Index, digits: Substring, remark: Substring, end: String.Index)? {
    var start = text.startIndex
    while let open = text[start...].firstIndex(of: "(") {
      let inside = text[open...].dropFirst().prefix { $0 != ")" }
      let isClosed = inside.endIndex < text.endIndex
      let first = inside.prefix { $0 != "," }
      var parts = [(digits: first, remark: inside[first.endIndex...])]
      if let comma = inside.lastIndex(of: ",") {
        let last = inside[comma...].dropFirst().drop(while: \.isWhitespace)
        parts.append((last, inside[..<comma]))
      }
      for (digits, remark) in parts where isClosed && digits.utf8.count == 4 {
        guard digits.utf8.allSatisfy(\.isDigit) else { continue }
        return (open, digits, remark, text.index(after: inside.endIndex))
      }
      start = text.index(after: open)
    }
    return nil
  }

  // MARK: Days and ratings

  /// Whether a text is a day.
  ///
  /// - Parameter year: Whether its year is known.
  private static func isDay(_ text: String, hasYear: Bool = true) -> Bool {
    guard 6...40 ~= text.utf8.count else { return false }
    return switch WrittenDate(text)?.form {
    case .date(let date): date.day != nil
    case .unordered: true
    case .yearless: !hasYear
    case .missing, .relative, nil: false
    }
  }

  /// Whether a line has a day alone, with its year or without.
  ///
  /// - Parameter hasMonths: Whether it can be a month or a year, too.
  static func isDate(_ line: String, orMonth hasMonths: Bool) -> Bool {
    isDay(line, hasYear: false) || hasMonths && 4...40 ~= line.utf8.count && isMonth(line)
  }

  private static func isMonth(_ text: String) -> Bool {
    if case .date = WrittenDate(text)?.form { true } else { false }
  }

  /// Takes the day before a title.
  private mutating func withoutDay(_ line: Substring) -> Substring {
    for separator in [": "] + Self.dashes + ["  ", " "] {
      guard let range = line.firstRange(of: separator) else { continue }
      let text = line[..<range.lowerBound].drop { "[(".contains($0) }
      let day = String(text.last.map("])".contains) == true ? text.dropLast() : text).trimmed
      guard Self.isDay(day) else { continue }
      self.day = day
      return line[range.upperBound...].drop { $0.isWhitespace || "-–—:".contains($0) }
    }
    return line
  }

  /// Takes a rating with its scale, or a day.
  private mutating func take(_ words: ArraySlice<Substring>) -> Bool {
    let text = words.joined(separator: " ")
    let start = text.drop { "([.,;:".contains($0) }.reversed()
    let value = String(start.drop { ")].,;:!".contains($0) }.reversed())
    if rating.isEmpty, let highest = WrittenRating(value)?.highest,
      Self.scales.contains(highest)
    {
      rating = value
    } else if day.isEmpty, Self.isDay(value) {
      day = value
    } else {
      return false
    }
    return true
  }

  /// Takes the ratings and days at the start and the end of a remark, and returns the rest. A number
  /// alone is a rating, too.
  private mutating func takeWords(_ text: String) -> String {
    if rating.isEmpty, text.utf8.first?.isDigit == true, let number = WrittenRating(text),
      number.highest == nil
    {
      rating = text
      return ""
    }
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    let hadDay = !day.isEmpty
    var isChanged = true
    while isChanged {
      isChanged = false
      for count in (1...Self.wordLimit).reversed() where !isChanged && count <= words.count {
        if take(words.suffix(count)) {
          words.removeLast(count)
          isChanged = true
        } else if take(words.prefix(count)) {
          words.removeFirst(count)
          isChanged = true
        }
      }
    }
    // Such as `seen on 5 Aug 2024`.
    let isSeen =
      words.first.map { DraftBuilder.mark(String($0)) == MovieAttributes.seenTag } == true
    if !hadDay, !day.isEmpty, words.count <= 2, isSeen { return "" }
    return words.joined(separator: " ")
  }

  // MARK: Markup

  /// The text without white space around it, punctuation before it and a comma after it.
  private static func withoutPunctuation(_ text: Substring) -> String {
    let text = String(text.drop { $0.isWhitespace || ".,;:-–—·".contains($0) }).trimmed
    return text.last == "," ? String(text.dropLast()) : text
  }

  /// The text without a dash at its end.
  private static func withoutDash(_ text: Substring) -> String {
    let end = text.lastIndex { !$0.isWhitespace && !"-–—".contains($0) }
    return end.map { String(text[...$0]) } ?? String(text)
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
  static func withoutMarkup(_ text: String) -> String {
    // Emphasis can be around a link, or in it.
    withoutEmphasis(withoutLink(withoutEmphasis(text))).trimmed
  }

  private static func withoutLink(_ text: String) -> String {
    if text.hasPrefix("[["), let close = text.firstRange(of: "]]") {
      return String(text[..<close.lowerBound].dropFirst(2) + text[close.upperBound...])
    }
    guard text.first == "[", let close = text.firstRange(of: "]("),
      let end = text[close.upperBound...].firstIndex(of: ")")
    else { return text }
    return String(text[..<close.lowerBound].dropFirst() + text[end...].dropFirst())
  }

  private static func withoutEmphasis(_ text: String) -> String {
    for mark in ["**", "__", "*", "_"] where text.hasPrefix(mark) {
      let rest = text.dropFirst(mark.count)
      if let end = rest.firstRange(of: mark), !rest[..<end.lowerBound].isEmpty {
        return String(rest[..<end.lowerBound] + rest[end.upperBound...])
      }
    }
    return text
  }
}
