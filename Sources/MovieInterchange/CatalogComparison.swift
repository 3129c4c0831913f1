internal import MovieFormats
internal import MovieMatching
internal import MovieStore

/// Compares the movies of a catalog with other ones, and counts the differences.
struct CatalogComparison {
  typealias Body = (CatalogDifference) throws -> Void

  private(set) var summary = DifferenceSummary()
  /// The movies that the other catalog has, too.
  private var paired = MovieIDSet()
  private let body: Body

  init(_ body: @escaping Body) { self.body = body }

  /// Compares a catalog with another one.
  ///
  /// Movies that a sync knows as the same, or with a common id, are paired; others are matched as
  /// records of an import.
  ///
  /// - Parameter past: What both catalogs were when one was copied from the other.
  mutating func run(
    _ catalog: borrowing CatalogTransaction, with other: borrowing CatalogTransaction,
    _ past: CommonPast?
  ) throws {
    let synced = try SyncedPairs(of: catalog, and: other)
    summary.pairsIDs = past != nil || !synced.isEmpty
    try RecordStage.run { stage in
      var batch = RecordStage.Batch()
      try MovieList(.all, by: .added).forEachMovie(in: other) { theirs in
        let draft = MovieDraft(valuesOf: theirs)
        let common = synced[theirs.id] ?? (past?.has(theirs.id) == true ? theirs.id : nil)
        if let common, let ours = try catalog.movie(common) {
          return try compare(ours, with: draft, Self.merge)
        }
        batch.append(draft, line: Int(theirs.id.rawValue))
        if batch.isFull {
          try stage.add(batch, of: 0)
          batch = RecordStage.Batch()
        }
      }
      try stage.add(batch, of: 0)
      try stage.finish()
      try run(catalog, with: stage, [Self.merge]) { row throws in
        let theirs = try other.existingMovie(Movie.ID(rawValue: Int64(row.line)))
        let draft = MovieDraft(valuesOf: theirs)
        return past?.has(theirs.id) == true ? Movie(draft, id: theirs.id) : Movie(draft)
      }
    }
  }

  /// Compares a catalog with the records of lists.
  mutating func run(
    _ catalog: borrowing CatalogTransaction, with stage: borrowing RecordStage,
    _ merges: [MovieMerge]
  ) throws {
    try run(catalog, with: stage, merges, findingRepeats: true) { row throws in
      Movie(try stage.drafts(of: [row.id])[0])
    }
  }

  /// - Parameters:
  ///   - findsRepeats: Whether records that repeat a matched one are left out.
  ///   - movie: Returns the movie of a record.
  private mutating func run(
    _ catalog: borrowing CatalogTransaction, with stage: borrowing RecordStage,
    _ merges: [MovieMerge], findingRepeats findsRepeats: Bool = false,
    movie: (StagedRow) throws -> Movie
  ) throws {
    var matcher = RecordMatcher(in: catalog, merges, .pairs, taken: paired)
    try matcher.run(stage)
    paired = matcher.taken
    if findsRepeats { try markRepeats(catalog, stage, merges) }
    try stage.forEachChunk { rows in
      for row in rows where row.hasMovie && row.hasTitle && row.kind != .repeated {
        if row.isEqual {
          summary.unchanged += 1
        } else {
          try report(row, of: movie(row), catalog, merges)
        }
      }
    }
    try MovieList(.all, by: .added).forEachMovie(in: catalog) { movie in
      if paired.contains(movie.id.rawValue) { return }
      summary.added += 1
      try body(CatalogDifference(change: .added(movie)))
    }
  }

  /// Marks records that are about a movie that another record is about, too.
  private func markRepeats(
    _ catalog: borrowing CatalogTransaction, _ stage: borrowing RecordStage,
    _ merges: [MovieMerge]
  ) throws {
    var open: Set<Int64> = []
    try stage.forEachChunk { rows in
      for row in rows where row.kind == nil { open.insert(row.id) }
    }
    if open.isEmpty { return }
    var matcher = RecordMatcher(in: catalog, merges, .each)
    try matcher.run(stage)
    var repeated: [Int64] = []
    try stage.forEachChunk { rows in
      for row in rows where open.contains(row.id) {
        guard let movie = row.movie else { continue }
        let ours = try catalog.existingMovie(Movie.ID(rawValue: movie))
        let theirs = Movie(try stage.drafts(of: [row.id], skipsCasts: true)[0])
        if row.isPair(of: theirs, and: ours) { repeated.append(row.id) }
      }
    }
    for record in repeated { try stage.markRepeated(record) }
  }

  /// All fields are compared.
  private static let merge = MovieMerge(
    rule: .replace, replacesCast: true, isExact: true)

  private mutating func report(
    _ row: StagedRow, of theirs: Movie, _ catalog: borrowing CatalogTransaction,
    _ merges: [MovieMerge]
  ) throws {
    let ours = try row.movie.map { try catalog.existingMovie(Movie.ID(rawValue: $0)) }
    if let ours, row.isPair(of: theirs, and: ours) {
      let draft = MovieDraft(valuesOf: theirs)
      return try compare(ours, with: draft, merges[row.source].filling(row.fills))
    }
    var difference = CatalogDifference(change: .deleted(theirs))
    let candidates = ours.map { [$0.id.rawValue] } ?? row.candidates
    if !candidates.isEmpty {
      summary.ambiguous += 1
      difference.candidates = candidates.map(Movie.ID.init(rawValue:))
      for movie in candidates { paired.insert(movie) }
    } else {
      summary.deleted += 1
    }
    try body(difference)
  }

  private mutating func compare(
    _ ours: Movie, with theirs: MovieDraft, _ merge: MovieMerge
  ) throws {
    paired.insert(ours.id.rawValue)
    let fields = try merge.fields(of: ours, from: theirs)
    let names = fields.fields.map(\.name)
    if names.isEmpty {
      summary.unchanged += 1
      return
    }
    summary.updated += 1
    for name in names { summary.changedFields.add(name) }
    var before = fields
    let ids = Dictionary(ours.cast.map { (ByteString($0.name), $0.id) }) { first, _ in first }
    before.cast = before.cast?.map { .init(name: $0.name, formerID: ids[ByteString($0.name)]) }
    try body(
      CatalogDifference(
        change: .updated(before: before.applied(to: ours), after: ours), fields: names))
  }
}

extension StagedRow {
  /// Whether the movies are one: they are the same, or only the year of one is missing.
  fileprivate func isPair(of theirs: Movie, and ours: Movie) -> Bool {
    kind == .movie || kind == .byTitle && (theirs.year == nil) != (ours.year == nil)
  }
}
