internal import MovieSQLite
internal import MovieSystem

/// A sync of a catalog in its transaction: what was changed here becomes a part of the states,
/// those of other replicas are merged into them, and the movies become what the states say.
struct CatalogSync: ~Copyable {
  let catalog: CatalogTransaction
  private(set) var settings: SyncSettings
  private(set) var report = SyncReport()
  /// The rows whose states others changed, in the order in which they did.
  private var received: [Int64] = []
  /// The rows that were changed here since the last sync, and other ones that were received.
  private var (ownChanges, passedOn) = (MovieIDSet(), MovieIDSet())
  /// The rows that are the same in another catalog.
  private var same = MovieIDSet()
  private var now: Int64
  /// Whether the catalog is not synced yet. Then it is not known when older values were changed.
  private let isFirst: Bool
  /// How far the clock of another replica can be ahead: a day.
  private static let aheadLimit: Int64 = 86_400 * 1_000_000

  /// Creates the tables of a catalog that is not synced yet.
  ///
  /// - Parameter file: The identity of the file.
  /// - Throws: `StoreError.clockAhead` if the catalog has changes in the future.
  init(
    in catalog: borrowing CatalogTransaction, file: String, _ options: SyncOptions = SyncOptions()
  ) throws {
    let stored = try SyncSettings(in: catalog.database)
    var settings = stored ?? SyncSettings(file: file)
    if stored == nil {
      if !SyncTables.exist(in: catalog.database) { try SyncTables.create(in: catalog.database) }
      try settings.storeHistory(of: catalog)
    }
    // A copy of the file goes on as another replica.
    if settings.file != file || options.restamps { settings.becomeNewReplica(file: file) }
    if options.restamps {
      settings.clock = Clock.microseconds
    } else {
      try Self.requirePast(settings.clock, isOwn: true)
    }
    self.catalog = CatalogTransaction(catalog, catalog.journal)
    self.settings = settings
    isFirst = stored == nil
    now = max(Clock.microseconds, settings.clock + 1)
  }

  /// Continues as another replica, whose change file does not exist yet.
  mutating func becomeNewReplica() { settings.becomeNewReplica(file: settings.file) }

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

  // MARK: Changes of this replica

  /// Records what was changed here since the last sync, by any program.
  mutating func recordChanges() throws {
    let fills = try downgradeCount() > settings.downgrades
    let times = try ChangeTimes(after: settings.entry, isFirst: isFirst, in: catalog)
    try recordChanges(times, fills)
  }

  /// Records every difference between the movies and the states of all replicas as a change.
  mutating func goBack() throws {
    received = []
    try recordChanges(ChangeTimes(), false, ofAll: true)
  }

  private mutating func recordChanges(
    _ times: borrowing ChangeTimes, _ fills: Bool, ofAll isOfAll: Bool = false
  ) throws {
    settings.downgrades = try downgradeCount()
    var contents = try ImportChecksum.all(in: catalog)
    var changed: [Int64] = []
    try catalog.database.forEachRow(
      "SELECT id, movieID, content FROM movieSync ORDER BY id"
    ) { row throws(SQLiteError) in
      let content = try row.optionalInt(at: 1).flatMap { contents.removeValue(forKey: $0) } ?? 0
      let isChanged = try content != row.int(at: 2)
      if isChanged || isOfAll { changed.append(try row.int(at: 0)) }
    }
    for id in changed { try recordChange(of: row(id), times, fills) }
    for id in contents.keys.sorted() {
      guard let movie = try catalog.movie(Movie.ID(rawValue: id)) else { continue }
      let addition = isFirst ? times.addition(of: id)?.replica : nil
      let origin = if let addition { "\(addition)-\(id)" } else { try newOrigin(of: id) }
      var state = MovieState(origins: [origin])
      _ = change(&state, to: movie, times, fills: false)
      ownChanges.insert(try insert(state, of: movie, isShared: false))
    }
  }

