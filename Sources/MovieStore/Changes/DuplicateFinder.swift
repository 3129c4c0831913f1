internal import MovieSQLite

/// Finds movies with the same title in the catalog.
struct DuplicateFinder: ~Copyable {
  private var find: Statement
  private var details: DetailReader

  /// - Parameter newest: The last movie to search.
  init(
    upTo newest: Movie.ID = Movie.ID(rawValue: .max), in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // The sortable title has an index. It matches the title, unless another program wrote titles without
    // firing a trigger; of these, only movies with the default, which is empty, are found.
    var find = try transaction.prepare(
      """
      SELECT \(Movie.columns) FROM MovieModel AS m
      WHERE m.sortableTitle IN (?1, '') AND m.title = ?2 AND m.id <= ?3
      """)
    try find.bind(newest.rawValue, at: 3)
    let details = try DetailReader(in: transaction)
    self.find = find
    self.details = details
  }

  /// Whether a movie has exactly this title and, if both have one, this cast and this year. A movie
  /// without a cast is another one than a draft with a cast.
  mutating func contains(_ draft: MovieDraft) throws(SQLiteError) -> Bool {
    try moviesWithCasts(titled: draft.title).contains {
      (draft.cast.isEmpty || draft.hasSameCast(as: $0))
        && draft.attributes.canHaveYear(of: $0.attributes)
    }
  }

  /// Returns the movies with exactly this title and, if both have one, this year. The year can also
  /// be part of the title, as in `Heat (1995)`.
  mutating func movies(
    withTitleAndYearOf draft: MovieDraft
  ) throws(SQLiteError) -> [MovieWithCast] {
    let sameTitle = try moviesWithCasts(titled: draft.title).filter {
      draft.attributes.canHaveYear(of: $0.attributes)
    }
    if let (title, year) = MovieReference.titleAndYear(draft.title) {
      return try sameTitle + moviesWithCasts(titled: title).filter { $0.attributes.year == year }
    }
    guard let year = draft.attributes.year else { return sameTitle }
    return try sameTitle
      + moviesWithCasts(titled: "\(draft.title) (\(year))").filter {
        draft.attributes.canHaveYear(of: $0.attributes)
      }
  }

  /// Whether a movie has exactly this title, and the same cast or one of its actors: the same movie in
  /// another list.
  mutating func containsSimilar(_ draft: MovieDraft) throws(SQLiteError) -> Bool {
    let names = Set(draft.cast.map(Folding.fold))
    return try moviesWithCasts(titled: draft.title).contains { movie in
      draft.hasSameTexts(as: movie) || movie.cast.contains { names.contains(Folding.fold($0.name)) }
    }
  }

  private mutating func movies(titled title: String) throws(SQLiteError) -> [Movie] {
    try find.bind(SortableTitle.of(title), at: 1)
    try find.bind(title, at: 2)
    return try find.fetchAll(Movie.init(row:))
  }

  private mutating func moviesWithCasts(
    titled title: String
  ) throws(SQLiteError) -> [MovieWithCast] {
    try details.withDetails(try movies(titled: title))
  }

  /// Returns the number of movies with ids above `newest` of which ``contains(_:)`` would have
  /// found a movie with an id up to it.
  static func countDuplicates(
    after newest: Int64, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    if newest == 0 { return 0 }
    let canHaveSameYear: SQL = """
      NOT EXISTS (
        SELECT 1 FROM MovieAttribute AS a JOIN MovieAttribute AS b ON b.key = a.key
        WHERE a.movieID = old.id AND a.key = \(AttributeKey.year.name) AND b.movieID = new.id
          AND a.value <> b.value)
      """
    // Names are unique: equal casts have equal actors in the same order. Equal positions prove that without
    // sorting; after changes by other programs, positions can have gaps.
    return Int(
      try transaction.fetchInt(
        """
        SELECT count(*) FROM MovieModel AS new
        WHERE new.id > \(newest) AND EXISTS (
          SELECT 1 FROM MovieModel AS old
          WHERE old.sortableTitle = new.sortableTitle AND old.id <= \(newest)
            AND old.title = new.title AND \(canHaveSameYear)
            AND (
              NOT EXISTS (SELECT 1 FROM MovieActor WHERE movieID = new.id)
              OR (SELECT count(*) FROM MovieActor WHERE movieID = old.id)
                = (SELECT count(*) FROM MovieActor WHERE movieID = new.id)
              AND (
                NOT EXISTS (
                  SELECT 1 FROM MovieActor AS a
                  LEFT JOIN MovieActor AS b ON b.movieID = old.id AND b.actorID = a.actorID
                  WHERE a.movieID = new.id AND b.position IS NOT a.position)
                OR \(cast(of: "old")) = \(cast(of: "new")))))
        """))
  }

  /// The ids of a movie's actors in billing order, as one text.
  private static func cast(of movie: SQL) -> SQL {
    """
    (SELECT group_concat(actorID) FROM (
      SELECT actorID FROM MovieActor WHERE movieID = \(movie).id ORDER BY position, actorID))
    """
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
  func hasSameTexts(as movie: MovieWithCast) -> Bool {
    title.isExactly(movie.title) && hasSameCast(as: movie)
  }

  func hasSameCast(as movie: MovieWithCast) -> Bool {
    cast.elementsEqual(movie.cast) { $0.isExactly($1.name) }
  }
}
