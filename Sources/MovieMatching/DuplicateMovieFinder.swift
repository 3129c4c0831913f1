internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// Finds the movies that a catalog has more than once, as ``Sameness`` tells.
package struct DuplicateMovieFinder {
  private var ids: [Int64] = []
  /// `nil` without a year.
  private var years: [Int32?] = []
  /// The letters of titles and other titles.
  private var titles: [(key: UInt64, movie: Int32)] = []
  /// The ids elsewhere.
  private var identifiers: [(key: UInt64, movie: Int32)] = []

  /// The number of movies up to which an import compares all movies of a catalog. More would take
  /// too much memory.
  private static let movieLimit: Int64 = 1_000_000
  /// Returns the groups of all movies, or those that some of the movies are in, by title.
  package static func groups(
    of movies: Set<Int64>? = nil, in catalog: borrowing CatalogTransaction
  ) throws -> [FoundGroup] {
    var finder = DuplicateMovieFinder()
    try finder.readKeys(in: catalog)
    var found: [FoundGroup] = []
    for part in finder.parts() {
      let ids = part.map { finder.ids[$0] }
      if movies?.isDisjoint(with: ids) == true { continue }
      let groups = SameGroups(try catalog.entries(of: ids))
      found += groups.same.map { group in FoundGroup(ids: group.map { ids[$0] }) }
      found += groups.perhaps.map { group in
        FoundGroup(ids: group.map { ids[$0] }, isCertain: false)
      }
    }
    let distinct = try DistinctGroups(of: .movies, in: catalog.database)
    found.removeAll { distinct.contain($0.ids) || movies?.isDisjoint(with: $0.ids) == true }
    return try sortedByTitle(found, in: catalog.database)
  }

  /// The number of the movies that can be the same as others; 0 in a catalog of too many.
  package static func count(
    of movies: [Int64], in catalog: borrowing CatalogTransaction
  ) throws -> Int {
    let last = try catalog.database.fetchInt("SELECT coalesce(max(id), 0) FROM MovieModel")
    if !MovieBlocks.areLookedUp(movies.count, of: last) {
      if last > movieLimit { return 0 }
      let movies = Set(movies)
      return movies.intersection(try groups(of: movies, in: catalog).flatMap(\.ids)).count
    }
    let distinct = try DistinctGroups(of: .movies, in: catalog.database)
    return try movies.count { id in
      guard let movie = try catalog.movie(Movie.ID(rawValue: id)) else { return false }
      return try catalog.movies(like: MovieDraft(valuesOf: movie)).contains {
        $0.id.rawValue != id && !distinct.contain([$0.id.rawValue, id])
      }
    }
  }

  // MARK: Reading

  private mutating func readKeys(in catalog: borrowing CatalogTransaction) throws {
    try catalog.database.forEachRow("SELECT id, title FROM MovieModel ORDER BY id") {
      row throws(SQLiteError) in
      let movie = Int32(ids.count)
      ids.append(try row.int(at: 0))
      let title = try row.text(at: 1)
      let parts = MatchEntry.titleAndYear(title)
      years.append((parts?.year).map(Int32.init))
      addTitle(parts?.title ?? title, of: movie)
      // With another year, it is a part of the title.
      if parts != nil { addTitle(title, of: movie) }
    }
    if !catalog.hasAttributes { return }
    let names = jsonArray(([.year, .aka] + AttributeKey.ids).map(\.name))
    try catalog.database.forEachRow(
      """
      SELECT key, value, movieID FROM MovieAttribute
      WHERE key IN (SELECT value FROM json_each(\(names)))
      """
    ) { row throws(SQLiteError) in
      guard let movie = ids.positionSorted(of: try row.int(at: 2)) else { return }
      let key = AttributeKey(unchecked: try row.text(at: 0))
      let value = try AttributeValue(row: row, at: 1)
      if key == .year {
        if case .integer(let year) = value { years[movie] = Int32(clamping: year) }
      } else if let identifier = MatchEntry.key(ofIdentifier: key, value) {
        identifiers.append((identifier, Int32(movie)))
      } else {
        addTitle(value.description, of: Int32(movie))
      }
    }
  }

  private mutating func addTitle(_ title: String, of movie: Int32) {
    for form in TitleForm.forms(of: title) { titles.append((form.letters, movie)) }
  }

  /// The movies that can be the same as others, with those.
  private mutating func parts() -> [[Int]] {
    var joined = UnionFind(count: ids.count)
    titles.sort { ($0.key, $0.movie) < ($1.key, $1.movie) }
    Self.forEachRun(of: titles) { movies in joinYears(movies, &joined) }
    identifiers.sort { ($0.key, $0.movie) < ($1.key, $1.movie) }
    Self.forEachRun(of: identifiers) { movies in
      for movie in movies { joined.join(movies[0], movie) }
    }
    return joined.groups()
  }

  /// Calls the closure with the movies that have each key, if they are several.
  private static func forEachRun(
    of keys: [(key: UInt64, movie: Int32)], _ body: ([Int]) -> Void
  ) {
    var start = 0
    for end in keys.indices where end == keys.count - 1 || keys[end + 1].key != keys[end].key {
      if end > start { body(keys[start...end].map { Int($0.movie) }) }
      start = end + 1
    }
  }

  /// Joins movies with one title, unless their years are too far apart.
  private func joinYears(_ movies: [Int], _ joined: inout UnionFind) {
    if let undated = movies.first(where: { years[$0] == nil }) {
      for movie in movies { joined.join(undated, movie) }
      return
    }
    let dated = movies.map { (year: Int64(years[$0] ?? 0), movie: $0) }.sorted { $0 < $1 }
    for (movie, next) in zip(dated, dated.dropFirst()) where next.year - movie.year <= 1 {
      joined.join(movie.movie, next.movie)
    }
  }

  private static func sortedByTitle(
    _ groups: [FoundGroup], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [FoundGroup] {
    var find = try transaction.prepare("SELECT sortableTitle FROM MovieModel WHERE id = ?")
    var titles: [Int64: String] = [:]
    for group in groups {
      try find.bind(group.ids[0], at: 1)
      titles[group.ids[0]] = try find.fetchOne { row throws(SQLiteError) in try row.text(at: 0) }
    }
    return groups.sorted { left, right in
      let (title, other) = (titles[left.ids[0]] ?? "", titles[right.ids[0]] ?? "")
      return title.isExactly(other)
        ? left.ids.lexicographicallyPrecedes(right.ids) : title.precedes(other)
    }
  }
}

extension CatalogTransaction {
  /// What is compared of the movies.
  fileprivate func entries(of movies: [Int64]) throws -> [MatchEntry] {
    try movies.map { id in
      let movie = try existingMovie(Movie.ID(rawValue: id))
      return MatchEntry(id: id, MovieDraft(valuesOf: movie))
    }
  }

  /// Returns the movies that are the same as a draft, or perhaps, in the order of their ids.
  ///
  /// - Parameter blocks: All movies; `nil` to look the title up.
  package func movies(
    like draft: MovieDraft, among blocks: MovieBlocks? = nil
  ) throws -> [Movie] {
    let entry = MatchEntry(id: 0, draft)
    let blocks =
      try blocks
      ?? MovieBlocks(entry.titles.map(\.letters), in: self) {
        [draft.title] + draft.attributes.akas
      }
    var found = Set(blocks.movies(with: entry.titles))
    if hasAttributes {
      for key in AttributeKey.ids {
        for value in draft.attributes[key] {
          found.formUnion(
            try database.fetchInts(
              "SELECT movieID FROM MovieAttribute WHERE key = \(key.name) AND value = \(value)"))
        }
      }
    }
    return try found.sorted().compactMap { id in
      let movie = try existingMovie(Movie.ID(rawValue: id))
      let other = MatchEntry(id: id, MovieDraft(valuesOf: movie))
      return Sameness.of(entry, other).answer == .different ? nil : movie
    }
  }
}
