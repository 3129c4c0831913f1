package import MovieSQLite

/// Inserts batches of movies, many rows with each run of a statement.
///
/// Foreign keys need not be enforced: each credit refers to a movie and an actor that the same
/// transaction has inserted or found.
package struct BulkInserter: ~Copyable {
  package let catalog: CatalogTransaction
  /// The numbers of movies and actors inserted, and of movies skipped.
  package private(set) var report = Catalog.InsertReport()
  /// The highest id that a movie had before the insert.
  package let newest: Int64

  private let keepsIndexes: Bool
  private var movies: RowInserter
  private var credits: RowInserter
  private var actors: ActorIDs
  private var attributes: RowInserter
  private var ids: RowIDAllocator
  private var indexes = DeferredIndexes()
  /// Reading the rows again for it would take an eighth of the time of the insert.
  private var checksum = ImportChecksum()
  /// The credits of the current movie.
  private var cast: [(actor: Int64, position: Int64)] = []

  /// - Parameter keepsIndexes: Whether no index is dropped meanwhile, because foreign keys are
  ///   enforced.
  package init(
    in catalog: borrowing CatalogTransaction, keepsIndexes: Bool
  ) throws(SQLiteError) {
    let database = Transaction(catalog.database)
    let movies = try RowInserter(
      into: "MovieModel(id, title, favorite, sortableTitle)", columns: 4,
      rows: 100, in: database)
    let credits = try RowInserter(
      into: "MovieActor(movieID, actorID, position)", columns: 3,
      rows: 300, in: database)
    let attributes = try RowInserter(
      into: "\(AttributeTable.name)(movieID, key, ordinal, value)", columns: 4,
      rows: 200, in: database)
    let actors = try ActorIDs(in: database)
    let ids = try RowIDAllocator(of: "MovieModel", in: database)
    newest = ids.newest
    self.keepsIndexes = keepsIndexes
    self.catalog = CatalogTransaction(catalog, nil)
    self.ids = ids
    self.movies = movies
    self.credits = credits
    self.attributes = attributes
    self.actors = actors
  }

  /// Inserts the movies of a batch, except those to skip.
  ///
  /// - Parameters:
  ///   - limit: The number of movies after which the insert ends.
  ///   - skipped: The positions of the movies to skip.
  package mutating func insert(
    _ batch: MovieBatch, upTo limit: Int = .max, skipping skipped: Set<Int> = []
  ) throws(SQLiteError) {
    if batch.restartsNames, actors.hasNames {
      try actors.discardNames()
      try indexes.rebuildActorIndex(in: catalog.database)
    }
    actors.add(batch.newNames)
    if !keepsIndexes, try indexes.shouldDrop(after: report.movies, newest, in: catalog.database) {
      try insertPendingRows()
      try indexes.drop(
        actors: !actors.mayExist, after: ids.newest, in: catalog.database)
    }
    for index in batch.movies.indices where report.movies < limit {
      if skipped.contains(index) {
        report.skipped += 1
      } else {
        try insert(batch.movies[index], of: batch)
      }
    }
  }

  private mutating func insert(
    _ movie: MovieBatch.Entry, of batch: MovieBatch
  ) throws(SQLiteError) {
    let id = try ids.next()
    try movies.add(id)
    try movies.add(movie.title.utf8.span)
    try movies.add(Int64(movie.isFavorite ? 1 : 0))
    try movies.add(movie.sortableTitle.utf8.span)
    checksum.addMovie(id, title: movie.title.utf8.span, isFavorite: movie.isFavorite)
    try insertCredits(of: id, batch.credits[movie.cast])
    try insertAttributes(of: id, movie.attributes)
    report.movies += 1
  }

  private mutating func insertCredits(
    of movie: Int64, _ names: ArraySlice<Int32>
  ) throws(SQLiteError) {
    cast.removeAll(keepingCapacity: true)
    for name in names {
      cast.append((actor: try actors.id(ofName: Int(name)), position: Int64(cast.count)))
    }
    // In the order of the table's primary key, so that SQLite only appends.
    cast.sort { $0.actor < $1.actor }
    for credit in cast {
      try credits.add(movie)
      try credits.add(credit.actor)
      try credits.add(credit.position)
      checksum.addCredit(movie, credit.actor, credit.position)
    }
  }

  private mutating func insertAttributes(
    of movie: Int64, _ values: MovieAttributes
  ) throws(SQLiteError) {
    if values.isEmpty { return }
    for entry in values.entries.sorted(by: { $0.key.name.precedes($1.key.name) }) {
      for (ordinal, value) in entry.values.enumerated() {
        try attributes.add(movie)
        try attributes.add(entry.key.name.utf8.span)
        try attributes.add(Int64(ordinal))
        checksum.addAttribute(movie, entry.key.name.utf8.span, Int64(ordinal), value)
        switch value {
        case .integer(let number): try attributes.add(number)
        case .real(let number): try attributes.add(number)
        case .text(let text): try attributes.add(text.utf8.span)
        }
      }
    }
  }

  private mutating func insertPendingRows() throws(SQLiteError) {
    try movies.finish()
    try actors.finish()
    try credits.finish()
    try attributes.finish()
  }

  /// Inserts the remaining rows and rebuilds the dropped indexes.
  package mutating func finish() throws(SQLiteError) {
    try insertPendingRows()
    report.newActors = actors.newCount
    try indexes.rebuild(in: catalog.database)
  }

  /// Returns the rows that were inserted; `nil` if there are none.
  package var imported: ImportedMovies? {
    if report.movies == 0 { return nil }
    return ImportedMovies(
      movies: (newest + 1)...ids.newest, actors: actors.newIDs,
      checksum: checksum.value &+ actors.checksum.value)
  }
}

