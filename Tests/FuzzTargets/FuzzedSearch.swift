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

/// The search index finds the same movies as a scan of all titles.
private func checkSearch(_ typed: String, in store: inout Catalog) throws {
  do {
    guard let words = try SearchPattern(typed)?.words else { return }
    var all: [Movie] = []
    try store.forEachMovie(MovieQuery(order: .added)) { all.append($0) }
    let expected = all.filter { movie in
      let title = Array(Folding.fold(movie.title).utf8)
      return words.allSatisfy { title.contains(Array($0.utf8)) }
    }
    for order in [MovieQuery.Order.added, .title, .relevance] {
      var found: Set<Movie.ID> = []
      try store.forEachMovie(MovieQuery(search: typed, order: order)) { found.insert($0.id) }
      try require(found == Set(expected.map(\.id)), "\(words) in order of \(order)")
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
