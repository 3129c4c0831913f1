package import MovieSQLite

/// A query for actors: which actors to return, and in which order.
///
/// An empty query returns all actors, by name.
public struct ActorQuery: Hashable, Sendable {
  /// The order of the results. Every order is total.
  public enum Order: String, Hashable, Sendable {
    /// By name with case and accents folded, then by the name as written, then by id.
    case name
    /// In the order in which the actors were added, oldest first.
    case added
    /// By number of movies, highest first, then by name.
    case movies
    /// In the billing order of the movie's cast, or by name if the query has no movie.
    case billing
  }

  /// The text to search for: words, and phrases in double quotes, that must all occur in the name.
  /// Case, accents and punctuation are ignored. At most 64.
  public var search: String
  /// The movie whose cast is returned, or `nil` for all actors.
  public var movie: Movie.ID?
  /// The movies of which the casts are returned. By default, all movies.
  package var movies = MovieQuery.all
  /// An actor with whom the actors have a movie. The movie count is then of the common movies.
  package var partner: Actor.ID?
  /// The order of the results.
  public var order: Order
  /// Whether the order is reversed.
  public var descending: Bool
  /// The maximum number of actors to return, 0 or more, or `nil` for no limit.
  public var limit: Int?
  /// The number of actors to skip first, 0 or more.
  public var offset: Int

  /// Creates a query. Without arguments, it returns all actors, by name.
  ///
  /// The values are checked when the query is used: see ``StoreError/invalidInput``.
  public init(
    search: String = "", movie: Movie.ID? = nil, order: Order = .name,
    descending: Bool = false, limit: Int? = nil, offset: Int = 0
  ) {
    self.search = search
    self.movie = movie
    self.order = order
    self.descending = descending
    self.limit = limit
    self.offset = offset
  }
}

extension ActorQuery {
  /// Whether some actors may not be returned.
  package var isFiltered: Bool {
    !search.isEmpty || movie != nil || !movies.isEmpty || partner != nil
  }
}

extension Actor {
  init(row: borrowing Row) throws(SQLiteError) {
    self.init(id: ID(rawValue: try row.int(at: 0)), name: try row.text(at: 1))
  }
}

extension ActorWithMovieCount {
  /// The columns of table `a` that ``init(row:)`` decodes.
  static let columns: SQL =
    "a.id, a.name, (SELECT count(*) FROM MovieActor WHERE actorID = a.id) AS movies"

  init(row: borrowing Row) throws(SQLiteError) {
    self.init(actor: try Actor(row: row), movieCount: Int(try row.int(at: 2)))
  }

  /// Returns the actors that meet the condition on table `a`, in the order of their ids.
  package static func fetchAll(
    where condition: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Self] {
    try catalog.database.fetchAll(
      "SELECT \(columns) FROM ActorModel AS a WHERE \(condition) ORDER BY a.id", Self.init(row:))
  }
}

extension ActorQuery {
  /// Returns the query with its text as words.
  package func parsed() throws(StoreError) -> ParsedActorQuery {
    try StoreError.requireValid(limit: limit, offset: offset)
    try movies.validate()
    return ParsedActorQuery(query: self, texts: try LoosePattern.all(in: search))
  }
}

