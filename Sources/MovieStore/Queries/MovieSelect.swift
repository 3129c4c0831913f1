package import MovieSQLite
internal import MovieSystem

/// A part of the movies of a query, in an order.
package struct MovieList {
  let query: MovieQuery
  let order: MovieOrder
  var isDescending = false
  var limit: Int?
  var offset = 0

  package init(
    _ query: MovieQuery, by order: MovieOrder, descending: Bool = false, limit: Int? = nil,
    offset: Int = 0
  ) throws(StoreError) {
    try StoreError.requireValid(limit: limit, offset: offset)
    try query.validate()
    (self.query, self.order, isDescending) = (query, order, descending)
    (self.limit, self.offset) = (limit, offset)
  }

  /// The number of movies to read, with those that are skipped; `nil` for all.
  fileprivate var rows: Int? { limit.map { $0 > .max - offset ? .max : $0 + offset } }

  /// Whether these are all movies of the catalog.
  package var isWholeCatalog: Bool { query.isEmpty && limit == nil && offset == 0 }

  package func forEachMovie(
    in catalog: borrowing CatalogTransaction, _ body: (Movie) throws -> Void
  ) throws {
    try forEachRow(Movie.columns, in: catalog) { row in
      try body(try catalog.withDetails(Movie(row: row)))
    }
  }

  func rows(in catalog: borrowing CatalogTransaction) throws -> [Movie] {
    var rows: [Movie] = []
    try forEachRow(Movie.columns, in: catalog) { rows.append(try Movie(row: $0)) }
    return rows
  }

  package func ids(in catalog: borrowing CatalogTransaction) throws -> [Movie.ID] {
    var ids: [Movie.ID] = []
    try forEachRow("m.id", in: catalog) { row in
      ids.append(Movie.ID(rawValue: try row.int(at: 0)))
    }
    return ids
  }

  /// Calls the closure with each row of the result, in its order.
  ///
  /// - Parameter columns: The columns of table `m`.
  package func forEachRow(
    _ columns: SQL, in catalog: borrowing CatalogTransaction,
    _ body: (borrowing Row) throws -> Void
  ) throws {
    var (rest, skipped) = (limit ?? .max, offset)
    let select = try MovieSelect(query, in: catalog)
    try select.forEachPart(of: self, in: catalog) { part in
      var count = 0
      let page = pageSQL(limit: limit == nil ? nil : rest, offset: skipped)
      try catalog.database.forEachRow(part.statement(columns, page, skips: skipped > 0)) { row in
        count += 1
        try body(row)
      }
      rest -= count
      if count > 0 { skipped = 0 }
      if skipped > 0 {
        skipped -= Int(try catalog.database.fetchInt("SELECT count(*) \(part.rows)"))
      }
      return rest > 0
    }
  }
}