  private mutating func recordChange(
    of row: SyncRow, _ times: borrowing ChangeTimes, _ fills: Bool
  ) throws {
    var row = row
    let movie = try row.movie.flatMap { try catalog.movie($0) }
    let before = row.state
    if let movie {
      _ = change(&row.state, to: movie, times, fills: fills)
      if !row.state.presence.isPresent {
        // An undo restored it.
        settings.clock = max(settings.clock + 1, now)
        row.state.presence.add(
          at: SyncStamp(time: settings.clock, replica: settings.replica))
      }
      // Values that a migration lost come back, and lists get the order of the state.
      let values = MovieState.values(of: row.state.draft.draft)
      if values != MovieState.values(of: MovieDraft(valuesOf: movie)) { received.append(row.id) }
    } else {
      row.state.delete()
    }
    if row.state == before { return try setContent(of: row, movie) }
    try store(row)
    try setContent(of: row, movie)
    ownChanges.insert(row.id)
  }

  /// A name that no movie has yet: the id can be that of a movie that was merged into another one.
  private func newOrigin(of movie: Int64) throws(SQLiteError) -> String {
    let origin = "\(settings.replica)-\(movie)"
    return try rows(of: [origin]).isEmpty ? origin : "\(origin)-\(settings.sequence)"
  }

  private mutating func change(
    _ state: inout MovieState, to movie: Movie, _ times: borrowing ChangeTimes, fills: Bool
  ) -> Bool {
    var latest = settings.clock
    let (now, replica, isFirst) = (now, settings.replica, isFirst)
    let isChanged = state.change(to: MovieDraft(valuesOf: movie), filling: fills) { key, known in
      // The history tells seconds.
      let change = times.change(of: key, in: movie.id)
      let time = min(change?.time ?? (isFirst ? 1 : now), now + 1_000_000)
      let stamp = SyncStamp(time: max(time, known + 1), replica: change?.replica ?? replica)
      latest = max(latest, stamp.time)
      return stamp
    }
    settings.clock = max(latest, state.latestTime)
    return isChanged
  }

  /// The number of migrations after which the file had lost what older versions cannot store.
  private func downgradeCount() throws(SQLiteError) -> Int64 {
    guard catalog.database.hasTable(MigrationLog.table) else { return 0 }
    return try catalog.database.fetchInt(
      "SELECT count(*) FROM \(raw: MigrationLog.table) WHERE direction = 'down'")
  }

  // MARK: Changes of other replicas

  /// Merges what another replica knows about a movie. The movie changes when all states are merged.
  mutating func receive(_ state: MovieState, since past: SharedPast?) throws {
    var state = state
    try past?.complete(&state, in: self)
    try receive(state)
  }

  /// Merges the deletions in another catalog before its first sync.
  mutating func receiveDeletions(since past: SharedPast) throws {
    for state in try past.deletions(in: self) { try receive(state) }
  }

  private mutating func receive(_ state: MovieState) throws {
    let time = state.latestTime
    try Self.requirePast(time, isOwn: false)
    settings.clock = max(settings.clock, time)
    let ids = try rows(of: state.origins)
    guard let first = ids.first else {
      let row = try insert(state, of: nil, isShared: true)
      received.append(row)
      passedOn.insert(row)
      return
    }
    var row = try row(first)
    let before = row.state
    row.state.merge(state)
    for id in ids.dropFirst() { try absorb(self.row(id), into: &row) }
    if row.state == before {
      if !row.isShared { try share(row.id) }
      return
    }
    row.isShared = true
    try store(row)
    received.append(row.id)
    passedOn.insert(row.id)
  }

  /// Whether a row was changed here, and not only by others since the last sync.
  func isOwnChange(_ row: Int64) -> Bool { ownChanges.contains(row) || !passedOn.contains(row) }

  private static func requirePast(_ time: Int64, isOwn: Bool) throws(StoreError) {
    let ahead = time - Clock.microseconds
    if ahead > aheadLimit {
      throw StoreError(.clockAhead(seconds: ahead / 1_000_000, isOwn: isOwn))
    }
  }

  /// Gives the changes in the future the current time.
  mutating func restamp() throws {
    for id in try catalog.database.fetchInts("SELECT id FROM movieSync ORDER BY id") {
      var row = try row(id)
      let before = row.state
      row.state.limitTimes(to: settings.clock)
      if row.state != before { try store(row) }
    }
  }

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

