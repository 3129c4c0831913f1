internal import MovieSQLite

/// Puts batches of movies into a catalog, many rows at a time.
///
/// Ids are given here, as SQLite would give them: above every one that was ever given. Foreign keys
/// need not be enforced: each credit is of a movie and of an actor that the same transaction has put
/// in or found.
struct BulkInserter: ~Copyable {
  /// Movies put in.
  private(set) var movieCount = 0
  /// Actors put in, because no movie had them before.
  private(set) var newActorCount = 0

  /// The last movie that is or was there.
  var newest: Int64 { ids.newest }

  private let keepsTitleIndex: Bool
  private var movies: RowInserter
  private var credits: RowInserter
  private var actors: ActorIDResolver
  private var ids: RowIDAllocator
  private var indexes = DeferredIndexes()
  /// The credits of the movie at hand.
  private var cast: [(actor: Int64, position: Int64)] = []

  /// - Parameters:
  ///   - showsEachMovie: whether a movie and its cast are to be there for queries as soon as they are
  ///     put in.
  ///   - keepsTitleIndex: whether movies are looked for while others are put in.
  init(
    showsEachMovie: Bool, keepsTitleIndex: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let movies = try RowInserter(
      into: "MovieModel(id, title, favorite, sortableTitle)", columns: 4,
      rows: showsEachMovie ? 1 : 100, in: transaction)
    let credits = try RowInserter(
      into: "MovieActor(movieID, actorID, position)", columns: 3, rows: showsEachMovie ? 1 : 300,
      in: transaction)
    let actors = try ActorIDResolver(showsEach: showsEachMovie, in: transaction)
    let ids = try RowIDAllocator(of: "MovieModel", in: transaction)
    self.keepsTitleIndex = keepsTitleIndex
    self.movies = movies
    self.credits = credits
    self.actors = actors
    self.ids = ids
  }

  /// Gets ready for the movies of the next batch.
  mutating func begin(
    _ batch: MovieBatch, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if batch.beginsNames, actors.mustLookAgain {
      try actors.finish()
      try indexes.putBackActors(in: transaction)
    }
    actors.take(batch)
    if try indexes.areWorthLayingAside(after: movieCount, in: transaction) {
      try finishRows()
      try indexes.layAside(
        titles: !keepsTitleIndex, actors: !actors.mayBeThere, after: ids.newest, in: transaction)
    }
  }

  /// Puts in a movie of the batch.
  mutating func add(
    _ film: MovieBatch.Film, of batch: MovieBatch, isFavorite: Bool
  ) throws(SQLiteError) {
    let id = try ids.next()
    let text = batch.text.span
    try movies.add(id)
    try movies.add(text.extracting(film.title))
    try movies.add(isFavorite ? 1 : 0)
    try movies.add(text.extracting(film.sortableTitle))
    try addCredits(of: id, batch.cast[film.cast])
    movieCount += 1
  }

  private mutating func addCredits(
    of movie: Int64, _ names: ArraySlice<Int32>
  ) throws(SQLiteError) {
    cast.removeAll(keepingCapacity: true)
    for name in names {
      cast.append((actor: try actors.id(ofName: Int(name)), position: Int64(cast.count)))
    }
    // In the order of their table, in which rows are put in behind each other.
    cast.sort { $0.actor < $1.actor }
    for credit in cast {
      try credits.add(movie)
      try credits.add(credit.actor)
      try credits.add(credit.position)
    }
  }

  private mutating func finishRows() throws(SQLiteError) {
    try movies.finish()
    try actors.finish()
    try credits.finish()
  }

  /// Puts in what waits, and the indexes back.
  mutating func finish(in transaction: borrowing Transaction) throws(SQLiteError) {
    try finishRows()
    newActorCount = actors.newCount
    try indexes.putBack(in: transaction)
  }
}
