internal import MovieStore
internal import MovieSystem

/// Takes the fields of a record from its values: the cells of a row, or the members of an object.
///
/// What the fields are is told by the header, the names of the keys, or the kind of file of a
/// preset.
struct FieldReader {
  let options: ReadingOptions
  /// Whether the source is a file of a preset.
  let isPreset: Bool
  /// The movie that the fields become.
  var draft: DraftBuilder
  /// The row of CSV or TSV that was read last.
  var row = TableRow()
  /// The record of JSON or XML that was read last.
  var values = RecordValues()
  /// The columns of CSV and TSV.
  private(set) var columns: [ColumnField] = []
  /// The position of the column that tells whether a row is a movie.
  private var typeColumn: Int?
  /// Those of the columns that decide how all rows are read.
  private var titleColumn: Int?
  private var yearColumn: Int?
  private var dayColumns: [Int] = []
  private var timeColumns: [Int] = []
  /// The fields that names stand for in files of other programs.
  var fieldNames: FieldNames
  /// The keys and columns that are not fields of every movie.
  var otherFields: OtherFields
  /// Whether a text can be a record: the title.
  var readsTitles = false
  /// Whether records have the ids of movies.
  var readsIDs = false
  /// Whether the records have the fields of `DecisionField`; in rows, as their last ones.
  var hasDecisions = false
  private var hasDecisionsAtEnd = false
  /// The keys of a JSON object that are fields of every movie.
  var keys: [MovieField] = []
  /// The rank of the name of each field that a JSON object of another program has.
  private var ranks: [String: Int] = [:]
  /// The number of keys of a JSON object.
  var keyCount = 0
  /// The keys of the objects of JSON that the current key is in, each with a dot.
  var path = ""
  /// The offset after the decision that a JSON object begins with.
  var decisionEnd: Int64?

  init(_ options: ReadingOptions, fileName: String, isOwnExport: Bool = false) {
    self.options = options
    isPreset = options.file != nil
    draft = DraftBuilder(options, fileName: fileName, isOwnExport: isOwnExport)
    fieldNames = FieldNames(options)
    otherFields = OtherFields(options.kept, ignoring: options.ignored)
  }

  var isOwnExport: Bool { draft.isOwnExport }

  mutating func beginRecord() {
    draft.begin()
    otherFields.beginRecord()
    (keyCount, path, decisionEnd) = (0, "", nil)
    if !keys.isEmpty { keys = [] }
    if !ranks.isEmpty { ranks = [:] }
  }

  /// Returns the movie of the record, or its first problem.
  mutating func finish(at location: TextLocation) -> ImportRecord {
    draft.finish(at: location, otherTitle: otherFields.otherTitle)
  }

  /// Whether a name of a field is not worse than those before, whose values are then removed.
  mutating func isBest(_ name: (field: String, rank: Int)) -> Bool {
    if name.field == AttributeKey.watched.name { return true }
    let former = ranks[name.field] ?? name.rank
    if former < name.rank { return false }
    ranks[name.field] = name.rank
    if former == name.rank { return true }
    draft.record.remove(name.field)
    keys.removeAll { $0.rawValue == name.field }
    return true
  }

  // MARK: Columns

  /// The first columns of every export, and of a list that the program prints.
  static let ownColumns = [["title", "favorite", "cast"], ["id", "favorite", "title"]]

  /// Sets the columns by the cells of the header.
  mutating func setColumns(at location: TextLocation) throws(InterchangeError) {
    draft.isTable = true
    if let problem = row.problems.first { throw problem.error }
    if row.count > InterchangeLimits.columns {
      throw draft.error(
        "expected at most \(Formatting.grouped(InterchangeLimits.columns)) columns, found more",
        at: row.cells.last?.location ?? location)
    }
    let cells = row.cells.indices.map { row.boundedText(of: $0).trimmed }
    let names = cells.map(\.string)
    if Self.ownColumns.contains(Array(names.prefix(3))) {
      draft.isOwnExport = true
      otherFields.keepAll()
    }
    hasDecisionsAtEnd = DecisionField.start(in: names) != nil
    columns = isOwnExport ? cells.map { ownColumn($0) } : columns(cells)
    let fields = DecisionField.columns(in: names, isOwnExport: isOwnExport)
    hasDecisions = !fields.isEmpty
    for (index, field) in fields { columns[index] = .decision(field) }
    for (index, column) in columns.enumerated() {
      guard case .movie = column, columns[..<index].contains(column) else { continue }
      throw draft.error(
        "expected each column once, found \(cells[index].excerpt) twice",
        at: row.cells[index].location)
    }
    let found = Array(names.prefix(ForeignFile.columnLimit))
    for mapping in options.fieldMappings
    where !isOwnExport && !names.contains(where: { FieldNames.areEqual($0, mapping.column) }) {
      throw draft.error(
        "expected the column '\(mapping.column)' for '\(mapping.field)', found \(ForeignFile.list(found))",
        at: location, scope: .option)
    }
    setFields()
    if let index = columns.firstIndex(of: .attribute(.rating)), !isPreset {
      draft.facts.namedScale = FieldNames.scale(in: names[index])
    }
    guard columns.contains(.movie(.title)) || isPreset else {
      throw draft.error(ForeignFile.problem(inHeader: found), at: location, scope: .record)
    }
    guard !columns.contains(.movie(.cast)) || !columns.contains(.movie(.actors)) else {
      throw draft.error("expected either 'cast' or 'actors', found both", at: location)
    }
  }