  /// Merges a movie into another one, which is the same.
  private mutating func absorb(_ other: SyncRow, into row: inout SyncRow) throws {
    row.state.merge(other.state)
    try catalog.database.execute("DELETE FROM movieSync WHERE id = \(other.id)")
    guard let id = other.movie, let movie = try catalog.movie(id) else { return }
    if let own = row.movie, try catalog.movie(own) != nil {
      try catalog.delete(movie)
    } else {
      row.movie = id
    }
  }

  // MARK: Movies

  /// Pairs movies that several replicas added, and gives all movies the values of their states.
  ///
  /// - Parameter body: A closure that is called with each change of a movie.
  mutating func apply(_ body: (MovieChange) throws -> Void) throws {
    catalog.journal?.pending.isSync = true
    try pair()
    var seen: Set<Int64> = []
    received = received.filter { seen.insert($0).inserted }
    for id in try addMovies(body) {
      guard let row = try existingRow(id) else { continue }
      let draft = draft(of: row)
      let movie = try row.movie.flatMap { try catalog.movie($0) }
      switch (movie, row.state.presence.isPresent) {
      case (let movie?, true):
        let fields = try Self.merge.fields(of: movie, from: draft)
        let after = fields.names.isEmpty ? movie : try catalog.replace(movie, with: fields)
        try setContent(of: row, after)
        if after != movie {
          report.updated += 1
          try body(.updated(before: movie, after: after))
        }
      case (let movie?, false):
        try catalog.delete(movie)
        try setContent(of: row, nil)
        report.deleted += 1
        try body(.deleted(movie))
      case (nil, true):
        // It was deleted here.
        let movie = try catalog.insert(MovieFields(draft), id: row.movie)
        try setContent(of: row, movie)
        report.added += 1
        try body(.added(movie))
      case (nil, false): break
      }
    }
    received = []
  }

  /// Adds the movies that this catalog never had.
  ///
  /// - Returns: The other rows whose states others changed.
  private mutating func addMovies(_ body: (MovieChange) throws -> Void) throws -> [Int64] {
    var others: [Int64] = []
    // The credits of a movie can be inserted before the movie and its actors.
    try catalog.database.execute("PRAGMA defer_foreign_keys = ON")
    var names = NameNumbers()
    var inserter = try BulkInserter(in: catalog, keepsIndexes: true)
    var newest = inserter.newest
    for start in stride(from: 0, to: received.count, by: MovieBatch.movieLimit) {
      var batch = MovieBatch(numbering: &names)
      var added: [(row: SyncRow, movie: Movie)] = []
      for id in received[start...].prefix(MovieBatch.movieLimit) {
        guard let row = try existingRow(id) else { continue }
        guard row.movie == nil, row.state.presence.isPresent else {
          others.append(id)
          continue
        }
        let draft = draft(of: row)
        newest += 1
        batch.append(draft, isCompared: false, numbering: &names)
        added.append((row, Movie(draft, id: Movie.ID(rawValue: newest))))
      }
      try inserter.insert(batch)
      for (row, movie) in added {
        try setContent(of: row, movie)
        try body(.added(movie))
      }
    }
    try inserter.finish()
    report.added += inserter.report.movies
    try catalog.journal?.record(inserter.imported, in: catalog)
    return others
  }

  private mutating func draft(of row: SyncRow) -> MovieDraft {
    let (draft, overflow) = row.state.draft
    if !overflow.isEmpty { report.overflowing.append(draft.title) }
    return draft
  }

  private static let merge = MovieMerge(rule: .replace, replacesCast: true, isExact: true)