/// Finds or inserts actors by the numbers that batches give their names.
struct ActorIDs: ~Copyable {
  private var find: Statement
  private var inserter: RowInserter
  private var ids: RowIDAllocator
  private let newestBefore: Int64
  private var names: [String] = []
  /// The id of the actor of each name, or 0 if it is not known yet.
  private var known: [Int64] = []
  /// Whether the catalog can have an actor with a name that is not known.
  private(set) var mayExist: Bool
  /// The number of actors inserted.
  private(set) var newCount = 0
  private(set) var checksum = ImportChecksum()

  var newIDs: ClosedRange<Int64>? { newCount > 0 ? (newestBefore + 1)...ids.newest : nil }

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let find = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    let inserter = try RowInserter(
      into: "ActorModel(id, name)", columns: 2, rows: 100, in: transaction)
    let ids = try RowIDAllocator(of: "ActorModel", in: transaction)
    mayExist = try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM ActorModel)") != 0
    self.find = find
    self.inserter = inserter
    self.ids = ids
    newestBefore = ids.newest
  }

  var hasNames: Bool { !names.isEmpty }

  /// Adds the new names of a batch, whose numbers follow the earlier ones.
  mutating func add(_ newNames: [String]) {
    names += newNames
    known += repeatElement(0, count: newNames.count)
  }

  /// Discards the names. Their actors are in the catalog.
  mutating func discardNames() throws(SQLiteError) {
    try finish()
    mayExist = true
    (names, known) = ([], [])
  }

  mutating func id(ofName number: Int) throws(SQLiteError) -> Int64 {
    if known[number] != 0 { return known[number] }
    let existing = try existingID(of: names[number])
    let id = if let existing { existing } else { try insert(names[number]) }
    known[number] = id
    return id
  }

  private mutating func existingID(of name: String) throws(SQLiteError) -> Int64? {
    if !mayExist { return nil }
    try find.bind(name.utf8.span, at: 1)
    return try find.fetchOne { row throws(SQLiteError) in try row.int(at: 0) }
  }

  private mutating func insert(_ name: String) throws(SQLiteError) -> Int64 {
    let id = try ids.next()
    try inserter.add(id)
    try inserter.add(name.utf8.span)
    checksum.addActor(id, name: name.utf8.span)
    newCount += 1
    return id
  }

  mutating func finish() throws(SQLiteError) { try inserter.finish() }
}

/// Assigns the ids of new rows of an AUTOINCREMENT table.
///
/// SQLite's own assignment reports a full disk when no id is left, and continues below zero after a
/// negative id.
struct RowIDAllocator {
  /// The highest id that was ever assigned, or 0.
  private(set) var newest: Int64