  /// Sets the columns of a kind of file without a header.
  mutating func setColumns(named names: [String]) {
    draft.isTable = true
    columns = columns(names.map { BoundedText($0) })
    setFields()
  }

  private mutating func setFields() {
    draft.facts.fields = Set(columns.compactMap(\.fieldName))
    titleColumn = columns.firstIndex(of: .movie(.title))
    yearColumn = columns.firstIndex(of: .attribute(.year))
    dayColumns = columns.indices.filter { columns[$0] == .attribute(.watched) }
    timeColumns = dayColumns + [yearColumn].compactMap(\.self)
  }

  private mutating func ownColumn(_ name: BoundedText) -> ColumnField {
    if readsIDs, name.string == "id" { return .id }
    if let field = MovieField(rawValue: name.string), field != .attributes { return .movie(field) }
    return otherColumn(name)
  }

  private mutating func otherColumn(_ name: BoundedText) -> ColumnField {
    let field = otherFields.field(name)
    return field.key.map(ColumnField.attribute) ?? .other(field)
  }

  /// The columns of another program. Of several names of one field, the best is used; but whether a
  /// movie was watched and when are often two columns.
  private mutating func columns(_ names: [BoundedText]) -> [ColumnField] {
    fieldNames.setContext(names.map(\.string))
    if !isPreset { draft.facts.language = fieldNames.languageName }
    draft.facts.publicRating = names.map(\.string).first(where: fieldNames.isPublicRating)
    let fields = names.map { $0.isTruncated ? nil : fieldNames.field(named: $0.string) }
    var best: [String: Int] = [:]
    for case let field? in fields { best[field.field] = min(best[field.field] ?? .max, field.rank) }
    typeColumn = fields.firstIndex { $0?.field == FieldNames.kind }
    return zip(names, fields).map { name, field in
      if fieldNames.isPublicRating(name.string) {
        return .other(otherFields.field(name, isIgnored: true))
      }
      // Such as the numbers of rows that pandas writes.
      if name.isBlank || name.string == "Unnamed: 0" { return .unused }
      guard let field, field.field != FieldNames.kind else {
        return positionColumn(name.string) ?? otherColumn(name)
      }
      if field.field == RowField.status.rawValue, !isPreset {
        return .status(otherFields.field(name))
      }
      if let field = RowField(rawValue: field.field) {
        return field == .position ? positionColumn(name.string) ?? .unused : .row(field)
      }
      if field.field.isEmpty { return .unused }
      if field.rank != best[field.field], field.field != AttributeKey.watched.name {
        return .other(otherFields.field(name, isIgnored: true))
      }
      return column(field.field, named: name)
    }
  }

  /// The first column of positions in a list, if they are kept. The first time that a source is
  /// read, they have no key, because the name of the list is not known.
  private mutating func positionColumn(_ name: String) -> ColumnField? {
    if draft.hasPositions || !keepsPositions(named: name) { return nil }
    return options.positionKey.map(ColumnField.attribute) ?? .unused
  }

  /// Whether the positions in a list are kept, which are in a column or a key of the name.
  mutating func keepsPositions(named name: String) -> Bool {
    guard let key = KeptFields.key(of: name),
      isPreset || ListPositions.columns.contains(key.name),
      otherFields.isKept(key)
        || isPreset && otherFields.isKept(AttributeKey(unchecked: ListPositions.name))
    else { return false }
    if !draft.hasPositions, let key = options.positionKey {
      draft.facts.columns.append(.init(name: name, field: key.name))
      draft.facts.fields?.insert(key.name)
    }
    draft.hasPositions = true
    return true
  }

