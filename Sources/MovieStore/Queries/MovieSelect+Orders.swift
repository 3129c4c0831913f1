internal import MovieSQLite

// MARK: Attributes

extension MovieSelect {
  /// Returns the movies that have a key, by its first value or the last date, or the others by id.
  ///
  /// - Parameters:
  ///   - limits: The conditions of ``limits(by:in:)``.
  ///   - starts: The condition that movies are after the start of a page.
  func part(
    by key: AttributeKey, hasKey: Bool, limits: [SQL], from starts: [SQL] = [], descending: Bool
  ) -> Part {
    guard hasKey else {
      return Part(
        rows: from(nil, tests + ["NOT EXISTS (\(key.values(ofMovie: "m.id")))"] + starts),
        order: orderSQL(["m.id"], descending: descending))
    }
    // SQLite searches the index by the first one of two conditions with the same bound.
    let conditions = ["sorted.key = \(key.name)"] + starts + limits + [key.isSortedValue] + tests
    return Part(
      rows: """
        FROM MovieAttribute AS sorted CROSS JOIN MovieModel AS m ON m.id = sorted.movieID
        \(whereSQL(conditions))
        """,
      order: orderSQL(["sorted.value", "sorted.movieID"], descending: descending))
  }

  /// Returns the conditions of terms on the key that are met only by values by which movies are
  /// sorted. They limit the part of the index that is read.
  func limits(
    by key: AttributeKey, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [SQL] {
    var limits: [SQL] = []
    for condition in filters.filter({ $0.key == key }).compactMap(\.condition) {
      let isMetByOthers = try catalog.database.fetchInt(
        """
        SELECT EXISTS (
          SELECT 1 FROM MovieAttribute AS sorted
          WHERE sorted.key = \(key.name) AND \(condition) AND NOT \(key.isSortedValue))
        """)
      if isMetByOthers == 0 { limits.append(condition) }
    }
    return limits
  }
}

extension AttributeKey {
  /// `SELECT …` of a row for each value of a movie, as table `other`.
  fileprivate func values(ofMovie id: SQL) -> SQL {
    "SELECT 1 FROM MovieAttribute AS other WHERE other.movieID = \(id) AND other.key = \(name)"
  }

  /// Whether a value, as table `sorted`, is the one by which its movie is sorted.
  ///
  /// Another program can have stored several values of any key, and ordinals that do not begin
  /// with 0.
  fileprivate var isSortedValue: SQL {
    let values = values(ofMovie: "sorted.movieID")
    if self == .watched { return "NOT EXISTS (\(values) AND other.ordinal > sorted.ordinal)" }
    return """
      (sorted.ordinal = 0
        OR NOT EXISTS (\(values) AND (other.ordinal = 0 OR other.ordinal < sorted.ordinal)))
      """
  }

  /// The value by which a movie is sorted: the first one, or the last date; `NULL` if it has none.
  func sortedValue(ofMovie id: SQL) -> SQL {
    """
    (SELECT value FROM MovieAttribute WHERE movieID = \(id) AND key = \(name)
      ORDER BY ordinal \(raw: self == .watched ? "DESC" : "") LIMIT 1)
    """
  }
}

// MARK: - Relevance

extension MovieSelect {
  /// The rank of a movie by all texts of the query; `nil` without texts.
  var rank: SQL? {
    let ranks = filters.compactMap(\.rank)
    return ranks.count < 2 ? ranks.first : "max(\(SQL.joined(ranks, separator: ", ")))"
  }

  /// The last rank that movies can have; `nil` without texts.
  var lastRank: Int? { filters.compactMap(\.lastRank).max() }

  /// Few movies are found and sorted by their rank. Of many, the movies of one rank after another
  /// are found, so that the others are ranked only if these do not fill the page.
  ///
  /// - Parameters:
  ///   - rows: The number of rows to read; `nil` for all.
  ///   - side: The side of a movie that is read, for a page.
  func forEachRankedPart(
    _ rank: SQL, upTo lastRank: Int, descending: Bool, rows: Int?, on side: PageSide? = nil,
    in catalog: borrowing CatalogTransaction, _ body: (Part) throws -> Bool
  ) throws {
    let bound = try bound(of: rows, in: catalog)
    let (source, count) = try source(countedTo: bound, in: catalog)
    let isFromEnd = descending && side?.position == nil
    if rows == nil || isFromEnd || source == nil || count != nil {
      let columns = [rank, "m.sortableTitle", "m.id"]
      let starts = side?.starts(columns) ?? []
      _ = try body(
        Part(
          rows: from(source, tests + starts), order: orderSQL(columns, descending: descending),
          isSorted: true))
      return
    }
    let ranks = Array(0...lastRank)
    for next in descending ? ranks.reversed() : ranks {
      if side?.hasMovies(in: next, sectionsDescend: descending) == false { continue }
      let found = try self.source(atMost: next, countedTo: bound * 4, in: catalog)
      let starts = side?.starts(["m.sortableTitle", "m.id"], in: next) ?? []
      let needsMore = try forEachPartInOrder(
        tests + ["\(rank) = \(next)"], found, from: starts, testing: bound, descending: descending,
        in: catalog, body)
      if !needsMore { return }
    }
  }
}
