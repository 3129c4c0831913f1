internal import MovieStore
internal import MovieSystem

// The rows and objects of presets.
extension InterchangeReader {
  // MARK: Fields of a row

  /// Takes what a column tells about the row.
  mutating func read(_ field: RowField, _ text: String, at location: TextLocation) {
    guard let file = options.file else { return }
    let text = String(text.unicodeScalars[...].trimmed)
    switch field {
    case .kind: record.kind = record.kind ?? kind(text, file)
    case .status: readStatus(text, file, at: location)
    case .extra: if !text.isEmpty { record.kind = "trailers and extras" }
    case .id: record.presetID = text.isEmpty ? nil : text
    case .user:
      if facts.users.count < SourceFacts.userLimit || text == options.user {
        facts.users.insert(text)
      }
      if let user = options.user, !user.isExactly(text) { record.kind = "rows of other users" }
    case .address: read(address: text, at: location)
    case .released: record.released = text
    case .series: record.kind = record.kind ?? "TV series"
    case .episode: record.kind = "TV episodes"
    case .musicVideo: record.kind = "other media"
    case .foreignID: record.foreignID = text
    case .foreignKey: record.foreignKey = text.lowercased()
    }
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
    if address.contains("/tv/") {
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
    } else if ForeignDate(text) != nil {
      addAttributes([text], to: .watched, at: location)
    } else if Double(text).map({ $0 > 0 }) ?? ["true", "yes"].contains(word) {
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
      if ForeignFile.isEpisode(written) { record.kind = record.kind ?? "TV episodes" }
    }
    record.title = validated(BoundedText(titles.first ?? written), .title, at: location)
    addAttributes(Array(titles.dropFirst()), to: .aka, at: location)
  }

