internal import MovieSQLite

/// A part of the movies of a query, in an order.
struct MovieList {
  let query: MovieQuery
  let order: MovieOrder
  var isDescending = false
  var limit: Int?
  var offset = 0

  init(
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
  var isWholeCatalog: Bool { query.isEmpty && limit == nil && offset == 0 }

  func forEachMovie(
    in catalog: borrowing CatalogTransaction, _ body: (Movie) throws -> Void
  ) throws {
    try forEachRow(MovieRow.columns, in: catalog) { row in
      try body(try catalog.withDetails(MovieRow(row: row)))
    }
  }

  func ids(in catalog: borrowing CatalogTransaction) throws -> [Movie.ID] {
    var ids: [Movie.ID] = []
    try forEachRow("m.id", in: catalog) { row in
      ids.append(Movie.ID(rawValue: try row.int(at: 0)))
    }
    return ids
  }

  /// Calls the closure with each row of the result, in its order.
  ///
  /// - Parameter columns: The columns of table `m`.
  func forEachRow(
    _ columns: SQL, in catalog: borrowing CatalogTransaction,
    _ body: (borrowing Row) throws -> Void
  ) throws {
    var (rest, skipped) = (limit ?? .max, offset)
    let select = try MovieSelect(query, in: catalog)
    for part in try select.parts(of: self, in: catalog) {
      if rest == 0 { return }
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
    }
  }
}

/// The movies of a query as SQL.
///
/// There are two ways to read a part of them: read movies in order and test each, which finds
/// common movies soon, or find all of them and sort. The number of movies that an index finds,
/// counted up to a bound, decides; and movies are read in order only up to a bound, after which the
/// others are found.
struct MovieSelect {
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

  private let filters: [TermFilter]
  /// The condition of each term, and of the caller.
  private var tests: [SQL]

  init(_ query: MovieQuery, in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    filters = try query.terms.map { (term) throws(SQLiteError) in try TermFilter(term, in: catalog)
    }
    tests = filters.map(\.test)
  }

