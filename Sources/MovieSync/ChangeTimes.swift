internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// When movies were changed after an entry of the history.
struct ChangeTimes {
  /// A change that the history has.
  struct Change {
    /// In microseconds since 1970.
    let time: Int64
    /// A name of the entry.
    let entry: String
    /// Stands for the replica that made the change, before the first sync: so that copies of one
    /// catalog know its changes by the same name.
    let replica: String?
  }

  private var changes: [Int64: Change] = [:]
  /// The last entry that changed a field of a movie.
  private var entries: [Int64: [AttributeKey: Int64]] = [:]
  /// The entries that added movies.
  private var additions: [Int64: Int64] = [:]
  private var imports: [(movies: ClosedRange<Int64>, entry: Int64, last: Int64)] = []
  /// Stands for all fields.
  private static let all = AttributeKey(unchecked: "*")

  /// No times: all changes were made now.
  init() {}

  /// - Parameter isFirst: Whether the catalog is not synced yet.
  init(
    after entry: Int64, isFirst: Bool, in catalog: borrowing CatalogTransaction
  ) throws {
    guard catalog.hasHistory else { return }
    // A clock can have gone back: a later entry counts as later.
    var latest: Int64 = 0
    try catalog.database.forEachRow(
      """
      SELECT id, \(HistoryMarks.moment), \(HistoryMarks.content) FROM movieHistory
      WHERE id > \(entry) ORDER BY id
      """
    ) { row throws(SQLiteError) in
      var hash: UInt64 = 0
      try row.withBytes(at: 2) { hash = $0.fnv1a }
      let name = HistoryMarks.name(ofHash: hash)
      latest = max(latest, try row.int(at: 1))
      changes[try row.int(at: 0)] = Change(
        time: latest, entry: name, replica: isFirst ? name : nil)
    }
    try addFields(after: entry, in: catalog.database)
    // What a sync changed has its own times.
    let (first, last) = (
      StoredHistoryEntry.imported("$.movies[0]"), StoredHistoryEntry.imported("$.movies[1]")
    )
    try catalog.database.forEachRow(
      """
      SELECT \(first), \(last), id, max(id, coalesce((
        SELECT max(id) FROM movieHistory AS other WHERE other.target = movieHistory.id), 0))
      FROM movieHistory
      WHERE id > \(entry) AND target IS NOT \(HistoryEntry.syncTarget) AND \(first) <= \(last)
      """
    ) { row throws(SQLiteError) in
      let movies = try row.int(at: 0)...row.int(at: 1)
      imports.append((movies, try row.int(at: 2), try row.int(at: 3)))
    }
    try catalog.database.forEachRow(
      """
      SELECT movieID, min(id) FROM movieHistory JOIN movieHistoryChange ON entryID = id
      WHERE entryID > \(entry) AND kind = 'change' AND target IS NULL AND before IS NULL
      GROUP BY movieID
      """
    ) { row throws(SQLiteError) in additions[try row.int(at: 0)] = try row.int(at: 1) }
  }

  private mutating func addFields(
    after entry: Int64, in database: borrowing Transaction
  ) throws {
    // An undo or a redo has the values of its target. `after` has all fields of an update.
    let changes: SQL = """
      SELECT movieID, id,
        CASE WHEN before IS NULL OR after IS NULL THEN '{"*": 0}' ELSE after END AS fields
      FROM movieHistory JOIN movieHistoryChange ON entryID = coalesce(target, id)
      WHERE id > \(entry) AND target IS NOT \(HistoryEntry.syncTarget)
        AND json_valid(coalesce(after, '{}'))
      """
    try database.forEachRow(
      """
      WITH change AS (\(changes))
      SELECT movieID, key, max(change.id) FROM change, json_each(fields) WHERE key <> 'keys'
      GROUP BY 1, 2
      UNION ALL
      SELECT movieID, key, max(change.id) FROM change, json_each(fields, '$.keys') GROUP BY 1, 2
      """
    ) { row throws(SQLiteError) in
      var key = AttributeKey(unchecked: try row.text(at: 1))
      if key.name == "actors" { key = .cast }
      entries[try row.int(at: 0), default: [:]][key] = try row.int(at: 2)
    }
  }

  /// Returns `nil` if the history does not tell.
  func change(of key: AttributeKey, in movie: Movie.ID) -> Change? {
    let fields = entries[movie.rawValue]
    let entry = [fields?[key], fields?[Self.all]].compactMap(\.self).max()
    return (entry ?? imports.last { $0.movies.contains(movie.rawValue) }?.last)
      .flatMap { changes[$0] }
  }

  /// What added a movie; `nil` if the history does not tell.
  func addition(of movie: Int64) -> Change? {
    (additions[movie] ?? imports.last { $0.movies.contains(movie) }?.entry)
      .flatMap { changes[$0] }
  }
}
