internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

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
      return .notFound("\(ReferenceMessage.noMovie(reference)): the catalog is empty.")
    }
    var (nearest, moviesWithThatTitle): ([String], [Movie]) = ([], [])
    switch try MovieReference(reference) {
    case .title(let text):
      if let answer = try answer(of: text, in: store) {
        return .notFound("\(ReferenceMessage.noMovie(reference)). \(answer)")
      }
      for movie in try movies(near: text, in: store) {
        nearest.append(
          try isNamedByYear(movie, in: store)
            ? "'\(movie.titleWithYear)'" : "'\(movie.title)' (id \(movie.id.rawValue))")
      }
    case .number:
      moviesWithThatTitle = try store.movies([.title(is: reference)])
        .filter { $0.title == reference }
    case .id, .range: break
    }
    return .notFound(
      ReferenceMessage.unknownMovie(
        reference, nearest: nearest, moviesWithThatTitle: moviesWithThatTitle))
  }

  /// What a text names that is no title: a title and a year without parentheses, or an actor.
  static func answer(of text: String, in store: borrowing Catalog) throws -> String? {
    let words = text.split(separator: " ")
    if let year = words.last, year.utf8.count == 4, String(year).isDigits, words.count > 1 {
      let meant = "\(words.dropLast().joined(separator: " ")) (\(year))"
      if let id = try store.movie(titled: meant), let movie = try store.movie(id: id) {
        return "Did you mean '\(movie.titleWithYear)'?"
      }
    }
    do {
      let actor = try store.actor(named: text)
      if actor.movieCount == 0 { return nil }
      let line = "movies list --actor \(ShellQuoting.quoted(actor.name))"
      return "It is the name of an actor; for the movies: \(line)"
    } catch {
      if [.notFound, .rejected].contains(error.category) { return nil }
      throw error
    }
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
  static func movies(
    near text: String, in store: borrowing Catalog
  ) throws(StoreError) -> [Movie] {
    let title = MovieReference.titleAndYear(text)?.title ?? text
    if isArticle(title) { return [] }
    let words = words(of: title)
    if !words.isEmpty {
      let query = MovieQuery(words.map { .title($0.text) })
      let found = try store.movies(query, order: .relevance, limit: maximumCount)
      if !found.isEmpty { return found }
    }
    var near = try store.movies(near: title).map { (id: $0.id, title: FoldedTitle.of($0.title)) }
    let nearest = Suggestion.nearest(
      maximumCount, to: FoldedTitle.of(title), among: near.map(\.title))
    var movies: [Movie] = []
    for title in nearest {
      guard let index = near.firstIndex(where: { $0.title == title }) else { continue }
      if let movie = try store.movie(id: near.remove(at: index).id) { movies.append(movie) }
    }
    return movies
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
      return .notFound("\(ReferenceMessage.noActor(reference)): the catalog is empty.")
    }
    if !isArticle(reference), !words(of: reference).isEmpty {
      let query = ActorQuery(search: reference, order: .movies, limit: maximumCount)
      actors = try store.actors(query).map(\.actor)
    }
    if actors.isEmpty, !isArticle(reference) {
      let near = try store.actors(near: reference)
      actors = Suggestion.nearest(maximumCount, to: reference, among: near.map(\.name))
        .compactMap { name in near.first { $0.name == name } }
    }
    return .notFound(
      ReferenceMessage.noActor(reference) + "."
        + ReferenceMessage.question(
          actors.map { "'\($0.name)' (id \($0.id.rawValue))" },
          else: "Run 'movies actors' to see names and ids."))
  }

  /// Whether the text is only an article, which many titles contain.
  private static func isArticle(_ text: String) -> Bool {
    // A leading article is not part of a folded title.
    FoldedTitle.of(text + " x") == "x"
  }

  /// The words to search for; none if there are too many.
  private static func words(of text: String) -> [LoosePattern] {
    do { return try LoosePattern.all(in: text) } catch { return [] }
  }
}

/// Sentences about references that name no movie or actor, or several.
enum ReferenceMessage {
  /// - Parameters:
  ///   - nearest: Similar titles with ids, or references.
  ///   - moviesWithThatTitle: The movies whose title is the number of the reference.
  static func unknownMovie(
    _ reference: String, nearest: [String] = [], moviesWithThatTitle: [Movie] = []
  ) -> String {
    if !moviesWithThatTitle.isEmpty {
      let ids = moviesWithThatTitle.map { "\($0.id.rawValue)" }.joined(separator: ", ")
      return noMovie(reference)
        + (moviesWithThatTitle.count == 1
          ? ", but one has that title. Use 'title=\(reference)' or the id \(ids)."
          : ", but several have that title. Use one of the ids \(ids).")
    }
    guard case .title = parsed(reference) else {
      return noMovie(reference) + ". Run 'movies list' to see ids."
    }
    let advice =
      isTerm(reference)
      ? "For all movies of a query, use --where '\(reference)'."
      : "Run 'movies list' to see titles."
    return noMovie(reference) + "." + question(nearest, else: advice)
  }

  /// Such as `no movie has the id 99`.
  static func noMovie(_ reference: String) -> String {
    switch parsed(reference) {
    case .id(let id): "no movie has the id \(id.rawValue)"
    case .number(_, let digits): "no movie has the id \(digits)"
    case .range: "no movie has an id in the range \(reference)"
    case .title(let title): "no movie is titled '\(title)'"
    }
  }

  /// Digits can be an id or, after `name:`, a name.
  static func noActor(_ reference: String) -> String {
    (reference.isDigits ? "no actor matches " : "no actor is named ") + reference.excerpt()
  }

  static func ambiguousMovie(_ reference: String, _ candidates: [Movie]) -> String {
    guard reference.isDigits, Int64(reference) == candidates.first?.id.rawValue else {
      return ambiguousTitle(reference, candidates, advice: "Use an id")
    }
    return "'\(reference)' is the id of one movie and the title of another. Use one of these:\n"
      + lines(candidates, idPrefix: "id:")
  }

  static func ambiguousTitle(_ title: String, _ candidates: [Movie], advice: String) -> String {
    "several movies are titled '\(title)'. \(advice):\n" + lines(candidates)
  }

  private static func lines(_ movies: [Movie], idPrefix: String = "") -> String {
    movies.map { "  \(idPrefix)\($0.id.rawValue)  \($0.titleWithYear)\($0.briefCast)" }
      .joined(separator: "\n")
  }

  /// ` Did you mean a, b or c?`, or the other advice without suggestions.
  static func question(_ nearest: [String], else advice: String) -> String {
    nearest.isEmpty ? " " + advice : " Did you mean \(nearest.alternatives)?"
  }

  /// Whether a reference such as `tag:heist` would be a term in a query.
  private static func isTerm(_ reference: String) -> Bool {
    do {
      return try MovieQuery(arguments: [reference]).terms.contains {
        ![.text, .title].contains($0.subject) && $0.keys.allSatisfy(\.isKnown)
      }
    } catch { return false }
  }

  /// The reference; text that is not a valid one counts as a title.
  static func parsed(_ reference: String) -> MovieReference {
    do { return try MovieReference(reference) } catch { return .title(reference) }
  }
}
