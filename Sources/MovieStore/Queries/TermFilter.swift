internal import MovieSQLite
internal import MovieSystem

/// A term as SQL on movie `m`.
struct TermFilter {
  /// Whether the movie meets the term: 0 or 1.
  let test: SQL
  /// `SELECT …` of the ids of the movies that meet the term, and of others. An id can be repeated.
  /// `nil` if the movies can be found only by reading all.
  var source: SQL?
  /// The rank of the movie for ``MovieOrder/relevance``, if the term is a text: that of the title,
  /// or ``firstNameRank`` and that of a name in the cast.
  private(set) var rank: SQL?
  /// The text, if it gives movies a rank.
  private(set) var text: RankedText?
  /// The same as `source` for movies of at most a rank, for each rank.
  private var rankedSources: [SQL?] = []

  /// The attribute, and the condition on the column `value`, for terms on attributes.
  private(set) var key: AttributeKey?
  private(set) var condition: SQL?

  /// No movies.
  private static let none = TermFilter(test: "FALSE", source: "SELECT 0 AS id WHERE FALSE")

  /// The ranks of names follow those of titles.
  static let firstNameRank = LoosePattern.noRank

  init(_ term: MovieQuery.Term, in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    let filter = try Self(positive: term, in: catalog)
    if term.isNegated {
      test = "NOT (\(filter.test))"
    } else {
      self = filter
    }
  }

  /// These movies.
  init(movies ids: [Movie.ID]) {
    let ids = jsonArray(ids.lazy.map(\.rawValue))
    // A unary plus keeps SQLite from finding the movies by their ids.
    self.init(
      test: "+m.id IN (SELECT value FROM json_each(\(ids)))",
      source: "SELECT value AS id FROM json_each(\(ids))")
  }

  /// The last rank that movies can have; `nil` if they have none.
  var lastRank: Int? { rank == nil ? nil : rankedSources.count - 1 }

  /// Returns the source for movies of at most the rank; `nil` as a rank for all.
  func source(atMost rank: Int?) -> SQL? {
    guard let rank, !rankedSources.isEmpty else { return source }
    return rankedSources[min(rank, rankedSources.count - 1)]
  }

  private init(test: SQL, source: SQL? = nil) { (self.test, self.source) = (test, source) }

  /// Returns `nil` unless there are sources for all.
  private static func union(_ sources: [SQL?]) -> SQL? {
    let found = sources.compactMap(\.self)
    return found.count < sources.count ? nil : SQL.joined(found, separator: " UNION ALL ")
  }

  private init(
    positive term: MovieQuery.Term, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    guard case .attribute(let key) = term.subject else {
      self = .anyOf(
        try term.values.map { (value) throws(SQLiteError) in
          try Self.filter(value, of: term, in: catalog)
        })
      return
    }
    let comparisons = try term.values.map { (value) throws(SQLiteError) in
      try term.comparison.sql(value, of: key, in: catalog)
    }
    let condition: SQL = "(\(SQL.joined(comparisons, separator: " OR ")))"
    self.init(key, condition, in: catalog)
    (self.key, self.condition) = (key, condition)
  }

  /// The filter that one of several is met.
  private static func anyOf(_ filters: [TermFilter]) -> TermFilter {
    if filters.count == 1 { return filters[0] }
    return TermFilter(
      test: "(\(SQL.joined(filters.map(\.test), separator: " OR ")))",
      source: union(filters.map(\.source)))
  }

  // MARK: Titles and names