  /// Returns the number of movies, at most the limit.
  func count(
    upTo limit: Int? = nil, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Int {
    let rows = from(try fewest(among: filters.map(\.sources), in: catalog), tests)
    let counted: SQL = limit.map { "(SELECT 1 \(rows) LIMIT \($0))" } ?? "(SELECT 1 \(rows))"
    return Int(try catalog.database.fetchInt("SELECT count(*) FROM \(counted)"))
  }

  /// Returns `SELECT …` of the ids of all movies.
  func ids(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> SQL {
    "SELECT m.id \(from(try fewest(among: filters.map(\.sources), in: catalog), tests))"
  }

  // MARK: Parts

  func parts(
    of list: MovieList, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Part] {
    if list.isRanked(by: filters) { return try rankedParts(of: list, in: catalog) }
    return try parts(
      by: list.order, descending: list.isDescending,
      rows: list.rows, in: catalog)
  }

  /// - Parameters:
  ///   - rows: The number of rows to read; `nil` for all.
  ///   - start: The condition that movies are after the start of a page.
  func parts(
    by order: MovieOrder, descending: Bool, rows: Int?, from start: SQL? = nil,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Part] {
    let tests = tests + (start.map { [$0] } ?? [])
    let bound = try bound(of: rows, in: catalog)
    let (sources, count) = try sources(countedTo: bound * 4, in: catalog)
    let sorted = orderSQL(order.sortKeys(descending, in: catalog), descending: descending)
    if order.isShuffled || count ?? .max <= bound {
      return [Part(rows: from(sources, tests), order: sorted, isSorted: true)]
    }
    switch order {
    case .attribute(let key) where catalog.hasAttributes:
      return try parts(by: key, tests, descending: descending, in: catalog)
    case .title, .relevance:
      let inOrder = orderSQL(["m.sortableTitle", "m.id"], descending: descending)
      guard !filters.isEmpty, rows != nil,
        let end = try end(after: bound, from: start, descending: descending, in: catalog)
      else { return [Part(rows: from(nil, tests), order: inOrder)] }
      let isFound = count.map { _ in Self.isFound(in: sources) } ?? []
      return [
        Part(rows: from(nil, isFound + tests + [end]), order: inOrder),
        Part(rows: from(sources, tests + ["NOT \(end)"]), order: sorted, isSorted: true),
      ]
    default:
      return [Part(rows: from(nil, tests), order: orderSQL(["m.id"], descending: descending))]
    }
  }

  /// First the movies that have a key, by its first value, then the others.
  private func parts(
    by key: AttributeKey, _ tests: [SQL], descending: Bool,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Part] {
    func values(ofMovie id: SQL) -> SQL {
      "SELECT 1 FROM MovieAttribute AS other WHERE other.movieID = \(id) AND other.key = \(key.name)"
    }
    // Another program can have stored several values of any key, and ordinals that do not begin with 0.
    let isFirst: SQL = """
      (sorted.ordinal = 0
        OR NOT EXISTS (\(values(ofMovie: "sorted.movieID")) AND (other.ordinal = 0 OR other.ordinal < sorted.ordinal)))
      """
    // The terms on a key with one value limit the part of the index that is read.
    let isRepeated = try catalog.database.fetchInt(
      "SELECT EXISTS (SELECT 1 FROM MovieAttribute WHERE key = \(key.name) AND ordinal <> 0)")
    let limits =
      key.isSingle && isRepeated == 0
      ? filters.filter { $0.key == key }.compactMap(\.condition) : []
    let having: [SQL] = ["sorted.key = \(key.name)"] + limits + [isFirst] + tests
    return [
      Part(
        rows: """
          FROM MovieAttribute AS sorted CROSS JOIN MovieModel AS m ON m.id = sorted.movieID
          \(whereSQL(having))
          """,
        order: orderSQL(["sorted.value", "sorted.movieID"], descending: descending)),
      Part(
        rows: from(nil, tests + ["NOT EXISTS (\(values(ofMovie: "m.id")))"]),
        order: orderSQL(["m.id"], descending: descending)),
    ]
  }

  // MARK: Relevance

  /// Few movies are found and sorted by their rank. Of many, the movies of the first ranks are
  /// found one rank after another, so that the others are ranked only if these do not fill the
  /// page.
  private func rankedParts(
    of list: MovieList, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Part] {
    let ranks = filters.compactMap(\.rank)
    let rank: SQL = ranks.count == 1 ? ranks[0] : "max(\(SQL.joined(ranks, separator: ", ")))"
    let order = orderSQL([rank, "m.sortableTitle", "m.id"], descending: list.isDescending)
    let bound = try bound(of: list.rows, in: catalog)
    let (sources, count) = try sources(countedTo: bound * 4, in: catalog)
    guard list.limit != nil, !list.isDescending, count ?? .max > bound,
      let end = try end(after: bound, from: nil, descending: false, in: catalog)
    else { return [Part(rows: from(sources, tests), order: order, isSorted: true)] }
    var parts: [Part] = []
    var first = 0
    for last in TermFilter.foundRanks {
      let ranked = filters.compactMap { $0.sources(atMost: last) }
      guard let found = try fewest(among: ranked, upTo: bound, in: catalog) else { break }
      let isRanked: SQL = "\(rank) BETWEEN \(first) AND \(last)"
      parts.append(
        Part(rows: from(found.sources, tests + [isRanked]), order: order, isSorted: true))
      first = last + 1
    }
    let isNext: SQL = "\(rank) = \(first)"
    let isFound = count.map { _ in Self.isFound(in: sources) } ?? []
    return parts + [
      Part(
        rows: from(nil, isFound + tests + [end, isNext]),
        order: orderSQL(["m.sortableTitle", "m.id"], descending: false)),
      Part(
        rows: from(sources, tests + ["(\(rank) > \(first) OR \(isNext) AND NOT \(end))"]),
        order: order, isSorted: true),
    ]
  }

  // MARK: Bounds

  /// Returns the number of movies up to which finding and sorting them is faster than reading
  /// movies in order.
  ///
  /// Of `n` movies, reading in order reads `n / k` for each row of a query that has `k`; sorting
  /// reads `k`.
  private func bound(
    of rows: Int?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Int {
    let movies = Double(
      try catalog.database.fetchInt("SELECT coalesce(max(id), 0) FROM MovieModel"))
    let read = ((rows.map(Double.init) ?? movies) * movies).squareRoot()
    return Int(max(Self.leastBound, min(read, movies / 8)))
  }

  private static let leastBound = 200.0

  /// Returns the condition that a movie is among the first ones in the order of titles, several
  /// times as many as the bound; `nil` if there are not as many.
  private func end(
    after bound: Int, from start: SQL?, descending: Bool, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    let last = try catalog.database.fetchOne(
      """
      SELECT sortableTitle, id FROM MovieModel AS m \(whereSQL(start.map { [$0] } ?? []))
      \(orderSQL(["m.sortableTitle", "m.id"], descending: descending)) LIMIT 1 OFFSET \(bound * 4)
      """
    ) { row throws(SQLiteError) in (try row.text(at: 0), try row.int(at: 1)) }
    guard let (title, id) = last else { return nil }
    return "(m.sortableTitle, m.id) \(raw: descending ? ">=" : "<=") (\(title), \(id))"
  }

  // MARK: Sources

  /// `FROM … WHERE …` for table `m`.
  ///
  /// - Parameter sources: The ids of the movies to test; `nil` for all movies.
  private func from(_ sources: [SQL]?, _ conditions: [SQL]) -> SQL {
    guard let sources else { return "FROM MovieModel AS m \(whereSQL(conditions))" }
    // CROSS JOIN keeps the order of the tables.
    return """
      FROM (\(SQL.joined(sources, separator: " UNION "))) AS found
      CROSS JOIN MovieModel AS m ON m.id = found.id \(whereSQL(conditions))
      """
  }

  /// The condition that the id of a movie, which an index in order has, is one of the source.
  private static func isFound(in sources: [SQL]?) -> [SQL] {
    // A unary plus keeps SQLite from finding the movies by their ids.
    sources.map { ["+m.id IN (\($0[0]))"] } ?? []
  }

  /// Returns the sources that find the fewest movies; if these are at most the bound, their ids as
  /// one source, and their number.
  private func sources(
    countedTo bound: Int, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (sources: [SQL]?, count: Int?) {
    let all = filters.map(\.sources)
    if let few = try fewest(among: all, upTo: bound, in: catalog) { return few }
    return (try fewest(among: all, in: catalog), nil)
  }

  /// Returns the sources that find the fewest movies.
  private func fewest(
    among sources: [[SQL]], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [SQL]? {
    let sources = sources.filter { !$0.isEmpty }
    if sources.count < 2 { return sources.first }
    var fewest: (sources: [SQL], count: Int64)?
    for source in sources {
      let limit = fewest?.count ?? .max
      let count = try catalog.database.fetchInt(
        "SELECT count(*) FROM (\(SQL.joined(source, separator: " UNION ALL ")) LIMIT \(limit))")
      if count < limit { fewest = (source, count) }
    }
    return fewest?.sources
  }

  /// Returns the ids that the sources that find the fewest movies find, as one source, and their
  /// number.
  ///
  /// - Parameter bound: The maximum number of movies.
  /// - Returns: `nil` if all find more.
  private func fewest(
    among sources: [[SQL]], upTo bound: Int, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> (sources: [SQL], count: Int)? {
    var fewest: Set<Int64>?
    for source in sources where !source.isEmpty {
      let limit = fewest?.count ?? bound + 1
      let ids = try catalog.database.fetchInts(
        "\(SQL.joined(source, separator: " UNION ALL ")) LIMIT \(limit)")
      if ids.count < limit { fewest = Set(ids) }
    }
    return fewest.map { ids in
      (["SELECT value AS id FROM json_each(\(jsonArray(ids.sorted())))"], ids.count)
    }
  }
}

extension MovieList {
  /// Whether the order depends on where texts match.
  fileprivate func isRanked(by filters: [TermFilter]) -> Bool {
    order == .relevance && filters.contains { $0.rank != nil }
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
      let value: SQL = """
        (SELECT value FROM MovieAttribute WHERE movieID = m.id AND key = \(key.name) ORDER BY ordinal LIMIT 1)
        """
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

/// The ids as a JSON array, which `json_each` turns into rows.
func jsonArray(_ ids: some Sequence<Int64>) -> String {
  "[\(ids.map(String.init).joined(separator: ","))]"
}

func jsonArray(_ texts: [String]) -> String {
  var json: [UInt8] = []
  for text in texts {
    json.append(json.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
    json.appendJSONString(text.utf8.span)
  }
  return String(decoding: json + [UInt8(ascii: "]")], as: UTF8.self)
}

// MARK: - Rows

extension MovieRow {
  /// The columns of table `m` that ``init(row:)`` decodes.
  static let columns: SQL = "m.id, m.title, m.sortableTitle, m.favorite"

  init(row: borrowing Row) throws(SQLiteError) {
    self.init(
      id: Movie.ID(rawValue: try row.int(at: 0)), title: try row.text(at: 1),
      sortableTitle: try row.text(at: 2), isFavorite: try row.bool(at: 3))
  }
}