  private mutating func column(_ field: String, named name: BoundedText) -> ColumnField {
    let column: ColumnField
    if field == "cast", name.string.lowercased() == "actors" {
      column = .movie(.actors)
    } else if let field = MovieField(rawValue: field) {
      column = .movie(field)
    } else {
      let key = AttributeKey(unchecked: field)
      if otherFields.isIgnored(key) { return otherColumn(name) }
      column = .attribute(key)
    }
    let isPlain = FieldNames.areEqual(name.string, field)
    if !isPlain, !isPreset || !ImportPreset.plainFields.contains(field) {
      draft.facts.columns.append(.init(name: name.string, field: field))
    }
    return column
  }

  /// How many bytes of the cells of each column are stored.
  var cellLimits: [Int] { columns.indices.map(cellLimit) }

  private func cellLimit(at index: Int) -> Int {
    switch columns[index] {
    case .movie(.title): MovieDraft.textByteLimit
    case .movie(.cast), .movie(.actors): DraftBuilder.castLimit
    case .movie(.favorite): String.excerptLimit
    case .attribute(let key): draft.cellLimit(of: key)
    case .decision, .row, .id, .status: AttributeValue.byteLimit
    case .movie(.attributes), .other, .unused:
      index == typeColumn ? String.excerptLimit : index == 0 && !isPreset ? Self.summaryLimit : 0
    }
  }

  // MARK: Rows

  /// Takes the fields from the row, of which the values only if it is a movie.
  ///
  /// - Parameters:
  ///   - decidesOnly: Whether only the values that decide how all are read are needed.
  ///   - filter: Which rows are needed.
  /// - Returns: The position of the cell with which a decision at its end begins.
  mutating func readRow(
    decidesOnly: Bool, _ filter: InterchangeReader.Filter?, at location: TextLocation
  ) -> Int? {
    read(.kinds)
    if draft.record.kind == nil, isSummary { draft.record.kind = Self.summary }
    if decidesOnly {
      if draft.record.kind == nil { readTitleForDecisions() }
      if draft.record.kind == nil { read(options.decidesScale ? .dates : .datesAndRatings) }
      return nil
    }
    if let filter, draft.record.kind == nil, row.problems.isEmpty, row.count == columns.count,
      !isIncluded(by: filter)
    {
      draft.record.kind = InterchangeReader.unknownMovie
    }
    if draft.record.kind == nil { read(.values) } else { countIgnoredCells() }
    for problem in row.problems where !isLeftOut(problem.cell) {
      draft.recordProblem(problem.error)
    }
    // Some services end each row with a separator.
    let isEnded = row.count == columns.count + 1 && row.endsInEmptyCell && isPreset
    if row.count != columns.count, !isEnded, draft.record.kind != Self.summary {
      recordCount(at: location)
    }
    let decision = (isEnded ? columns.count : row.count) - DecisionField.allCases.count
    return hasDecisionsAtEnd && row.cells.indices.contains(decision) ? decision : nil
  }

  /// The kind of a row of totals.
  private static let summary = "totals"

  /// Whether the row of a table of one's own has totals: it begins with a word for them, and has no
  /// year and no day.
  private var isSummary: Bool {
    guard !isPreset, !isOwnExport, columns.count > 1, options.titleLines == nil,
      let first = row.cells.indices.first(where: { row.cells[$0].count > 0 })
    else { return false }
    guard first != titleColumn || !timeColumns.isEmpty,
      timeColumns.allSatisfy({ $0 == first || cell($0).allSatisfy(\.isBlank) })
    else { return false }
    let text = row.text(of: first).prefix { $0 != .colon }
    return text.count <= Self.summaryLimit
      && ListLanguage.isSummary(String(decoding: text, as: UTF8.self).trimmed)
  }

  /// The length of the longest word for totals.
  private static let summaryLimit = 32

  private mutating func readTitleForDecisions() {
    let isHistory = options.file?.titles == .episodes
    guard isHistory || !isPreset && dayColumns.contains(where: { !cell($0).isEmpty }),
      let titleColumn
    else { return }
    let title = String(decoding: cell(titleColumn), as: UTF8.self)
    if isHistory {
      draft.decisions?.series.add(title)
    } else {
      let year = String(decoding: yearColumn.map(cell) ?? [], as: UTF8.self)
      draft.decisions?.add(title: title, year: year)
    }
  }

