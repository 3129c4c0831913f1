package import MovieSQLite
package import MovieStore
internal import MovieSystem

/// Finds the movies that a catalog has more than once: those with an equal id elsewhere; and those
/// with the letters of one title, or of another title, if their years are equal; if one of them has
/// no year, unless both have a cast and no actor is in both; or if the years are next to each other
/// and an actor is in both. Movies that have different ids elsewhere are not the same.
///
/// A movie that can be several others that are not the same is in a group with each of them.
package struct DuplicateMovieFinder {
  private(set) var ids: [Int64] = []
  /// 0 without a year.
  private(set) var years: [Int16] = []
  private(set) var identifiers: [Int: SIMD4<UInt64>] = [:]
  /// The hashes of the letters of titles and other titles.
  var titles: [(letters: UInt64, movie: Int32)] = []
  /// The names in the cast of a movie that the catalog does not have.
  private var newCasts: [Int64: [UInt64]] = [:]
  var joined = UnionFind(count: 0)
  /// Movies that can be one of several others.
  var ambiguous: [(movie: Int, other: Int)] = []

  /// Returns the groups of the ids of all movies, by title.
  package static func groups(in transaction: borrowing Transaction) throws(SQLiteError)
    -> [FoundGroup]
  {
    var finder = DuplicateMovieFinder()
    try finder.addMovies(in: transaction)
    return try finder.groups(in: transaction)
  }

  /// The number of movies up to which an import compares all movies of a catalog.
  private static let movieLimit: Int64 = 1_000_000

  /// Returns the groups that some of the movies are in; none of a larger catalog.
  package static func groups(
    of movies: [Movie.ID], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [FoundGroup] {
    let last = try catalog.database.fetchInt("SELECT coalesce(max(id), 0) FROM MovieModel")
    var found: [FoundGroup]
    // More would take too much memory.
    // Looking a title up takes as long as reading some hundred titles.
    if Int64(movies.count) * 500 > last {
      if last > Self.movieLimit { return [] }
      found = try groups(in: catalog.database)
    } else {
      var finder = DuplicateMovieFinder()
      var drafts: [MovieDraft] = []
      for id in movies {
        guard let movie = try catalog.movie(id) else { continue }
        drafts.append(MovieDraft(valuesOf: movie))
        finder.add(id.rawValue, drafts[drafts.count - 1])
      }
      try finder.addCandidates(for: drafts, in: catalog)
      found = try finder.groups(in: catalog.database)
    }
    let chosen = Set(movies.map(\.rawValue))
    found.removeAll { chosen.isDisjoint(with: $0.ids) }
    return found
  }

  /// Returns the movies that the new movie repeats.
  package static func movies(
    like draft: MovieDraft, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Movie.ID] {
    var finder = DuplicateMovieFinder()
    finder.add(0, draft)
    finder.newCasts[0] = draft.cast.map(MatchEntry.letters(of:))
    try finder.addCandidates(for: [draft], in: catalog)
    let groups = try finder.groups(in: catalog.database).filter { $0.ids.contains(0) }
    return Set(groups.flatMap(\.ids)).subtracting([0]).sorted().map(Movie.ID.init(rawValue:))
  }

  // MARK: Reading

  private mutating func add(_ id: Int64, _ draft: MovieDraft) {
    add(id, title: FoldedTitle.of(draft.title))
    for entry in draft.attributes.entries {
      for value in entry.values { add(value, of: entry.key, to: ids.count - 1) }
    }
  }

  private mutating func add(_ id: Int64, title: String) {
    let movie = Int32(ids.count)
    ids.append(id)
    years.append(Int16(Self.titleAndYear(title)?.year ?? 0))
    for title in Self.forms(of: title) { titles.append((MatchEntry.letters(of: title), movie)) }
  }

  /// The parts of a folded title that has a year.
  private static func titleAndYear(_ title: String) -> (title: String, year: Int)? {
    title.utf8.last == UInt8(ascii: ")") ? MovieReference.titleAndYear(title) : nil
  }

  /// A folded title, and the same without a year and without an article at its end, which many
  /// lists have: `matrix, the (1999)`.
  private static func forms(of title: String) -> [String] {
    let withoutYear = titleAndYear(title)?.title
    let withoutArticle = SortableTitle.withoutLastArticle(withoutYear ?? title)
    return [title] + [withoutYear, withoutArticle].compactMap(\.self)
  }

  private mutating func add(_ value: AttributeValue, of key: AttributeKey, to movie: Int) {
    if key == .year, case .integer(let year) = value, AttributeValue.years ~= year {
      years[movie] = Int16(year)
    } else if key == .aka {
      let letters = MatchEntry.letters(ofTitle: value.description)
      titles.append((letters, Int32(movie)))
    } else if let (lane, hash) = MatchEntry.identifier(key, value) {
      identifiers[movie, default: SIMD4()][lane] = hash
    }
  }

  /// Adds movies with their attributes.
  ///
  /// - Parameter candidates: The ids of the movies, of which some can be added already; `nil` for
  ///   all.
  private mutating func addMovies(
    _ candidates: Set<Int64>? = nil, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let first = ids.count
    let chosen = candidates.map { jsonArray($0.subtracting(ids)) }
    func isChosen(_ column: SQL) -> SQL {
      chosen.map { "\(column) IN (SELECT value FROM json_each(\($0)))" } ?? "TRUE"
    }
    var select = try transaction.prepare(
      "SELECT id, title FROM MovieModel WHERE \(isChosen("id")) ORDER BY id")
    try select.forEachRow { row throws(SQLiteError) in
      add(try row.int(at: 0), title: FoldedTitle.of(try row.text(at: 1)))
    }
    if !transaction.hasTable(AttributeTable.name) { return }
    let keys = jsonArray(([.year, .aka] + AttributeKey.ids).map(\.name))
    var attributes = try transaction.prepare(
      """
      SELECT key, value, movieID FROM MovieAttribute
      WHERE \(isChosen("movieID")) AND key IN (SELECT value FROM json_each(\(keys)))
      """)
    try attributes.forEachRow { row throws(SQLiteError) in
      guard let movie = ids[first...].positionSorted(of: try row.int(at: 2)) else { return }
      let key = AttributeKey(unchecked: try row.text(at: 0))
      add(try AttributeValue(row: row, at: 1), of: key, to: movie)
    }
  }

  /// Adds the movies that the added ones can repeat.
  private mutating func addCandidates(
    for drafts: [MovieDraft], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let letters = Set(titles.map(\.letters))
    var found: Set<Int64> = []
    for draft in drafts {
      let withYear = draft.attributes.year.map { ["\(draft.title) (\($0))"] } ?? []
      let titles = ([draft.title] + withYear + draft.attributes.akas).map(FoldedTitle.of)
      for title in titles.flatMap(Self.forms) {
        let candidates = try SearchIndex.titles.candidates(named: title, in: catalog)
        // A title without letters is not in the index.
        let key = Folding.foldForSorting(title)
        found.formUnion(
          try catalog.database.fetchInts(
            candidates ?? "SELECT id FROM MovieModel WHERE sortableTitle = \(key)"))
      }
      for entry in draft.attributes.entries where AttributeKey.ids.contains(entry.key) {
        for value in entry.values {
          found.formUnion(
            try catalog.database.fetchInts(
              "SELECT movieID FROM MovieAttribute WHERE key = \(entry.key.name) AND value = \(value)"
            ))
        }
      }
    }
    if catalog.hasAttributes {
      var akas = try catalog.database.prepare(
        "SELECT value, movieID FROM MovieAttribute WHERE key = \(AttributeKey.aka.name)")
      try akas.forEachRow { row throws(SQLiteError) in
        let title = try AttributeValue(row: row, at: 0).description
        if letters.contains(MatchEntry.letters(ofTitle: title)) { found.insert(try row.int(at: 1)) }
      }
    }
    try addMovies(found, in: catalog.database)
  }

  /// The hashes of the letters of the names.
  func cast(
    of movie: Int, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [UInt64] {
    if let cast = newCasts[ids[movie]] { return cast }
    var find = try transaction.prepare(
      """
      SELECT name FROM MovieActor CROSS JOIN ActorModel ON id = actorID WHERE movieID = ?
      """)
    try find.bind(ids[movie], at: 1)
    return try find.fetchAll { row throws(SQLiteError) in
      MatchEntry.letters(of: try row.text(at: 0))
    }
  }
}
