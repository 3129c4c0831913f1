internal import MovieStore
internal import MovieSystem

// What the rows and objects of presets tell.
extension DraftBuilder {
  // MARK: Fields of a row

  /// Takes what a column tells about the row.
  mutating func read(_ field: RowField, _ text: String, at location: TextLocation) {
    guard let file = options.file else { return }
    let text = text.trimmed
    switch field {
    case .kind: record.kind = record.kind ?? kind(text, file)
    case .status: readStatus(text, file, at: location)
    case .extra:
      if !text.isEmpty, record.kind ?? Self.shortPlay == Self.shortPlay {
        record.kind = "trailers and extras"
      }
    case .id: record.presetID = text.isEmpty ? nil : text
    case .user:
      if facts.users.count < SourceFacts.userLimit || text == options.user {
        facts.users.insert(text)
      }
      if let user = options.user, !user.isExactly(text) { record.kind = "rows of other users" }
    case .address: read(address: text, at: location)
    case .released: record.released = text
    case .years:
      record.released = text
      if text.contains(where: { "-–—".contains($0) }) { record.kind = record.kind ?? "TV series" }
    case .seconds:
      if let seconds = Int(text), seconds > 0 {
        addAttributes(["\(seconds / 60)"], to: .runtime, at: location)
      }
    case .series: record.kind = record.kind ?? "TV series"
    case .episode: record.kind = "TV episodes"
    case .musicVideo: record.kind = "other media"
    case .played:
      if Self.isShort(text) { record.kind = record.kind ?? Self.shortPlay }
    case .foreignID: record.foreignID = text
    case .foreignKey: record.foreignKey = text.lowercased()
    case .position: options.positionKey.map { addPosition(text, of: $0, at: location) }
    }
  }

  private static let shortPlay = "played for less than 5 minutes"

  /// Whether a time such as `00:04:10` is shorter than a play that counts: many plays start by
  /// themselves.
  private static func isShort(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
    return numbers.count == 3 && parts.count == 3 && numbers[0] == 0 && 0..<5 ~= numbers[1]
  }

  private mutating func kind(_ text: String, _ file: ImportPreset.File) -> String? {
    if let kind = kinds[text] { return kind }
    let kind = newKind(text, file)
    if kinds.count < Self.kindLimit { kinds[text] = .some(kind) }
    return kind
  }

  /// The number of kinds that are remembered.
  private static let kindLimit = 64

  private func newKind(_ text: String, _ file: ImportPreset.File) -> String? {
    if text.isEmpty || file.movieKinds.isEmpty { return ForeignFile.kind(text) }
    let letters = text.lowercased().filter { $0.isLetter }
    return file.movieKinds.contains(letters)
      ? nil : ForeignFile.kind(text) ?? String(text.prefix(String.excerptLimit))
  }

  /// Takes the id in an address.
  private mutating func read(address: String, at location: TextLocation) {
    record.hasMovie = true
    if address.contains("/tv/") || address.contains("/series/") {
      record.kind = record.kind ?? "TV series"
    } else if !address.isDigits, let id = MovieIdentifier.imdb(address) {
      addAttributes([id], to: .imdb, at: location)
    } else if let id = MovieIdentifier.tmdb(address) {
      addAttributes(["\(id)"], to: .tmdb, at: location)
    }
  }

  private mutating func readStatus(
    _ text: String, _ file: ImportPreset.File, at location: TextLocation
  ) {
    let word = text.lowercased()
    if let tag = file.statusTags[word] {
      addTag(tag)
    } else if WrittenDate(text) != nil {
      addAttributes([text], to: .watched, at: location)
    } else if Double(text).map({ $0 > 0 }) ?? WrittenBoolean(text)?.isTrue ?? false {
      addTag(MovieAttributes.seenTag)
    }
  }

  private mutating func addTag(_ tag: String) {
    if !tag.isEmpty { record.attributes.append((.tag, .text(tag))) }
  }

  // MARK: Titles

  /// Sets the title to the text of a cell or a string.
  mutating func setTitle(of file: ImportPreset.File, at location: TextLocation) {
    if text.isTruncated { return record.title = validated(text, .title, at: location) }
    let written = file.isHTML ? MarkupText.decodingEntities(text.string) : text.string
    var titles = [written]
    switch file.titles {
    case .plain: break
    case .inverted: titles = invertedTitles(written, at: location)
    case .slashed:
      let separator = written.contains(" / ") ? " / " : "/"
      titles = written.split(separator: separator, maxSplits: 1).map(String.init)
    case .episodes:
      switch options.series.answer(written) {
      case .episode: record.kind = record.kind ?? "TV episodes"
      case .held: record.isHeld = !options.keepsSeries
      case .untitled: return
      case .movie: break
      }
    }
    record.title = validated(BoundedText(titles.first ?? written), .title, at: location)
    addAttributes(Array(titles.dropFirst()), to: .aka, at: location)
  }

  /// The titles in a text such as
  /// `City of Lost Children, The (Cité des enfants perdus, La) (1995)`, of which the year becomes an
  /// attribute.
  private mutating func invertedTitles(_ text: String, at location: TextLocation) -> [String] {
    var (parts, rest) = ([String](), text.trimmed)
    while rest.hasSuffix(")"), let start = rest.lastIndex(of: "("), start > rest.startIndex {
      let part = String(rest[start...].dropFirst().dropLast())
      rest = String(rest[..<start]).trimmed
      // A series has a range, such as 2006–2007.
      let year = ForeignFile.year(part)
      if parts.isEmpty, year.utf8.count == 4,
        part.dropFirst(4).allSatisfy({ "-– 0123456789".contains($0) })
      {
        addAttributes([year], to: .year, at: location)
      } else {
        parts.insert(part.after(prefix: "a.k.a. ") ?? part, at: 0)
      }
    }
    return ([rest] + parts).map(ForeignFile.turnedTitle)
  }

  // MARK: The end of a row

  /// Completes the record with what the kind of file says about all rows.
  mutating func finishRow(of file: ImportPreset.File, at location: TextLocation) {
    if file.isNamedList, listTags.isEmpty { listTags = [nameOfFile] }
    for tag in file.tags + listTags { addTag(tag) }
    let hasYear = record.attributes.contains { $0.key == .year }
    if !hasYear { addAttributes([record.released], to: .year, at: location) }
    if file.isNamedByFile, record.title == nil {
      if record.hasMovie { record.title = titleOfFile } else { record.kind = "other files" }
    }
    if let kind = file.untitledKind, record.title == nil { record.kind = record.kind ?? kind }
    if record.title == nil, record.presetID != nil || !record.attributes.isEmpty {
      record.title = ""
    }
    let key = AttributeKey(unchecked: record.foreignKey)
    if AttributeKey.ids.contains(key) {
      addAttributes([record.foreignID], to: key, at: location)
    }
  }

  /// The name of the file, or that of its directory if all such files have the same name.
  private var titleOfFile: String? {
    let name = nameOfFile
    let directory = fileName.split(separator: "/").dropLast().last.map(String.init)
    let title = name.lowercased() == "movie" ? directory ?? name : name
    return title.isEmpty ? nil : title
  }

  /// The name of the list that the source is.
  var listName: String {
    guard let file = options.file, !file.isNamedList else { return listTags.first ?? nameOfFile }
    return file.name
  }

  /// The name of the file without its directories and its extension.
  private var nameOfFile: String {
    let name = fileName.split(separator: "/").last.map(String.init) ?? fileName
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.dropLast().joined(separator: ".") : name
  }

}
