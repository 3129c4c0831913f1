internal import MovieStore
internal import MovieSystem

/// Makes the draft of a movie from the fields of a record, in any order.
struct DraftBuilder {
  let options: ReadingOptions
  /// The name of the file, in errors and as a title.
  let fileName: String
  /// Whether the source is a file of a preset.
  let isPreset: Bool
  /// Whether the source is an export of this library: texts are read as they are.
  var isOwnExport: Bool
  /// Whether the records are rows.
  var isTable = false
  /// The name of a list, which its movies get as a tag.
  var listTags: [String] = []
  /// Whether titles can have links and emphasis of Markdown.
  var hasMarkup = false
  /// Whether the source has positions in a list, which are kept.
  var hasPositions = false
  /// What is known about the source so far.
  var facts = SourceFacts()
  /// What values decide together, while they are only collected for that; `nil` while records are
  /// read.
  var decisions: ColumnDecisions?
  var record = RecordFields()
  /// The text of the field that is added next.
  var text = BoundedText(limit: 0)
  /// The values of the attribute that is added next.
  var attributeValues: [AttributeValue] = []
  /// The first problem of the record.
  private(set) var problem: InterchangeError?
  /// Whether a record with a title was read.
  private var hasTitles = false
  /// What the texts of a field that tells the kind of rows stand for; `nil` for movies.
  var kinds: [String: String?] = [:]

  init(_ options: ReadingOptions, fileName: String, isOwnExport: Bool) {
    self.options = options
    self.fileName = fileName
    self.isOwnExport = isOwnExport
    isPreset = options.file != nil
  }

  mutating func begin() {
    record = RecordFields()
    problem = nil
  }

  // MARK: Problems

  func error(
    _ message: String, at location: TextLocation, scope: InterchangeError.Scope = .record
  ) -> InterchangeError {
    InterchangeError(file: fileName, location: location, message: message, scope: scope)
  }

  /// Records a problem of the record, unless it has one already.
  mutating func recordProblem(
    _ message: String, at location: TextLocation,
    scope: InterchangeError.Scope = .record
  ) {
    if problem == nil { problem = error(message, at: location, scope: scope) }
  }

  /// Records a problem of the record, unless it has one already.
  mutating func recordProblem(_ error: InterchangeError) { problem = problem ?? error }

  /// Records a problem with a value of a field. If values may be left out, the record stays valid
  /// without it, unless the value tells which movie it is about.
  mutating func recordProblem(
    _ message: String, of field: String, at location: TextLocation
  ) {
    recordProblem(error(message, at: location), of: field)
  }

  mutating func recordProblem(_ error: InterchangeError, of field: String) {
    if canLeaveOut(field) { record.leftOut.append((field, error)) } else { recordProblem(error) }
  }

  /// Whether a value of a field that cannot be read may be left out.
  func canLeaveOut(_ field: String) -> Bool {
    options.leavesOutValues && !isOwnExport && !Self.identifyingFields.contains(field)
  }

  private static let identifyingFields = Set(
    [MovieField.title.rawValue] + ([.year] + AttributeKey.ids).map(\.name))

  /// Removes a problem of the record, unless it is one of the whole file.
  mutating func removeProblemOfRecord() {
    if problem?.scope == .record { problem = nil }
  }

  // MARK: Fields

  mutating func setTitle(at location: TextLocation) {
    if hasMarkup { text = BoundedText(TitleLineParts.withoutMarkup(text.string)) }
    if let file = options.file {
      if text.isBlank { record.missingTitle = location } else { setTitle(of: file, at: location) }
    } else if text.isBlank, !isOwnExport {
      // Another title can have its place.
      record.missingTitle = location
    } else {
      record.title = validated(text, .title, at: location)
    }
  }

  mutating func setFavorite(expected: StaticString, at location: TextLocation) {
    switch text.isTruncated ? "…" : text.string.lowercased() {
    case "": return record.isFavorite = false
    case "true", "1", "yes", "*": record.isFavorite = true
    case "false", "0", "no": record.isFavorite = false
    case let word:
      guard !isOwnExport, let isFavorite = Self.isFavorite(word) else {
        return recordProblem(
          "expected \(expected) for 'favorite', found \(text.excerpt)",
          of: MovieField.favorite.rawValue, at: location)
      }
      record.isFavorite = isFavorite
    }
    if options.leavesOutValues { facts.addRead(MovieField.favorite.rawValue) }
  }

