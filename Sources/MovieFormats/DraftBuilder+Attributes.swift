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
    do { return try AttributeValue(text, for: key) } catch { return .text(text) }
  }

  /// The values in a cell of another program: a semicolon separates them, or a vertical bar or a
  /// comma those of tags and genres.
  private func foreignParts(of cell: BoundedText, _ key: AttributeKey) -> [BoundedText] {
    if key.isSingle { return [cell] }
    if key == .director, isPreset, !cell.bytes.contains(.semicolon) {
      return ForeignFile.names(in: cell, separatedBy: .comma)
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

  /// Adds the values of a cell of another program.
  mutating func collectForeignCell(of key: AttributeKey, at location: TextLocation) {
    if text.isTruncated {
      if key.isSingle { return collect(.text(text.string), of: key, at: location) }
      return recordProblem(StoreError.tooManyBytes.description, at: location)
    }
    for part in foreignParts(of: text, key) {
      text = part
      collectForeign(part.string, of: key, at: location)
    }
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
    case .rating: collectRating(text, at: location)
    case .watched: collectDate(text, at: location)
    case .year:
      let year = ForeignDate(text).map { "\($0.year)" }
      if !isPreset {
        collect(.text(year ?? text), of: key, at: location)
      } else if let number = Int64(year ?? ForeignFile.year(text)), AttributeValue.years ~= number {
        collect(.integer(number), of: key, at: location)
      }
    case .runtime where isPreset && text == "0": break
    case .runtime: collect(.text(ForeignFile.minutes(text)), of: key, at: location)
    case .imdb, .tmdb, .letterboxd:
      if !["0", "-1"].contains(text) { collect(.text(text), of: key, at: location) }
    default: collect(.text(text), of: key, at: location)
    }
  }

  private mutating func collectRating(_ written: String, at location: TextLocation) {
    let text = written.utf8.contains(.comma) ? written.replacing(",", with: ".") : written
    let mapped = options.mappings.first { $0.field == AttributeKey.rating.name }?.scale
    let parts = text.split(separator: "/", maxSplits: 1).map { String($0).trimmed }
    // A rating such as 4/5 has its scale.
    let ownScale = parts.count == 2 ? RatingScale(parts[1]) : nil
    let scale = ownScale ?? mapped ?? options.scale ?? options.file?.scale ?? .own
    if ownScale == nil { facts.scale = scale }
    switch scale.rating(ownScale == nil ? text : parts[0]) {
    case .none: break
    case .rating(let tenths, let isRounded):
      let isWhole = tenths % 10 == 0
      let value: AttributeValue = isWhole ? .integer(tenths / 10) : .real(Double(tenths) / 10)
      facts.addRating(
        ownScale == nil ? Double(text) ?? 0 : Double(RatingScale.own.highest), tenths: tenths,
        isRounded: isRounded)
      collect(value, of: .rating, at: location)
    case .invalid:
      let number = Double(text)
      recordProblem(
        "expected a rating up to \(scale.highest), found \(written.excerpt())"
          + (number == nil ? "" : "; for another scale, pass '--scale <highest>'"), at: location)
    }
  }

  /// Adds a note, of which the first part is stored if it is too long.
  private mutating func collectNote(_ written: String, at location: TextLocation) {
    let note = options.file?.isHTML == true ? MarkupText.plain(written) : written
    let stored = note.prefix(ofBytes: AttributeValue.byteLimit)
    if stored.utf8.count < note.utf8.count { facts.cutNotes += 1 }
    text = BoundedText(stored)
    collect(.text(stored), of: .note, at: location)
  }

  private mutating func collectDate(_ text: String, at location: TextLocation) {
    if isPreset, text.lowercased() == "unknown" {
      return record.attributes.append((.tag, .text(MovieAttributes.seenTag)))
    }
    if !isTable, ForeignDate.isNever(text) { return }
    let text = text.after(prefix: "watch-date-") ?? text
    guard let date = ForeignDate(text, in: options.file) else {
      return collect(.text(text), of: .watched, at: location)
    }
    if let day = date.day(options.dateOrder, &facts) {
      collect(.text(day), of: .watched, at: location)
    } else {
      recordProblem(
        "expected a date such as 2026-11-23, found \(text.excerpt())", at: location)
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
      return recordProblem(error.description, at: location)
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
    } catch {
      recordProblem(error.description, at: location)
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
