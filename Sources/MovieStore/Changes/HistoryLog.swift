package import MovieSQLite
internal import MovieSystem

/// An entry that is about to be added to the history.
struct NewHistoryEntry {
  let kind: HistoryEntry.Kind
  var target: Int?
  let description: String?
  let summary: String
  /// The number of movies that were changed.
  let movieCount: Int
  var imported: ImportedMovies?
}

/// The rows of the history.
package enum HistoryLog {
  /// Appends an entry of a change whose values are not stored, so that it cannot be undone.
  package static func append(
    _ summary: String, description: String?, movieCount: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try append(
      NewHistoryEntry(
        kind: .change, description: description, summary: summary, movieCount: movieCount),
      EntryValues(), HistoryLimits(), in: transaction)
  }

  /// Adds an entry to the history, whose tables exist. A change also deletes the oldest entries
  /// over the limits.
  ///
  /// - Returns: The id of the entry.
  @discardableResult
  static func append(
    _ entry: NewHistoryEntry, _ values: EntryValues,
    _ limits: HistoryLimits, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> HistoryEntry.ID {
    let id = if let id = values.entryID { Int64(id) } else { try nextID(in: transaction) }
    // The sums of a damaged history can exceed integers.
    let newest = try transaction.fetchOne(
      """
      SELECT kind,
        CAST(priorMovies + CASE kind WHEN 'change' THEN changes ELSE 0 END AS INTEGER),
        CAST(priorBytes + CASE kind WHEN 'change' THEN bytes ELSE length(summary) END AS INTEGER)
      FROM movieHistory ORDER BY id DESC LIMIT 1
      """
    ) { row throws(SQLiteError) in
      (kind: try row.text(at: 0), movies: try row.int(at: 1), bytes: try row.int(at: 2))
    }
    // Only an undo or a redo leaves entries that can be redone.
    if entry.kind == .change, let newest, newest.kind != HistoryEntry.Kind.change.rawValue {
      try supersedeUndone(in: transaction)
    }
    let prior = (movies: newest?.movies ?? 0, bytes: newest?.bytes ?? 0)
    let bytes = values.bytes + entry.summary.utf8.count + (entry.description?.utf8.count ?? 0)
    try transaction.execute(
      """
      INSERT INTO movieHistory(
        id, time, kind, state, target, description, summary, movies, changes, bytes, imported,
        priorMovies, priorBytes)
      VALUES (
        \(id), \(Clock.preciseTimestamp), \(entry.kind.rawValue), 'done', \(orNull: entry.target),
        \(orNull: entry.description), \(entry.summary), \(entry.movieCount), \(values.movies),
        \(bytes), \(orNull: (entry.imported?.json).map(DatabaseValue.utf8)), \(prior.movies), \(prior.bytes))
      """)
    if entry.kind == .change {
      try deleteOldest(
        endMovies: prior.movies &+ Int64(values.movies), endBytes: prior.bytes &+ Int64(bytes),
        limits,
        in: transaction)
    } else {
      // An undo or a redo deletes no entry that can be undone or redone next, and no values for
      // that.
      try transaction.execute(
        """
        DELETE FROM movieHistory
        WHERE id <= \(id &- Int64(limits.replays)) AND kind <> 'change' AND changes = 0
        """)
    }
    return Int(id)
  }

  /// Ends the possibility to redo changes.
  ///
  /// - Returns: The number of changes that could be redone.
  @discardableResult
  static func supersedeUndone(in transaction: borrowing Transaction) throws(SQLiteError) -> Int {
    try transaction.execute("UPDATE movieHistory SET state = 'superseded' WHERE state = 'undone'")
    let count = Int(transaction.changes)
    try deleteValues(ofUndo: nil, in: transaction)
    return count
  }

  /// Deletes the values of imports that were undone, of one undo or of all.
  static func deleteValues(
    ofUndo id: HistoryEntry.ID?, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let isOfUndo: SQL =
      if let id { "id = \(id)" } else { "kind = 'undo' AND changes > 0" }
    try transaction.execute(
      """
      DELETE FROM movieHistoryChange
      WHERE entryID IN (SELECT id FROM movieHistory WHERE \(isOfUndo))
      """)
    try transaction.execute(
      "UPDATE movieHistory SET changes = 0, bytes = length(summary) WHERE \(isOfUndo)")
  }

  /// Deletes the oldest entries if all entries together are over the limits. The newest one stays.
  ///
  /// - Parameters:
  ///   - endMovies: The number of movies of all entries, also of deleted ones.
  ///   - endBytes: The same for bytes.
  private static func deleteOldest(
    endMovies: Int64, endBytes: Int64, _ limits: HistoryLimits,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let movies = endMovies &- Int64(limits.movies)
    let bytes = endBytes &- Int64(limits.bytes)
    if movies <= 0, bytes <= 0 { return }
    // Only the entries to delete are read, and the first one that stays.
    let first = try transaction.fetchInt(
      """
      SELECT coalesce(
        (SELECT id FROM movieHistory
         WHERE priorMovies >= \(movies) AND priorBytes >= \(bytes) ORDER BY id LIMIT 1),
        (SELECT max(id) FROM movieHistory))
      """)
    try transaction.execute("DELETE FROM movieHistoryChange WHERE entryID < \(first)")
    try transaction.execute("DELETE FROM movieHistory WHERE id < \(first)")
  }
}

/// An entry of the history with the columns that an undo needs.
package struct StoredHistoryEntry {
  let entry: HistoryEntry
  /// The number of its rows in `movieHistoryChange`.
  let changeCount: Int
  let imported: ImportedMovies?

  static let columns: SQL = """
    id, time, kind, state, target, description, summary, movies, changes,
    \(imported("$.movies[0]")), \(imported("$.movies[1]")), \(imported("$.actors[0]")),
    \(imported("$.actors[1]")), \(imported("$.checksum"))
    """

  /// Another program can have changed the JSON.
  package static func imported(_ path: String) -> SQL {
    """
    CASE WHEN json_valid(imported) AND typeof(imported ->> '\(raw: path)') = 'integer'
      THEN imported ->> '\(raw: path)' END
    """
  }

  /// - Throws: `SQLITE_MISMATCH` for a row that violates the CHECK constraints.
  init(row: borrowing Row) throws(SQLiteError) {
    guard let kind = HistoryEntry.Kind(rawValue: try row.text(at: 2)),
      let state = HistoryEntry.State(rawValue: try row.text(at: 3))
    else {
      throw SQLiteError(code: .mismatch, message: "an entry of the history has an unknown kind")
    }
    changeCount = Int(try row.int(at: 8))
    imported =
      if let movies = try Self.range(row, at: 9), let checksum = try row.optionalInt(at: 13) {
        ImportedMovies(
          movies: movies, actors: try Self.range(row, at: 11), checksum: checksum)
      } else { nil }
    let (movieCount, importedCount) = (Int(try row.int(at: 7)), imported?.movieCount ?? 0)
    entry = HistoryEntry(
      id: Int(try row.int(at: 0)), time: Timestamp(stored: try row.text(at: 1)), kind: kind,
      state: state,
      target: try row.optionalInt(at: 4).map(Int.init).flatMap { $0 > 0 ? $0 : nil },
      description: try row.optionalText(at: 5),
      summary: try row.text(at: 6), movieCount: movieCount, importedMovieCount: importedCount,
      isStored: kind != .change || movieCount &- importedCount == changeCount)
  }

  private static func range(
    _ row: borrowing Row, at column: Int
  ) throws(SQLiteError) -> ClosedRange<Int64>? {
    guard let first = try row.optionalInt(at: column),
      let last = try row.optionalInt(at: column + 1), 1 <= first, first <= last,
      last - first < Row.movieCountLimit
    else { return nil }
    return first...last
  }
}

extension Row {
  /// More movies than a file can have. The sum of such numbers cannot overflow.
  package static let movieCountLimit: Int64 = 1 << 40

  /// The number of movies in the column. Another program can have stored any number.
  package borrowing func movieCount(at column: Int) throws(SQLiteError) -> Int {
    Int(min(max(0, try int(at: column)), Self.movieCountLimit))
  }
}

extension HistoryLog {
  /// Returns the entries that an undo or a redo would be about, in this order.
  static func next(
    _ direction: HistoryEntry.Direction, through id: HistoryEntry.ID? = nil, limit: Int,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [StoredHistoryEntry] {
    // The changes of other catalogs are not undone with the own ones, only by their number.
    var condition: SQL = "kind = 'change' AND target IS NULL"
    if let id {
      let isSync = try fetchAll("id = \(id) AND target = \(HistoryEntry.syncTarget)", in: catalog)
      condition =
        isSync.isEmpty
        ? "\(condition) AND id \(raw: direction == .undo ? ">=" : "<=") \(id)"
        : "kind = 'change' AND id = \(id)"
    }
    return try fetchAll(
      "\(condition) AND \(direction.candidates) LIMIT \(limit)", in: catalog)
  }

  /// The condition of the entries after one that contain all words of a text.
  static func condition(
    matching text: String, after id: HistoryEntry.ID?
  ) throws(StoreError) -> SQL {
    try LoosePattern.all(in: text).reduce("id > \(id ?? 0)") { condition, pattern in
      "\(condition) AND matches(\(searchedText), \(pattern.text))"
    }
  }

  static func entry(
    _ id: HistoryEntry.ID, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> StoredHistoryEntry? {
    try fetchAll("id = \(id)", in: catalog).first
  }

  static func latestUndo(
    of id: HistoryEntry.ID, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> StoredHistoryEntry? {
    try fetchAll("kind = 'undo' AND target = \(id) ORDER BY id DESC LIMIT 1", in: catalog).first
  }

  /// Returns the entries that meet a condition, which an order and a limit can follow.
  static func fetchAll(
    _ condition: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [StoredHistoryEntry] {
    if !catalog.hasHistory { return [] }
    return try catalog.database.fetchAll(
      "SELECT \(StoredHistoryEntry.columns) FROM movieHistory WHERE \(condition)",
      StoredHistoryEntry.init(row:))
  }

  /// Returns the number of entries.
  package static func count(in transaction: borrowing Transaction) throws(SQLiteError) -> Int {
    guard HistoryTables.exist(in: transaction) else { return 0 }
    return Int(try transaction.fetchInt("SELECT count(*) FROM movieHistory"))
  }

  /// Returns the highest id that an entry has or had, or 0 if there was none. Ids are not used
  /// again, so that they identify entries also after the history was cleared. The tables must
  /// exist.
  package static func lastID(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    max(
      try HistoryTables.storedID(in: transaction),
      try transaction.fetchInt("SELECT coalesce(max(id), 0) FROM movieHistory"))
  }

  /// Returns the id of the next entry. The tables must exist.
  static func nextID(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    let (id, isOver) = try lastID(in: transaction).addingReportingOverflow(1)
    if isOver { throw SQLiteError(code: .historyFull, message: "the history has no more ids") }
    return id
  }

  /// Deletes all entries up to one, and returns their number.
  @discardableResult
  package static func clear(
    through last: Int64 = .max, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    guard HistoryTables.exist(in: transaction) else { return 0 }
    let newest = try lastID(in: transaction)
    // Higher ids are of the entry that is being made.
    try transaction.execute(
      "DELETE FROM movieHistoryChange WHERE entryID <= \(min(last, newest))")
    try transaction.execute("DELETE FROM movieHistory WHERE id <= \(last)")
    let count = Int(transaction.changes)
    try HistoryTables.storeID(newest, in: transaction)
    return count
  }

  /// The texts of an entry that are searched, folded: its description, its summary, and the titles of its
  /// movies before and after. Another program can have changed the JSON.
  static let searchedText: SQL = """
    fold(coalesce(description, '') || char(10) || summary || coalesce((
      SELECT char(10) || group_concat(
        coalesce(CASE WHEN json_valid(before) THEN before ->> 'title' END, '') || char(10)
          || coalesce(CASE WHEN json_valid(after) THEN after ->> 'title' END, ''), char(10))
      FROM movieHistoryChange WHERE entryID = movieHistory.id), ''))
    """

  // MARK: Changes

  /// Calls the closure with each change of an entry, by movie id.
  static func forEachChange(
    of stored: StoredHistoryEntry, in catalog: borrowing CatalogTransaction,
    _ body: (MovieChange) throws -> Void
  ) throws {
    var target: StoredHistoryEntry?
    if let id = stored.entry.target { target = try entry(id, in: catalog) }
    if let imported = stored.imported ?? (stored.entry.kind == .redo ? target?.imported : nil) {
      try catalog.database.forEachRow(
        """
        SELECT \(Movie.columns) FROM MovieModel AS m
        WHERE m.id BETWEEN \(imported.movies.lowerBound) AND \(imported.movies.upperBound)
        """
      ) { row throws in try body(.added(try catalog.withDetails(Movie(row: row)))) }
    }
    // An undo or a redo has only the values that its change does not have.
    if let target {
      try forEachValue(of: target, isReversed: stored.entry.kind == .undo, in: catalog, body)
    }
    try forEachValue(of: stored, isReversed: false, in: catalog, body)
  }

  private static func forEachValue(
    of stored: StoredHistoryEntry, isReversed: Bool, in catalog: borrowing CatalogTransaction,
    _ body: (MovieChange) throws -> Void
  ) throws {
    try catalog.forEachStoredChange(of: stored.entry.id) { row in
      guard let row else {
        throw SQLiteError(code: .mismatch, message: "a value of the history is not valid")
      }
      let change = row.change(of: row.isUpdate ? try catalog.movie(row.movie) : nil)
      let (before, after) = (change?.before, change?.after)
      let replayed =
        isReversed ? MovieChange(before: after, after: before) : change
      if let replayed { try body(replayed) }
    }
  }
}

extension HistoryEntry {
  /// A direction in the history.
  package enum Direction: String, Hashable, Sendable {
    case undo, redo

    var candidates: SQL {
      switch self {
      case .undo: "state = 'done' ORDER BY id DESC"
      case .redo: "state = 'undone' ORDER BY id"
      }
    }
  }
}
