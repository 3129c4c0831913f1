internal import MovieSQLite

/// Finds movies that the catalog already has.
extension CatalogTransaction {
  /// Returns the movies with this title, of which case, accents and a leading article do not count,
  /// and, if both have one, this year. The year can also be part of the title, as in `Heat (1995)`.
  func movies(
    withTitleAndYearOf draft: MovieDraft
  ) throws(SQLiteError) -> [Movie] {
    let sameTitle = try movies(titled: draft.title, isExact: false).filter {
      draft.attributes.canHaveYear(of: $0.attributes)
    }
    if let (title, year) = MovieReference.titleAndYear(draft.title) {
      return try sameTitle
        + movies(titled: title, isExact: false).filter { $0.attributes.year == year }
    }
    guard let year = draft.attributes.year else { return sameTitle }
    return try sameTitle
      + movies(titled: "\(draft.title) (\(year))", isExact: false).filter {
        draft.attributes.canHaveYear(of: $0.attributes)
      }
  }

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

  private func movies(
    titled title: String, isExact: Bool = true
  ) throws(SQLiteError) -> [Movie] {
    // The sortable title has an index. It matches the title, unless another program wrote titles
    // without firing a trigger; of these, only movies with the default, which is empty, are found.
    try withDetails(
      database.fetchAll(
        """
        SELECT \(MovieRow.columns) FROM MovieModel AS m
        WHERE m.sortableTitle IN (\(SortableTitle.of(title)), '')
          AND (m.title = \(title) OR (\(!isExact) AND m.sortableTitle <> ''))
        """, MovieRow.init(row:)))
  }
}

extension MovieAttributes {
  /// Whether the years are equal, or one is missing.
  fileprivate func canHaveYear(of other: MovieAttributes) -> Bool {
    guard let year, let otherYear = other.year else { return true }
    return year == otherYear
  }
}

extension MovieDraft {
  /// Whether the movie has exactly this title and cast.
  func hasSameTexts(as movie: Movie) -> Bool {
    title.isExactly(movie.title) && hasSameCast(as: movie)
  }

  func hasSameCast(as movie: Movie) -> Bool {
    cast.elementsEqual(movie.cast) { $0.isExactly($1.name) }
  }
}