  init(of table: String, in transaction: borrowing Transaction) throws(SQLiteError) {
    // The sequence includes deleted rows. Another program can have changed it, so rows count, too.
    newest = try transaction.fetchInt(
      """
      SELECT max(
        0, coalesce((SELECT seq FROM sqlite_sequence WHERE name = \(table)), 0),
        coalesce((SELECT max(id) FROM \(raw: table)), 0))
      """)
    // Another program can have left attributes of a movie that does not exist. A new movie must not get them.
    guard table == "MovieModel" else { return }
    newest = max(
      newest,
      try transaction.fetchInt("SELECT coalesce(max(movieID), 0) FROM MovieAttribute"))
  }

  /// Returns an id above all earlier ones.
  ///
  /// - Throws: `idsExhausted` after the highest possible id.
  mutating func next() throws(SQLiteError) -> Int64 {
    let (id, isOver) = newest.addingReportingOverflow(1)
    guard !isOver else { throw SQLiteError(code: .idsExhausted, message: "no ids are left") }
    newest = id
    return id
  }
}

/// Indexes that are dropped during a bulk insert and rebuilt once at its end: building an index from
/// sorted entries takes a fraction of the time.
struct DeferredIndexes {
  private static let minimumMovies = 1_000
  private static let actorIndex = "actor_by_name"

  /// The number of movies before the insert.
  private var initialMovieCount: Int?
  /// The dropped indexes and triggers.
  private var dropped: [SchemaObject] = []
  /// The last movie and the last actor in the search indexes.
  private var newestIndexed: [Int64] = []

  /// Whether dropping is worth it now: the catalog has doubled, so that rebuilding its indexes costs
  /// no more than the insert so far.
  mutating func shouldDrop(
    after movieCount: Int, _ newest: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard dropped.isEmpty, movieCount >= Self.minimumMovies else { return false }
    if initialMovieCount == nil {
      initialMovieCount = Int(
        try transaction.fetchInt("SELECT count(*) FROM MovieModel WHERE id <= \(newest)"))
    }
    return movieCount >= initialMovieCount ?? 0
  }

  /// Drops indexes, and the triggers that record pending changes of the search index.
  ///
  /// - Parameters:
  ///   - titles: Whether the index of titles is dropped, because no movie is looked up.
  ///   - actors: Whether the index of names is dropped, because no actor is looked up.
  mutating func drop(
    actors: Bool, after newest: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try SearchIndex.applyPending(in: transaction)
    var names = ["cast_by_actor", "movie_by_sortable_title", AttributeTable.indexName]
    if actors { names.append(Self.actorIndex) }
    dropped =
      (Schema(.newest).objects + AttributeTable.objects).filter { names.contains($0.name) }
      + SearchIndex.triggers
    for object in dropped {
      try transaction.execute("DROP \(raw: object.type) \(raw: object.name)")
    }
    newestIndexed = try SearchIndex.all.map { (index) throws(SQLiteError) in
      try transaction.fetchInt("SELECT coalesce(max(id), 0) FROM \(raw: index.table)")
    }
  }

  /// Rebuilds the index of names, if it was dropped: actors must be looked up from now on.
  mutating func rebuildActorIndex(in transaction: borrowing Transaction) throws(SQLiteError) {
    guard let index = dropped.firstIndex(where: { $0.name == Self.actorIndex }) else { return }
    try transaction.execute(SQL(raw: dropped.remove(at: index).sql))
  }

  /// Creates the dropped objects again and completes the search index.
  mutating func rebuild(in transaction: borrowing Transaction) throws(SQLiteError) {
    if dropped.isEmpty { return }
    // If the file is larger than the cache, sorting in runs that fit into the processor's cache is
    // fastest.
    if try transaction.databaseSize > ConnectionSetup.bulkPageCache << 10 {
      try transaction.execute("PRAGMA cache_size = -4096")
    }
    for object in dropped { try transaction.execute(SQL(raw: object.sql)) }
    dropped = []
    for (index, newest) in zip(SearchIndex.all, newestIndexed) {
      try index.add(where: "id > \(newest)", in: transaction)
    }
  }
}
