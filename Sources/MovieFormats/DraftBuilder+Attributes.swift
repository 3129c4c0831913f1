internal import MovieStore
internal import MovieSystem

// The values of attributes.
extension DraftBuilder {
  /// The number of bytes that are stored of a text with the values of a key. A note of another
  /// program can be cut.
  func cellLimit(of key: AttributeKey) -> Int {
    if isPreset, key == .note { return MovieAttributes.byteLimit }
    return key.isSingle ? AttributeValue.byteLimit : ValueCell.byteLimit
  }

  /// Adds texts of another program to the attributes of the record.
  mutating func addAttributes(
    _ texts: [String], to key: AttributeKey, at location: TextLocation
  ) {
    attributeValues.removeAll(keepingCapacity: true)
    for text in texts {
      self.text = BoundedText(text, limit: cellLimit(of: key))
      collectForeign(text, of: key, at: location)
    }
    addValues(to: key, at: location)
  }

  /// Adds the cell in `text` to the attributes of the record, in the form of this library.
  mutating func addAttribute(_ key: AttributeKey, at location: TextLocation) {
    attributeValues.removeAll(keepingCapacity: true)
    if key.isSingle {
      collect(.text(text.string), of: key, at: location)
    } else if text.isTruncated {
      recordProblem(StoreError.tooManyBytes.description, at: location)
    } else {
      let cell = text.bytes
      _ = ValueCell.forEachText(in: cell, allowsBackslash: true) { part in
        text = part
        collect(value(part.string, of: key), of: key, at: location)
      }
    }
    addValues(to: key, at: location)
  }

  /// The value of a cell. An export has numbers as they are printed; any other text is not a number
  /// there.
  private func value(_ text: String, of key: AttributeKey) -> AttributeValue {
    if isOwnExport, !key.isKnown {
      let number = AttributeValue.printedNumber(text)
      // Of a number and a text that print equally, the first is read as the number.
      return number.flatMap { attributeValues.contains($0) ? nil : $0 } ?? .text(text)
    }
    // A value that cannot be stored is reported when it is added.
    do { return try AttributeValue(literal: text, for: key) } catch { return .text(text) }
  }

  /// The values in a cell of another program: a list in brackets, or texts with a semicolon between
  /// them; between tags and genres also a vertical bar or a comma, and between directors the text
  /// between names.
  private mutating func foreignParts(
    of cell: BoundedText, _ key: AttributeKey, at location: TextLocation
  ) -> [BoundedText] {
    if key.isSingle { return [cell] }
    if let list = list(in: cell, allowsWords: [.tag, .genre].contains(key)) {
      return list.texts.map { BoundedText($0) }
    }
    if Self.isList(cell) {
      recordProblem(
        "expected texts or a list such as ['A', 'B'] for '\(key)', found \(cell.excerpt)",
        of: key.name, at: location)
      return []
    }
    let hasSemicolon = cell.bytes.contains(.semicolon)
    if key == .director, !hasSemicolon, cell.bytes.contains(.comma) {
      if let separator = isPreset ? .comma : nameSeparator {
        return ForeignFile.names(in: cell, separatedBy: separator)
      }
      facts.directorsWithCommas += 1
    }
    let separators: [UInt8] =
      [.tag, .genre].contains(key) ? [.semicolon, UInt8(ascii: "|"), .comma] : [.semicolon]
    let separator = separators.first(where: cell.bytes.contains) ?? .semicolon
    var parts: [BoundedText] = []
    _ = ValueCell.forEachText(in: cell.bytes, separatedBy: separator, allowsBackslash: true) {
      parts.append($0)
    }
    return parts
  }

  /// The list in brackets that the cell is; `nil` for another text.
  func list(in cell: BoundedText, allowsWords: Bool = false) -> WrittenList? {
    let first = cell.bytes.first { $0 != .space }
    guard let first, "[({".utf8.contains(first) else { return nil }
    return WrittenList(cell.string, allowsWords: allowsWords)
  }

  /// Whether a cell begins like a list, as no title or name does.
  static func isList(_ cell: BoundedText) -> Bool {
    let start = cell.bytes.drop { $0 == .space }.prefix(2)
    return start.count == 2 && "[({".utf8.contains(start[start.startIndex])
      && "\"'{".utf8.contains(start[start.startIndex + 1])
  }

  /// Adds the values of a cell of another program.
  mutating func collectForeignCell(of key: AttributeKey, at location: TextLocation) {
    if text.isTruncated {
      if key.isSingle { return collect(.text(text.string), of: key, at: location) }
      return recordProblem(StoreError.tooManyBytes.description, at: location)
    }
    for part in foreignParts(of: text, key, at: location) {
      text = Self.withoutAddress(part)
      collectForeign(text.string, of: key, at: location)
    }
  }

  /// The text without an address in parentheses at its end, as in `Ada Vane (https://…)`.
  private static func withoutAddress(_ text: BoundedText) -> BoundedText {
    guard text.bytes.last == UInt8(ascii: ")"), let start = text.string.firstRange(of: " (http")
    else { return text }
    return BoundedText(String(text.string[..<start.lowerBound]))
  }

