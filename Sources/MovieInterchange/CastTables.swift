internal import MovieFormats
internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

extension RecordStage {
  /// Adds what a file of a dataset has of the records.
  ///
  /// - Parameter progress: Called with the number of bytes that were read.
  /// - Returns: The number of rows.
  mutating func add(
    _ part: ImportPreset.Part, of source: ImportSource, _ progress: (Int64) throws -> Void
  ) throws -> Int {
    switch part {
    case .credits: try addCredits(of: source, progress)
    case .crew: try addCrew(of: source, progress)
    case .people: try addPeople(of: source, progress)
    }
  }

  /// The titles that have a record.
  private mutating func creditedTitles() throws -> MovieIDSet {
    hasCasts = true
    try database.execute(
      """
      INSERT INTO castTitle
      SELECT record, min(CAST(substr(value, 3) AS INTEGER)) FROM identifier
      WHERE key = \(AttributeKey.imdb.name) AND value LIKE 'tt%' GROUP BY record
      ON CONFLICT DO NOTHING
      """)
    var titles = MovieIDSet()
    try database.forEachRow("SELECT title FROM castTitle") { row throws(SQLiteError) in
      titles.insert(try row.int(at: 0))
    }
    return titles
  }

  /// Adds the credits of actors and directors in titles that have a record.
  private mutating func addCredits(
    of source: ImportSource, _ progress: (Int64) throws -> Void
  ) throws -> Int {
    let titles = try creditedTitles()
    var inserter = try RowInserter(
      into: "castCredit(title, ordering, person)", columns: 3, rows: 100, in: database)
    var rows = DatasetRows(of: source, columns: ["tconst", "ordering", "nconst", "category"])
    try rows.forEach(progress) { cells in
      guard let title = Self.number(cells[0], after: "tt"), titles.contains(title),
        let ordering = Self.number(cells[1]), let person = Self.number(cells[2], after: "nm")
      else { return }
      if Self.actorCategories.contains(where: { cells[3].elementsEqual($0) }) {
        for number in [title, ordering, person] { try inserter.add(number) }
      } else if cells[3].elementsEqual("director".utf8) {
        try addDirector(person, of: title, at: ordering)
      }
    }
    try inserter.finish()
    return rows.count
  }

  /// Adds the directors of titles that have a record.
  private mutating func addCrew(
    of source: ImportSource, _ progress: (Int64) throws -> Void
  ) throws -> Int {
    let titles = try creditedTitles()
    var rows = DatasetRows(of: source, columns: ["tconst", "directors"])
    try rows.forEach(progress) { cells in
      guard let title = Self.number(cells[0], after: "tt"), titles.contains(title) else { return }
      for (index, id) in cells[1].split(separator: .comma).enumerated() {
        guard let person = Self.number(id, after: "nm") else { continue }
        try addDirector(person, of: title, at: Int64(index))
      }
    }
    return rows.count
  }

  private mutating func addDirector(
    _ person: Int64, of title: Int64, at ordering: Int64
  ) throws(SQLiteError) {
    hasDirectors = true
    try database.execute(
      "INSERT INTO directorCredit VALUES (\(title), \(ordering), \(person)) ON CONFLICT DO NOTHING")
  }

  private static let actorCategories = ["actor", "actress", "self"].map { Array($0.utf8) }

  /// Adds the names of the people who have a credit.
  private mutating func addPeople(
    of source: ImportSource, _ progress: (Int64) throws -> Void
  ) throws -> Int {
    var people = MovieIDSet()
    let credits: SQL = "SELECT person FROM castCredit UNION ALL SELECT person FROM directorCredit"
    try database.forEachRow(credits) { row throws(SQLiteError) in
      people.insert(try row.int(at: 0))
    }
    var insert = try database.prepare(
      "INSERT INTO castPerson VALUES (?, ?) ON CONFLICT DO NOTHING")
    var rows = DatasetRows(of: source, columns: ["nconst", "primaryName"])
    try rows.forEach(progress) { cells in
      guard let person = Self.number(cells[0], after: "nm"), people.contains(person),
        !cells.hasProblem(in: 1)
      else { return }
      let name: String
      do {
        name = try TextValidation.validated(String(decoding: cells[1], as: UTF8.self), .name)
      } catch { return }
      try insert.bind(person, at: 1)
      try insert.bind(name.utf8.span, at: 2)
      try insert.run()
    }
    return rows.count
  }

