/// Where in the order of a query rows are wanted.
///
/// A movie stands where the catalog has it now; one that is gone marks the place where it stood.
package enum PageAnchor: Hashable, Sendable {
  case first
  case last
  /// Behind the movie, without it.
  case after(Movie)
  /// Up to the movie, without it.
  case before(Movie)
  /// On both sides of the movie, and the movie itself.
  case around(Movie)
}

/// A stretch of the answer of a query, found by key and never by counting.
package struct MoviePage: Hashable, Sendable {
  /// In the order of the query.
  package let movies: [MovieWithCast]
  /// Whether the query has movies before these.
  package let hasMoreBefore: Bool
  /// Whether the query has movies behind these.
  package let hasMoreAfter: Bool

  package init(movies: [MovieWithCast], hasMoreBefore: Bool, hasMoreAfter: Bool) {
    self.movies = movies
    self.hasMoreBefore = hasMoreBefore
    self.hasMoreAfter = hasMoreAfter
  }
}