  /// Adds a value of another program in the form of this library.
  mutating func collectForeign(
    _ text: String, of key: AttributeKey, at location: TextLocation
  ) {
    let text = text.trimmed
    switch key {
    case _ where text.isEmpty: break
    case .note where isPreset: collectNote(text, at: location)
    case .note, .tag, .aka: collect(.text(text), of: key, at: location)
    case _ where ForeignFile.isNone(text): break
    case .rating where decisions != nil, .watched where decisions != nil:
      decisions?.add(text, of: key)
    case .rating: collectRating(text, at: location)
    case .watched: collectDate(text, at: location)
    case .year:
      let year = WrittenDate(text)?.year.map { "\($0)" }
      if !isPreset {
        collect(.text(year ?? text), of: key, at: location)
      } else if let number = Int64(year ?? ForeignFile.year(text)), AttributeValue.years ~= number {
        collect(.integer(number), of: key, at: location)
      }
    case .runtime: collectRuntime(text, at: location)
    case .imdb, .tmdb, .letterboxd:
      if !["0", "-1"].contains(text) { collect(.text(text), of: key, at: location) }
    default: collect(.text(text), of: key, at: location)
    }
  }

  private mutating func collectRating(_ text: String, at location: TextLocation) {
    let mapped = options.mappings.first { $0.field == AttributeKey.rating.name }?.scale
    let scale = mapped ?? options.scale ?? options.file?.scale ?? .own
    guard let written = WrittenRating(text) else {
      let isMapped = options.mappings.contains { $0.field == AttributeKey.rating.name }
      return recordProblem(
        "expected a rating up to \(scale.highest), found \(text.excerpt()); if no value is a rating, "
          + (isMapped ? "leave out '--map rating=…'" : "pass '--drop rating'"),
        of: AttributeKey.rating.name, at: location)
    }
    let ownScale = written.highest.flatMap { RatingScale(highest: $0) }
    facts.scale = ownScale.map { facts.scale ?? $0 } ?? scale
    switch written.converted(of: scale.highest) {
    case .zero where scale.includesZero && written.number == 0:
      collectRating(tenths: 0, isRounded: false, at: location)
    case .zero: if !isPreset { facts.zeroRatings += 1 }
    case .rating(let tenths, let isRounded):
      collectRating(tenths: tenths, isRounded: isRounded, at: location)
    case .aboveScale:
      recordProblem(
        "expected a rating up to \((ownScale ?? scale).highest), found \(text.excerpt())"
          + (ownScale == nil ? "; for another scale, pass '--scale <highest>'" : ""),
        of: AttributeKey.rating.name, at: location)
    }
  }

  private mutating func collectRating(
    tenths: Int64, isRounded: Bool, at location: TextLocation
  ) {
    facts.addRating(tenths, isRounded: isRounded)
    collect(AttributeValue(tenths: tenths), of: .rating, at: location)
  }

  /// Adds a running time; programs write 0 for none.
  private mutating func collectRuntime(_ text: String, at location: TextLocation) {
    guard let minutes = WrittenDuration(text)?.minutes, minutes <= WrittenDuration.fileLimit else {
      let limit = Formatting.grouped(Int(WrittenDuration.fileLimit))
      return recordProblem(
        "expected a running time such as 117 or 1h 57m, of at most \(limit) minutes, found "
          + text.excerpt(), of: AttributeKey.runtime.name, at: location)
    }
    if minutes > 0 { collect(.integer(minutes), of: .runtime, at: location) }
  }

  /// Adds a note, of which the first part is stored if it is too long.
  private mutating func collectNote(_ written: String, at location: TextLocation) {
    let note = options.file?.isHTML == true ? MarkupText.plain(written) : written
    let stored = note.prefix(ofBytes: AttributeValue.byteLimit)
    if stored.utf8.count < note.utf8.count { facts.cutNotes += 1 }
    text = BoundedText(stored)
    collect(.text(stored), of: .note, at: location)
  }

