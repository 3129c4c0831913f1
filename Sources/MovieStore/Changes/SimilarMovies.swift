internal import MovieSQLite

/// Finds movies that a list of generated or bundled movies has, too.
extension CatalogTransaction {
  /// Whether a movie has exactly this title, and the same cast or one of its actors: the same movie in
  /// another list.
  ///
  /// - Parameter newest: The last movie to search.
  func hasSimilarMovie(
    to draft: MovieDraft, upTo newest: Movie.ID = Movie.ID(rawValue: .max)
  ) throws(SQLiteError) -> Bool {
    let names = Set(draft.cast.map(Folding.fold))
    return try movies(titled: draft.title).contains { movie in
      movie.id <= newest
        && (draft.hasSameTexts(as: movie)
          || movie.cast.contains { names.contains(Folding.fold($0.name)) })
    }
  }

  private func movies(titled title: String) throws(SQLiteError) -> [Movie] {
    // The sortable title has an index. It matches the title, unless another program wrote titles
    // without firing a trigger; of these, only movies with the default, which is empty, are found.
    try withDetails(
      database.fetchAll(
        """
        SELECT \(MovieRow.columns) FROM MovieModel AS m
        WHERE m.sortableTitle IN (\(SortableTitle.of(title)), '') AND m.title = \(title)
        """, MovieRow.init(row:)))
  }
}

extension MovieDraft {
  /// Whether the movie has exactly this title and cast.
  func hasSameTexts(as movie: Movie) -> Bool {
    title.isExactly(movie.title) && hasSameCast(as: movie)
  }

  package func hasSameCast(as movie: Movie) -> Bool {
    cast.elementsEqual(movie.cast) { $0.isExactly($1.name) }
  }
}
