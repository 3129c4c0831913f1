internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// A sync of a catalog in its transaction: what was changed here becomes a part of the states,
/// those of other replicas are merged into them, and the movies become what the states say.
struct CatalogSync: ~Copyable {
  let catalog: CatalogTransaction
  /// The path of the catalog, for errors.
  let path: String
  var settings: SyncSettings
  var report = SyncReport()
  /// The rows whose states others changed, in the order in which they did.
  var received: [Int64] = []
  /// The rows that were changed here since the last sync, and other ones that were received.
  var (ownChanges, passedOn) = (MovieIDSet(), MovieIDSet())
  /// The rows that are the same in another catalog.
  package var same = MovieIDSet()
  /// Whether the states that are received are those of a catalog that knows none of this one yet,
  /// nor of those that this one knows.
  var isStranger = false
  /// The rows of movies that strangers have, and the movies of this catalog that they named.
  var (strangerRows, namedMovies) = (MovieIDSet(), MovieIDSet())
  /// The movies that were deleted because they are others.
  package var absorbed: [Movie] = []
  let options: SyncOptions
  /// Whether the changes of the transaction are kept.
  let isKept: Bool
  var now: Int64
  /// Whether the catalog is not synced yet. Then it is not known when older values were changed.
  let isFirst: Bool

  /// Creates the tables of a catalog that is not synced yet.
  ///
  /// - Parameters:
  ///   - path: The path of the catalog.
  ///   - file: The identity of the file.
  ///   - isOther: Whether it is the other one of two catalogs.
  ///   - isKept: Whether the changes of the transaction are kept.
  /// - Throws: `StoreError.clockAhead` if the catalog has changes in the future.
  init(
    in catalog: borrowing CatalogTransaction, at path: String, file: String,
    _ options: SyncOptions = SyncOptions(), isOther: Bool = false, isKept: Bool = true
  ) throws {
    let stored: SyncSettings?
    do throws(SQLiteError) { stored = try SyncSettings(in: catalog.database) } catch {
      throw StoreError(error, path: path)
    }
    var settings = stored ?? SyncSettings(file: file)
    // A copy of the file goes on as another replica.
    if settings.file != file || options.restamps { settings.becomeNewReplica(file: file) }
    // Movies of a catalog that does not change keep their names in the next sync.
    if !isKept, stored?.file != file { settings.replica = SyncSettings.name(of: file) }
    if stored == nil {
      if !SyncTables.exist(in: catalog.database) { try SyncTables.create(in: catalog.database) }
      try settings.storeHistory(of: catalog)
    }
    if options.restamps {
      settings.clock = Clock.microseconds
    } else {
      try Self.requirePast(settings.clock, isOwn: !isOther)
    }
    self.options = options
    self.path = path
    self.isKept = isKept
    self.catalog = CatalogTransaction(catalog, catalog.journal)
    self.settings = settings
    isFirst = stored == nil
    now = max(Clock.microseconds, settings.clock.next)
  }

  /// Checks that other replicas are ones of this collection: both sides know a common one, or one
  /// side has not been synced with another one yet.
  ///
  /// - Parameter known: The replicas that the others know.
  /// - Throws: `StoreError.otherCollection`.
  mutating func join(
    _ replicas: Set<String>, with known: Set<String> = [], at path: String, isAllowed: Bool
  ) throws(StoreError) {
    let isKnown =
      replicas.isEmpty || settings.known.isEmpty
      || !replicas.union(known).isDisjoint(with: settings.replicas)
    guard isKnown || isAllowed else { throw StoreError(.otherCollection(path: path)) }
    settings.known.formUnion(replicas.union(known).subtracting([settings.replica]))
  }

  /// Whether a replica and those that it knows are none that this one knows.
  func isStranger(_ replica: String, knowing known: Set<String>) -> Bool {
    known.union([replica]).isDisjoint(with: settings.replicas)
  }

  /// The history up to the first sync.
  var history: HistoryMarks? { get throws { try SyncSettings.history(of: catalog) } }

