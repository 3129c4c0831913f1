internal import MovieSQLite
internal import MovieSystem

extension Catalog {
  /// Returns a random movie of the query, each equally likely; `nil` if no movie matches.
  package func randomMovie(of query: MovieQuery = .all) throws(StoreError) -> Movie? {
    let list = try MovieList(query, by: .added)
    return try core.read { catalog in
      guard let id = try MovieSelect(list.query, in: catalog).randomID(in: catalog) else {
        return nil
      }
      return try catalog.movie(id)
    }
  }
}

extension MovieSelect {
  private static let tryLimit = 1_000

  /// Random ids are tried first, which soon finds one of many movies. The first one that a movie of
  /// the query has can be any of these; of few movies, all are found.
  fileprivate func randomID(
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Movie.ID? {
    guard
      let first = try catalog.database.fetchInts(
        "SELECT id FROM MovieModel ORDER BY id LIMIT 1"
      ).first,
      let last = try catalog.database.fetchInts(
        "SELECT id FROM MovieModel ORDER BY id DESC LIMIT 1"
      ).first
    else { return nil }
    let tried = jsonArray((0..<Self.tryLimit).map { _ in Int64.random(in: first...last) })
    let found = try catalog.database.fetchInts(
      """
      SELECT m.id FROM json_each(\(tried)) AS tried
      CROSS JOIN MovieModel AS m ON m.id = tried.value \(whereSQL(tests)) LIMIT 1
      """
    ).first
    if let found { return Movie.ID(rawValue: found) }
    let all = try catalog.database.fetchInts(ids(in: catalog))
    return all.randomElement().map { Movie.ID(rawValue: $0) }
  }
}