  mutating func addName(_ text: BoundedText, at location: TextLocation) {
    guard let name = validated(text, .name, at: location) else { return }
    let (names, bytes) = (record.cast.count + 1, record.castBytes + name.utf8.count)
    if names > MovieDraft.castNameLimit || bytes > MovieDraft.castByteLimit {
      let error: StoreError =
        names > MovieDraft.castNameLimit
        ? .tooLong(.cast, names, "names", limit: MovieDraft.castNameLimit)
        : .tooLong(.cast, bytes, limit: MovieDraft.castByteLimit)
      return recordProblem(error.description, at: location)
    }
    record.cast.append(name)
    record.castBytes = bytes
  }

  /// The text between names, in addition to a semicolon.
  var nameSeparator: UInt8? {
    (options.castSeparator ?? options.file?.castSeparator).flatMap {
      isOwnExport || $0.utf8.count != 1 ? nil : $0.utf8.first
    }
  }

  private static func isFavorite(_ word: String) -> Bool? {
    ["★", "♥", "❤", "❤\u{FE0F}"].contains(word) ? true : WrittenBoolean(word)?.isTrue
  }

  /// The length of the longest cast: all characters escaped, and a separator after each name.
  static let castLimit = 2 * MovieDraft.castByteLimit + MovieDraft.castNameLimit

  /// Adds the names of the cell or the string in `text` to the cast.
  mutating func readCast(at location: TextLocation) {
    guard !text.isTruncated else {
      return recordProblem(
        "expected at most \(Formatting.grouped(Self.castLimit)) bytes for a cast, found "
          + Formatting.grouped(text.count), at: location)
    }
    let cell = text.bytes
    if !isOwnExport, let list = list(in: text) {
      for name in list.texts where !name.trimmed.isEmpty {
        addName(BoundedText(name), at: location)
      }
      return
    }
    // A name can begin with a bracket, but not with a list of texts or objects.
    let isList = Self.isList(text) || isPreset && [.leftBracket, .leftBrace].contains(cell.first)
    if !isOwnExport, isList {
      return recordProblem(
        "expected names or a JSON array in a cast, found \(text.excerpt)",
        of: MovieField.cast.rawValue, at: location)
    }
    if !isOwnExport, text.count == 3, text.string.lowercased() == "n/a" { return }
    let separator = nameSeparator
    if !isOwnExport, separator == nil, cell.contains(.comma), !cell.contains(.semicolon) {
      facts.castsWithCommas += 1
    }
    var names: [BoundedText] = []
    let isValid = ValueCell.forEachText(in: cell, allowsBackslash: !isOwnExport) { text in
      guard let separator else { return names.append(text) }
      names += ForeignFile.names(in: text, separatedBy: separator)
    }
    for name in names where isOwnExport || !name.isBlank { addName(name, at: location) }
    if !isValid {
      recordProblem("expected '\\;' or '\\\\' in a cast, found a lone '\\'", at: location)
    }
  }

  /// Returns the movie of the record, or its first problem.
  ///
  /// - Parameter otherTitle: The title that was found where it is not read.
  mutating func finish(
    at location: TextLocation, otherTitle: @autoclosure () -> String?
  ) -> ImportRecord {
    facts.rowCount += 1
    if decisions != nil, !isTable, let title = record.title {
      let year = record.attributes.first { $0.key == .year }?.value.description
      decisions?.add(title: title, year: year ?? "")
    }
    if record.kind != nil, isPreset || isTable { return .success(MovieDraft()) }
    if let location = record.missingTitle, record.title == nil { takeOtherTitle(at: location) }
    if problem == nil, let file = options.file { finishRow(of: file, at: location) }
    if let problem { return .failure(problem) }
    guard let title = record.title else {
      let found = (hasTitles ? nil : otherTitle()) ?? "none"
      return .failure(
        error(
          "expected a 'title', found \(found)", at: location, scope: hasTitles ? .record : .file))
    }
    hasTitles = true
    if let problem = record.decisionProblem { return .failure(error(problem, at: location)) }
    var draft = MovieDraft(
      record.id, cleanTitle: title, cleanCast: record.cast,
      isFavorite: record.isFavorite || options.file?.areFavorites == true,
      attributes: MovieAttributes(valid: record.attributes))
    if !isOwnExport {
      if !options.keepsTitles { draft.moveYear() }
      facts.hasYears = facts.hasYears || draft.attributes.year != nil
      facts.hasDays = facts.hasDays || !draft.attributes[.watched].isEmpty
      // The original title, which many files have, is usually the title.
      let akas = draft.attributes[.aka]
      let others = akas.filter { Folding.fold($0.description) != Folding.fold(draft.title) }
      if others.count < akas.count { draft.attributes[.aka] = others }
    }
    if isPreset || record.hasMark { draft.attributes.settleMarks() }
    if record.hasMark, !isPreset {
      let marks = [MovieAttributes.seenTag, MovieAttributes.watchlistTag]
      facts.marks.formUnion(draft.attributes.tags.filter(marks.contains))
    }
    for (field, error) in record.leftOut { facts.leaveOut(field, error) }
    return .success(draft)
  }

