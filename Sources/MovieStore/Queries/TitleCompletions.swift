internal import MovieSQLite

/// Finds movies by the beginning of their titles, with case, accents and a leading article folded.
struct TitleCompletions {
  /// How many are answered at most.
  let most: Int
  /// Rows that are looked at, where the index alone cannot tell which begin so.
  private static let mostRead = 2_000

  /// In the order of titles. Where there are more, the last one is the very last: what all have in
  /// common is then what the answer has in common.
  func movies(
    beginning typed: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    let folded = Folding.fold(typed)
    let rest = SortableTitle.beginsArticle(folded) ? "" : Self.withoutArticle(typed)
    let whole = try movies(sortedFrom: folded, in: transaction) { _ in true }
    if rest == folded { return whole }
    let begun = try movies(sortedFrom: rest, in: transaction) {
      Folding.fold($0.title).utf8.starts(with: folded.utf8)
    }
    let seen = Set(whole.map(\.id))
    return ends(of: (whole + begun.filter { !seen.contains($0.id) }).sorted(by: Self.isOrdered))
  }

  /// Movies whose title has the words somewhere, where the search index finds them.
  func movies(
    with text: SearchPattern, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    if text.isTooShortForIndex { return [] }
    var statement = try transaction.prepare(
      Clause("SELECT \(MovieRows.columns) FROM MovieModel AS m WHERE m.id IN (")
        + text.movieIDs
        + Clause(" LIMIT ?) ORDER BY m.sortableTitle, m.id", [.integer(Int64(most))]))
    var movies: [Movie] = []
    while try statement.step() { movies.append(MovieRows.movie(in: statement)) }
    return movies
  }

  private func movies(
    sortedFrom start: String, in transaction: borrowing Transaction, where fits: (Movie) -> Bool
  ) throws(SQLiteError) -> [Movie] {
    let first = try movies(
      most + 1, sortedFrom: start, order: "m.sortableTitle, m.id", in: transaction, where: fits)
    if first.count <= most { return first }
    let last = try movies(
      1, sortedFrom: start, order: "m.sortableTitle DESC, m.id DESC", in: transaction, where: fits)
    return ends(of: first + last)
  }

  private func movies(
    _ count: Int, sortedFrom start: String, order: String, in transaction: borrowing Transaction,
    where fits: (Movie) -> Bool
  ) throws(SQLiteError) -> [Movie] {
    var statement = try transaction.prepare(
      Clause(
        """
        SELECT \(MovieRows.columns) FROM MovieModel AS m
        WHERE m.sortableTitle >= ? AND m.sortableTitle < ? ORDER BY \(order) LIMIT ?
        """, [.text(start), .text(start + "\u{10FFFF}"), .integer(Int64(Self.mostRead))]))
    var movies: [Movie] = []
    while movies.count < count, try statement.step() {
      let movie = MovieRows.movie(in: statement)
      if fits(movie) { movies.append(movie) }
    }
    return movies
  }

  private func ends(of movies: [Movie]) -> [Movie] {
    movies.count <= most ? movies : movies.prefix(most - 1) + movies.suffix(1)
  }

  private static func isOrdered(_ one: Movie, _ other: Movie) -> Bool {
    let (left, right) = (one.sortableTitle.utf8, other.sortableTitle.utf8)
    return left.elementsEqual(right)
      ? one.id < other.id : left.lexicographicallyPrecedes(right)
  }

  /// What a title that begins so is sorted by: a letter behind it keeps white space at the end.
  private static func withoutArticle(_ typed: String) -> String {
    String(String.UnicodeScalarView(SortableTitle.of(typed + "x").unicodeScalars.dropLast()))
  }
}