/// The movies of a query as SQL.
///
/// There are two ways to read a part of them: read movies in order and test each, which finds
/// common movies soon, or find all of them and sort. The number of movies that an index finds,
/// counted up to a bound, decides; and movies are read in order only up to a bound, after which the
/// others are found.
package struct MovieSelect {
  /// A part of the result, which follows the one before it.
  struct Part {
    /// `FROM … WHERE …` for table `m`.
    let rows: SQL
    /// `ORDER BY …`.
    let order: SQL
    /// Whether SQLite sorts the rows.
    var isSorted = false

    func statement(_ columns: SQL, _ page: SQL, skips: Bool) -> SQL {
      guard isSorted, skips else { return "SELECT \(columns) \(rows) \(order) \(page)" }
      // Only ids are sorted and skipped, which takes much less memory than whole rows.
      return """
        SELECT \(columns) FROM MovieModel AS m
        WHERE m.id IN (SELECT m.id \(rows) \(order) \(page)) \(order)
        """
    }
  }

  let filters: [TermFilter]
  var tests: [SQL] { filters.map(\.test) }

  /// - Parameter ids: The only movies of the query that are read; `nil` for all.
  package init(
    _ query: MovieQuery, among ids: [Movie.ID]? = nil, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let terms = try query.terms.map { (term) throws(SQLiteError) in
      try TermFilter(term, in: catalog)
    }
    filters = terms + (ids.map { [TermFilter(movies: $0)] } ?? [])
  }

  /// Whether a term is on the key, which no movie without the key meets.
  func hasOnlyMovies(with key: AttributeKey) -> Bool { filters.contains { $0.key == key } }

  /// Returns the number of movies, at most the limit.
  package func count(
    upTo limit: Int? = nil, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Int {
    let rows = from(try source(among: filters.compactMap(\.source), in: catalog), tests)
    let counted: SQL = limit.map { "(SELECT 1 \(rows) LIMIT \($0))" } ?? "(SELECT 1 \(rows))"
    return Int(try catalog.database.fetchInt("SELECT count(*) FROM \(counted)"))
  }

  /// Returns `SELECT …` of the ids of all movies.
  func ids(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> SQL {
    "SELECT m.id \(from(try source(among: filters.compactMap(\.source), in: catalog), tests))"
  }

  // MARK: Parts

  /// Calls the closure with one part after another, until it returns `false`.
  func forEachPart(
    of list: MovieList, in catalog: borrowing CatalogTransaction, _ body: (Part) throws -> Bool
  ) throws {
    if list.order == .relevance, let rank, let lastRank {
      return try forEachRankedPart(
        rank, upTo: lastRank, descending: list.isDescending, rows: list.rows, in: catalog, body)
    }
    try forEachPart(
      by: list.order, descending: list.isDescending, rows: list.rows, in: catalog, body)
  }

  /// - Parameters:
  ///   - rows: The number of rows to read; `nil` for all.
  ///   - starts: The condition that movies are after the start of a page.
  func forEachPart(
    by order: MovieOrder, descending: Bool, rows: Int?, from starts: [SQL] = [],
    in catalog: borrowing CatalogTransaction, _ body: (Part) throws -> Bool
  ) throws {
    let bound = try bound(of: rows, in: catalog)
    let found = try source(countedTo: bound * 4, in: catalog)
    let sorted = orderSQL(order.sortKeys(descending, in: catalog), descending: descending)
    if order.isShuffled || found.count ?? .max <= bound {
      _ = try body(Part(rows: from(found.source, tests + starts), order: sorted, isSorted: true))
      return
    }
    if case .attribute(let key) = order, catalog.hasAttributes {
      let limits = try limits(by: key, in: catalog)
      for hasKey in hasOnlyMovies(with: key) ? [true] : [true, false] {
        let part = part(by: key, hasKey: hasKey, limits: limits, descending: descending)
        if try !body(part) { return }
      }
    } else if [.title, .relevance].contains(order), rows != nil, !filters.isEmpty {
      _ = try forEachPartInOrder(
        tests, found, from: starts, testing: bound, descending: descending, in: catalog, body)
    } else {
      _ = try body(Part(rows: from(nil, tests + starts), order: sorted))
    }
  }

  /// The first movies in the order of titles are tested, unless the source is known to be small;
  /// of more movies, those of the source are tested, which soon gives movies that are common; the
  /// others are found and sorted, and all of the source if these are few.
  ///
  /// - Returns: The closure's last result.
  func forEachPartInOrder(
    _ tests: [SQL], _ found: (source: SQL?, count: Int?), from starts: [SQL] = [],
    testing bound: Int, descending: Bool,
    in catalog: borrowing CatalogTransaction, _ body: (Part) throws -> Bool
  ) throws -> Bool {
    let order = orderSQL(["m.sortableTitle", "m.id"], descending: descending)
    var starts = starts
    // The number of movies to read; `nil` for all: most movies of the source meet a single term.
    var steps: [(count: Int?, isFound: [SQL])] = found.count == nil ? [(bound, [])] : []
    // A unary plus keeps SQLite from finding the movies by their ids.
    if let source = found.source, found.count ?? .max > bound {
      steps.append((tests.count > 1 ? bound * 16 : nil, ["+m.id IN (\(source))"]))
    }
    for (count, isFound) in steps {
      let conditions = isFound + tests + starts
      guard let count, let (title, id) = try position(count, from: starts, order, in: catalog)
      else { return try body(Part(rows: from(nil, conditions), order: order)) }
      let position: SQL = "(\(title), \(id))"
      let isUpTo: SQL = "(m.sortableTitle, m.id) \(raw: descending ? ">=" : "<=") \(position)"
      if try !body(Part(rows: from(nil, conditions + [isUpTo]), order: order)) { return false }
      starts = ["(m.sortableTitle, m.id) \(raw: descending ? "<" : ">") \(position)"]
    }
    // Tests read other tables, which are in the order of ids.
    let rest: SQL =
      found.source == nil
      ? "FROM MovieModel AS m NOT INDEXED \(whereSQL(tests + starts))"
      : from(found.source, tests + starts)
    return try body(Part(rows: rest, order: order, isSorted: true))
  }

  /// Returns the movie after as many others; `nil` if there are fewer.
  private func position(
    _ offset: Int, from starts: [SQL], _ order: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (title: String, id: Int64)? {
    try catalog.database.fetchOne(
      """
      SELECT sortableTitle, id FROM MovieModel AS m \(whereSQL(starts))
      \(order) LIMIT 1 OFFSET \(offset)
      """
    ) { row throws(SQLiteError) in (try row.text(at: 0), try row.int(at: 1)) }
  }

  // MARK: Bounds

  /// Returns the number of movies up to which finding and sorting them is faster than reading
  /// movies in order.
  ///
  /// Of `n` movies, reading in order reads `n / k` for each row of a query that has `k`; sorting
  /// reads `k`.
  func bound(
    of rows: Int?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Int {
    let movies = Double(
      try catalog.database.fetchInt("SELECT coalesce(max(id), 0) FROM MovieModel"))
    let read = ((rows.map(Double.init) ?? movies) * movies).squareRoot()
    return Int(max(Self.leastBound, min(read, movies / 8)))
  }

  private static let leastBound = 50.0

  // MARK: Sources

  /// `FROM … WHERE …` for table `m`.
  ///
  /// - Parameter source: The ids of the movies to test; `nil` for all movies.
  func from(_ source: SQL?, _ conditions: [SQL]) -> SQL {
    guard let source else { return "FROM MovieModel AS m \(whereSQL(conditions))" }
    // NOT INDEXED keeps SQLite from testing all movies in the order of an index.
    return "FROM MovieModel AS m NOT INDEXED \(whereSQL(["m.id IN (\(source))"] + conditions))"
  }

  /// Returns the source of the movies that can meet the terms with these sources: those of the
  /// source with the fewest movies that are in others, too, unless these have many more.
  ///
  /// - Returns: `nil` without sources.
  private func source(
    among sources: [SQL], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    if sources.count < 2 { return sources.first }
    var counted: [(source: SQL, count: Int64)] = []
    for source in sources {
      let limit = min(counted.map(\.count).min() ?? .max, Self.countLimit) * 4
      let count = try catalog.database.fetchInt(
        "SELECT count(*) FROM (\(source) LIMIT \(limit))")
      if count < limit { counted.append((source, count)) }
    }
    counted.sort { $0.count < $1.count }
    guard let fewest = counted.first else { return sources[0] }
    let others = counted.dropFirst().filter { $0.count / 4 <= fewest.count }
    if others.isEmpty { return fewest.source }
    // A unary plus keeps SQLite from looking for each id of the others in the index of texts.
    let isInOthers = others.map { "+id IN (\($0.source))" as SQL }
    return "SELECT id FROM (\(fewest.source)) \(whereSQL(isInOthers))"
  }

  private static let (countLimit, readLimit) = (Int64(100_000), 1_000)

  /// Returns the source of the movies that can meet all terms and, if these are at most the bound,
  /// their number.
  ///
  /// - Parameter rank: Only movies of at most this rank are looked for.
  func source(
    atMost rank: Int? = nil, countedTo bound: Int, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (source: SQL?, count: Int?) {
    let sources = filters.compactMap { $0.source(atMost: rank) }
    guard let source = try source(among: sources, in: catalog) else { return (nil, nil) }
    let ids = try catalog.database.fetchInts("\(source) LIMIT \(bound + 1)")
    if ids.count > bound { return (source, nil) }
    // SQLite finds many ids again sooner than it reads them as JSON.
    let isFew = ids.count <= Self.readLimit
    return (isFew ? "SELECT value AS id FROM json_each(\(jsonArray(ids)))" : source, ids.count)
  }
}

extension MovieOrder {
  fileprivate var isShuffled: Bool { if case .random = self { true } else { false } }

  /// The keys by which found movies are sorted, total.
  fileprivate func sortKeys(_ descending: Bool, in catalog: borrowing CatalogTransaction) -> [SQL] {
    switch self {
    case .title, .relevance: return ["m.sortableTitle", "m.id"]
    case .random(let seed): return ["shuffle(m.id, \(Int64(bitPattern: seed)))", "m.id"]
    case .attribute(let key) where catalog.hasAttributes:
      let value = key.sortedValue(ofMovie: "m.id")
      // SQLite orders NULL before all values.
      return [descending ? value : "\(value) NULLS LAST", "m.id"]
    case .added, .attribute: return ["m.id"]
    }
  }
}

// MARK: - Parts of statements

func whereSQL(_ conditions: [SQL]) -> SQL {
  conditions.isEmpty ? "" : "WHERE \(SQL.joined(conditions, separator: " AND "))"
}

func orderSQL(_ keys: [SQL], descending: Bool) -> SQL {
  let directed = descending ? keys.map { "\($0) DESC" as SQL } : keys
  return "ORDER BY \(SQL.joined(directed, separator: ", "))"
}

/// `LIMIT … OFFSET …`; empty if all rows are requested. Neither number is negative.
func pageSQL(limit: Int?, offset: Int) -> SQL {
  // An offset needs a limit. SQLite treats -1 as no limit.
  limit == nil && offset == 0 ? "" : "LIMIT \(limit ?? -1) OFFSET \(offset)"
}

// MARK: - Rows

extension Movie {
  /// The columns of table `m` that ``init(row:)`` decodes: a movie without its cast and attributes,
  /// which `withDetails` adds.
  package static let columns: SQL = "m.id, m.title, m.sortableTitle, m.favorite"

  package init(row: borrowing Row) throws(SQLiteError) {
    self.init(
      id: Movie.ID(rawValue: try row.int(at: 0)), title: try row.text(at: 1),
      sortableTitle: try row.text(at: 2), isFavorite: try row.bool(at: 3))
  }
}
