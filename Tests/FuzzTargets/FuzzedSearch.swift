import MovieStore
import Synchronization

/// A catalog that all searches of the process share, because creating one is slower than a search.
private final class SearchedCatalog: Sendable {
  static let shared = Result { try SearchedCatalog() }

  let store: Mutex<Catalog>

  private init() throws {
    var store = try Catalog()
    for title in ["The Score", "Le Fabuleux Destin d'Amélie Poulain", "千と千尋の神隠し", "2001", "A"] {
      _ = try store.add(MovieDraft(title: title, cast: ["Łódź \(title)"]))
    }
    self.store = Mutex(store)
  }
}

/// Searches for the second line while the first line is a title in the catalog.
func checkSearch(_ bytes: [UInt8]) throws {
  let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  let catalog = try SearchedCatalog.shared.get()
  guard let draft = draft(text(lines[0])) else { return }
  try catalog.store.withLock { store in
    let movie = try store.add(draft).movie
    try checkSearch(text(lines[lines.count - 1]), in: &store)
    try checkSearch("\"\(draft.title)\"", in: &store)
    try checkReference(draft.title, of: movie.id, in: &store)
    try store.delete(id: movie.id)
  }
}

private func draft(_ title: String) -> MovieDraft? {
  do { return try MovieDraft(title: title).validated() } catch { return nil }
}

/// A text is a query or rejected, its text is the same query, and each order has the movies that a
/// scan of all titles and names finds.
private func checkSearch(_ typed: String, in store: inout Catalog) throws {
  do {
    let query = try MovieQuery(typed)
    try require(try MovieQuery(query.description) == query, "the text of \(query) is that query")
    let found = Set(try store.movieIDs(query))
    for order in [MovieOrder.added, .relevance] {
      try require(Set(try store.movieIDs(query, order: order)) == found, "\(query) by \(order)")
      try require(
        Set(try store.movieIDs(query, order: order, limit: 3)).isSubset(of: found),
        "a page of \(query)")
    }
    for term in query.terms {
      guard term.isText, case .text(let text)? = term.values.first, let pattern = LoosePattern(text)
      else { continue }
      let chosen = Set(try store.movieIDs([term]))
      try store.forEachMovie(order: .added) { movie in
        let isFound =
          pattern.matches(movie.title)
          || movie.cast.contains { pattern.rank(in: $0.name).map { $0 != .inside } ?? false }
        try require(
          (isFound != term.isNegated) == chosen.contains(movie.id), "\(term) finds \(movie.title)")
      }
    }
  } catch let error as StoreError where error.category == .invalidInput {}
}

/// A movie is found by its own title, unless the title is a number or ambiguous.
private func checkReference(
  _ title: String, of movie: Movie.ID, in store: inout Catalog
) throws {
  do {
    guard try MovieReference(title) == .title(title) else { return }
    let found = try store.movies(referredToBy: [MovieReference(title)])
    try require(found.map(\.id) == [movie], "\(title.debugDescription) is found by its title")
  } catch is MovieReference.Problem {
  } catch let error as StoreError {
    guard case .ambiguousMovie(_, let candidates) = error.problem else { throw error }
    try require(candidates.contains { $0.id == movie }, "the candidates include the movie")
  }
}