  private static func number(_ text: ArraySlice<UInt8>, after prefix: StaticString = "") -> Int64? {
    let digits = text.dropFirst(prefix.utf8CodeUnitCount)
    // No id has more digits, of which no number is too large.
    guard 1...18 ~= digits.count, text.count == digits.count + prefix.utf8CodeUnitCount,
      digits.allSatisfy(\.isDigit)
    else { return nil }
    return digits.reduce(0) { 10 * $0 + Int64($1 & 0x0F) }
  }
}

/// The rows of a dataset, of which some columns are needed.
private struct DatasetRows {
  private let source: ImportSource
  private let columns: [String]
  /// The number of rows so far.
  private(set) var count = 0

  private static let progressInterval = 1 << 14

  init(of source: ImportSource, columns: [String]) {
    (self.source, self.columns) = (source, columns)
  }

  /// The cells of the needed columns.
  struct Cells {
    fileprivate(set) var row = TableRow()
    fileprivate let indexes: [Int]

    subscript(column: Int) -> ArraySlice<UInt8> { row.text(of: indexes[column]) }

    func hasProblem(in column: Int) -> Bool {
      row.problems.contains { $0.cell == indexes[column] }
    }
  }

  /// Calls the second closure with the cells of each row, and now and then the first one with the
  /// number of bytes that were read.
  mutating func forEach(
    _ progress: (Int64) throws -> Void, _ body: (Cells) throws -> Void
  ) throws {
    var cursor = ByteCursor(source: try source.opened(), fileName: source.name)
    let style = CellStyle([.tab], .raw(hasEntities: false))
    var header = TableRow()
    if cursor.skipEmptyLines() {
      try cursor.readRow(
        into: &header, style,
        limits: Array(repeating: MovieDraft.textByteLimit, count: Self.columnLimit))
    }
    let names = header.cells.indices.map { String(decoding: header.text(of: $0), as: UTF8.self) }
    let indexes = columns.compactMap { name in names.firstIndex { $0.isExactly(name) } }
    // A file with other delimiters or in another encoding can be recognized as one of a dataset.
    guard indexes.count == columns.count else { throw problem(inHeader: names) }
    let stored = names.indices.map { indexes.contains($0) ? MovieDraft.textByteLimit : 0 }
    var cells = Cells(indexes: indexes)
    while cursor.skipEmptyLines() {
      try cursor.readRow(into: &cells.row, style, limits: stored)
      count += 1
      guard cells.row.count == header.count else {
        throw problem(found: cells.row.count, of: header.count)
      }
      try body(cells)
      if count % Self.progressInterval == 0 { try progress(cursor.bytesRead) }
    }
    if let failure = cursor.failure { throw failure }
    try progress(cursor.bytesRead)
  }

  private static let columnLimit = 64

  private func problem(inHeader names: [String]) -> InterchangeError {
    let expected = columns.map { "'\($0)'" }.joined(separator: ", ")
    return InterchangeError(
      file: source.name, location: TextLocation(line: 1, column: 1),
      message: "expected the columns \(expected), separated by tabs, found "
        + "\(ForeignFile.list(names)); use the file as IMDb publishes it", scope: .file)
  }

  private func problem(found: Int, of expected: Int) -> InterchangeError {
    InterchangeError(
      file: source.name, location: TextLocation(line: count + 1, column: 1),
      message: "expected \(expected) fields (as in the header), found \(found)", scope: .file)
  }
}