  private static func filter(
    _ value: MovieQuery.Term.Value, of term: MovieQuery.Term,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> TermFilter {
    if case .actor(let id) = value { return TermFilter(cast: "\(id.rawValue)") }
    if term.subject == .id {
      // A unary plus keeps SQLite from finding the movies by their ids.
      return TermFilter(
        test: term.comparison.sql(value, on: "+m.id"),
        source: "SELECT id FROM MovieModel WHERE \(term.comparison.sql(value, on: "id"))")
    }
    let text = value.description
    switch term.subject {
    case .title where term.comparison == .equal:
      return TermFilter(
        test: "folded_title(m.title) = \(FoldedTitle.of(text))",
        source: try SearchIndex.titles.candidates(named: text, in: catalog))
    case .actor where term.comparison == .equal:
      let named = try SearchIndex.names.candidates(named: text, in: catalog)
      return TermFilter(
        cast: "SELECT a.id \(actors(among: named, "fold(a.name) = \(Folding.fold(text))"))")
    case .is where text == "favorite": return TermFilter(test: "m.favorite = 1")
    case .is:
      let terms: [MovieQuery.Term] = [
        .has(.watched), .tag == .text(MovieAttributes.seenTag),
      ]
      return .anyOf(
        try terms.map { (term) throws(SQLiteError) in try TermFilter(term, in: catalog) })
    case .has where text == "title": return TermFilter(test: "TRUE")
    case .has where text == "actor":
      return TermFilter(test: "EXISTS (SELECT 1 FROM MovieActor WHERE movieID = m.id)")
    case .has: return TermFilter(AttributeKey(unchecked: text), "TRUE", in: catalog)
    default:
      guard let pattern = LoosePattern(text) else { return none }
      return try texts(
        pattern, inTitles: term.subject != .actor, inNames: term.subject != .title, in: catalog)
    }
  }

  /// A text in the title, or in a name of the cast: of both, only at the start of a word of a name,
  /// because inside words, names would be found by chance.
  private static func texts(
    _ pattern: LoosePattern, inTitles: Bool, inNames: Bool, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> TermFilter {
    let text = pattern.text
    let isName: SQL =
      inTitles
      ? "match_rank(a.name, \(text)) < \(LoosePattern.Rank.inside.rawValue)"
      : "matches(a.name, \(text))"
    let named = inNames ? try TermFilter(cast: pattern, isName, in: catalog) : none
    let hasNames = named.test != none.test
    func titles(_ rank: LoosePattern.Rank) throws(SQLiteError) -> SQL? {
      if !inTitles { return none.source }
      return try SearchIndex.titles.candidates(for: pattern, atMost: rank, in: catalog)
    }
    let inside = try titles(.inside)
    let other = inTitles ? try otherTitles(pattern, in: catalog) : nil
    var titled = TermFilter(
      test: inTitles ? "matches(m.title, \(text))" : none.test, source: inside)
    if let other {
      titled = anyOf([titled, TermFilter(test: "m.id IN (\(other))", source: other)])
    }
    var filter = hasNames ? anyOf([titled, named]) : titled
    let noRank = LoosePattern.noRank
    let titleRank: SQL = inTitles ? "match_rank(m.title, \(text))" : "\(noRank)"
    let nameRank = hasNames ? nameRank(text) : "\(firstNameRank + noRank)"
    let otherRank: SQL? = other.map {
      "CASE WHEN m.id IN (\($0)) THEN \(LoosePattern.Rank.inside.rawValue) END"
    }
    let ranks: [SQL?] = ["nullif(\(titleRank), \(noRank))", otherRank, nameRank]
    filter.text = RankedText(pattern: pattern, isInTitles: inTitles, isInNames: inNames)
    filter.rank = "coalesce(\(SQL.joined(ranks.compactMap(\.self), separator: ", ")))"
    let last = other.map { union([inside, $0]) } ?? inside
    filter.rankedSources = [try titles(.whole), try titles(.start), inside, last]
    let nameRanks: [LoosePattern.Rank] =
      inTitles ? [.whole, .start, .word] : LoosePattern.Rank.allCases
    for rank in nameRanks where hasNames {
      let candidates = try SearchIndex.names.candidates(for: pattern, atMost: rank, in: catalog)
      let named = actors(among: candidates, "match_rank(a.name, \(text)) <= \(rank.rawValue)")
      filter.rankedSources.append(union([last, cast(among: named)]))
    }
    return filter
  }

  /// `SELECT …` of the ids of the movies of which another title has the text; `nil` if there are
  /// none.
  private static func otherTitles(
    _ pattern: LoosePattern, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    guard catalog.hasAttributes else { return nil }
    let movies: SQL = """
      SELECT movieID AS id FROM MovieAttribute
      WHERE key = \(AttributeKey.aka.name) AND matches(value, \(pattern.text))
      """
    // Once for all parts of a list, unless the ids are too many.
    let ids = try catalog.database.fetchInts("\(movies) LIMIT \(actorLimit + 1)")
    if ids.isEmpty { return nil }
    return ids.count > actorLimit ? movies : "SELECT value AS id FROM json_each(\(jsonArray(ids)))"
  }

  /// `FROM … WHERE …` for actors, as table `a`, whose name meets a condition.
  static func actors(among candidates: SQL?, _ condition: SQL) -> SQL {
    guard let candidates else { return "FROM ActorModel AS a WHERE \(condition)" }
    return """
      FROM (\(candidates)) AS candidate
      CROSS JOIN ActorModel AS a ON a.id = candidate.id WHERE \(condition)
      """
  }

  /// `SELECT …` of the ids of the movies of these actors, of which the first ones are found soon.
  private static func cast(among actors: SQL) -> SQL {
    """
    SELECT credit.movieID AS id FROM (SELECT a.id \(actors)) AS actor
    CROSS JOIN MovieActor AS credit ON credit.actorID = actor.id
    """
  }

  /// The number of actors up to which their ids are read first.
  private static let actorLimit = 1_000

  /// An actor in the cast whose name meets a condition on table `a`.
  private init(
    cast pattern: LoosePattern, _ condition: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let candidates = try SearchIndex.names.candidates(for: pattern, in: catalog)
    let actors = Self.actors(among: candidates, condition)
    let ids = try catalog.database.fetchInts("SELECT a.id \(actors) LIMIT \(Self.actorLimit + 1)")
    if ids.isEmpty {
      self = Self.none
    } else if ids.count <= Self.actorLimit {
      self.init(cast: "SELECT value FROM json_each(\(jsonArray(ids)))")
    } else {
      // The names of each movie are compared; collecting the actors of all would take longer.
      self.init(
        test: """
          EXISTS (
            SELECT 1 FROM MovieActor AS credit CROSS JOIN ActorModel AS a ON a.id = credit.actorID
            WHERE credit.movieID = m.id AND \(condition))
          """, source: Self.cast(among: actors))
    }
  }

  /// An actor with one of the ids in the cast.
  private init(cast ids: SQL) {
    self.init(
      test: "EXISTS (SELECT 1 FROM MovieActor WHERE movieID = m.id AND +actorID IN (\(ids)))",
      source: "SELECT movieID AS id FROM MovieActor WHERE actorID IN (\(ids))")
  }

  private static func nameRank(_ text: String) -> SQL {
    """
    (SELECT \(firstNameRank) + coalesce(min(match_rank(a.name, \(text))), \(LoosePattern.noRank))
      FROM MovieActor AS credit CROSS JOIN ActorModel AS a ON a.id = credit.actorID
      WHERE credit.movieID = m.id)
    """
  }

  // MARK: Attributes

  /// - Parameter condition: The condition on the column `value` of the key.
  private init(
    _ key: AttributeKey, _ condition: SQL, in catalog: borrowing CatalogTransaction
  ) {
    if !catalog.hasAttributes {
      self = Self.none
      return
    }
    // A unary plus keeps SQLite from using the index of values instead of the primary key.
    self.init(
      test: """
        EXISTS (
          SELECT 1 FROM MovieAttribute AS attribute
          WHERE attribute.movieID = m.id AND +key = \(key.name) AND \(condition))
        """,
      source: "SELECT movieID AS id FROM MovieAttribute WHERE key = \(key.name) AND \(condition)")
  }
}

/// A text of a query that gives movies a rank.
struct RankedText {
  let pattern: LoosePattern
  let isInTitles: Bool
  let isInNames: Bool

  /// Returns the rank of a movie that is not stored.
  func rank(of movie: Movie) -> Int {
    if isInTitles {
      if let rank = pattern.rank(in: movie.title) { return rank.rawValue }
      if movie.attributes.akas.contains(where: pattern.matches) {
        return LoosePattern.Rank.inside.rawValue
      }
    }
    let names = isInNames ? movie.cast.map(\.name) : []
    let ranks = names.compactMap { pattern.rank(in: $0)?.rawValue }
    return TermFilter.firstNameRank + (ranks.min() ?? LoosePattern.noRank)
  }
}

extension MovieQuery.Term.Comparison {
  /// The condition on a column of integers.
  fileprivate func sql(_ value: MovieQuery.Term.Value, on column: SQL) -> SQL {
    switch value {
    case .range(let lower, let upper):
      let bounds: [SQL?] = [lower.map { "\(column) >= \($0)" }, upper.map { "\(column) <= \($0)" }]
      return "(\(SQL.joined(bounds.compactMap(\.self), separator: " AND ")))"
    case .value(let value): return "\(column) \(raw: rawValue) \(value)"
    case .text, .actor: return "FALSE"
    }
  }

  /// The number of different values of a key up to which they are compared first, and not for each
  /// movie.
  private static let valueLimit = 1_000

  /// The condition on the column `value` of the key.
  fileprivate func sql(
    _ value: MovieQuery.Term.Value, of key: AttributeKey, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL {
    switch value {
    case .range(let lower, let upper): return Self.range(lower, upper)
    case .text(let text):
      let texts =
        try texts(of: key, in: catalog) { LoosePattern(text)?.matches($0) == true }
        ?? "(typeof(value) = 'text' AND matches(value, \(text)))"
      guard !key.isKnown,
        case .range(let lower, let upper)? = MovieQuery.Term.Subject.numbers(text)
      else { return texts }
      return "(\(texts) OR \(Self.range(lower, upper)))"
    case .value(let value) where self == .equal && key == .watched:
      return Self.range(value, value)
    case .value(let value) where self == .equal || self == .matches:
      let folded = Folding.fold(value.description)
      let texts =
        try texts(of: key, in: catalog) { Folding.fold($0).isExactly(folded) }
        ?? "(typeof(value) = 'text' AND fold(value) = \(folded))"
      return value.numeric.map { "(\(texts) OR value = \($0))" } ?? texts
    case .value(let value):
      return ordered(value, isDate: value.isText && CalendarDate(value.description) != nil)
    case .actor: return "FALSE"
    }
  }

  /// The condition that the value is one of the stored texts that meet a condition; `nil` if the
  /// key has too many.
  private func texts(
    of key: AttributeKey, in catalog: borrowing CatalogTransaction, _ isMatch: (String) -> Bool
  ) throws(SQLiteError) -> SQL? {
    guard catalog.hasAttributes else { return "FALSE" }
    let values = try StoredTexts.values(of: key, from: "", limit: Self.valueLimit, in: catalog)
    if values.count > Self.valueLimit { return nil }
    let found = values.filter { $0.isText && isMatch($0.description) }.map(\.description)
    return found.isEmpty ? "FALSE" : "value IN (SELECT value FROM json_each(\(jsonArray(found))))"
  }

  /// Both bounds are included. Only dates are texts.
  private static func range(_ lower: AttributeValue?, _ upper: AttributeValue?) -> SQL {
    let isDate = (lower ?? upper)?.isText == true
    return isBetween(
      lower.map { greaterOrEqual.bound($0, isDate: isDate) },
      upper.map { lessOrEqual.bound($0, isDate: isDate) }, isText: isDate)
  }

  private func ordered(_ value: AttributeValue, isDate: Bool) -> SQL {
    let bound = bound(value, isDate: isDate)
    let isUpper = self == .less || self == .lessOrEqual
    return Self.isBetween(isUpper ? nil : bound, isUpper ? bound : nil, isText: value.isText)
  }

  /// A date can be a year or a month: "~" is after its dates.
  private func bound(_ value: AttributeValue, isDate: Bool) -> SQL {
    let isEnd = isDate && (self == .lessOrEqual || self == .greater)
    return "value \(raw: rawValue) \(isEnd ? .text(value.description + "~") : value)"
  }

  /// Numbers are before texts; "" is the least text.
  private static func isBetween(_ lower: SQL?, _ upper: SQL?, isText: Bool) -> SQL {
    let bounds = [lower ?? (isText ? "value >= ''" : nil), upper ?? (isText ? nil : "value < ''")]
    return "(\(SQL.joined(bounds.compactMap(\.self), separator: " AND ")))"
  }
}
