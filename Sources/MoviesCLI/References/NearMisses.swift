internal import MovieArguments
internal import MovieStore

/// What the terms of a query that finds nothing can mean.
enum NearMisses {
  private static let maximumCount = 3

  /// One sentence for each term that no movie meets and that resembles stored titles, names or
  /// values.
  static func messages(
    for query: MovieQuery, in store: borrowing Catalog
  ) throws(StoreError) -> [String] {
    var messages: [String] = []
    for (index, term) in query.terms.enumerated() where !term.isNegated {
      if let year = year(for: term) {
        var meant = query
        meant.terms[index] = year
        if try store.movieCount(meant, limit: 1) > 0 {
          messages.append("no movies match '\(query)'. Did you mean '\(meant)'?")
          continue
        }
      }
      if try store.movieCount([term], limit: 1) > 0 { continue }
      for value in term.values {
        let term = MovieQuery.Term(term.subject, term.comparison, [value])
        let nearest = try alternatives(to: term, in: store)
        if nearest.isEmpty { continue }
        messages.append("no movies match '\(term)'. Did you mean \(nearest.quotedAlternatives)?")
      }
    }
    return messages
  }

  /// The year that a text such as `1972` or `(1972)` can mean.
  private static func year(for term: MovieQuery.Term) -> MovieQuery.Term? {
    guard term.isText, case .text(let text)? = term.values.first else { return nil }
    let digits = String(decoding: LooseText(text).letters, as: UTF8.self)
    guard digits.utf8.count == 4, let year = Int64(digits) else { return nil }
    return MovieQuery.Term(.attribute(.year), .matches, [.range(.integer(year), .integer(year))])
  }

  /// A sentence about names that resemble a text.
  static func message(
    forName text: String, in store: borrowing Catalog
  ) throws(StoreError) -> String? {
    let nearest = try nearest(to: text, among: store.actors(near: text).map(\.name))
    return nearest.isEmpty
      ? nil : "no actors match '\(text)'. Did you mean \(nearest.quotedAlternatives)?"
  }

  private static func alternatives(
    to term: MovieQuery.Term, in store: borrowing Catalog
  ) throws(StoreError) -> [String] {
    guard case .text(let text)? = term.values.first, term.isRanked || term.comparison == .equal
    else {
      return try AttributeSuggestions.terms(near: term, in: store).map(\.description)
    }
    var texts: [String] = []
    switch term.subject {
    case .text:
      texts = try store.movies(near: text).map(\.title) + store.actors(near: text).map(\.name)
    case .title: texts = try store.movies(near: text).map(\.title)
    case .actor: texts = try store.actors(near: text).map(\.name)
    default: return try AttributeSuggestions.terms(near: term, in: store).map(\.description)
    }
    return nearest(to: text, among: texts)
  }

  /// The texts that are similar as a whole or in one word.
  private static func nearest(to text: String, among texts: [String]) -> [String] {
    var whole: [String: String] = [:]
    for candidate in texts {
      let sortable = SortableTitle.of(candidate)
      for part in [sortable] + sortable.split(separator: " ").map(String.init)
      where whole[part] == nil {
        whole[part] = candidate
      }
    }
    let keys = texts.map(SortableTitle.of) + whole.keys.sorted()
    var seen: Set<String> = []
    return Suggestion.nearest(maximumCount * 3, to: SortableTitle.of(text), among: keys)
      .compactMap { whole[$0] }.filter { seen.insert($0).inserted }.prefix(maximumCount).map { $0 }
  }
}
