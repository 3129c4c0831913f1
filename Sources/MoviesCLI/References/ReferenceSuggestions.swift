internal import MovieArguments
internal import MovieStore

/// Finds titles and names similar to one that does not exist.
enum ReferenceSuggestions {
  private static let maximumCount = 3

  /// The error for a reference that matches no movie, with similar titles and, for a number, the movies with
  /// that title.
  static func error(
    forMovie reference: String, in store: borrowing Catalog
  ) throws -> CommandError {
    if looksLikeNumber(reference) {
      throw CommandError.usage("'\(reference)' is not an id. Write ids as plain digits, such as 5.")
    }
    if try store.movieCount() == 0 {
      return .notFound("\(ErrorMessage.noMovie(reference)): the catalog is empty.")
    }
    var (nearest, moviesWithThatTitle): ([String], [Movie]) = ([], [])
    switch try MovieReference(reference) {
    case .title(let text):
      let title = MovieReference.titleAndYear(text)?.title ?? text
      for movie in try movies(near: title, in: store) {
        nearest.append(
          try isNamedByYear(movie, in: store)
            ? "'\(movie.titleWithYear)'" : "\(movie.title) (\(movie.id.rawValue))")
      }
    case .number:
      moviesWithThatTitle = try store.movies([.title(is: reference)])
        .filter { $0.title == reference }
    case .id, .range: break
    }
    return .unknownMovie(
      reference: reference, nearest: nearest, moviesWithThatTitle: moviesWithThatTitle)
  }

  /// Whether one of the movies has a year, and the year distinguishes each that has one from all
  /// other movies.
  static func areNamedByYears(
    _ movies: [Movie], in store: borrowing Catalog
  ) throws -> Bool {
    let withYear = movies.filter { $0.attributes.year != nil }
    for movie in withYear where try !isNamedByYear(movie, in: store) { return false }
    return !withYear.isEmpty
  }

  /// Whether the title with the year, such as `Heat (1995)`, is a reference that names the movie.
  private static func isNamedByYear(
    _ movie: Movie, in store: borrowing Catalog
  ) throws -> Bool {
    try !movie.yearSuffix.isEmpty && store.movie(titled: movie.titleWithYear) == movie.id
  }

  /// Whether the text looks like a number, but is not an id: `+5`, ` 5`, `0x5`, full-width digits.
  private static func looksLikeNumber(_ text: String) -> Bool {
    let trimmed = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "+" }
    let digits = trimmed.starts(with: "0x".unicodeScalars) ? trimmed.dropFirst(2) : trimmed[...]
    return !text.isDigits && !digits.isEmpty
      && digits.allSatisfy { $0.properties.numericType == .decimal }
  }

  /// Movies whose titles contain the words, or else those with the most similar titles.
  private static func movies(
    near title: String, in store: borrowing Catalog
  ) throws -> [Movie] {
    if isArticle(title) { return [] }
    let words = try words(of: title)
    if !words.isEmpty {
      let query = MovieQuery(words.map { .title($0.text) })
      let found = try store.movies(query, order: .relevance, limit: maximumCount)
      if !found.isEmpty { return found }
    }
    var near = try store.movies(near: title)
    let nearest = Suggestion.nearest(
      maximumCount, to: SortableTitle.of(title), among: near.map(\.sortableTitle))
    return try nearest.compactMap { title -> Movie? in
      guard let index = near.firstIndex(where: { $0.sortableTitle == title }) else { return nil }
      return try store.movie(id: near.remove(at: index).id)
    }
  }

  /// The actor that a reference names. If it names none, the error suggests similar names.
  static func actor(
    _ reference: String, in store: borrowing Catalog
  ) throws -> ActorWithMovieCount {
    do {
      return try store.actor(named: reference)
    } catch {
      guard case .unknownActor(let reference) = error.problem else { throw error }
      throw try Self.error(forActor: reference, in: store)
    }
  }

  private static func error(
    forActor reference: String, in store: borrowing Catalog
  ) throws -> CommandError {
    var actors: [Actor] = []
    if try store.movieCount() == 0 {
      return .notFound("\(ErrorMessage.noActor(reference)): the catalog is empty.")
    }
    if isArticle(reference) { return .unknownActor(reference: reference, nearest: []) }
    if try !words(of: reference).isEmpty {
      let query = ActorQuery(search: reference, order: .movies, limit: maximumCount)
      actors = try store.actors(query).map(\.actor)
    }
    if actors.isEmpty {
      let near = try store.actors(near: reference)
      actors = Suggestion.nearest(maximumCount, to: reference, among: near.map(\.name))
        .compactMap { name in near.first { $0.name == name } }
    }
    return .unknownActor(reference: reference, nearest: actors)
  }

  /// Whether the text is only an article, which many titles contain.
  private static func isArticle(_ text: String) -> Bool {
    // A leading article is not part of a sortable title.
    SortableTitle.of(text + " x") == "x"
  }

  /// The words to search for; none if there are too many.
  private static func words(of text: String) throws -> [LoosePattern] {
    do { return try LoosePattern.all(in: text) } catch { return [] }
  }
}
