internal import MovieSQLite

/// Tells whether a movie of the same title and cast is in the catalog.
struct ExistingMovies: ~Copyable {
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
      SELECT \(MovieRows.columns) FROM MovieModel AS m
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

  private mutating func titled(_ title: String) throws(SQLiteError) -> [CreditedMovie] {
    try find.bind(SortableTitle.of(title), at: 1)
    try find.bind(title, at: 2)
    var movies: [Movie] = []
    while try find.step() { movies.append(MovieRows.movie(in: find)) }
    try find.reset()
    return movies.isEmpty ? [] : try casts.credited(movies)
  }
}
