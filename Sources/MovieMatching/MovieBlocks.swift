internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// The movies of a catalog whose title, or one of whose other titles, has the letters of one of
/// some titles.
package struct MovieBlocks {
  /// In the order of the letters and the movies.
  private var found: [(letters: UInt64, movie: Int64)] = []

  /// Whether looking titles up is faster than reading all of a catalog: one takes as long as
  /// reading some hundred titles.
  static func areLookedUp(_ count: Int, of movies: Int64) -> Bool { Int64(count) <= movies / 500 }

  /// All movies.
  init(in catalog: borrowing CatalogTransaction) throws {
    try read(["SELECT title, id FROM MovieModel"], in: catalog) { _ in true }
  }

  /// - Parameters:
  ///   - letters: The letters of the titles.
  ///   - titles: Returns the titles, if they are looked up.
  init(
    _ letters: [UInt64], in catalog: borrowing CatalogTransaction, titles: () throws -> [String]
  ) throws {
    // Sorting numbers here is faster than in a table.
    let letters = letters.sorted()
    if letters.isEmpty { return }
    let last = try catalog.database.fetchInt("SELECT coalesce(max(id), 0) FROM MovieModel")
    let isLookedUp = Self.areLookedUp(letters.count, of: last)
    let lookups = isLookedUp ? try Self.lookups(of: titles(), in: catalog) : nil
    try read(lookups ?? ["SELECT title, id FROM MovieModel"], in: catalog) {
      letters.positionSorted(of: $0) != nil
    }
  }

  private mutating func read(
    _ selects: [SQL], in catalog: borrowing CatalogTransaction,
    where isFound: (UInt64) -> Bool
  ) throws {
    func add(_ title: String, of movie: Int64) {
      for form in TitleForm.forms(of: title) where isFound(form.letters) {
        found.append((form.letters, movie))
      }
    }
    for select in selects {
      try catalog.database.forEachRow(select) { row throws(SQLiteError) in
        let (title, movie) = (try row.text(at: 0), try row.int(at: 1))
        let parts = MatchEntry.titleAndYear(title)
        add(parts?.title ?? title, of: movie)
        // With another year, it is a part of the title.
        if parts != nil { add(title, of: movie) }
      }
    }
    if catalog.hasAttributes {
      try catalog.database.forEachRow(
        "SELECT value, movieID FROM MovieAttribute WHERE key = \(AttributeKey.aka.name)"
      ) { row throws(SQLiteError) in
        add(try AttributeValue(row: row, at: 0).description, of: try row.int(at: 1))
      }
    }
    found.sort { ($0.letters, $0.movie) < ($1.letters, $1.movie) }
  }

  var isEmpty: Bool { found.isEmpty }

  /// The letters of the titles of some movies.
  func letters(where isIncluded: (Int64) -> Bool) -> Set<UInt64> {
    Set(found.filter { isIncluded($0.movie) }.map(\.letters))
  }

  /// Returns the movies with one of the titles, in the order of their ids.
  func movies(with titles: some Sequence<TitleForm>) -> [Int64] {
    var movies: [Int64] = []
    for title in titles {
      let first = found.partitioningIndex { $0.letters >= title.letters }
      for other in found[first...].prefix(while: { $0.letters == title.letters }) {
        movies.append(other.movie)
      }
    }
    return movies.count < 2 ? movies : Set(movies).sorted()
  }

  /// Calls the closure with the letters of two titles of each movie that was found by several.
  func forEachOtherTitle(_ body: (UInt64, UInt64) -> Void) {
    let byMovie = found.sorted { ($0.movie, $0.letters) < ($1.movie, $1.letters) }
    for (title, other) in zip(byMovie, byMovie.dropFirst())
    where title.movie == other.movie && title.letters != other.letters {
      body(title.letters, other.letters)
    }
  }

  /// Returns statements that read all movies that can have one of the titles; `nil` if an index
  /// does not have all of them.
  private static func lookups(
    of titles: [String], in catalog: borrowing CatalogTransaction
  ) throws -> [SQL]? {
    var lookups: [SQL] = []
    for title in titles {
      let words = TitleWords(MatchEntry.titleAndYear(title)?.title ?? title)
      if words.words.isEmpty {
        // A title without letters is not in the index.
        let key = SortableTitle.of(title)
        lookups.append("SELECT title, id FROM MovieModel WHERE sortableTitle = \(key)")
      }
      for pattern in words.patterns {
        guard let ids = try SearchIndex.titles.candidates(with: pattern, in: catalog) else {
          return nil
        }
        lookups.append("SELECT title, id FROM MovieModel WHERE id IN (\(ids))")
      }
    }
    return lookups
  }
}

extension Array {
  /// The first position whose element meets the condition, as all after it do.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
