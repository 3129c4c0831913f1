internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// A sync of a catalog in its transaction.
struct CatalogSync: ~Copyable {
  let catalog: CatalogTransaction
  /// The path of the catalog, for errors.
  let path: String
  var replica: Replica<StoredRows>
  var report = SyncReport()
  /// The rows whose states others changed, in the order in which they did.
  var received: [Int64] = []
  /// The rows that were changed here since the last sync, and other ones that were received.
  var (ownChanges, passedOn) = (MovieIDSet(), MovieIDSet())
  /// The rows that are the same in another catalog.
  var same = MovieIDSet()
  /// The rows of movies that strangers have, and the movies of this catalog that they named.
  var (strangerRows, namedMovies) = (MovieIDSet(), MovieIDSet())
  /// The movies that are a part of another one now.
  var absorbed: [Movie.ID] = []
  let options: SyncOptions
  /// Whether the changes of the transaction are kept.
  let isKept: Bool
  let now: Int64
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
    replica = Replica(settings, StoredRows(in: catalog, at: path))
    isFirst = stored == nil
    now = max(Clock.microseconds, settings.clock.next)
  }

  var settings: SyncSettings { replica.settings }

  /// What a replica and another one are to each other.
  enum Acquaintance {
    case known
    /// Neither knows the other one, nor those that it knows.
    case strangers
    /// They are copies of one catalog that have not been synced since they parted.
    case copies(Parting)
  }

  /// - Parameters:
  ///   - known: The replicas that the other one knows.
  ///   - theirs: Its history up to its first sync.
  func acquaintance(
    with other: String, knowing known: Set<String>, _ theirs: HistoryMarks?
  ) throws -> Acquaintance {
    if let theirs, settings.replicas.isDisjoint(with: [theirs.replica, other]),
      let own = try SyncSettings.history(of: catalog),
      let parting = try Parting(of: catalog, own, theirs)
    {
      return .copies(parting)
    }
    return known.union([other]).isDisjoint(with: settings.replicas) ? .strangers : .known
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
    replica.settings.known.formUnion(replicas.union(known).subtracting([settings.replica]))
  }

  /// Stores what the next sync needs.
  func finish() throws(SQLiteError) {
    var settings = settings
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

  func row(_ id: Int64) throws -> SyncRow {
    guard let row = try replica.rows.row(id) else {
      throw StoreError(SQLiteError.invalidState, path: path)
    }
    return row
  }

  /// Records that another catalog has all movies.
  func shareAll() throws(SQLiteError) {
    try catalog.database.execute("UPDATE movieSync SET isShared = 1 WHERE NOT isShared")
  }
}