  /// Stores what the next sync needs.
  ///
  /// - Parameter end: The last line that was written to the file of the replica.
  func finish(with end: SyncLine? = nil) throws(SQLiteError) {
    var settings = settings
    if let end { settings.ends.append(end) }
    if catalog.hasHistory { settings.entry = try HistoryLog.lastID(in: catalog.database) }
    try settings.store(in: catalog.database)
  }

  /// - Parameter time: One of ``SyncStamp/times``.
  static func requirePast(_ time: Int64, isOwn: Bool) throws(StoreError) {
    if SyncStamp.isAhead(time) {
      let seconds = (time - Clock.microseconds) / 1_000_000
      throw StoreError(.clockAhead(seconds: seconds, isOwn: isOwn))
    }
  }

  // MARK: Rows

  /// Returns the rows with one of the origins, those with a movie first.
  func rows(of origins: Set<String>) throws(SQLiteError) -> [Int64] {
    var rows: [Int64: Int64] = [:]
    for origin in origins {
      let row = try catalog.database.fetchOne(
        """
        SELECT id, coalesce(movieID, \(Int64.max)) FROM movieSync WHERE name = coalesce(
          (SELECT name FROM movieSyncOrigin WHERE origin = \(origin)), \(origin))
        """
      ) { row throws(SQLiteError) in (id: try row.int(at: 0), movie: try row.int(at: 1)) }
      if let row { rows[row.id] = row.movie }
    }
    return rows.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  func existingRow(_ id: Int64) throws(StoreError) -> SyncRow? { try existingRow("id = \(id)") }

  private func existingRow(_ condition: SQL) throws(StoreError) -> SyncRow? {
    do throws(SQLiteError) {
      return try catalog.database.fetchOne(
        "SELECT \(SyncRow.columns) FROM movieSync WHERE \(condition)", SyncRow.init(row:))
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// The state of a movie; `nil` if it is a part of another one.
  func state(of movie: Int64) throws(StoreError) -> MovieState? {
    try existingRow("movieID = \(movie)")?.state
  }

  func row(_ id: Int64) throws(StoreError) -> SyncRow {
    guard let row = try existingRow(id) else {
      throw StoreError(SQLiteError.invalidState, path: path)
    }
    return row
  }

  mutating func insert(
    _ state: MovieState, of movie: Movie?, isShared: Bool
  ) throws(SQLiteError) -> Int64 {
    settings.sequence += 1
    let id = try catalog.database.fetchInt(
      """
      INSERT INTO movieSync(name, movieID, content, sequence, isShared, state)
      VALUES (
        \(state.name), \(orNull: movie?.id.rawValue), \(movie.map { ImportChecksum($0).value } ?? 0),
        \(settings.sequence), \(isShared), \(DatabaseValue.utf8(state.json.bytes)))
      RETURNING id
      """)
    try state.storeOrigins(in: catalog.database)
    return id
  }

  /// Records that another catalog has all movies.
  func shareAll() throws(SQLiteError) {
    try catalog.database.execute("UPDATE movieSync SET isShared = 1 WHERE NOT isShared")
  }

  func share(_ row: Int64) throws(SQLiteError) {
    try catalog.database.execute("UPDATE movieSync SET isShared = 1 WHERE id = \(row)")
  }

  mutating func store(_ row: SyncRow) throws(SQLiteError) {
    same.remove(row.id)
    settings.sequence += 1
    try row.store(sequence: settings.sequence, in: catalog.database)
  }

  /// Remembers that the movie has the values of the state. A deleted movie keeps its id.
  func setContent(of row: SyncRow, _ movie: Movie?) throws(SQLiteError) {
    try catalog.database.execute(
      """
      UPDATE movieSync SET movieID = \(orNull: (movie?.id ?? row.movie)?.rawValue),
        content = \(movie.map { ImportChecksum($0).value } ?? 0)
      WHERE id = \(row.id)
      """)
  }
}
