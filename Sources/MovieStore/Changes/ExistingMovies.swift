internal import MovieSQLite

/// Tells whether a movie of the same title and cast is in the catalog.
struct ExistingMovies: ~Copyable {
  private var find: Statement
  private var casts: CastReader

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    // The sortable title has an index; one that another program left empty is looked at as well.
    let find = try transaction.prepare(
      """
      SELECT \(MovieRows.columns) FROM MovieModel AS m
      WHERE m.sortableTitle IN (?1, '') AND m.title = ?2
      """)
    let casts = try CastReader(in: transaction)
    self.find = find
    self.casts = casts
  }

  mutating func contain(_ draft: MovieDraft) throws(SQLiteError) -> Bool {
    try find.bind(SortableTitle.of(draft.title), at: 1)
    try find.bind(draft.title, at: 2)
    var movies: [Movie] = []
    while try find.step() { movies.append(MovieRows.movie(in: find)) }
    try find.reset()
    if movies.isEmpty { return false }
    return try casts.credited(movies).contains { draft.isExactly($0) }
  }
}
