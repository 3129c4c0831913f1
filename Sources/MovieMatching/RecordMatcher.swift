internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// Matches the records of a stage with the movies of a catalog, in passes: by ids elsewhere, by the
/// folded title and the
/// year, by titles that have the same letters or are other titles of a movie, and by the title
/// alone.
package struct RecordMatcher: ~Copyable {
  private let catalog: CatalogTransaction
  /// How the records of each source change movies.
  private let merges: [MovieMerge]
  /// How many records can be about a movie.
  private let mode: Mode
  /// The movies that records are about.
  package private(set) var taken: MovieIDSet
  /// The movies that ambiguous records can be about.
  private var claimed = MovieIDSet()
  /// The movies that records are not about, as the user decided.
  private var excluded: [Int64: [Int64]] = [:]

  package enum Mode {
    /// A movie is matched with one record at most.
    case pairs
    /// Each record is matched as if it were alone.
    case each
    /// As `each`; records that repeat one of a new movie are left out.
    case eachOnce
  }

  /// - Parameter taken: Movies that no record is about.
  package init(
    in catalog: borrowing CatalogTransaction, _ merges: [MovieMerge], _ mode: Mode,
    taken: MovieIDSet = MovieIDSet()
  ) {
    self.taken = taken
    self.catalog = CatalogTransaction(catalog, nil)
    self.merges = merges
    self.mode = mode
  }

  package mutating func run(_ stage: borrowing RecordStage) throws {
    try applyDecisions(stage)
    try matchIdentifiers(stage)
    try matchFoldedTitles(stage)
    try matchOtherTitles(stage)
  }

  // MARK: Decisions of the user

  private mutating func applyDecisions(_ stage: borrowing RecordStage) throws {
    var decided: Set<Int64> = []
    for (record, movie) in try stage.decisions(isChosen: true)
    where decided.insert(record).inserted {
      let exists = try catalog.record(Movie.ID(rawValue: movie)) != nil
      if exists, !taken.contains(movie) {
        taken.insert(movie)
        try stage.store(.movie, of: record, movie)
      } else {
        try stage.store(.ambiguous, of: record, candidates: jsonArray([movie]))
        try stage.store(
          reason: exists
            ? "another record is about movie \(movie)" : "movie \(movie) does not exist any more",
          of: record)
      }
    }
    for (record, movie) in try stage.decisions(isChosen: false) {
      excluded[record, default: []].append(movie)
    }
  }

  // MARK: Ids elsewhere

  private mutating func matchIdentifiers(_ stage: borrowing RecordStage) throws {
    guard catalog.hasAttributes else { return }
    try linkIdentifiers(stage)
    // The usual case: a record and a movie that nothing else has the ids of.
    let isSingle: SQL = """
      (SELECT count(*) FROM link AS other
        WHERE other.record = link.record OR other.movie = link.movie) = 1
      """
    let ids: SQL = "SELECT record, movie FROM link WHERE"
    var single = try stage.database.prepare("\(ids) \(isSingle) ORDER BY record")
    while try single.step() {
      let (record, movie) = (try single.row.int(at: 0), try single.row.int(at: 1))
      try matchIdentifiers([(record, movie)], stage)
    }
    let others = try stage.database.fetchAll("\(ids) NOT \(isSingle) ORDER BY record, movie") {
      row throws(SQLiteError) in (try row.int(at: 0), try row.int(at: 1))
    }
    for links in Self.groups(of: others) { try matchIdentifiers(links, stage) }
  }

  /// Fills the table `link` with the movies that have an id of a record.
  private func linkIdentifiers(_ stage: borrowing RecordStage) throws {
    let excluded = excluded
    var find = try catalog.database.prepare(
      "SELECT movieID FROM MovieAttribute WHERE key = ? AND value = ?")
    try stage.database.forEachRow(
      """
      SELECT record, key, value FROM identifier
      WHERE \(Self.isOpen("identifier.record")) ORDER BY record
      """
    ) { row throws(SQLiteError) in
      let record = try row.int(at: 0)
      try find.bind(try row.value(at: 1), at: 1)
      try find.bind(try row.value(at: 2), at: 2)
      for movie in try find.fetchAll({ row throws(SQLiteError) in try row.int(at: 0) })
      where excluded[record]?.contains(movie) != true {
        try stage.database.execute(
          "INSERT INTO link VALUES (\(record), \(movie)) ON CONFLICT DO NOTHING")
      }
    }
  }

  private mutating func matchIdentifiers(
    _ links: [(record: Int64, movie: Int64)], _ stage: borrowing RecordStage
  ) throws {
    let entries = try Set(links.map(\.record)).sorted().compactMap { try stage.entry(of: $0) }
    let movies = try rows(of: Set(links.map(\.movie)).sorted())
    try match(entries, movies, stage) { matching, isUnchanged throws in
      try matching.matchIdentifiers(
        where: { record, movie in
          links.contains { $0.record == record.id && $0.movie == movie.id }
        }, isUnchanged: isUnchanged)
    }
  }

  /// Groups links that have a record or a movie in common, also by way of others.
  private static func groups(
    of links: [(record: Int64, movie: Int64)]
  ) -> [[(record: Int64, movie: Int64)]] {
    var groups: [Int: [(record: Int64, movie: Int64)]] = [:]
    var (ofRecord, ofMovie): ([Int64: Int], [Int64: Int]) = ([:], [:])
    for (index, link) in links.enumerated() {
      let first = ofRecord[link.record] ?? ofMovie[link.movie] ?? index
      groups[first, default: []].append(link)
      (ofRecord[link.record], ofMovie[link.movie]) = (first, ofMovie[link.movie] ?? first)
      guard let second = ofMovie[link.movie], second != first else { continue }
      for moved in groups.removeValue(forKey: second) ?? [] {
        groups[first, default: []].append(moved)
        (ofRecord[moved.record], ofMovie[moved.movie]) = (first, first)
      }
      ofMovie[link.movie] = first
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Titles

  private mutating func matchFoldedTitles(_ stage: borrowing RecordStage) throws {
    var find = try catalog.database.prepare(
      "SELECT \(MovieRow.columns) FROM MovieModel AS m WHERE m.sortableTitle = ?")
    try forEachGroup(by: "title", stage) { matcher, title, entries in
      guard case .text(let title) = title else { return }
      // The index has the stored sort keys. Other titles can have the same, and titles with the
      // letter 'ı' have another one: these are found by their letters.
      try find.bind(Folding.foldForSorting(title), at: 1)
      let movies = try find.fetchAll(MovieRow.init(row:))
      if movies.isEmpty { return }
      try matcher.match(entries, movies, stage) { matching, isUnchanged throws in
        try matching.matchYears(where: { $0.title == $1.title }, isUnchanged: isUnchanged)
      }
    }
  }

  private mutating func matchOtherTitles(_ stage: borrowing RecordStage) throws {
    try findTitles(stage)
    let skipsRepeats = mode == .eachOnce
    let isFound = try stage.database.fetchInt("SELECT EXISTS (SELECT 1 FROM found)") == 1
    if !isFound, !skipsRepeats { return }
    try forEachGroup(by: "letters", stage) { matcher, letters, entries in
      var linked: [Int64: Set<Int64>] = [:]
      var movies = try stage.database.fetchInts(
        "SELECT movie FROM found WHERE letters = \(letters)")
      let same = Set(movies)
      for entry in entries {
        let others = try stage.database.fetchInts(
          """
          SELECT movie FROM otherTitle JOIN found USING (letters) WHERE record = \(entry.id)
          """)
        for movie in others where !same.contains(movie) {
          if linked[movie] == nil { movies.append(movie) }
          linked[movie, default: []].insert(entry.id)
        }
      }
      if movies.isEmpty, !skipsRepeats { return }
      func isLinked(_ record: MatchEntry, _ movie: MatchEntry) -> Bool {
        linked[movie.id]?.contains(record.id) ?? true
      }
      let open = try matcher.match(entries, matcher.rows(of: movies), stage) {
        matching, isUnchanged throws in
        try matching.matchYears(where: { $0.letters == $1.letters }, isUnchanged: isUnchanged)
        try matching.matchYears(where: isLinked, isUnchanged: isUnchanged)
        try matching.matchTitles(where: isLinked)
      }
      if skipsRepeats {
        for record in RecordMatching(open, []).repeats {
          try stage.store(.repeated, of: record.id)
        }
      }
    }
  }

  /// Fills the table `found` with the movies whose title or other title has the letters of a record
  /// that is not matched.
  private func findTitles(_ stage: borrowing RecordStage) throws {
    func open(_ column: SQL) -> SQL {
      """
      SELECT \(column) FROM record WHERE \(Self.isOpen("record.id"))
      UNION ALL SELECT \(column) FROM otherTitle WHERE \(Self.isOpen("otherTitle.record"))
      """
    }
    // Sorting numbers here is faster than in a table.
    let letters = try stage.database.fetchInts(open("letters")).sorted()
    if letters.isEmpty { return }
    func add(_ title: String, of movie: Int64) throws(SQLiteError) {
      let key = Int64(bitPattern: MatchEntry.letters(ofTitle: title))
      guard letters.positionSorted(of: key) != nil else { return }
      try stage.database.execute(
        "INSERT INTO found VALUES (\(key), \(movie)) ON CONFLICT DO NOTHING")
    }
    let movieCount = try catalog.database.fetchInt("SELECT coalesce(max(id), 0) FROM MovieModel")
    // Looking a title up takes as long as reading some hundred titles.
    let titles =
      Int64(letters.count) * 500 > movieCount ? [] : try stage.database.fetchTexts(open("title"))
    // A title without letters is not in the index.
    let lookups = try titles.compactMap {
      try SearchIndex.titles.candidates(named: $0, in: catalog)
    }
    if titles.isEmpty || lookups.count < titles.count {
      try catalog.database.forEachRow("SELECT title, id FROM MovieModel") {
        row throws(SQLiteError) in try add(row.text(at: 0), of: row.int(at: 1))
      }
    } else {
      for candidates in lookups {
        let found = try catalog.database.fetchAll(
          "SELECT title, id FROM MovieModel WHERE id IN (\(candidates))"
        ) { row throws(SQLiteError) in (try row.text(at: 0), try row.int(at: 1)) }
        for (title, movie) in found { try add(title, of: movie) }
      }
    }
    guard catalog.hasAttributes else { return }
    try catalog.database.forEachRow(
      "SELECT value, movieID FROM MovieAttribute WHERE key = \(AttributeKey.aka.name)"
    ) { row throws(SQLiteError) in
      if case .text(let title) = try row.value(at: 0) {
        try add(title, of: row.int(at: 1))
      }
    }
  }

  /// The condition that a record has no outcome yet.
  private static func isOpen(_ record: SQL) -> SQL {
    "NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.record = \(record))"
  }

  // MARK: Groups

  /// Calls the closure with the open records of each value of a column.
  private mutating func forEachGroup(
    by column: String, _ stage: borrowing RecordStage,
    _ body: (inout RecordMatcher, DatabaseValue, [MatchEntry]) throws -> Void
  ) throws {
    var (group, entries): (DatabaseValue?, [MatchEntry]) = (nil, [])
    var open = try stage.database.prepare(
      """
      SELECT id, entry, \(raw: column) FROM record
      WHERE \(Self.isOpen("record.id")) ORDER BY \(raw: column), id
      """)
    while try open.step() {
      let (entry, value) = (try RecordStage.entry(open.row), try open.row.value(at: 2))
      if let group, group != value {
        try body(&self, group, entries)
        entries = []
      }
      group = value
      entries.append(entry)
    }
    if let group { try body(&self, group, entries) }
  }

  private func rows(of movies: [Int64]) throws(SQLiteError) -> [MovieRow] {
    var rows: [MovieRow] = []
    for id in movies {
      if let row = try catalog.record(Movie.ID(rawValue: id)) { rows.append(row) }
    }
    return rows
  }

  /// Matches records with those of the movies that no record is about yet, and stores the outcomes.
  ///
  /// - Returns: The records without an outcome.
  @discardableResult
  private mutating func match(
    _ records: [MatchEntry], _ movies: [MovieRow], _ stage: borrowing RecordStage,
    _ body: (inout RecordMatching, RecordMatching.Condition) throws -> Void
  ) throws -> [MatchEntry] {
    var records = records
    if stage.hasCasts {
      for index in records.indices {
        records[index].setCast(try stage.cast(of: records[index].id))
      }
    }
    if !excluded.isEmpty {
      for index in records.indices {
        records[index].excludedMovies = excluded[records[index].id] ?? []
      }
    }
    var free: [MatchEntry] = []
    for movie in movies where mode != .pairs || !taken.contains(movie.id.rawValue) {
      let draft = MovieDraft(valuesOf: try catalog.withDetails(movie))
      free.append(MatchEntry(id: movie.id.rawValue, draft))
    }
    let contents = Dictionary(free.map { ($0.id, $0.content) }) { first, _ in first }
    var open: [MatchEntry] = []
    for records in mode == .pairs ? [records] : records.map({ [$0] }) {
      open += try match(records, with: free, contents, stage, body)
    }
    return open
  }

  private mutating func match(
    _ records: [MatchEntry], with movies: [MatchEntry], _ contents: [Int64: UInt64],
    _ stage: borrowing RecordStage,
    _ body: (inout RecordMatching, RecordMatching.Condition) throws -> Void
  ) throws -> [MatchEntry] {
    var matching = RecordMatching(records, movies, claimed: claimed)
    try body(&matching) { record, movie in
      guard let movie = try catalog.movie(Movie.ID(rawValue: movie.id)) else { return false }
      let draft = try stage.drafts(of: [record.id])[0]
      let (source, fills) = try stage.origin(of: record.id)
      return try merges[source].filling(fills).fields(of: movie, from: draft).names.isEmpty
    }
    var open: [MatchEntry] = []
    for (record, outcome) in zip(records, matching.outcomes) {
      if outcome == .unmatched { open.append(record) }
      if mode == .pairs, case .ambiguous(let movies) = outcome {
        for movie in movies { claimed.insert(movie) }
      }
      guard case .movie(let movie, _) = outcome else {
        try stage.store(outcome, of: record, isEqual: false)
        continue
      }
      taken.insert(movie)
      try stage.store(
        outcome, of: record, isEqual: !stage.hasCasts && contents[movie] == record.content)
    }
    return open
  }
}

/// A set of ids, which usually have few gaps.
package struct MovieIDSet {
  private var words: [Int64: UInt64] = [:]

  package init() {}

  package func contains(_ id: Int64) -> Bool { (words[id >> 6] ?? 0) & 1 << UInt64(id & 63) != 0 }

  package mutating func remove(_ id: Int64) { words[id >> 6]? &= ~(1 << UInt64(id & 63)) }

  package mutating func insert(_ id: Int64) { words[id >> 6, default: 0] |= 1 << UInt64(id & 63) }
}
