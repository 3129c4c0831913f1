/// Reads movies from rows under a heading: CSV and TSV.
struct DelimitedMovieParser {
  private(set) var ignoredKeys = IgnoredKeys()

  private let isTSV: Bool
  /// What each column holds, nil for one that is ignored; nil before the heading.
  private var columns: [MovieField?]?
  private var text = BoundedText(limit: 0)

  init(isTSV: Bool) { self.isTSV = isTSV }

  /// The movie of the next row.
  mutating func next(_ cursor: inout ByteCursor) throws(ParseFailure) -> ImportRecord? {
    guard try cursor.skipEmptyLines() else { return nil }
    guard let columns else {
      columns = try heading(&cursor)
      return try next(&cursor)
    }
    let place = cursor.place()
    var fields = RecordBuilder()
    var count = 0
    var end = CellEnd.separator
    while end == .separator {
      let field = count < columns.count ? columns[count] : nil
      end = try takeCell(field, &cursor, &fields)
      count += 1
    }
    if count != columns.count {
      let noun = columns.count == 1 ? "field" : "fields"
      cursor.note(
        "expected \(columns.count) \(noun) (as in the header), found \(count)", at: place)
    }
    return fields.item(at: place, &cursor)
  }

  // MARK: The heading

  private mutating func heading(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> [MovieField?] {
    let place = cursor.place()
    var columns: [MovieField?] = []
    var end = CellEnd.separator
    var first = ""
    while end == .separator {
      let place = cursor.place()
      text.reset(limit: MovieDraft.textByteLimit)
      end = try takeText(&cursor)
      if let problem = cursor.takeProblem() { throw .malformed(problem) }
      let field = MovieField(key: text.bytes)
      if field != nil, columns.contains(field) {
        throw cursor.malformed("expected each column once, found \(text.excerpt) twice", at: place)
      }
      guard columns.count < InterchangeLimits.columns else {
        throw cursor.malformed(
          "expected at most \(InterchangeLimits.columns) columns, found more", at: place)
      }
      columns.append(field)
      if first.isEmpty { first = text.excerpt }
      if columns.last == .some(nil) { ignoredKeys.insert(text) }
    }
    guard columns.contains(.title) else {
      throw cursor.malformed(
        "expected a header with a 'title' column (lower case), found one that starts with \(first)",
        at: place)
    }
    guard !columns.contains(.cast) || !columns.contains(.actors) else {
      throw cursor.malformed("expected either 'cast' or 'actors', found both", at: place)
    }
    return columns
  }

  // MARK: A cell

  private mutating func takeText(_ cursor: inout ByteCursor) throws(ParseFailure) -> CellEnd {
    try isTSV ? cursor.takeTSVCell(into: &text) : cursor.takeCSVCell(into: &text)
  }

  private mutating func takeCell(
    _ field: MovieField?, _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) -> CellEnd {
    let place = cursor.place()
    text.reset(limit: Self.limit(of: field))
    let end = try takeText(&cursor)
    switch field {
    case .title: fields.setTitle(text, at: place, &cursor)
    case .cast, .actors: readCast(at: place, &cursor, &fields)
    case .favorite: readFavorite(at: place, &cursor, &fields)
    case nil: break
    }
    return end
  }

  /// The bytes of the longest cast: each of them escaped, and a separator after each name.
  private static let castLimit = 2 * MovieDraft.castByteLimit + MovieDraft.castNameLimit

  private static func limit(of field: MovieField?) -> Int {
    switch field {
    case .title: MovieDraft.textByteLimit
    case .cast, .actors: castLimit
    case .favorite: InterchangeLimits.quotedCharacters
    case nil: 0
    }
  }

  private func readCast(
    at place: InterchangePlace, _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) {
    guard !text.isCut else {
      return cursor.note(
        "expected at most \(Self.castLimit) bytes for a cast, found \(text.count)", at: place)
    }
    do {
      try CastText.forEachName(in: text.bytes) { fields.addName($0, at: place, &cursor) }
    } catch {
      cursor.note("expected '\\;' or '\\\\' in a cast, found a lone '\\'", at: place)
    }
  }

  private func readFavorite(
    at place: InterchangePlace, _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) {
    guard !text.isCut, let isFavorite = MovieField.isFavorite(text.string) else {
      let words = MovieField.favoriteWords
      return cursor.note("expected \(words) for 'favorite', found \(text.excerpt)", at: place)
    }
    fields.isFavorite = isFavorite
  }
}
