internal import MovieArguments
internal import MovieStore

/// What the terms of a query that finds nothing can mean.
enum NearMisses {
  private static let maximumCount = 3

  /// One sentence for each value of a term that no movie has and that resembles stored titles,
  /// names or values.
  static func messages(
    for query: MovieQuery, in store: borrowing Catalog
  ) throws(StoreError) -> [String] {
    if let advice = query.terms.lazy.compactMap(advice).first { return [advice] }
    for (index, term) in query.terms.enumerated() where !term.isNegated {
      for year in years(for: term) {
        var meant = query
        meant.terms[index] = year
        if try store.movieCount(meant, limit: 1) > 0 {
          return [message("movies", query.description, [meant.description])]
        }
      }
    }
    if let phrase = try phrase(of: query, in: store) {
      let nearest = try alternatives(to: phrase, in: store)
      if !nearest.isEmpty { return [message(phrase, nearest)] }
    }
    var messages: [String] = []
    for term in query.terms where !term.isNegated {
      for value in term.values {
        let term = MovieQuery.Term(term.subject, term.comparison, [value])
        if try store.movieCount([term], limit: 1) > 0 { continue }
        if term.subject == .id {
          messages.append("no movies match '\(term)'.")
          continue
        }
        if let advice = try keyAdvice(term, in: store) {
          messages.append("no movies match '\(term)'. \(advice).")
          continue
        }
        let nearest = try alternatives(to: term, in: store)
        if nearest.isEmpty { continue }
        messages.append(message(term, nearest))
      }
    }
    return messages
  }

  /// What to write instead of a key as a text.
  private static func keyAdvice(
    _ term: MovieQuery.Term, in store: borrowing Catalog
  ) throws(StoreError) -> String? {
    guard term.isText, case .text(let word)? = term.values.first else { return nil }
    if let advice = QuerySelection.advice(forKey: word) { return advice }
    return try store.attributeKeys().first { $0.name == word }.map {
      QuerySelection.advice(for: $0)
    }
  }

  private static func message(_ term: MovieQuery.Term, _ nearest: [String]) -> String {
    let text = term.isText ? term.values.map(\.description).joined() : term.description
    return message("movies", text, nearest)
  }

  private static func message(_ noun: String, _ text: String, _ nearest: [String]) -> String {
    "no \(noun) match '\(text)'. \(nearest.question)"
  }

  /// What to write in place of a word of other languages.
  private static func advice(_ term: MovieQuery.Term) -> String? {
    guard term.isText, case .text(let text)? = term.values.first else { return nil }
    return switch text.lowercased() {
    case "and": "no movies match; a movie must meet all terms, without 'and'"
    case "or":
      "no movies match; a comma stands for 'or' between values, as in 'genre:horror,thriller'"
    case "not": "no movies match; the opposite of a term is '!term' or '--not term'"
    default: nil
    }
  }

  /// The texts of a query as one, if they find no movies together.
  private static func phrase(
    of query: MovieQuery, in store: borrowing Catalog
  ) throws(StoreError) -> MovieQuery.Term? {
    let texts = query.terms.filter { $0.isText && !$0.isNegated }
    if texts.count < 2 { return nil }
    if try store.movieCount(MovieQuery(texts), limit: 1) > 0 { return nil }
    return .text(texts.flatMap(\.values).map(\.description).joined(separator: " "))
  }

  /// The years, of release or of watching, that a text such as `(1972)`, `1970s` or `1970-1975` can
  /// mean.
  private static func years(for term: MovieQuery.Term) -> [MovieQuery.Term] {
    guard term.isText, case .text(let text)? = term.values.first else { return [] }
    let years = text.filter { !"()".contains($0) }.replacing("-", with: "..")
    guard years.first?.isNumber == true else { return [] }
    return ["year:", "watched:"].compactMap { key in
      do { return try MovieQuery(arguments: [key + years]).terms.first } catch { return nil }
    }
  }

  /// A sentence about names that resemble a text.
  static func message(
    forName text: String, in store: borrowing Catalog
  ) throws(StoreError) -> String? {
    let nearest = try nearest(to: text, among: store.actors(near: text).map(\.name))
    return nearest.isEmpty ? nil : message("actors", text, nearest)
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
      let directors = try store.attributeTexts(of: .director, near: text)
      let terms = try AttributeSuggestions.terms(having: text, directors: directors, in: store)
      if !terms.isEmpty { return terms.map(\.description) }
      texts = try store.movies(near: text).map(\.title) + store.actors(near: text).map(\.name)
      let found = nearest(to: text, among: texts + directors)
      let names = Set(texts)
      return found.map {
        names.contains($0) ? $0 : (.director == AttributeValue.text($0)).description
      }
    case .title: texts = try store.movies(near: text).map(\.title)
    case .actor: texts = try store.actors(near: text).map(\.name)
    default: return try AttributeSuggestions.terms(near: term, in: store).map(\.description)
    }
    return nearest(to: text, among: texts)
  }

  /// The texts that are similar as a whole or in one word.
  static func nearest(to text: String, among texts: [String]) -> [String] {
    var whole: [String: String] = [:]
    for candidate in texts {
      let folded = FoldedTitle.of(candidate)
      for part in [folded] + folded.split(separator: " ").map(String.init)
      where whole[part] == nil {
        whole[part] = candidate
      }
    }
    let keys = texts.map(FoldedTitle.of) + whole.keys.sorted()
    var seen: Set<String> = []
    return Suggestion.nearest(maximumCount * 3, to: FoldedTitle.of(text), among: keys)
      .compactMap { whole[$0] }.filter { seen.insert($0).inserted }.prefix(maximumCount).map { $0 }
  }
}
