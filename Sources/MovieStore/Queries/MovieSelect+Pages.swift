internal import MovieSQLite

/// A position in an order.
struct PagePosition {
  /// The part of the order: the rank; for an attribute, 0 for movies that have it, 1 for others.
  var section = 0
  /// The values of the columns by which the section is sorted.
  let key: [SQL]
}

/// The movies on one side of a position in an order, those next to it first.
struct PageSide {
  let order: MovieOrder
  let isDescending: Bool
  /// For an attribute, the conditions of ``MovieSelect/limits(by:in:)``.
  let limits: [SQL]
  /// Whether these are the movies before the position.
  let isBefore: Bool
  /// `nil` for the start of the order, or its end for the movies before it.
  let position: PagePosition?
  /// Whether a movie at the position is on this side.
  let isInclusive: Bool
  /// The maximum number of movies.
  let rows: Int

  /// Whether the columns are read in descending order.
  var descends: Bool { isBefore != isDescending }

  /// Whether movies of the section can be on this side.
  ///
  /// - Parameter sectionsDescend: Whether sections follow in descending order.
  func hasMovies(in section: Int, sectionsDescend: Bool) -> Bool {
    guard let position else { return true }
    return sectionsDescend ? section <= position.section : section >= position.section
  }

  /// Returns the condition that movies of the section are on this side, if one is needed.
  func starts(_ columns: [SQL], in section: Int) -> [SQL] {
    position?.section == section ? starts(columns, position?.key) : []
  }

  /// The same for movies of all sections. The first column has the section.
  func starts(_ columns: [SQL]) -> [SQL] {
    starts(columns, position.map { ["\($0.section)"] + $0.key })
  }

  private func starts(_ columns: [SQL], _ key: [SQL]?) -> [SQL] {
    guard let key else { return [] }
    let comparison = (descends ? "<" : ">") + (isInclusive ? "=" : "")
    let (left, right) = (SQL.joined(columns, separator: ", "), SQL.joined(key, separator: ", "))
    return ["(\(left)) \(raw: comparison) (\(right))"]
  }
}

extension MovieSelect {
  /// Returns the current position of the movie, or that of its values if it was deleted.
  func position(
    of movie: Movie, in order: MovieOrder, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> PagePosition {
    let id: SQL = "\(movie.id.rawValue)"
    if order == .added { return PagePosition(key: [id]) }
    if case .attribute(let key) = order {
      return try position(of: movie, by: key, in: catalog)
    }
    let title: SQL = """
      coalesce((SELECT sortableTitle FROM MovieModel WHERE id = \(id)), \(movie.sortableTitle))
      """
    guard order == .relevance, let rank else { return PagePosition(key: [title, id]) }
    let stored = try catalog.database.fetchInts(
      "SELECT \(rank) FROM MovieModel AS m WHERE m.id = \(id)")
    let former = filters.compactMap { $0.text?.rank(of: movie) }.max() ?? 0
    return PagePosition(section: stored.first.map(Int.init) ?? former, key: [title, id])
  }

  private func position(
    of movie: Movie, by key: AttributeKey, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> PagePosition {
    let id: SQL = "\(movie.id.rawValue)"
    var value: SQL?
    if try catalog.record(movie.id) == nil {
      let values = movie.attributes[key]
      value = (key == .watched ? values.last : values.first).map { "\($0)" }
    } else {
      // Read by SQLite: another program can have stored bytes that are not UTF-8.
      let stored = key.sortedValue(ofMovie: id)
      if try catalog.database.fetchInt("SELECT \(stored) IS NOT NULL") == 1 { value = stored }
    }
    return value.map { PagePosition(key: [$0, id]) } ?? PagePosition(section: 1, key: [id])
  }

  /// Calls the closure with one part of the movies on a side after another, until it returns
  /// `false`.
  func forEachPart(
    on side: PageSide, in catalog: borrowing CatalogTransaction, _ body: (Part) throws -> Bool
  ) throws {
    switch side.order {
    case .attribute(let key): try forEachPart(on: side, by: key, in: catalog, body)
    case .relevance:
      guard let rank, let lastRank else { return }
      try forEachRankedPart(
        rank, upTo: lastRank, descending: side.descends, rows: side.rows, on: side, in: catalog,
        body)
    default:
      let columns: [SQL] = side.order == .added ? ["m.id"] : ["m.sortableTitle", "m.id"]
      try forEachPart(
        by: side.order, descending: side.descends, rows: side.rows,
        from: side.starts(columns, in: 0), in: catalog, body)
    }
  }

  /// Few movies are found and sorted; of many, those of the index are tested.
  private func forEachPart(
    on side: PageSide, by key: AttributeKey, in catalog: borrowing CatalogTransaction,
    _ body: (Part) throws -> Bool
  ) throws {
    let found = try source(countedTo: bound(of: side.rows, in: catalog), in: catalog)
    let value = key.sortedValue(ofMovie: "m.id")
    for hasKey in side.isBefore ? [false, true] : [true, false] {
      if !hasKey, hasOnlyMovies(with: key) { continue }
      let section = hasKey ? 0 : 1
      if !side.hasMovies(in: section, sectionsDescend: side.isBefore) { continue }
      let part: Part
      if found.count == nil {
        let columns: [SQL] = hasKey ? ["sorted.value", "sorted.movieID"] : ["m.id"]
        part = self.part(
          by: key, hasKey: hasKey, limits: side.limits, from: side.starts(columns, in: section),
          descending: side.descends)
      } else {
        let columns = hasKey ? [value, "m.id"] : ["m.id"]
        let isInSection: SQL = "\(value) IS \(raw: hasKey ? "NOT NULL" : "NULL")"
        part = Part(
          rows: from(found.source, tests + [isInSection] + side.starts(columns, in: section)),
          order: orderSQL(columns, descending: side.descends), isSorted: true)
      }
      if try !body(part) { return }
    }
  }
}
