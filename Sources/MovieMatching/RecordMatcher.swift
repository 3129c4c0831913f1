internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// Matches the records of a stage with the movies of a catalog, as ``Sameness`` tells: first those
/// that have an id in common, then the others that are the same, then those that are perhaps.
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
    try matchTitles(stage)
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
      try matching.matchSame(where: { $0 == .identifier }, isUnchanged: isUnchanged)
      matching.matchDoubtfulIdentifiers()
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

  private mutating func matchTitles(_ stage: borrowing RecordStage) throws {
    func open(_ column: SQL) -> SQL {
      """
      SELECT \(column) FROM record WHERE \(Self.isOpen("record.id"))
      UNION ALL SELECT \(column) FROM otherTitle WHERE \(Self.isOpen("otherTitle.record"))
      """
    }
    let letters = try stage.database.fetchInts(open("letters")).map(UInt64.init(bitPattern:))
    let blocks = try MovieBlocks(letters, in: catalog) {
      try stage.database.fetchTexts(open("title"))
    }
    if !blocks.isEmpty {
      try matchTitles(stage, blocks) { matching, isUnchanged throws in
        try matching.matchSame(isUnchanged: isUnchanged)
      }
    }
    let skipsRepeats = mode == .eachOnce
    if blocks.isEmpty, !skipsRepeats { return }
    try matchTitles(stage, blocks, skippingRepeats: skipsRepeats) { matching, _ in
      matching.matchPerhaps()
    }
  }

  private mutating func matchTitles(
    _ stage: borrowing RecordStage, _ blocks: MovieBlocks, skippingRepeats: Bool = false,
    _ step: (inout RecordMatching, RecordMatching.Condition) throws -> Void
  ) throws {
    try forEachGroup(stage) { matcher, entries in
      let movies = blocks.movies(with: Set(entries.flatMap(\.titles)))
      let open =
        try movies.isEmpty
        ? entries : matcher.match(entries, matcher.rows(of: movies), stage, step)
      if !skippingRepeats { return }
      var distinct = DistinctEntries()
      for record in open where !distinct.insert(record) {
        try stage.store(.repeated, of: record.id)
      }
    }
  }

  /// The condition that a record has no outcome yet.
  private static func isOpen(_ record: SQL) -> SQL {
    "NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.record = \(record))"
  }

  // MARK: Groups

  /// Calls the closure with the open records whose titles have the same letters.
  private mutating func forEachGroup(
    _ stage: borrowing RecordStage,
    _ body: (inout RecordMatcher, [MatchEntry]) throws -> Void
  ) throws {
    var entries: [MatchEntry] = []
    var open = try stage.database.prepare(
      """
      SELECT \(RecordStage.entryColumns) FROM record
      WHERE \(Self.isOpen("record.id")) ORDER BY letters, id
      """)
    while try open.step() {
      let entry = try stage.entry(open.row)
      if let last = entries.last, last.title.letters != entry.title.letters {
        try body(&self, entries)
        entries = []
      }
      entries.append(entry)
    }
    if !entries.isEmpty { try body(&self, entries) }
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
    var matching = RecordMatching(records, free, claimed: claimed, inPairs: mode == .pairs)
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