/// A valid query for actors.
package struct ParsedActorQuery {
  let query: ActorQuery
  /// The texts that the name must contain.
  let texts: [LoosePattern]

  func fetchAll(in catalog: borrowing CatalogTransaction) throws -> [ActorWithMovieCount] {
    var actors: [ActorWithMovieCount] = []
    try forEachActor(in: catalog) { actors.append($0) }
    return actors
  }

  package func forEachActor(
    in catalog: borrowing CatalogTransaction, _ body: (ActorWithMovieCount) throws -> Void
  ) throws {
    var columns = ActorWithMovieCount.columns
    if query.partner != nil, let ids = try movieIDs(in: catalog) {
      columns = """
        a.id, a.name,
        (SELECT count(*) FROM MovieActor WHERE actorID = a.id AND movieID IN (\(ids))) AS movies
        """
    }
    let sql: SQL = """
      SELECT \(columns) \(try source(in: catalog)) \(orderBy) \
      \(pageSQL(limit: query.limit, offset: query.offset))
      """
    try catalog.database.forEachRow(sql) { row in try body(ActorWithMovieCount(row: row)) }
  }

  /// `FROM … WHERE …` for table `a`, and for credit `c` if the query has a movie.
  func source(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> SQL {
    var conditions = isBusyEnough + hasTexts
    if let partner = query.partner { conditions.append("a.id <> \(partner.rawValue)") }
    if let ids = try movieIDs(in: catalog) {
      conditions.append("a.id IN (SELECT actorID FROM MovieActor WHERE movieID IN (\(ids)))")
    }
    if let movie = query.movie {
      return """
        FROM ActorModel AS a JOIN MovieActor AS c ON c.actorID = a.id
        \(whereSQL(["c.movieID = \(movie.rawValue)"] + conditions))
        """
    }
    if let candidates = try candidates(in: catalog) {
      conditions.insert("a.id IN (\(candidates))", at: 0)
    }
    return "FROM ActorModel AS a \(whereSQL(conditions))"
  }

  /// The ids of the movies of which the actors are returned; `nil` for all movies.
  private func movieIDs(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> SQL? {
    let terms = query.movies.terms + (query.partner.map { [.actor(id: $0)] } ?? [])
    if terms.isEmpty { return nil }
    return try MovieSelect(MovieQuery(terms), in: catalog).ids(in: catalog)
  }

  private var hasTexts: [SQL] { texts.map { "matches(a.name, \($0.text))" } }

  /// The actors that can have the texts in their names; `nil` if all must be read.
  private func candidates(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> SQL? {
    guard let longest = texts.max(by: { $0.letters.count < $1.letters.count }) else { return nil }
    return try SearchIndex.names.candidates(for: longest, in: catalog)
  }

  /// Returns the ids of some actors that have the texts in their names, without reading the others.
  func ids(
    upTo limit: Int, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Int64] {
    // Folding can leave no text.
    let hasTexts = SQL.joined(["TRUE"] + hasTexts, separator: " AND ")
    let named = TermFilter.actors(among: try candidates(in: catalog), hasTexts)
    return try catalog.database.fetchInts("SELECT DISTINCT a.id \(named) LIMIT \(limit)")
  }

  /// `ORDER BY …`, total.
  private var orderBy: SQL {
    let byName: [SQL] = ["fold(a.name)", "a.name", "a.id"]
    let keys: [SQL] =
      switch query.order {
      case .added: ["a.id"]
      case .movies: ["-movies"] + byName
      case .billing where query.movie != nil: ["c.position"] + byName
      case .name, .billing: byName
      }
    return orderSQL(keys, descending: query.descending)
  }

  /// The condition that an actor has as many movies as the last one of the page: only the names of
  /// these are read and folded. All actors meet it if too few have movies.
  private var isBusyEnough: [SQL] {
    guard query.order == .movies, !query.descending, !query.isFiltered, let limit = query.limit,
      1...Self.pageLimit ~= limit, query.offset <= Self.pageLimit
    else { return [] }
    let last = query.offset + limit - 1
    // Another program can leave credits without an actor.
    return [
      """
      a.id IN (
        WITH counts AS MATERIALIZED (
          SELECT actorID, count(*) AS movies FROM MovieActor GROUP BY actorID
          HAVING EXISTS (SELECT 1 FROM ActorModel WHERE id = actorID))
        SELECT actorID FROM counts WHERE movies >= (
          SELECT movies FROM counts ORDER BY movies DESC LIMIT 1 OFFSET \(last))
        UNION ALL SELECT id FROM ActorModel WHERE (SELECT count(*) FROM counts) <= \(last))
      """
    ]
  }

  private static let pageLimit = 1_000
}