  /// The text of a cell; nothing for one that the row does not have.
  private func cell(_ index: Int) -> ArraySlice<UInt8> {
    row.cells.indices.contains(index) ? row.text(of: index) : []
  }

  /// Takes the values of some columns from the row. What is wrong with the text of a cell comes
  /// before what is wrong with its value.
  private mutating func read(_ part: RowPart) {
    for (index, column) in columns.enumerated().prefix(row.cells.count)
    where part.includes(column, isType: index == typeColumn) {
      if let problem = row.problems.first(where: { $0.cell == index }) {
        if isLeftOut(index), let field = column.fieldName {
          draft.recordProblem(problem.error, of: field)
          continue
        }
        draft.recordProblem(problem.error)
      }
      let cell = row.cells[index]
      draft.text.replace(by: row.text(of: index), count: cell.count)
      read(column, cell, isType: index == typeColumn)
    }
  }

  /// Whether a cell that cannot be read costs only its value.
  private func isLeftOut(_ cell: Int) -> Bool {
    guard columns.indices.contains(cell), row.problems.count < row.cells.count else { return false }
    return columns[cell].fieldName.map(draft.canLeaveOut) ?? options.leavesOutValues
  }

  private func isIncluded(by filter: InterchangeReader.Filter) -> Bool {
    func texts(_ column: ColumnField) -> [String] {
      columns.indices.filter { columns[$0] == column }
        .map { String(decoding: row.text(of: $0), as: UTF8.self) }
    }
    return filter(
      texts(.attribute(.imdb)).first ?? "", texts(.movie(.title)) + texts(.attribute(.aka)))
  }

  private mutating func countIgnoredCells() {
    for (index, cell) in zip(columns.indices, row.cells) where cell.count > 0 && index != typeColumn
    {
      if case .other(let field) = columns[index] { otherFields.ignore(field) }
    }
  }

  private mutating func recordCount(at location: TextLocation) {
    var (count, expected) = (row.count, columns.count)
    let added = DecisionField.allCases.count
    if hasDecisionsAtEnd, added...row.cells.count ~= count {
      // The last cells are the decision, and others are not.
      (draft.record.candidates, draft.record.decision) = ("", "")
      (count, expected) = (count - added, expected - added)
    }
    let noun = expected == 1 ? "field" : "fields"
    // Values in the wrong columns are no further problem.
    if !isOwnExport { draft.removeProblemOfRecord() }
    draft.recordProblem(
      "expected \(expected) \(noun) (as in the header), found \(count)", at: location)
  }

  /// Takes the value of a column from the cell, whose text is that of the draft.
  private mutating func read(_ column: ColumnField, _ cell: TableRow.Cell, isType: Bool) {
    let location = cell.location
    if isType { draft.record.kind = ForeignFile.kind(draft.text.string) }
    switch column {
    case .movie(.title): draft.setTitle(at: location)
    case .movie(.cast), .movie(.actors): draft.readCast(at: location)
    case .movie(.favorite):
      draft.setFavorite(expected: "true, false, 1, 0, yes, no, * or an empty field", at: location)
    case .attribute(let key) where key == options.positionKey:
      draft.addPosition(draft.text.string, of: key, at: location)
    case .attribute(let key) where isOwnExport || !key.isKnown:
      draft.addAttribute(key, at: location)
    case .attribute(let key):
      draft.attributeValues.removeAll(keepingCapacity: true)
      draft.collectForeignCell(of: key, at: location)
      draft.addValues(to: key, at: location)
    case .decision(let field): draft.record.set(field, to: draft.text.string)
    case .row(let field): draft.read(field, draft.text.string, at: location)
    case .id: draft.record.id = Int64(draft.text.string).map(Movie.ID.init)
    case .status(let field):
      let isRead = draft.readStatus()
      if let key = field.key {
        draft.addAttribute(key, at: location)
      } else if !isRead {
        otherFields.ignore(field)
      }
    case .other(let field) where draft.text.count > 0 && !isType: otherFields.ignore(field)
    case .movie(.attributes), .other, .unused: break
    }
  }
}

/// Some columns of a row.
private enum RowPart {
  /// Those that tell whether the row is a movie.
  case kinds
  /// All others.
  case values
  /// Those whose values decide how all are read.
  case dates, datesAndRatings

  func includes(_ column: ColumnField, isType: Bool) -> Bool {
    switch self {
    case .kinds: isType || column.tellsKind
    case .values: !isType && !column.tellsKind
    case .dates: column == .attribute(.watched)
    case .datesAndRatings: column == .attribute(.watched) || column == .attribute(.rating)
    }
  }
}