  /// Unites new movies of other replicas with movies of this one that no other replica has yet, as
  /// an import matches records.
  private mutating func pair() throws {
    let isAlone = try catalog.database.fetchInt(
      "SELECT NOT EXISTS (SELECT 1 FROM movieSync WHERE NOT isShared AND movieID IS NOT NULL)")
    if isAlone != 0 { return }
    var taken = MovieIDSet()
    for id in try catalog.database.fetchInts(
      "SELECT movieID FROM movieSync WHERE isShared AND movieID IS NOT NULL")
    {
      taken.insert(id)
    }
    var pairs: [(row: Int64, movie: Int64)] = []
    try RecordStage.run { stage in
      var batch = RecordStage.Batch()
      for id in Set(received).sorted() {
        guard let row = try existingRow(id), row.movie == nil, row.state.presence.isPresent else {
          continue
        }
        batch.append(row.state.draft.draft, line: Int(id))
        if !batch.isFull { continue }
        try stage.add(batch, of: 0)
        batch = RecordStage.Batch()
      }
      try stage.add(batch, of: 0)
      try stage.finish()
      if stage.count == 0 { return }
      var matcher = RecordMatcher(in: catalog, [Self.merge], .pairs, taken: taken)
      try matcher.run(stage)
      try stage.forEachChunk { rows in
        for row in rows {
          if let movie = row.movie { pairs.append((Int64(row.line), movie)) }
          if row.kind == .ambiguous {
            let draft = try stage.drafts(of: [row.id], skipsCasts: true)[0]
            report.ambiguous.append(
              .init(
                title: Movie(draft).titleWithYear,
                candidates: row.candidates.map(Movie.ID.init(rawValue:))))
          }
        }
      }
    }
    for (id, movie) in pairs {
      guard let theirs = try existingRow(id),
        let own = try catalog.database.fetchInts(
          "SELECT id FROM movieSync WHERE movieID = \(movie)"
        ).first
      else { continue }
      var row = try row(own)
      try absorb(theirs, into: &row)
      row.isShared = true
      try store(row)
      received.append(row.id)
      report.paired += 1
    }
  }

  // MARK: Rows

  private func existingRow(_ id: Int64) throws(SQLiteError) -> SyncRow? {
    try catalog.database.fetchOne(
      "SELECT \(SyncRow.columns) FROM movieSync WHERE id = \(id)", SyncRow.init(row:))
  }

  /// The state of a movie; `nil` if it is a part of another one.
  func state(of movie: Int64) throws(SQLiteError) -> MovieState? {
    try catalog.database.fetchOne(
      "SELECT \(SyncRow.columns) FROM movieSync WHERE movieID = \(movie)", SyncRow.init(row:))?
      .state
  }

  func row(_ id: Int64) throws(SQLiteError) -> SyncRow {
    guard let row = try existingRow(id) else { throw .invalidState }
    return row
  }

