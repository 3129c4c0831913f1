package import MovieSQLite
package import MovieStore
internal import MovieSystem

/// The records of an import in a temporary database, which is deleted when it is closed.
///
/// `record` has each record with what matching compares of it, `otherTitle` and `identifier` its
/// other titles and its ids elsewhere, `decision` what the user decided about it, and `outcome` what
/// matching found, or that it is invalid; `held` has those that only change movies that exist.
/// Records without an outcome are new movies.
package struct RecordStage: ~Copyable {
  package let database: Transaction
  private var inserter: RowInserter
  package private(set) var count: Int64 = 0
  /// Where the records of each source are from; of other sources, from nowhere.
  package var origins: [MatchEntry.Origin] = []
  private var hasDecisions = false
  /// Whether the casts and directors of records are in tables of their own.
  package var hasCasts = false
  package var hasDirectors = false

  /// Runs the closure with an empty stage.
  ///
  /// - Throws: Any error of the closure; `StoreError`, such as `diskFull` for the directory of
  ///   temporary files.
  package static func run<Result>(_ body: (inout RecordStage) throws -> Result) throws -> Result {
    do { return try runUnmapped(body) } catch let error as SQLiteError {
      throw StoreError(error, path: ScratchDirectory.parents.first ?? "/tmp")
    }
  }

  private static func runUnmapped<Result>(
    _ body: (inout RecordStage) throws -> Result
  ) throws -> Result {
    let connection = try Connection(.temporary)
    // What a failure leaves is deleted.
    try connection.execute("PRAGMA journal_mode = OFF")
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.pageCache)")
    return try connection.read { transaction throws in
      for table in tables + castTables { try transaction.execute(table) }
      var stage = try RecordStage(transaction)
      return try body(&stage)
    }
  }

  private static let tables: [SQL] = [
    """
    CREATE TABLE record(
      id INTEGER PRIMARY KEY, source INTEGER, line INTEGER, start INTEGER, length INTEGER,
      title TEXT, letters INTEGER, entry TEXT, draft TEXT, fills TEXT)
    """,
    """
    CREATE TABLE otherTitle(
      record INTEGER, title TEXT, letters INTEGER, PRIMARY KEY (record, title, letters))
    WITHOUT ROWID
    """,
    "CREATE TABLE identifier(record INTEGER, key TEXT, value)",
    "CREATE TABLE link(record INTEGER, movie INTEGER, PRIMARY KEY (record, movie)) WITHOUT ROWID",
    "CREATE INDEX link_by_movie ON link(movie)",
    "CREATE TABLE joined(letters INTEGER PRIMARY KEY, root INTEGER)",
    "CREATE TABLE decision(record INTEGER, movie INTEGER, isChosen INTEGER)",
    "CREATE TABLE held(record INTEGER PRIMARY KEY)",
    """
    CREATE TABLE outcome(
      record INTEGER PRIMARY KEY, kind INTEGER, movie INTEGER, isEqual INTEGER, candidates TEXT,
      reason TEXT)
    """,
  ]

  private init(_ transaction: borrowing Transaction) throws(SQLiteError) {
    let inserter = try RowInserter(
      into: "record(id, source, line, start, length, title, letters, entry, draft)",
      columns: 9, rows: 50,
      in: transaction)
    database = Transaction(transaction)
    self.inserter = inserter
  }

  // MARK: Adding records

  /// What the user decided about a record: the movie that it is about, or `nil` for none of the
  /// candidates.
  package typealias Decision = (movie: Int64?, candidates: [Int64])

  /// Records that were read, as they are staged.
  package struct Batch: Sendable {
    fileprivate struct Row {
      let line: Int
      let bytes: Range<Int64>
      let decision: Decision?
      let title: String
      let entry: MatchEntry
      let draft: [UInt8]
      let otherTitles: Set<OtherTitle>
      let identifiers: [(key: String, value: AttributeValue)]
      let isHeld: Bool
    }

    fileprivate private(set) var rows: [Row] = []
    /// The number of rows before which a record that is not a movie is, with its line and kind.
    fileprivate private(set) var others: [(index: Int, line: Int, kind: String)] = []
    private var byteCount = 0

    package init() {}

    package var count: Int { rows.count }
    package var isFull: Bool {
      rows.count + others.count >= MovieBatch.movieLimit || byteCount >= MovieBatch.byteLimit
    }

    /// Adds a record that is not a movie.
    package mutating func append(_ kind: String, line: Int) {
      others.append((rows.count, line, kind))
    }

    /// Adds a record, by default a movie of another catalog, which has no line.
    package mutating func append(
      _ draft: MovieDraft, line: Int = 0, _ bytes: Range<Int64> = 0..<0,
      _ decision: Decision? = nil, presetID: String? = nil, isHeld: Bool = false
    ) {
      let entry = MatchEntry(id: 0, draft, presetID: presetID)
      let row = Row(
        line: line, bytes: bytes, decision: decision, title: draft.title, entry: entry,
        draft: StagedDraft.bytes(of: draft), otherTitles: OtherTitle.all(of: draft, entry),
        identifiers: AttributeKey.ids.flatMap { key in
          draft.attributes[key].map { (key.name, $0) }
        }, isHeld: isHeld)
      byteCount += row.title.utf8.count + row.draft.count
      rows.append(row)
    }
  }

  package mutating func add(_ batch: Batch, of source: Int) throws(SQLiteError) {
    var others = batch.others[...]
    for (index, row) in batch.rows.enumerated() {
      try add(&others, before: index, of: source)
      try beginRow(of: source, line: row.line, row.bytes)
      try inserter.add(row.title.utf8.span)
      try inserter.add(Int64(bitPattern: row.entry.title.letters))
      try inserter.add(row.entry.bytes.span)
      try inserter.add(row.draft.span)
      try add(row.otherTitles, to: count)
      for (key, value) in row.identifiers {
        try database.execute("INSERT INTO identifier VALUES (\(count), \(key), \(value))")
      }
      if row.isHeld { try database.execute("INSERT INTO held VALUES (\(count))") }
      guard let decision = row.decision else { continue }
      hasDecisions = true
      for movie in decision.movie.map({ [$0] }) ?? decision.candidates {
        try database.execute(
          "INSERT INTO decision VALUES (\(count), \(movie), \(decision.movie == nil ? 0 : 1))")
      }
    }
    try add(&others, before: batch.rows.count, of: source)
  }

  /// Adds an invalid record.
  ///
  /// - Parameter candidates: The movies that it can be about, of which the user chose none.
  package mutating func addInvalid(
    of source: Int, line: Int, _ bytes: Range<Int64>, reason: String, candidates: [Int64]
  ) throws(SQLiteError) {
    try addUnmatched(
      .invalid, of: source, line: line, bytes, reason: reason, candidates: candidates)
  }

  /// Adds the first of the records that are not movies.
  private mutating func add(
    _ others: inout ArraySlice<(index: Int, line: Int, kind: String)>, before index: Int,
    of source: Int
  ) throws(SQLiteError) {
    while let other = others.first, other.index <= index {
      others.removeFirst()
      try addUnmatched(.otherKind, of: source, line: other.line, 0..<0, reason: other.kind)
    }
  }

  /// Adds a record that is not matched.
  private mutating func addUnmatched(
    _ kind: Kind, of source: Int, line: Int, _ bytes: Range<Int64>, reason: String,
    candidates: [Int64] = []
  ) throws(SQLiteError) {
    try beginRow(of: source, line: line, bytes)
    for _ in 0..<4 { try inserter.add(Int64(0)) }
    try store(kind, of: count, candidates: jsonArray(candidates))
    try store(reason: reason, of: count)
  }

  private mutating func beginRow(
    of source: Int, line: Int, _ bytes: Range<Int64>
  ) throws(SQLiteError) {
    count += 1
    for number in [count, Int64(source), Int64(line), bytes.lowerBound, Int64(bytes.count)] {
      try inserter.add(number)
    }
  }

  /// Inserts the remaining rows.
  package mutating func finish() throws(SQLiteError) { try inserter.finish() }

  // MARK: Reading records

  /// Returns the movies of records, in the order of the records.
  ///
  /// - Parameter skipsCasts: Whether the drafts have no casts, which take most of the time.
  package func drafts(
    of records: [Int64], skipsCasts: Bool = false
  ) throws(SQLiteError) -> [MovieDraft] {
    var find = try database.prepare("SELECT \(Self.draftColumns) FROM record WHERE id = ?")
    var drafts: [MovieDraft] = []
    for record in records {
      try find.bind(record, at: 1)
      drafts += try find.fetchAll { row throws(SQLiteError) in
        try draft(row, skippingCast: skipsCasts)
      }
    }
    return drafts
  }

  /// Calls the closure with each record that has a title and no outcome, in the order of the
  /// sources.
  package func forEachNew(_ body: (MovieDraft) throws -> Void) throws {
    try database.forEachRow(
      """
      SELECT \(Self.draftColumns) FROM record
      WHERE title <> '' AND NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.record = id)
      ORDER BY id
      """
    ) { row throws in try body(draft(row, skippingCast: false)) }
  }

  private static var draftColumns: SQL { "id, title, draft" }

  private func draft(
    _ row: borrowing Row, skippingCast skipsCast: Bool
  ) throws(SQLiteError) -> MovieDraft {
    var draft = try StagedDraft.draft(
      row.bytes(at: 2), titled: row.text(at: 1), skippingCast: skipsCast)
    if hasCasts, !skipsCast { draft.cast = try cast(of: row.int(at: 0)) }
    if hasDirectors, draft.attributes[.director].isEmpty {
      draft.attributes[.director] = try directors(of: row.int(at: 0)).map { .text($0) }
    }
    return draft
  }

  package func entry(of record: Int64) throws(SQLiteError) -> MatchEntry? {
    try database.fetchOne(
      "SELECT \(Self.entryColumns) FROM record WHERE id = \(record)"
    ) { row throws(SQLiteError) in try entry(row) }
  }

  static var entryColumns: SQL { "id, entry, source" }

  func entry(_ row: borrowing Row) throws(SQLiteError) -> MatchEntry {
    let id = try row.int(at: 0)
    var entry: MatchEntry?
    try row.withBytes(at: 1) { entry = MatchEntry(id: id, bytes: $0) }
    guard var entry else { throw SQLiteError(code: .mismatch, message: "an entry has no bytes") }
    let source = Int(try row.int(at: 2))
    if origins.indices.contains(source) { entry.origin = origins[source] }
    return entry
  }

  // MARK: Rows of services

  /// A record of a service.
  package struct JoinRow {
    package let id: Int64
    package let source: Int
    package let entry: MatchEntry
  }

  /// Returns the valid records of some sources.
  package func rows(of sources: [Int]) throws(SQLiteError) -> [JoinRow] {
    for table in ["identifier", "decision"] {
      try database.execute(
        "CREATE INDEX IF NOT EXISTS \(raw: table)_by_record ON \(raw: table)(record)")
    }
    return try database.fetchAll(
      """
      SELECT \(Self.entryColumns) FROM record
      WHERE source IN (SELECT value FROM json_each(\(jsonArray(sources.map(Int64.init)))))
        AND NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.record = id)
      ORDER BY id
      """
    ) { row throws(SQLiteError) in
      JoinRow(
        id: try row.int(at: 0), source: Int(try row.int(at: 2)), entry: try entry(row))
    }
  }

  /// Removes the other titles and the ids of records that are replaced by others.
  package func removeKeys(of records: [Int64]) throws(SQLiteError) {
    // An array of all ids can be longer than a value can be.
    for start in stride(from: 0, to: records.count, by: 10_000) {
      let ids = jsonArray(records[start...].prefix(10_000))
      for table in ["identifier", "otherTitle"] {
        try database.execute(
          "DELETE FROM \(raw: table) WHERE record IN (SELECT value FROM json_each(\(ids)))")
      }
    }
  }

  /// Replaces a record by the movie of several ones, which are then no records of their own. Their
  /// keys were removed.
  package func replace(
    _ record: Int64, with draft: MovieDraft, fills: Set<String>, joining records: [Int64]
  ) throws(SQLiteError) {
    let entry = MatchEntry(id: 0, draft)
    var update = try database.prepare(
      "UPDATE record SET title = ?, letters = ?, entry = ?, draft = ?, fills = ? WHERE id = ?")
    try update.bind(draft.title.utf8.span, at: 1)
    try update.bind(Int64(bitPattern: entry.title.letters), at: 2)
    try update.bind(entry.bytes.span, at: 3)
    try update.bind(StagedDraft.bytes(of: draft).span, at: 4)
    try update.bind(fills.sorted().joined(separator: ",").utf8.span, at: 5)
    try update.bind(record, at: 6)
    try update.run()
    for other in records where other != record {
      if hasDecisions {
        try database.execute("UPDATE decision SET record = \(record) WHERE record = \(other)")
      }
      try store(.joined, of: other, record)
    }
    try add(OtherTitle.all(of: draft, entry), to: record)
    for key in AttributeKey.ids {
      for value in draft.attributes[key] {
        try database.execute("INSERT INTO identifier VALUES (\(record), \(key.name), \(value))")
      }
    }
  }

  /// Marks records as one that is invalid.
  package func markInvalid(_ records: [Int64], reason: String) throws(SQLiteError) {
    for record in records.dropFirst() { try store(.joined, of: record, records[0]) }
    try store(.invalid, of: records[0])
    try store(reason: reason, of: records[0])
  }

  /// Marks the records that are held back and have no movie.
  package func markHeld() throws(SQLiteError) {
    try database.execute(
      """
      INSERT INTO outcome SELECT record, \(Kind.held.rawValue), 0, 0, '', NULL FROM held
      WHERE record NOT IN (SELECT record FROM outcome)
      """)
  }

  /// Marks a record that repeats another one.
  package func markRepeated(_ record: Int64) throws(SQLiteError) {
    try database.execute("DELETE FROM outcome WHERE record = \(record)")
    try store(.repeated, of: record)
  }

  package func line(of record: Int64) throws(SQLiteError) -> Int {
    Int(try database.fetchInt("SELECT line FROM record WHERE id = \(record)"))
  }

  private func add(_ titles: Set<OtherTitle>, to record: Int64) throws(SQLiteError) {
    for title in titles {
      let letters = Int64(bitPattern: title.letters)
      try database.execute(
        "INSERT INTO otherTitle VALUES (\(record), \(title.text), \(letters))")
    }
  }

  /// Letters under which a record is found, besides those of its title.
  fileprivate struct OtherTitle: Hashable {
    let text: String
    let letters: UInt64

    /// Those of other titles, and those of the title as it is written.
    static func all(of draft: MovieDraft, _ entry: MatchEntry) -> Set<OtherTitle> {
      if entry.titles.count < 2 { return [] }
      var others: Set<OtherTitle> = []
      var found: Set<UInt64> = [entry.title.letters]
      for title in draft.attributes.akas {
        for form in TitleForm.forms(of: title) {
          others.insert(OtherTitle(text: title, letters: form.letters))
          found.insert(form.letters)
        }
      }
      for form in entry.titles where found.insert(form.letters).inserted {
        others.insert(OtherTitle(text: draft.title, letters: form.letters))
      }
      return others
    }
  }

  /// Returns the source of a record, and the fields that only fill if it was joined.
  func origin(of record: Int64) throws(SQLiteError) -> (source: Int, fills: Set<String>?) {
    let row = try database.fetchOne("SELECT source, fills FROM record WHERE id = \(record)") {
      row throws(SQLiteError) in (Int(try row.int(at: 0)), try row.optionalText(at: 1))
    }
    return (row?.0 ?? 0, (row?.1).map { Set($0.split(separator: ",").map(String.init)) })
  }

  // MARK: Decisions

  /// What the user decided: the movie of a record, or those that a record is not about.
  func decisions(isChosen: Bool) throws(SQLiteError) -> [(record: Int64, movie: Int64)] {
    try database.fetchAll(
      "SELECT DISTINCT record, movie FROM decision WHERE isChosen = \(isChosen ? 1 : 0) ORDER BY record"
    ) { row throws(SQLiteError) in (try row.int(at: 0), try row.int(at: 1)) }
  }

  /// Stores why a record is ambiguous or invalid.
  package func store(reason: String, of record: Int64) throws(SQLiteError) {
    try database.execute("UPDATE outcome SET reason = \(reason) WHERE record = \(record)")
  }

  /// Calls the closure with each invalid or ambiguous record, in the order of the sources.
  package func forEachUnresolved(_ body: (Int, UnresolvedRow) throws -> Void) throws {
    try database.forEachRow(
      """
      SELECT source, line, start, length, whole.reason, whole.candidates
      FROM record JOIN outcome AS own ON own.record = record.id
        JOIN outcome AS whole
          ON whole.record = iif(own.kind = \(Kind.joined.rawValue), own.movie, own.record)
      WHERE length > 0 AND whole.reason IS NOT NULL ORDER BY id
      """
    ) { row throws in
      let start = try row.int(at: 2)
      try body(
        Int(row.int(at: 0)),
        UnresolvedRow(
          line: Int(row.int(at: 1)), bytes: start..<(start + row.int(at: 3)),
          reason: row.text(at: 4), candidates: row.ids(at: 5)))
    }
  }

  // MARK: Outcomes

  /// What matching found; `invalid`, `otherKind` and `joined`, a part of another record, are records
  /// that it does not see.
  package enum Kind: Int64 {
    case movie = 1, byTitle, ambiguous, repeated, invalid, otherKind, joined, held
  }

  /// Stores what matching found for a record. A record without a movie stays as it is.
  func store(
    _ outcome: RecordMatching.Outcome, of record: MatchEntry, isEqual: Bool
  ) throws(SQLiteError) {
    switch outcome {
    case .unmatched: return
    case .movie(let movie, let isByTitle):
      try store(isByTitle ? .byTitle : .movie, of: record.id, movie, isEqual: isEqual)
    case .ambiguous(let movies):
      try store(.ambiguous, of: record.id, candidates: jsonArray(movies))
    }
  }

  func store(
    _ kind: Kind, of record: Int64, _ movie: Int64 = 0, isEqual: Bool = false,
    candidates: String = ""
  ) throws(SQLiteError) {
    var insert = try database.prepare("INSERT INTO outcome VALUES (?, ?, ?, ?, ?, NULL)")
    try insert.bind(record, at: 1)
    try insert.bind(kind.rawValue, at: 2)
    try insert.bind(movie, at: 3)
    try insert.bind(isEqual ? 1 : 0, at: 4)
    try insert.bind(candidates.utf8.span, at: 5)
    try insert.run()
  }
}

extension Row {
  /// The ids of a JSON array of them.
  func ids(at column: Int) throws(SQLiteError) -> [Int64] {
    (try optionalText(at: column) ?? "").dropFirst().dropLast().split(separator: ",")
      .compactMap { Int64($0) }
  }
}

/// A record with the reason why it is not used.
package struct UnresolvedRow {
  package let line: Int
  package let bytes: Range<Int64>
  package var reason: String
  package let candidates: [Int64]
}
