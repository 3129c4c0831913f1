internal import MovieSQLite

/// Tells whether a movie of the same title and cast is in the catalog.
struct DuplicateFinder: ~Copyable {
  private var find: Statement
  private var casts: CastReader

  /// - Parameter newest: the last movie to look at.
  init(
    upTo newest: Movie.ID = Movie.ID(rawValue: .max), in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // The sortable title has an index. It belongs to the title, unless another program wrote both where
    // no trigger recorded it: then only the default, which is empty, is searched too.
    var find = try transaction.prepare(
      """
      SELECT \(raw: MovieRows.columns) FROM MovieModel AS m
      WHERE m.sortableTitle IN (?1, '') AND m.title = ?2 AND m.id <= ?3
      """)
    try find.bind(newest.rawValue, at: 3)
    let casts = try CastReader(in: transaction)
    self.find = find
    self.casts = casts
  }

  /// Whether one has this title and cast, to the byte.
  mutating func contain(_ draft: MovieDraft) throws(SQLiteError) -> Bool {
    try titled(draft.title).contains { draft.isExactly($0) }
  }

  /// Whether one has this title and somebody of this cast: the same film, listed differently.
  mutating func resemble(_ draft: MovieDraft) throws(SQLiteError) -> Bool {
    let names = Set(draft.cast.map(Folding.fold))
    return try titled(draft.title).contains { movie in
      draft.isExactly(movie) || movie.cast.contains { names.contains(Folding.fold($0.name)) }
    }
  }

  private mutating func titled(_ title: String) throws(SQLiteError) -> [MovieWithCast] {
    try find.bind(SortableTitle.of(title), at: 1)
    try find.bind(title, at: 2)
    var movies: [Movie] = []
    while try find.step() { movies.append(MovieRows.movie(in: find)) }
    try find.reset()
    return movies.isEmpty ? [] : try casts.credited(movies)
  }

  /// Counts the movies after `newest` of which one up to it has the same title and cast, to the byte.
  static func count(
    of newest: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    if newest == 0 { return 0 }
    // Names are unique: equal casts have equal actors in the same order. Equal positions show that without
    // sorting; after other programs' changes, positions may have gaps.
    let order = { (movie: String) in
      "(SELECT group_concat(actorID) FROM (SELECT actorID FROM MovieActor WHERE movieID = \(movie).id "
        + "ORDER BY position, actorID))"
    }
    var statement = try transaction.prepare(
      Clause(
        """
        SELECT count(*) FROM MovieModel AS new
        WHERE new.id > ?1 AND EXISTS (
          SELECT 1 FROM MovieModel AS old
          WHERE old.sortableTitle = new.sortableTitle AND old.id <= ?1 AND old.title = new.title
            AND (SELECT count(*) FROM MovieActor WHERE movieID = old.id)
              = (SELECT count(*) FROM MovieActor WHERE movieID = new.id)
            AND (
              NOT EXISTS (
                SELECT 1 FROM MovieActor AS a
                LEFT JOIN MovieActor AS b ON b.movieID = old.id AND b.actorID = a.actorID
                WHERE a.movieID = new.id AND b.position IS NOT a.position)
              OR \(order("old")) = \(order("new"))))
        """, [.integer(newest)]))
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  /// Returns the ids of the movies with this title, to the byte.
  mutating func ids(ofTitle title: String) throws(SQLiteError) -> [Movie.ID] {
    try titled(title).map(\.id)
  }
}