  private mutating func insert(
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

  private func share(_ row: Int64) throws(SQLiteError) {
    try catalog.database.execute("UPDATE movieSync SET isShared = 1 WHERE id = \(row)")
  }

  private mutating func store(_ row: SyncRow) throws(SQLiteError) {
    same.remove(row.id)
    settings.sequence += 1
    try row.store(sequence: settings.sequence, in: catalog.database)
  }

  /// Remembers that the movie has the values of the state. A deleted movie keeps its id.
  private func setContent(of row: SyncRow, _ movie: Movie?) throws(SQLiteError) {
    try catalog.database.execute(
      """
      UPDATE movieSync SET movieID = \(orNull: (movie?.id ?? row.movie)?.rawValue),
        content = \(movie.map { ImportChecksum($0).value } ?? 0)
      WHERE id = \(row.id)
      """)
  }

  // MARK: Other catalogs

  /// Merges the states of another catalog that are not the same here.
  mutating func receive(allOf other: borrowing CatalogSync, since past: SharedPast? = nil) throws {
    var find = try catalog.database.prepare(
      "SELECT state, id, isShared FROM movieSync WHERE name = ?")
    try other.catalog.database.forEachRow("SELECT id, name, state FROM movieSync ORDER BY id") {
      row throws in
      if try other.same.contains(row.int(at: 0)) { return }
      let state = try row.bytes(at: 2)
      try find.bind(row.value(at: 1), at: 1)
      let own = try find.fetchOne { row throws(SQLiteError) in
        (state: try row.bytes(at: 0), id: try row.int(at: 1), isShared: try row.bool(at: 2))
      }
      if let own, own.state == state {
        same.insert(own.id)
        try past?.addKnown(row.text(at: 1))
        if !own.isShared { try share(own.id) }
        return
      }
      guard let json = JSONValue(state), let state = MovieState(json) else {
        throw SQLiteError.invalidState
      }
      try receive(state, since: past)
    }
    if let past { try receiveDeletions(since: past) }
  }
}

extension CatalogTransaction {
  /// Unites the states of movies that were merged into one, if the catalog is synced: what other
  /// replicas changed in them belongs to it.
  func uniteStates(of movies: [Movie.ID], into movie: Movie.ID) throws(SQLiteError) {
    guard SyncTables.exist(in: database) else { return }
    func row(_ movie: Movie.ID) throws(SQLiteError) -> SyncRow? {
      try database.fetchOne(
        "SELECT \(SyncRow.columns) FROM movieSync WHERE movieID = \(movie.rawValue)",
        SyncRow.init(row:))
    }
    guard var united = try row(movie) else { return }
    for other in movies where other != movie {
      guard let other = try row(other) else { continue }
      united.state.merge(other.state)
      united.isShared = united.isShared || other.isShared
      try database.execute("DELETE FROM movieSync WHERE id = \(other.id)")
    }
    try united.store(
      sequence: database.fetchInt("SELECT coalesce(max(sequence), 0) + 1 FROM movieSync"),
      in: database)
  }
}

extension SyncRow {
  /// Stores a changed state.
  fileprivate func store(
    sequence: Int64, in database: borrowing Transaction
  ) throws(SQLiteError) {
    try database.execute(
      """
      UPDATE movieSync SET name = \(state.name), movieID = \(orNull: movie?.rawValue),
        sequence = \(sequence), isShared = \(isShared),
        state = \(DatabaseValue.utf8(state.json.bytes))
      WHERE id = \(id)
      """)
    try state.storeOrigins(in: database)
  }
}

extension MovieState {
  /// Stores the origins that do not name the movie.
  fileprivate func storeOrigins(in database: borrowing Transaction) throws(SQLiteError) {
    if origins.count < 2 { return }
    let name = name
    for origin in origins where origin != name {
      try database.execute(
        """
        INSERT INTO movieSyncOrigin VALUES (\(origin), \(name))
        ON CONFLICT (origin) DO UPDATE SET name = excluded.name
        """)
    }
  }
}

extension SyncSettings {
  /// A replica whose changes no other one has yet.
  fileprivate mutating func becomeNewReplica(file: String) {
    known.insert(replica)
    replica = Self.newName()
    ends = []
    self.file = file
  }
}

/// What a sync did, or would do.
package struct SyncReport: Hashable, Sendable {
  /// A movie of another catalog that can be several ones of this catalog. It stays apart.
  package struct Ambiguity: Hashable, Sendable {
    /// The title, with the year.
    package let title: String
    /// The movies that it can be.
    package let candidates: [Movie.ID]
  }

  /// A line of a file that was damaged or edited.
  package struct DamagedLine: Hashable, Sendable {
    /// The path of the file.
    package let file: String
    /// The number of the line, from 1.
    package let line: Int
  }

  /// The movies that were added to this catalog.
  package internal(set) var added = 0
  /// The movies of this catalog that were changed.
  package internal(set) var updated = 0
  /// The movies of this catalog that were deleted.
  package internal(set) var deleted = 0
  /// The movies in the file of this catalog that it did not only pass on.
  package internal(set) var sent = 0
  /// The movies that several catalogs had added, and that are one now.
  package internal(set) var paired = 0
  /// The movies that can be several ones.
  package internal(set) var ambiguous: [Ambiguity] = []
  /// The lines of files in a directory that are damaged. The others are used.
  package internal(set) var damagedLines: [DamagedLine] = []
  /// Whether all changes of a retired replica are in this catalog.
  package internal(set) var isRetired = false
  /// The titles of movies that have more values than a movie can have. The others are kept.
  package internal(set) var overflowing: [String] = []
}
