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
  /// Whether the movies are changed by the records, and those without a movie become new ones: then
  /// the next import of the same list must find the same.
  private let change: Change
  /// The movies that records are about.
  package private(set) var taken: MovieIDSet
  /// The movies that ambiguous records can be about.
  private var claimed = MovieIDSet()
  /// The movies that records are not about, as the user decided.
  private var excluded: [Int64: [Int64]] = [:]

  package enum Change {
    case none, existing, all
  }

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
    changing change: Change = .none, taken: MovieIDSet = MovieIDSet()
  ) {
    self.change = change
    self.taken = taken
    self.catalog = CatalogTransaction(catalog, nil)
    self.merges = merges
    self.mode = mode
  }

  package mutating func run(_ stage: borrowing RecordStage) throws {
    try applyDecisions(stage)
    try matchIdentifiers(stage)
    try matchTitles(stage)
    try stage.markHeld()
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
    try match(.identifiers, entries, movies, stage)
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
    let skipsRepeats = mode == .eachOnce
    if blocks.isEmpty, !skipsRepeats { return }
    try joinGroups(stage, blocks)
    try forEachGroup(stage) { matcher, entries in
      let movies = blocks.movies(with: Set(entries.flatMap(\.titles)))
      let open =
        try movies.isEmpty
        ? entries
        : matcher.match(.titles, entries, matcher.rows(of: movies), stage)
      if !skipsRepeats { return }
      var distinct = DistinctEntries()
      for record in open where !distinct.insert(record) {
        try stage.store(.repeated, of: record.id)
      }
    }
  }

  /// Gives records the same letters that can be about one movie by different titles, or have an id
  /// in common. Otherwise, one of them could take the movie that is the other's.
  private func joinGroups(_ stage: borrowing RecordStage, _ blocks: MovieBlocks) throws {
    var parents: [UInt64: UInt64] = [:]
    func root(of letters: UInt64) -> UInt64 {
      var letters = letters
      while let parent = parents[letters] {
        if let next = parents[parent] { parents[letters] = next }
        letters = parent
      }
      return letters
    }
    func join(_ letters: UInt64, _ other: UInt64) {
      let (first, second) = (root(of: letters), root(of: other))
      if first != second { parents[max(first, second)] = min(first, second) }
    }
    blocks.forEachOtherTitle(join)
    try stage.database.forEachRow(
      """
      SELECT record.letters, otherTitle.letters FROM otherTitle JOIN record ON record.id = record
      WHERE \(Self.isOpen("record.id"))
      """
    ) { row throws(SQLiteError) in
      join(UInt64(bitPattern: try row.int(at: 0)), UInt64(bitPattern: try row.int(at: 1)))
    }
    var last: (key: DatabaseValue, value: DatabaseValue, letters: UInt64)?
    try stage.database.forEachRow(
      """
      SELECT key, value, letters FROM identifier JOIN record ON record.id = record
      WHERE \(Self.isOpen("record.id")) ORDER BY key, value
      """
    ) { row throws(SQLiteError) in
      let next = (
        key: try row.value(at: 0), value: try row.value(at: 1),
        letters: UInt64(bitPattern: try row.int(at: 2))
      )
      if let last, last.key == next.key, last.value == next.value {
        join(last.letters, next.letters)
      }
      last = next
    }
    if parents.isEmpty { return }
    for letters in parents.keys {
      let (letters, root) = (Int64(bitPattern: letters), Int64(bitPattern: root(of: letters)))
      try stage.database.execute("INSERT INTO joined VALUES (\(letters), \(root))")
    }
    try stage.database.execute(
      """
      UPDATE record SET letters = (SELECT root FROM joined WHERE joined.letters = record.letters)
      WHERE letters IN (SELECT letters FROM joined)
      """)
    try stage.database.execute("DELETE FROM joined")
  }

  /// The condition that a record has no outcome yet.
  private static func isOpen(_ record: SQL) -> SQL {
    "NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.record = \(record))"
  }

  // MARK: Groups

  /// Calls the closure with the open records that have the same letters.
  private mutating func forEachGroup(
    _ stage: borrowing RecordStage,
    _ body: (inout RecordMatcher, [MatchEntry]) throws -> Void
  ) throws {
    var (letters, entries): (Int64, [MatchEntry]) = (0, [])
    var open = try stage.database.prepare(
      """
      SELECT \(RecordStage.entryColumns), letters FROM record
      WHERE \(Self.isOpen("record.id")) ORDER BY letters, id
      """)
    while try open.step() {
      let entry = try stage.entry(open.row)
      let next = try open.row.int(at: 3)
      if next != letters, !entries.isEmpty {
        try body(&self, entries)
        entries = []
      }
      letters = next
      entries.append(entry)
    }
    if !entries.isEmpty { try body(&self, entries) }
  }

  private func rows(of movies: [Int64]) throws(SQLiteError) -> [Movie] {
    var rows: [Movie] = []
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
    _ step: RecordMatching.Step, _ records: [MatchEntry], _ movies: [Movie],
    _ stage: borrowing RecordStage
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
    func stored(_ movie: Int64) throws -> Movie {
      try catalog.existingMovie(Movie.ID(rawValue: movie))
    }
    func changes(_ record: Int64, _ movie: Movie, _ isByTitle: Bool) throws -> MovieFields {
      let draft = try stage.drafts(of: [record])[0]
      let (source, fills) = try stage.origin(of: record)
      return try merges[source].filling(fills).fields(
        of: movie, from: draft, isByTitle: isByTitle)
    }
    var matching = RecordMatching(records, free, claimed: claimed, inPairs: mode == .pairs)
    try matching.match(step) { record, movie in
      try changes(record.id, stored(movie.id), false).isEmpty
    }
    var outcomes = matching.outcomes
    if change != .none {
      outcomes = try StableMatching(
        matching, step, claimed: claimed, addingMovies: change == .all, movie: stored,
        record: { Movie(try stage.drafts(of: [$0])[0]) }, changes: changes
      ).outcomes
    }
    var open: [MatchEntry] = []
    for (record, outcome) in zip(records, outcomes) {
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
