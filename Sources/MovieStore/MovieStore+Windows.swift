internal import MovieSQLite

extension MovieStore {
  /// The movies of the query at the place, with their casts, all of one moment.
  ///
  /// It takes about as long wherever the place is. Orders other than by age count as by title; limit
  /// and offset of the query do not count.
  ///
  /// - Parameter rows: how many movies are wanted, up to 10,000; around a movie, so many before it, and
  ///   so many from it on.
  package mutating func window(
    of query: MovieQuery, at place: PageAnchor, rows: Int
  ) throws(StoreError) -> MoviePage {
    let rows = min(max(rows, 0), 10_000)
    return try read { transaction, schema in
      var walk = KeysetPager(query, hasIndex: schema.hasSearchIndex)
      let sides = try walk.sides(of: place, rows, in: transaction)
      let movies = Array(sides.before.wanted.reversed() + sides.after.wanted)
      var casts = try CastReader(in: transaction)
      return MoviePage(
        movies: try casts.credited(movies), hasMoreBefore: sides.before.hasMore,
        hasMoreAfter: sides.after.hasMore)
    }
  }
}

/// The movies on one side of a place, the nearest first.
private struct Side {
  let wanted: ArraySlice<Movie>
  let hasMore: Bool

  /// - Parameter movies: one more than wanted, where there is one.
  init(_ movies: [Movie] = [], wanted count: Int = 0) {
    wanted = movies.prefix(count)
    hasMore = movies.count > count
  }
}

extension KeysetPager {
  fileprivate mutating func sides(
    of place: PageAnchor, _ rows: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> (before: Side, after: Side) {
    switch place {
    case .first: (Side(), try side(rows, from: nil, isForward: true, in: transaction))
    case .last: (try side(rows, from: nil, isForward: false, in: transaction), Side())
    case .after(let movie):
      try sides(of: movie, 0, rows, isAfter: false, in: transaction)
    case .before(let movie):
      try sides(of: movie, rows, 0, isAfter: true, in: transaction)
    case .around(let movie):
      try sides(of: movie, rows, rows, isAfter: true, in: transaction)
    }
  }

  /// - Parameter isAfter: whether the movie itself counts as behind the place; else as before it.
  private mutating func sides(
    of movie: Movie, _ before: Int, _ after: Int, isAfter: Bool,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> (before: Side, after: Side) {
    let key = try key(of: movie, in: transaction)
    let behind = Start(key: key, isInclusive: isAfter)
    let ahead = Start(key: key, isInclusive: !isAfter)
    return (
      try side(before, from: ahead, isForward: false, in: transaction),
      try side(after, from: behind, isForward: true, in: transaction)
    )
  }

  private mutating func side(
    _ rows: Int, from start: Start?, isForward: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Side {
    Side(
      try movies(rows + 1, from: start, isForward: isForward, in: transaction), wanted: rows)
  }

  /// The key as the catalog has it, byte for byte; that of a movie which is gone as it was read.
  private func key(
    of movie: Movie, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Value] {
    let id = Value.integer(movie.id.rawValue)
    if query.order == .added { return [id] }
    var statement = try transaction.prepare(
      Clause("SELECT sortableTitle FROM MovieModel WHERE id = ?", [id]))
    let isThere = try statement.step()
    return [isThere ? .utf8(statement.bytes(at: 0)) : .text(movie.sortableTitle), id]
  }
}
