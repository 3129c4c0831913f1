internal import MovieSQLite

/// Finds the movies that a catalog has more than once: those with an equal id elsewhere; and those
/// with the letters of one title, or of another title, if their years are equal; if one of them has
/// no year, unless both have a cast and no actor is in both; or if the years are next to each other
/// and an actor is in both. Movies that have different ids elsewhere are not the same.
struct DuplicateMovieFinder {
  private var ids: [Int64] = []
  private var years: [Int?] = []
  private var identifiers: [Int: SIMD4<UInt64>] = [:]
  /// The hashes of the letters of titles and other titles.
  private var titles: [(letters: UInt64, movie: Int)] = []
  /// The names in the cast of a movie that the catalog does not have.
  private var newCasts: [Int64: [UInt64]] = [:]
  private var joined = UnionFind(count: 0)

  /// Returns the groups of the ids of all movies, by title.
  static func groups(in transaction: borrowing Transaction) throws(SQLiteError) -> [[Int64]] {
    var finder = DuplicateMovieFinder()
    try finder.addMovies(
      "SELECT id, sortableTitle FROM MovieModel ORDER BY sortableTitle, id", in: transaction)
    return try finder.groups(in: transaction)
  }

  /// Returns the groups that some of the movies are in.
  static func groups(
    of movies: [Movie.ID], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [[Int64]] {
    let last = try catalog.database.fetchInt("SELECT coalesce(max(id), 0) FROM MovieModel")
    var found: [[Int64]]
    // Looking a title up takes as long as reading some hundred titles.
    if Int64(movies.count) * 500 > last {
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
    found.removeAll { chosen.isDisjoint(with: $0) }
    return found
  }

  /// Returns the movies that the new movie repeats.
  static func movies(
    like draft: MovieDraft, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Movie.ID] {
    var finder = DuplicateMovieFinder()
    finder.add(0, draft)
    finder.newCasts[0] = draft.cast.map(MatchEntry.letters)
    try finder.addCandidates(for: [draft], in: catalog)
    let group = try finder.groups(in: catalog.database).first { $0.contains(0) } ?? []
    // A movie without a year joins some that are not the same.
    return finder.ids.indices.filter { group.contains(finder.ids[$0]) && finder.ids[$0] != 0 }
      .filter { finder.canBeEqual($0, 0) }
      .map { Movie.ID(rawValue: finder.ids[$0]) }.sorted()
  }

  // MARK: Reading

  private mutating func add(_ id: Int64, _ draft: MovieDraft) {
    add(id, title: SortableTitle.of(draft.title))
    for entry in draft.attributes.entries {
      for value in entry.values { add(value, of: entry.key, to: ids.count - 1) }
    }
  }

  private mutating func add(_ id: Int64, title: String) {
    for (title, year) in Self.readings(of: title) {
      titles.append((MatchEntry.letters(of: title), ids.count))
      if let year { years.append(year) }
    }
    ids.append(id)
    if years.count < ids.count { years.append(nil) }
  }

  /// A sortable title, and the one without the year that many lists have in it.
  private static func readings(of title: String) -> [(title: String, year: Int?)] {
    let isSplit = title.utf8.last == UInt8(ascii: ")")
    let other = isSplit ? MovieReference.titleAndYear(title) : nil
    return [(title, nil)] + (other.map { [($0.title, $0.year)] } ?? [])
  }

  private mutating func add(_ value: AttributeValue, of key: AttributeKey, to movie: Int) {
    if key == .year, case .integer(let year) = value {
      years[movie] = Int(year)
    } else if key == .aka {
      titles.append((MatchEntry.letters(of: SortableTitle.of(value.description)), movie))
    } else if let (lane, hash) = MatchEntry.identifier(key, value) {
      identifiers[movie, default: SIMD4()][lane] = hash
    }
  }

  /// Adds movies with their ids and sortable titles, unless they were added before.
  private mutating func addMovies(
    _ sql: SQL, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let first = ids.count
    let known = Set(ids)
    var select = try transaction.prepare(sql)
    try select.forEachRow { row throws(SQLiteError) in
      let id = try row.int(at: 0)
      if !known.contains(id) { add(id, title: try row.text(at: 1)) }
    }
    if !transaction.hasTable(AttributeTable.name) { return }
    let added = Dictionary(
      (first..<ids.count).map { (ids[$0], $0) }, uniquingKeysWith: { first, _ in first })
    let keys = jsonArray(([.year, .aka] + AttributeKey.ids).map(\.name))
    let isAdded: SQL =
      first == 0 ? "TRUE" : "movieID IN (SELECT value FROM json_each(\(jsonArray(added.keys))))"
    var attributes = try transaction.prepare(
      """
      SELECT key, value, movieID FROM MovieAttribute
      WHERE \(isAdded) AND key IN (SELECT value FROM json_each(\(keys)))
      """)
    try attributes.forEachRow { row throws(SQLiteError) in
      guard let movie = added[try row.int(at: 2)] else { return }
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
      let withYear = draft.year.map { ["\(draft.title) (\($0))"] } ?? []
      let titles = ([draft.title] + withYear + draft.attributes.akas).map(SortableTitle.of)
      for (title, _) in titles.flatMap(Self.readings) {
        let candidates = try SearchIndex.titles.candidates(named: title, in: catalog)
        found.formUnion(
          try catalog.database.fetchInts(
            candidates ?? "SELECT id FROM MovieModel WHERE sortableTitle = \(title)"))
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
        let title = SortableTitle.of(try AttributeValue(row: row, at: 0).description)
        if letters.contains(MatchEntry.letters(of: title)) { found.insert(try row.int(at: 1)) }
      }
    }
    try addMovies(
      """
      SELECT id, sortableTitle FROM MovieModel
      WHERE id IN (SELECT value FROM json_each(\(jsonArray(found))))
      """, in: catalog.database)
  }

  // MARK: Groups

  private mutating func groups(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [[Int64]] {
    joined = UnionFind(count: ids.count)
    titles.sort { ($0.letters, $0.movie) < ($1.letters, $1.movie) }
    let titles = titles
    var start = 0
    for end in titles.indices
    where end == titles.count - 1 || titles[end + 1].letters != titles[end].letters {
      if end > start { try joinTitles(titles[start...end].map(\.movie), in: transaction) }
      start = end + 1
    }
    var lanes = identifiers.flatMap { movie, hashes in
      hashes.indices.filter { hashes[$0] != 0 }.map { (lane: $0, hash: hashes[$0], movie: movie) }
    }
    lanes.sort { ($0.lane, $0.hash, $0.movie) < ($1.lane, $1.hash, $1.movie) }
    for (left, right) in zip(lanes, lanes.dropFirst())
    where left.lane == right.lane && left.hash == right.hash {
      joined.join(left.movie, right.movie)
    }
    let distinct = try DistinctGroups(of: .movies, in: transaction)
    return joined.groups().map { $0.map { ids[$0] }.sorted() }.filter { !distinct.contain($0) }
  }

  /// Joins movies that have one title.
  private mutating func joinTitles(
    _ movies: [Int], in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let byYear = Dictionary(grouping: movies) { years[$0] }
    for case (_?, let movies) in byYear { joinYear(movies) }
    try joinNextYears(byYear, in: transaction)
    if let undated = byYear[nil] {
      try joinUndated(undated, with: movies.filter { years[$0] != nil }, in: transaction)
    }
  }

  /// Joins movies without a year with the others of their title, unless both have a cast and no actor
  /// is in both.
  private mutating func joinUndated(
    _ undated: [Int], with dated: [Int], in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var ofActor: [UInt64: [Int]] = [:]
    var castless: [Int] = []
    for movie in dated {
      let cast = try cast(of: movie, in: transaction)
      if cast.isEmpty { castless.append(movie) }
      for actor in cast { ofActor[actor, default: []].append(movie) }
    }
    var comparedWithAll = 0
    for movie in undated {
      let cast = try cast(of: movie, in: transaction)
      if cast.isEmpty {
        // It can be any of them.
        join(movie, with: undated + dated)
        comparedWithAll += 1
        if identifiers[movie] == nil || comparedWithAll == Self.comparisonLimit { return }
      }
      // The next one that has the actor joins this one, and so its group.
      for actor in cast { ofActor[actor] = [movie] + join(movie, with: ofActor[actor] ?? []) }
      if !castless.isEmpty { castless = [movie] + join(movie, with: castless) }
    }
  }

  /// - Returns: The movies that are different.
  @discardableResult
  private mutating func join(_ movie: Int, with others: [Int]) -> [Int] {
    for other in others where !areDifferent(movie, other) { joined.join(movie, other) }
    return identifiers[movie] == nil ? [] : others.filter { areDifferent(movie, $0) }
  }

  /// The number of movies with one title and year, of which each has another id elsewhere, that are
  /// compared with each other one.
  private static let comparisonLimit = 64

  private mutating func joinYear(_ movies: [Int]) {
    var separate: [Int] = []
    for movie in movies {
      let same = separate.filter { !areDifferent(movie, $0) }
      for other in same { joined.join(movie, other) }
      let isKnown = same.contains { identifiers[$0] == identifiers[movie] }
      if !isKnown, separate.count < Self.comparisonLimit { separate.append(movie) }
    }
  }

  /// Joins movies whose years are next to each other and that have an actor in common.
  private mutating func joinNextYears(
    _ byYear: [Int?: [Int]], in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    for (year, movies) in byYear {
      guard let year, let nextMovies = byYear[year + 1] else { continue }
      var ofActor: [UInt64: Int] = [:]
      for movie in movies {
        for actor in try cast(of: movie, in: transaction) { ofActor[actor] = movie }
      }
      for movie in nextMovies {
        for actor in try cast(of: movie, in: transaction) {
          if let other = ofActor[actor] { join(movie, with: [other]) }
        }
      }
    }
  }

  /// Whether the years are near each other, or an id elsewhere is equal.
  private func canBeEqual(_ movie: Int, _ other: Int) -> Bool {
    guard let year = years[movie], let otherYear = years[other] else { return true }
    if abs(year - otherYear) <= 1 { return true }
    guard let own = identifiers[movie], let others = identifiers[other] else { return false }
    return own.indices.contains { own[$0] != 0 && own[$0] == others[$0] }
  }

  private func areDifferent(_ movie: Int, _ other: Int) -> Bool {
    guard let own = identifiers[movie], let others = identifiers[other] else { return false }
    return MatchEntry.areDifferent(own, others)
  }

  /// The hashes of the letters of the names.
  private func cast(
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
