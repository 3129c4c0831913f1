@_spi(_Unicode) internal import Swift

/// Folded text, by which titles and names are searched and ordered: lower case, without accents.
///
/// Text is converted to lower case (full Unicode mapping) and canonically decomposed (NFD, so `ﬁ` stays
/// one letter). Nonspacing marks are removed, and the few Latin letters that Unicode does not decompose
/// are replaced by ASCII letters. This is done after the decomposition, so that all spellings of `ǿ`
/// fold to the same text.
package enum Folding {
  package static func fold(_ text: String) -> String {
    let text = text.lowercased()
    return text.utf8.span.isASCII ? text : foldLowercase(text)
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

  /// Returns the text in NFD, which is the same for canonically equivalent spellings.
  static func canonical(_ text: String) -> String { String(String.UnicodeScalarView(text._nfd)) }

  private static func foldLowercase(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text._nfd {
      switch scalar {
      case "ς": folded.append("σ")
      case "ł": folded.append("l")
      case "ø": folded.append("o")
      case "đ": folded.append("d")
      case "ß": folded.append(contentsOf: "ss".unicodeScalars)
      case "æ": folded.append(contentsOf: "ae".unicodeScalars)
      case "œ": folded.append(contentsOf: "oe".unicodeScalars)
      default:
        if scalar.value < 0x80 || scalar.properties.generalCategory != .nonspacingMark {
          folded.append(scalar)
        }
      }
    }
    return String(folded)
  }
}

/// The text by which titles are ordered: folded, and without a leading article.
package enum SortableTitle {
  private static let articles: Set<String> = [
    "a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una",
  ]

  /// Whether the folded text is an article or the beginning of one.
  static func beginsArticle(_ folded: String) -> Bool {
    articles.contains { $0.utf8.starts(with: folded.utf8) }
  }

  /// Whether folded letters are an article.
  static func isArticle(_ letters: ArraySlice<UInt8>) -> Bool {
    letters.count <= 3 && articles.contains(String(decoding: letters, as: UTF8.self))
  }

  /// Returns the sortable title: `score` for `The Score`; `the` for `The`, which has no other word.
  package static func of(_ title: String) -> String {
    let folded = Folding.fold(title)
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
  static func withoutLastArticle(_ folded: String) -> String? {
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
