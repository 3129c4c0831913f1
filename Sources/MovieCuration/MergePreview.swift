internal import MovieMatching
public import MovieStore

/// What a merge of movies makes of the first one.
///
/// It gets the actors of the others after its own; their genres, directors, tags, other titles and
/// dates; the star if one of them has it; and a value of each other key that it does not have. Of
/// values that differ, it keeps its own, or gets the chosen ones. The others are deleted.
public struct MergePreview: Hashable, Sendable {
  /// A field of which the movies have several values, and the merged one keeps one.
  public struct Difference: Hashable, Sendable {
    /// `title`, `cast` or the name of a key.
    public let field: String
    /// The values as text, and for each the first movie that has it. The first one is kept.
    public let values: [Value]
    /// Whether one of the values would be lost, so that a user has to choose.
    public let isConflict: Bool

    /// A value of a field.
    public struct Value: Hashable, Sendable {
      /// The movie.
      public let movie: Movie.ID
      /// The value as text.
      public let text: String
    }
  }

  /// The movies in the order in which they are merged. The first one stays.
  public let movies: [Movie]
  /// The first movie after the merge.
  public let result: Movie
  /// The fields of which the movies have several values.
  public let differences: [Difference]

  /// Whether the movies are only perhaps the same, or one of them is also the same as other movies.
  public let isAmbiguous: Bool

  /// Whether a user has to choose: values would be lost, or a movie is ambiguous.
  public var hasConflict: Bool { isAmbiguous || differences.contains(where: \.isConflict) }
}

/// Which values a merge of movies takes where they differ.
public struct MergeChoices: Hashable, Sendable {
  /// The movie whose values are preferred to those of the others, or `nil` for the first one.
  public var preferred: Movie.ID?
  /// The movies whose values are taken of some fields: of `title`, or the name of a key.
  public var preferredByField: [String: Movie.ID]

  /// Choices. Without arguments, the values of the first movie that has one are taken.
  public init(preferred: Movie.ID? = nil, preferredByField: [String: Movie.ID] = [:]) {
    (self.preferred, self.preferredByField) = (preferred, preferredByField)
  }
}

extension MergePreview {
  static let titleField = "title"
  package static let castField = "cast"

  /// The same merge with other choices.
  package func choosing(_ choices: MergeChoices) -> MergePreview { MergePreview(movies, choices) }

  /// - Parameter movies: At least one.
  init(_ movies: [Movie], _ choices: MergeChoices = MergeChoices(), isAmbiguous: Bool = false) {
    self.movies = movies
    self.isAmbiguous = isAmbiguous
    let union = MovieUnion(movies: movies, choices: choices)
    result = union.result
    differences = union.differences
  }

  var isWithinLimits: Bool {
    do {
      try requireWithinLimits()
      return true
    } catch {
      return false
    }
  }

  /// - Throws: `StoreError.invalidInput` if the movie would have too many values.
  func requireWithinLimits() throws(StoreError) {
    try MovieDraft.requireCastWithinLimits(result.cast.map(\.name))
    try result.attributes.requireWithinLimits(insteadOf: movies[0].attributes)
  }
}

/// The movies of a merge and their union.
private struct MovieUnion {
  let movies: [Movie]
  let choices: MergeChoices

  var result: Movie {
    let first = movies[0]
    let title = preferred(for: MergePreview.titleField)[0].title
    return Movie(
      id: first.id, title: title,
      sortableTitle: title.isExactly(first.title) ? first.sortableTitle : SortableTitle.of(title),
      isFavorite: movies.contains(where: \.isFavorite), cast: cast,
      attributes: attributes(titled: title))
  }

  /// The movies, of which the preferred one is the first.
  private func preferred(for field: String) -> [Movie] {
    guard let id = choices.preferredByField[field] ?? choices.preferred else {
      return field == MergePreview.titleField ? withPlainTitleFirst : movies
    }
    return movies.filter { $0.id == id } + movies.filter { $0.id != id }
  }

  /// If the first title has a year or ends with an article, and another one is the same without
  /// them, that movie first.
  private var withPlainTitleFirst: [Movie] {
    let title = Sameness.plain(movies[0].title)
    let index = movies.firstIndex { FoldedTitle.of($0.title) == title } ?? 0
    return [movies[index]] + movies[..<index] + movies[(index + 1)...]
  }

  /// Each person once, with the spelling of the first movie.
  private var cast: [Actor] {
    var seen = Set(movies[0].cast.map { NameHash($0.name) })
    return movies[0].cast
      + movies.dropFirst().flatMap(\.cast).filter { seen.insert(NameHash($0.name)).inserted }
  }

  private var keys: [AttributeKey] { Set(movies.flatMap(\.attributes.keys)).sorted() }

  private func attributes(titled title: String) -> MovieAttributes {
    var result = movies[0].attributes
    for key in keys {
      let movies = key.isList ? movies : preferred(for: key.name)
      result.setStored(key, to: movies[0].attributes[key])
      for movie in movies.dropFirst() { result.merge(movie.attributes[key], of: key, .fill) }
    }
    if !movies.contains(where: { $0.attributes.isSeen && $0.attributes.isOnWatchlist }) {
      result.settleMarks(keepingSeen: true)
    }
    let known = [title] + result.akas
    let others = movies.map(\.title).filter { !Sameness.isTitle($0, among: known) }
    result.addMissing(otherTitles: others)
    if result.year == nil {
      result.year = movies.lazy.compactMap { MovieReference.titleAndYear($0.title)?.year }.first
    }
    return result
  }

  var differences: [MergePreview.Difference] {
    let known = [movies[0].title] + movies.flatMap(\.attributes.akas)
    let hasOtherTitle = !movies.allSatisfy { Sameness.isForm($0.title, of: known) }
    let title = difference(MergePreview.titleField, isConflict: hasOtherTitle, \.title)
    let cast = haveContradictoryCasts ? difference(MergePreview.castField, Self.briefCast) : nil
    let values = keys.filter { !$0.isList }.map { key in
      difference(key.name) { $0.attributes[key].map(\.description).joined(separator: ", ") }
    }
    return ([title, cast] + values).compactMap(\.self)
  }

  /// - Parameter text: The value of a movie as text; empty if it has none.
  private func difference(
    _ field: String, isConflict: Bool = true, _ text: (Movie) -> String
  ) -> MergePreview.Difference? {
    var seen: Set<ByteString> = [ByteString("")]
    let values = preferred(for: field).map { (movie: $0.id, text: text($0)) }
      .filter { seen.insert(ByteString($0.text)).inserted }
      .map { MergePreview.Difference.Value(movie: $0.movie, text: $0.text) }
    return values.count < 2 ? nil : .init(field: field, values: values, isConflict: isConflict)
  }

  private static func briefCast(of movie: Movie) -> String {
    movie.cast.prefix(3).map(\.name).joined(separator: ", ")
  }

  /// Whether a cast is not that of the movie that the first cast is of.
  private var haveContradictoryCasts: Bool {
    let casts = movies.filter { !$0.cast.isEmpty }.map {
      MatchEntry(id: 0, MovieDraft(title: "-", cast: $0.cast.map(\.name)))
    }
    return casts.contains { Sameness.of($0, casts[0]).evidence == .people }
  }
}
