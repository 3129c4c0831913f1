@_spi(_Unicode) internal import Swift

/// Folded text, by which titles and names are found and compared: lower case, without accents.
///
/// Text is converted to lower case (full Unicode mapping) and canonically decomposed (NFD, so `ﬁ`
/// stays one letter). Diacritics are removed, and the few Latin letters
/// that Unicode does not decompose are replaced by ASCII letters. This is done after the
/// decomposition, so that all spellings of `ǿ` fold to the same text.
///
/// In most scripts, nonspacing marks are letters, such as the vowels of Thai, and make other words.
/// Those that remain are joined with the letter before them if Unicode has the two as one, so that
/// `カ` does not begin `ガ`.
package enum Folding {
  package static func fold(_ text: String) -> String { fold(text, for: .finding) }

  /// Returns the text for a sort key, without the nonspacing marks of any script. Catalogs store
  /// sort keys, so this folding must not change.
  package static func foldForSorting(_ text: String) -> String { fold(text, for: .sorting) }

  private enum Use { case finding, sorting }

  private static func fold(_ text: String, for use: Use) -> String {
    if let folded = foldLatin(text.utf8.span) { return folded }
    let text = text.lowercased()
    return text.utf8.span.isASCII ? text : foldLowercase(text, for: use)
  }

  /// Returns the folded text if all bytes are ASCII; otherwise `nil`.
  static func fold(ascii text: Span<UInt8>) -> [UInt8]? {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x80 { return nil }
      folded.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    }
    return folded
  }

  /// Returns the folded text if it has only ASCII and Latin letters with accents; otherwise `nil`.
  ///
  /// Each of these letters is folded as if it were alone.
  private static func foldLatin(_ text: Span<UInt8>) -> String? {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte < 0x80 {
        folded.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        continue
      }
      // The letters of these blocks have two bytes.
      guard 0xC3...0xC5 ~= byte, index < text.count else { return nil }
      let letter = unsafe latinLetters.utf8Start[Int(byte - 0xC3) << 6 | Int(text[index] & 0x3F)]
      if letter == UInt8(ascii: "?") { return nil }
      folded.append(letter)
      index += 1
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The folded letters from U+00C0 to U+017F, and `?` for those that become others than ASCII.
  private static let latinLetters: StaticString =
    """
    aaaaaa?ceeeeiiii?nooooo?ouuuuy??aaaaaa?ceeeeiiii?nooooo?ouuuuy?y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghh??iiiiiiiii???jjkk?llllll?\
    ?llnnnnnn???oooooo??rrrrrrsssssssstttt??uuuuuuuuuuuuwwyyyzzzzzz?
    """

  /// Returns the text in NFD, which is the same for canonically equivalent spellings.
  static func canonical(_ text: String) -> String {
    text.utf8.span.isASCII ? text : String(String.UnicodeScalarView(text._nfd))
  }

  private static func foldLowercase(_ text: String, for use: Use) -> String {
    var folded = String.UnicodeScalarView()
    var isCyrillic = false
    for scalar in text._nfd {
      if scalar.value < 0x80 {
        folded.append(scalar)
        isCyrillic = false
        continue
      }
      // The accents of most texts. All characters of this block are nonspacing marks.
      if 0x0300...0x036F ~= scalar.value {
        if isCyrillic, use == .finding { append(mark: scalar, to: &folded) }
        continue
      }
      isCyrillic = 0x0400...0x04FF ~= scalar.value
      switch scalar {
      case "ς": folded.append("σ")
      case "ł": folded.append("l")
      case "ø": folded.append("o")
      case "đ": folded.append("d")
      case "ı" where use == .finding: folded.append("i")
      case "ß": folded.append(contentsOf: "ss".unicodeScalars)
      case "æ": folded.append(contentsOf: "ae".unicodeScalars)
      case "œ": folded.append(contentsOf: "oe".unicodeScalars)
      default:
        if scalar.properties.generalCategory != .nonspacingMark {
          folded.append(scalar)
        } else if use == .finding {
          append(mark: scalar, to: &folded)
        }
      }
    }
    return String(folded)
  }

  // MARK: Marks

  /// Appends a mark, unless it is a diacritic of the letter before it.
  private static func append(mark: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    guard let letter = folded.last else {
      if !isDiacritic(mark) { folded.append(mark) }
      return
    }
    if isDiacritic(mark), !isCyrillicLetter(letter, mark) { return }
    let joined = Array(String(String.UnicodeScalarView([letter, mark]))._nfc)
    if joined.count == 1 { folded.removeLast() }
    folded.append(joined.count == 1 ? joined[0] : mark)
  }

  /// Whether the letter with the mark is a letter of its own: й, ў or ї.
  private static func isCyrillicLetter(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Bool {
    switch letter {
    case "и", "у": mark == "\u{306}"
    case "і": mark == "\u{308}"
    default: false
    }
  }

  /// Whether the nonspacing mark is a diacritic, or not visible at all.
  ///
  /// This depends on the mark alone: scripts whose marks are letters have their own marks.
  private static func isDiacritic(_ mark: Unicode.Scalar) -> Bool {
    diacritics.contains { $0.contains(mark.value) } || mark.properties.isDefaultIgnorableCodePoint
  }

  /// The blocks of diacritics. Some have other characters, too.
  ///
  /// Source: https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt
  private static let diacritics: [ClosedRange<UInt32>] = [
    // Combining diacritical marks, of which Latin, Greek and Cyrillic letters have most.
    0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    // Cyrillic.
    0x0483...0x0489, 0x2DE0...0x2DFF, 0xA66F...0xA69F, 0x1E08F...0x1E08F,
    // Hebrew points.
    0x0591...0x05C7, 0xFB1E...0xFB1E,
    // Arabic vowels and Quranic annotation signs.
    0x0610...0x06ED, 0x0890...0x08FF, 0x10EC0...0x10EFF,
  ]
}

/// The text by which titles are ordered: folded for sorting, and without a leading article. It is
/// stored; titles are compared by ``FoldedTitle``.
package enum SortableTitle {
  package static let articles: Set<String> = [
    "a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una",
  ]

  /// Whether the folded text is an article or the beginning of one.
  static func beginsArticle(_ folded: String) -> Bool {
    articles.contains { $0.utf8.starts(with: folded.utf8) }
  }

  /// Whether folded letters are an article.
  package static func isArticle(_ letters: ArraySlice<UInt8>) -> Bool {
    letters.count <= 3 && articles.contains(String(decoding: letters, as: UTF8.self))
  }

  /// Returns the sortable title: `score` for `The Score`; `the` for `The`, which has no other word.
  package static func of(_ title: String) -> String {
    withoutArticle(Folding.foldForSorting(title))
  }

  /// Returns a folded title without white space at its ends and without a leading article.
  fileprivate static func withoutArticle(_ folded: String) -> String {
    if let start = start(ascii: folded.utf8.span) {
      return start == 0 ? folded : String(decoding: folded.utf8.dropFirst(start), as: UTF8.self)
    }
    let trimmed = folded.unicodeScalars[...].trimmed
    guard let space = trimmed.firstIndex(where: \.properties.isWhitespace),
      articles.contains(String(trimmed[..<space]))
    else { return String(trimmed) }
    let rest = trimmed[space...].trimmed
    return String(rest.isEmpty ? trimmed : rest)
  }

  /// Returns a folded title without the article at its end; `nil` if it has none: `matrix` for
  /// `matrix, the`.
  package static func withoutLastArticle(_ folded: String) -> String? {
    guard let comma = folded.utf8.lastIndex(of: UInt8(ascii: ",")) else { return nil }
    let end = folded.unicodeScalars[comma...].dropFirst().trimmed
    let rest = folded.unicodeScalars[..<comma].trimmed
    return articles.contains(String(end)) && !rest.isEmpty ? String(rest) : nil
  }

  /// Returns the position after a leading article and its spaces in a folded printable ASCII title, 0 if
  /// it has none; `nil` for any other title.
  static func start(ascii folded: Span<UInt8>) -> Int? {
    guard folded.count > 0, folded[0] > 0x20, folded[folded.count - 1] > 0x20 else { return nil }
    var space = folded.count
    for index in folded.indices.reversed() {
      if folded[index] < 0x20 || folded[index] >= 0x7F { return nil }
      if folded[index] == 0x20 { space = index }
    }
    let word = folded.extracting(0..<space)
    guard space < folded.count, articles.contains(where: { word.equals($0.utf8.span) }) else {
      return 0
    }
    while folded[space] == 0x20 { space += 1 }
    return space
  }
}

/// The text by which titles, and names, are compared: folded, and without a leading article.
package enum FoldedTitle {
  /// Returns the folded title: `score` for `The Score`.
  package static func of(_ title: String) -> String {
    SortableTitle.withoutArticle(Folding.fold(title))
  }
}