  /// Adds a date, or the mark of a movie that was seen on an unknown day, or is to be seen.
  private mutating func collectDate(_ written: String, at location: TextLocation) {
    var text = written.after(prefix: "watch-date-") ?? written
    // A number of pandas, such as the year 2019.0.
    if text.utf8.count < 8, text.hasSuffix(".0"), String(text.dropLast(2)).isDigits {
      text.removeLast(2)
    }
    if text == "0000-00-00" || !isTable && Self.isNever(text) { return }
    let isUTC = options.file?.isUTC == true
    // Seconds or milliseconds since 1970.
    if isUTC, text.isDigits, let number = Int(text), case let length = text.utf8.count,
      case let seconds = length == 13 ? number / 1_000 : number, 5...10 ~= length || length == 13
    {
      facts.hasTimes = true
      return collect(.text(Clock.localDate(of: seconds)), of: .watched, at: location)
    }
    guard let date = WrittenDate(text) else {
      if isPreset, text.lowercased() == "unknown" { return addMark(MovieAttributes.seenTag) }
      if let tag = Self.mark(text) { return addMark(tag) }
      return recordNoDate(text, at: location)
    }
    var isDayFirst = options.dateOrder == .dayFirst
    if case .unordered(let first, let second, _, _) = date.form {
      if options.dateOrder == nil { isDayFirst = first > 12 }
      if first != second { facts.dateOrder = isDayFirst ? .dayFirst : .monthFirst }
    }
    guard let day = date.date(isDayFirst: isDayFirst, isUTC: isUTC) else {
      return recordNoDate(text, at: location)
    }
    if day == Self.firstDayOfSpreadsheets { return }
    if date.isMoment(isUTC: isUTC) { facts.hasTimes = true }
    collect(.text(day.description), of: .watched, at: location)
  }

  /// The date that spreadsheets show for 0, which has no day.
  private static let firstDayOfSpreadsheets = CalendarDate(year: 1899, month: 12, day: 30)

  private mutating func recordNoDate(_ text: String, at location: TextLocation) {
    var expected = "a date such as 2026-11-23 or 28.11.2026"
    if case .yearless? = WrittenDate(text)?.form { expected = "a date with its year" }
    recordProblem(
      "expected \(expected), found \(text.excerpt())", of: AttributeKey.watched.name, at: location)
  }

  /// Adds a mark; none for an empty one.
  mutating func addMark(_ tag: String) {
    if tag.isEmpty { return }
    record.attributes.append((.tag, .text(tag)))
    record.hasMark = true
    facts.addRead(AttributeKey.watched.name)
  }

  /// Takes the status in `text`, such as `planned`.
  ///
  /// - Returns: `false` for a text that is about something else, such as whether a disc is lent.
  mutating func readStatus() -> Bool {
    guard let tag = Self.mark(text.string.trimmed) else { return text.isBlank }
    addMark(tag)
    return true
  }

  /// The tag of a movie for a text that stands where a day of watching is expected: yes or no, a
  /// number of plays, or a status. Empty for no; `nil` for any other text.
  static func mark(_ text: String) -> String? {
    if let isTrue = WrittenBoolean(text)?.isTrue { return isTrue ? MovieAttributes.seenTag : "" }
    if text.isDigits, let plays = Int(text), plays <= 100 { return MovieAttributes.seenTag }
    let words = Folding.fold(text).split { !$0.isLetter }.joined(separator: " ")
    return ListLanguage.isPlanned(words).map {
      $0 ? MovieAttributes.watchlistTag : MovieAttributes.seenTag
    }
  }

  /// Whether programs write the text for "never": 0, or the epoch of MySQL, .NET, Windows or Unix,
  /// with or without a time. Do not use it for tables: people can have entered such a date.
  private static func isNever(_ text: String) -> Bool {
    text == "0"
      || ["0000-00-00", "0001-01-01", "1601-01-01", "1970-01-01"].contains {
        text == $0 || text.hasPrefix($0 + "T") || text.hasPrefix($0 + " ")
      }
  }

  // MARK: Values

  /// Adds a value, of which the characters are in `text`, to `attributeValues`. Blank text is no
  /// value.
  mutating func collect(
    _ value: AttributeValue, of key: AttributeKey, at location: TextLocation
  ) {
    if text.isTruncated {
      let limit = AttributeValue.byteLimit(for: key)
      let error = StoreError.tooLong(.attribute(key), text.count, limit: limit)
      return recordProblem(error.description, of: key.name, at: location)
    }
    if case .text(let text) = value, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      return
    }
    record.valueCount += 1
    record.valueBytes += key.name.utf8.count + text.count
    if record.valueCount > MovieAttributes.valueLimit {
      recordProblem(StoreError.tooManyValues.description, at: location)
    } else if record.valueBytes > MovieAttributes.byteLimit {
      recordProblem(StoreError.tooManyBytes.description, at: location)
    } else {
      attributeValues.append(value)
    }
  }

  /// Adds `attributeValues` to the attributes of the record, whose keys can be in any order.
  mutating func addValues(to key: AttributeKey, at location: TextLocation) {
    do throws(StoreError) {
      for value in attributeValues {
        let value = try value.validated(for: key)
        if key.isSingle {
          let first = record.singleValues[key] ?? value
          if first != value { throw .severalValues(of: key) }
          record.singleValues[key] = first
        }
        record.attributes.append((key, value))
      }
      if options.leavesOutValues, !attributeValues.isEmpty { facts.addRead(key.name) }
    } catch {
      recordProblem(error.description, of: key.name, at: location)
    }
  }
}

extension AttributeValue {
  /// Returns the number that is printed as the text.
  static func printedNumber(_ text: String) -> AttributeValue? {
    // A negative zero is stored as zero.
    guard let value = number(text), value != .real(0) || text == "0.0" else { return nil }
    return value.description == text ? value : nil
  }
}
