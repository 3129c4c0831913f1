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
    case .people: try addPeople(of: source, progress)
    }
  }

  /// Adds the credits of actors in titles that have a record.
  private mutating func addCredits(
    of source: ImportSource, _ progress: (Int64) throws -> Void
  ) throws -> Int {
    try database.execute(
      """
      INSERT INTO castTitle
      SELECT record, min(CAST(substr(value, 3) AS INTEGER)) FROM identifier
      WHERE key = \(AttributeKey.imdb.name) AND value LIKE 'tt%' GROUP BY record
      """)
    var titles = MovieIDSet()
    try database.forEachRow("SELECT title FROM castTitle") { row throws(SQLiteError) in
      titles.insert(try row.int(at: 0))
    }
    var inserter = try RowInserter(
      into: "castCredit(title, ordering, person)", columns: 3, rows: 100, in: database)
    var rows = DatasetRows(
      of: source, columns: ["tconst", "ordering", "nconst", "category"])
    try rows.forEach(progress) { cells in
      guard let title = Self.number(cells[0], after: "tt"), titles.contains(title),
        Self.actorCategories.contains(where: { cells[3].elementsEqual($0) }),
        let ordering = Self.number(cells[1]), let person = Self.number(cells[2], after: "nm")
      else { return }
      for number in [title, ordering, person] { try inserter.add(number) }
    }
    try inserter.finish()
    hasCasts = true
    return rows.count
  }

  private static let actorCategories = ["actor", "actress", "self"].map { Array($0.utf8) }

  /// Adds the names of the people who have a credit.
  private mutating func addPeople(
    of source: ImportSource, _ progress: (Int64) throws -> Void
  ) throws -> Int {
    var people = MovieIDSet()
    try database.forEachRow("SELECT person FROM castCredit") { row throws(SQLiteError) in
      people.insert(try row.int(at: 0))
    }
    var insert = try database.prepare(
      "INSERT INTO castPerson VALUES (?, ?) ON CONFLICT DO NOTHING")
    var rows = DatasetRows(of: source, columns: ["nconst", "primaryName"])
    try rows.forEach(progress) { cells in
      guard let person = Self.number(cells[0], after: "nm"), people.contains(person),
        let text = String(validating: cells[1], as: UTF8.self), text != "\\N"
      else { return }
      let name: String
      do { name = try TextValidation.validated(text, .name) } catch { return }
      try insert.bind(person, at: 1)
      try insert.bind(name.utf8.span, at: 2)
      try insert.run()
    }
    return rows.count
  }

  private static func number(_ text: ArraySlice<UInt8>, after prefix: String = "") -> Int64? {
    guard text.starts(with: prefix.utf8) else { return nil }
    return Int64(String(decoding: text.dropFirst(prefix.utf8.count), as: UTF8.self))
  }
}

/// The rows of a dataset: tab-separated text without quotes, after a line of names.
private struct DatasetRows {
  private let source: ImportSource
  private let columns: [String]
  /// The number of rows so far.
  private(set) var count = 0

  private static let lineLimit = 1 << 20
  private static let progressInterval = 1 << 14

  init(of source: ImportSource, columns: [String]) {
    (self.source, self.columns) = (source, columns)
  }

  /// Calls the second closure with the cells of the columns of each row, and now and then the first
  /// one with the number of bytes that were read.
  mutating func forEach(
    _ progress: (Int64) throws -> Void, _ body: ([ArraySlice<UInt8>]) throws -> Void
  ) throws {
    let bytes = try source.opened()
    func cells(_ line: [UInt8]) -> [ArraySlice<UInt8>] {
      let end = line.last == .carriageReturn ? line.endIndex - 1 : line.endIndex
      return line[..<end].split(separator: .tab, omittingEmptySubsequences: false)
    }
    let header = try bytes.nextLine(limit: Self.lineLimit).map(cells) ?? []
    let indexes = columns.compactMap { name in
      header.firstIndex { $0.elementsEqual(name.utf8) }
    }
    // A file with other delimiters or in another encoding can be recognized as one of a dataset.
    guard indexes.count == columns.count else { throw problem(inHeader: header) }
    var needed: [ArraySlice<UInt8>] = []
    while let line = try bytes.nextLine(limit: Self.lineLimit) {
      count += 1
      if line.count > Self.lineLimit { continue }
      let all = cells(line)
      guard all.count == header.count else { throw problem(found: all.count, of: header.count) }
      needed.removeAll(keepingCapacity: true)
      for index in indexes { needed.append(all[index]) }
      try body(needed)
      if count % Self.progressInterval == 0 {
        try progress(bytes.bytesRead)
        try Interruption.checkBeforeReading(source.name)
      }
    }
    try progress(bytes.bytesRead)
  }

  private func problem(inHeader header: [ArraySlice<UInt8>]) -> InterchangeError {
    let names = columns.map { "'\($0)'" }.joined(separator: ", ")
    let found = ForeignFile.list(header.map { String(decoding: $0, as: UTF8.self) })
    return InterchangeError(
      file: source.name, location: TextLocation(line: 1, column: 1),
      message: "expected the columns \(names), separated by tabs, found \(found); "
        + "use the file as IMDb publishes it", scope: .file)
  }

  private func problem(found: Int, of expected: Int) -> InterchangeError {
    InterchangeError(
      file: source.name, location: TextLocation(line: count + 1, column: 1),
      message: "expected \(expected) fields (as in the header), found \(found)", scope: .file)
  }
}