  /// The titles in a text such as
  /// `City of Lost Children, The (Cité des enfants perdus, La) (1995)`, of which the year becomes an
  /// attribute.
  private mutating func invertedTitles(_ text: String, at location: TextLocation) -> [String] {
    var (parts, rest) = ([String](), String(text.unicodeScalars[...].trimmed))
    while rest.hasSuffix(")"), let start = rest.lastIndex(of: "("), start > rest.startIndex {
      let part = String(rest[start...].dropFirst().dropLast())
      rest = String(rest[..<start].unicodeScalars[...].trimmed)
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
  mutating func finishRow(of file: ImportPreset.File) {
    if file.isNamedList, listTags.isEmpty { listTags = [nameOfFile] }
    for tag in file.tags + listTags { addTag(tag) }
    let hasYear = record.attributes.contains { $0.key == .year }
    if !hasYear { addAttributes([record.released], to: .year, at: cursor.location()) }
    if file.isNamedByFile, record.title == nil {
      if record.hasMovie { record.title = titleOfFile } else { record.kind = "other files" }
    }
    if let kind = file.untitledKind, record.title == nil { record.kind = record.kind ?? kind }
    if record.title == nil, record.presetID != nil || !record.attributes.isEmpty {
      record.title = ""
    }
    let key = AttributeKey(unchecked: record.foreignKey)
    if AttributeKey.ids.contains(key) {
      addAttributes([record.foreignID], to: key, at: cursor.location())
    }
  }

  /// The name of the file, or that of its directory if all such files have the same name.
  private var titleOfFile: String? {
    let name = nameOfFile
    let directory = cursor.fileName.split(separator: "/").dropLast().last.map(String.init)
    let title = name.lowercased() == "movie" ? directory ?? name : name
    return title.isEmpty ? nil : title
  }

  /// The name of the file without its directories and its extension.
  private var nameOfFile: String {
    let name = cursor.fileName.split(separator: "/").last.map(String.init) ?? cursor.fileName
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.dropLast().joined(separator: ".") : name
  }

  // MARK: JSON

  /// Reads a member, or the members of an object that have fields.
  mutating func readPresetMember(_ member: Int) {
    let path = record.path + key(of: member)
    let kind = values[member].kind
    if case .object = kind, fieldNames.hasFields(in: path) {
      let parent = record.path
      record.path = path + "."
      record.hasMovie = true
      for member in values.positions(in: member) { readPresetMember(member) }
      record.path = parent
      return
    }
    guard let name = fieldNames.field(named: path)?.field else {
      return record.path.isEmpty ? readOtherField(member) : readNestedField(member, at: path)
    }
    if let field = RowField(rawValue: name) {
      readRowField(field, member)
    } else if case .null = kind {
      return
    } else if let field = MovieField(rawValue: name) {
      facts.fields?.insert(name)
      read(field, member)
    } else if !name.isEmpty, !otherFields.isIgnored(AttributeKey(unchecked: name)) {
      facts.fields?.insert(name)
      _ = readValues(of: AttributeKey(unchecked: name), member, isRequired: true)
    }
  }

  /// Reads a member of an object that has no field there. A member without a value is skipped.
  private mutating func readNestedField(_ member: Int, at path: String) {
    // A member is unused if its object is, or its name without the type of an XML element.
    let names = [String(record.path.dropLast()), String(path.prefix { $0 != ":" })]
    let isUnused = names.contains { fieldNames.field(named: $0)?.field == "" }
    // A value of a known key is that of the public.
    let isKnown = KeptFields.key(of: values.string(of: values[member].key))?.isKnown == true
    if isUnused || isKnown { return }
    let field = otherFields.field(key(text: member))
    let kind = values[member].kind
    if kind == .null || kind == .string && values[member].text.range.isEmpty { return }
    readOther(field, member)
  }

  private mutating func readRowField(_ field: RowField, _ member: Int) {
    switch values[member].kind {
    case .array, .object: read(field, "", at: location(member))
    case .null: break
    default:
      load(member, limit: AttributeValue.byteLimit)
      read(field, text.string, at: location(member))
    }
  }

  // MARK: Tables

  /// Skips the table with which a list begins, and takes the name of the list from it.
  mutating func readPreamble() throws(InterchangeError) {
    guard let preamble = options.file?.preamble, cursor.isAt(preamble) else { return }
    let (start, text) = (cursor.offset, cursor.lookahead(TableHeader.limit))
    cursor.skipLine()
    let names = try readTexts()
    let values = try readTexts()
    listTags = zip(names, values).filter { $0.0 == "Name" }.map(\.1)
    _ = cursor.skipEmptyLines()
    header.preamble = Array(text.prefix(Int(cursor.offset - start)))
  }

  /// Sets the columns of a kind of file without a header. Unresolved records of it have one.
  mutating func readFixedHeader() -> Bool {
    guard let names = options.file?.header, !names.isEmpty, !cursor.isAt(names[0]) else {
      return false
    }
    delimiter = options.delimiter.map { Array($0.utf8) } ?? [.colon, .colon]
    let text = names.joined(separator: String(decoding: delimiter, as: UTF8.self))
    header.set(Array(text.utf8), length: Int64(text.utf8.count), end: nil)
    columns = columns(names.map { BoundedText($0) })
    facts.fields = Set(columns.compactMap(\.fieldName))
    return true
  }

  /// Reads the cells of a line.
  private mutating func readTexts() throws(InterchangeError) -> [String] {
    var (texts, end): ([String], CellEnd) = ([], .separator)
    while end == .separator, texts.count < InterchangeLimits.columns {
      end = try readText(limit: MovieDraft.textByteLimit, at: cursor.location())
      texts.append(text.string)
    }
    return texts
  }

  /// Reads what tells which program wrote the source.
  ///
  /// - Parameter fileName: The name of the file, with its directories in an archive.
  package mutating func readSignature(named fileName: String) throws(InterchangeError)
    -> SourceSignature
  {
    guard try beginText() else {
      let start = cursor.lookahead(Self.objectStartLength)
      return SourceSignature(fileName: fileName, ofJSON: start)
    }
    guard cursor.skipEmptyLines() else { return SourceSignature(fileName: fileName, start: []) }
    detectDelimiter()
    skipSeparatorLine()
    let start = cursor.lookahead(ForeignFile.startLength)
    let columns = cursor.skipEmptyLines() ? try readTexts() : []
    _ = cursor.removeProblem()
    return SourceSignature(
      fileName: fileName, columns: columns, start: start,
      isOwnExport: Self.ownColumns.contains(Array(columns.prefix(3))))
  }
}