  /// Takes the first of the other titles as the title.
  private mutating func takeOtherTitle(at location: TextLocation) {
    let index = record.attributes.firstIndex { $0.key == .aka }
    if isPreset, index == nil { return }
    text = BoundedText(index.map { record.attributes.remove(at: $0).value.description } ?? "")
    record.title = validated(text, .title, at: location)
  }

  mutating func validated(
    _ text: BoundedText, _ subject: InvalidInput, at location: TextLocation
  ) -> String? {
    do throws(StoreError) {
      if text.isTruncated {
        throw .tooLong(subject, text.count, limit: MovieDraft.textByteLimit)
      }
      return try TextValidation.validated(text.string, subject)
    } catch {
      recordProblem(error.description, at: location)
      return nil
    }
  }
}

/// The fields of a record that were read so far.
package struct RecordFields {
  /// What the record is if it is not a movie, such as `TV series`.
  var kind: String?
  var id: Movie.ID?
  var title: String?
  /// Whether the record is perhaps an episode.
  package var isHeld = false
  /// Where an empty title is.
  var missingTitle: TextLocation?
  var cast: [String] = []
  var castBytes = 0
  var isFavorite = false
  var attributes: [(key: AttributeKey, value: AttributeValue)] = []
  /// The values that cannot be read, if they may be left out.
  var leftOut: [(field: String, error: InterchangeError)] = []
  /// Whether a value is the mark of a movie that was seen, or is to be seen.
  var hasMark = false
  /// The values of keys that allow only one.
  var singleValues: [AttributeKey: AttributeValue] = [:]
  /// The number of values of attributes, and of the bytes of their keys and texts, with repeated
  /// values.
  var (valueCount, valueBytes) = (0, 0)
  /// The id of the movie in the files of its preset.
  package var presetID: String?
  /// The id elsewhere in a row of a preset, and its key.
  var (foreignKey, foreignID) = ("", "")
  /// Whether an NFO file is about a movie.
  var hasMovie = false
  /// The date of release in a row of a preset.
  var released = ""
  /// The movies that an earlier import named, and the user's decision.
  var candidates = ""
  var decision = ""
}

extension RecordFields {
  /// Removes the values of a field.
  mutating func remove(_ field: String) {
    switch MovieField(rawValue: field) {
    case .title: title = nil
    case .cast, .actors: cast = []
    case .favorite: isFavorite = false
    case .attributes: break
    case nil:
      let key = AttributeKey(unchecked: field)
      attributes.removeAll { $0.key == key }
      singleValues[key] = nil
    }
  }
}

/// The fields of every movie, with their names in keys and columns.
enum MovieField: String {
  case title, cast, favorite
  /// An object of attributes, only in JSON.
  case attributes
  /// An alias of `cast`.
  case actors
}

/// Limits that bound the memory of a parser for any input.
///
/// The limits of a title, a name and a cast are in `MovieDraft`.
enum InterchangeLimits {
  /// The depth of nested arrays and objects.
  static let depth = 512
  /// The number of columns.
  static let columns = 16_384
  /// The number of ignored fields that are reported.
  static let ignoredFields = 64
}

extension MovieDraft {
  /// Moves the year in parentheses at the end of the title to the year, unless that is another one.
  package mutating func moveYear() {
    guard let (title, year) = MovieReference.titleAndYear(title),
      attributes.year == nil || attributes.year == year
    else { return }
    self.title = title
    attributes.year = year
  }
}
