/// Matches records and movies that can have the same title.
///
/// Each record is one movie: a movie is matched with at most one record. The outcome does not
/// depend on the order of
/// the records.
struct RecordMatching {
  enum Outcome: Equatable {
    case unmatched
    /// - Parameter isByTitle: Whether one side has no year.
    case movie(Int64, isByTitle: Bool)
    /// The record can be about several movies, or one movie about several records.
    case ambiguous([Int64])
  }

  private let records: [MatchEntry]
  private let movies: [MatchEntry]
  private(set) var outcomes: [Outcome]
  private var isTaken: [Bool]
  /// Whether an ambiguous record of an earlier pass can be about the movie. A later record is then
  /// ambiguous, too, unless it changes nothing: with a change of the movie, the next import could
  /// decide the earlier one.
  private var isClaimed: [Bool]
  /// Records that become ambiguous when all of a pass were compared.
  private var ambiguous: [(record: Int, movies: [Int])] = []

  /// A condition on a record and a movie.
  typealias Condition = (MatchEntry, MatchEntry) throws -> Bool

  /// - Parameters:
  ///   - movies: The movies without those that other records are about.
  ///   - claimed: The movies that other, ambiguous records can be about.
  init(_ records: [MatchEntry], _ movies: [MatchEntry], claimed: MovieIDSet = MovieIDSet()) {
    self.records = records
    self.movies = movies.sorted { $0.id < $1.id }
    outcomes = Array(repeating: .unmatched, count: records.count)
    isTaken = Array(repeating: false, count: movies.count)
    isClaimed = self.movies.map { claimed.contains($0.id) }
  }

  // MARK: Ids elsewhere

  /// Matches records with the movies that their ids elsewhere point to. A movie with another title
  /// and another year is
  /// ambiguous.
  mutating func matchIdentifiers(where isCandidate: Condition, isUnchanged: Condition) throws {
    let (free, movies) = (freeMovies, movies)
    try assign(isUnchanged) { record in try free.filter { try isCandidate(record, movies[$0]) } }
    for record in records.indices {
      guard case .movie(let id, _) = outcomes[record],
        let movie = movies.first(where: { $0.id == id }), movie.letters != records[record].letters,
        let year = movie.year, let other = records[record].year, year != other
      else { continue }
      outcomes[record] = .ambiguous([id])
    }
  }

  // MARK: Title and year

  /// Matches records and movies with equal years, or both without one.
  ///
  /// - Parameters:
  ///   - isCandidate: How the titles must be related.
  ///   - isUnchanged: Whether the record leaves the movie as it is.
  mutating func matchYears(where isCandidate: Condition, isUnchanged: Condition) throws {
    if records.count == 1, movies.count == 1, !isClaimed[0] {
      // The usual case needs no tables.
      let (record, movie) = (records[0], movies[0])
      let isOpen = outcomes[0] == .unmatched && !isTaken[0]
      if isOpen, record.year == movie.year, record.canBe(movie), try isCandidate(record, movie) {
        take(0, for: 0)
      }
      return
    }
    try pairEqual(where: isCandidate)
    pairInterchangeable()
    let pools = Dictionary(grouping: freeMovies) { movies[$0].year }.mapValues {
      CandidatePool($0, movies)
    }
    try assign(isUnchanged) { record in
      try pools[record.year]?.candidates(of: record, isCandidate) ?? []
    }
  }

  /// Pairs records with movies that have exactly the same values.
  private mutating func pairEqual(where isCandidate: Condition) throws {
    var equal = Dictionary(grouping: freeMovies.reversed()) { movies[$0].content }
    for record in openRecords {
      guard let movie = equal[records[record].content]?.last,
        !records[record].excludedMovies.contains(movies[movie].id),
        try isCandidate(records[record], movies[movie]), records[record].year == movies[movie].year
      else { continue }
      equal[records[record].content]?.removeLast()
      take(movie, for: record)
    }
  }

  /// Pairs records with many movies that have their title, year and cast, in the order of the ids.
  private mutating func pairInterchangeable() {
    struct Identity: Hashable {
      let title: UInt64
      let year: Int?
      let cast: UInt64
    }
    func identity(_ entry: MatchEntry) -> Identity {
      Identity(title: entry.title, year: entry.year, cast: entry.cast)
    }
    let many = Dictionary(grouping: freeMovies) { identity(movies[$0]) }
      .filter { $0.value.count > CandidatePool.limit }
    if many.isEmpty { return }
    let open = Dictionary(grouping: openRecordsByContent) { identity(records[$0]) }
    for (identity, indexes) in many {
      for (record, movie) in zip(open[identity] ?? [], indexes)
      where !isClaimed[movie] && records[record].canBe(movies[movie]) { take(movie, for: record) }
    }
  }

  /// Matches each open record with one of its candidates, if nothing has to be guessed.
  private mutating func assign(
    _ isUnchanged: Condition, _ candidates: (MatchEntry) throws -> [Int]
  ) throws {
    var claims: [Int: [Int]] = [:]
    var found: [Int: [Int]] = [:]
    let open = openRecordsByContent
    for record in open {
      let candidates = try candidates(records[record])
      if candidates.isEmpty { continue }
      found[record] = candidates
      for movie in candidates { claims[movie, default: []].append(record) }
    }
    // A movie that a record leaves as it is comes first.
    for record in open {
      guard let candidates = found[record],
        case let count = claims[candidates[0], default: []].count,
        candidates.count > 1 || count > 1 || isClaimed[candidates[0]],
        count <= CandidatePool.limit
      else { continue }
      let unchanged = try candidates.first {
        try !isTaken[$0] && isUnchanged(records[record], movies[$0])
      }
      if let unchanged { take(unchanged, for: record) }
    }
    let contested = claims.filter { _, claimants in
      let rivals = claimants.filter { outcomes[$0] == .unmatched }
      return !rivals.allSatisfy { records[$0].isInterchangeable(with: records[rivals[0]]) }
    }
    for record in open where outcomes[record] == .unmatched {
      guard let candidates = found[record]?.filter({ !isTaken[$0] }), let first = candidates.first
      else { continue }
      let isCertain = candidates.allSatisfy {
        movies[$0].isInterchangeable(with: movies[first]) && contested[$0] == nil && !isClaimed[$0]
      }
      if isCertain { take(first, for: record) } else { ambiguous.append((record, candidates)) }
    }
    markAmbiguous()
  }

  private mutating func markAmbiguous() {
    for (record, candidates) in ambiguous {
      outcomes[record] = .ambiguous(candidates.map { movies[$0].id })
      for movie in candidates { isClaimed[movie] = true }
    }
    ambiguous = []
  }

  // MARK: Title alone

  /// Matches a record and a movie of which one has no year, if exactly these two remain; then marks
  /// records as ambiguous that are one year off a movie.
  mutating func matchTitles(where isCandidate: Condition) throws {
    let withYear = CandidatePool(freeMovies.filter { movies[$0].year != nil }, movies)
    let withoutYear = CandidatePool(freeMovies.filter { movies[$0].year == nil }, movies)
    var claims: [Int: Int] = [:]
    var found: [(record: Int, movies: [Int])] = []
    // A record that the user declared new can only be the movie that an earlier import added.
    for record in openRecords where records[record].excludedMovies.isEmpty {
      let pool = records[record].year == nil ? withYear : withoutYear
      let candidates = try pool.candidates(of: records[record], isCandidate)
      if candidates.isEmpty { continue }
      found.append((record, candidates))
      for movie in candidates { claims[movie, default: 0] += 1 }
    }
    for (record, candidates) in found {
      if candidates.count == 1, claims[candidates[0]] == 1, !isClaimed[candidates[0]] {
        take(candidates[0], for: record, isByTitle: true)
      } else {
        ambiguous.append((record, candidates))
      }
    }
    markAmbiguous()
    try matchNextYears(where: isCandidate)
  }

  private mutating func matchNextYears(where isCandidate: Condition) throws {
    let pools = Dictionary(grouping: freeMovies) { movies[$0].year }.mapValues {
      CandidatePool($0, movies)
    }
    for record in openRecords where records[record].excludedMovies.isEmpty {
      guard let year = records[record].year else { continue }
      var candidates: [Int] = []
      // The year of another catalog can be any number.
      for other in [year &- 1, year &+ 1] {
        candidates += try pools[other]?.candidates(of: records[record], isCandidate) ?? []
      }
      if !candidates.isEmpty { ambiguous.append((record, candidates)) }
    }
    markAmbiguous()
  }

  // MARK: Repeats

  /// The open records that repeat an earlier one: its title and, if both have one, year, with a
  /// cast that does not
  /// contradict.
  var repeats: [MatchEntry] {
    var kept: [MatchEntry] = []
    return openRecords.map { records[$0] }.filter { record in
      let isRepeated = kept.suffix(CandidatePool.limit).contains {
        record.letters == $0.letters && record.canBe($0)
          && (record.year == $0.year || record.year == nil || $0.year == nil)
      }
      if !isRepeated { kept.append(record) }
      return isRepeated
    }
  }

  // MARK: State

  private var openRecords: [Int] { records.indices.filter { outcomes[$0] == .unmatched } }
  /// By their values, because the order of the records must not matter.
  private var openRecordsByContent: [Int] {
    openRecords.sorted {
      (records[$0].content, records[$0].id) < (records[$1].content, records[$1].id)
    }
  }
  private var freeMovies: [Int] { movies.indices.filter { !isTaken[$0] } }

  private mutating func take(_ movie: Int, for record: Int, isByTitle: Bool = false) {
    isTaken[movie] = true
    outcomes[record] = .movie(movies[movie].id, isByTitle: isByTitle)
  }
}

/// Movies among which the candidates of a record are found. The time for each record is bounded,
/// however many
/// movies there are.
private struct CandidatePool {
  /// The number of candidates, and of movies that are all compared with a record.
  static let limit = 64
  /// The number of movies of a large pool that are compared with a record.
  private static let comparisonLimit = 1_000

  /// In the order of their ids.
  private let indexes: [Int]
  private let movies: [MatchEntry]
  /// Of a large pool: the movies with each cast, and those with each name.
  private var byCast: [UInt64: [Int]] = [:]
  private var byName: [UInt64: [Int]] = [:]

  init(_ indexes: [Int], _ movies: [MatchEntry]) {
    self.indexes = indexes
    self.movies = movies
    if indexes.count <= Self.limit { return }
    byCast = Dictionary(grouping: indexes) { movies[$0].cast }
    for index in indexes {
      for name in movies[index].names { byName[name, default: []].append(index) }
    }
  }

  /// Returns the movies that the record can be about, at most `limit`.
  func candidates(
    of record: MatchEntry, _ isCandidate: RecordMatching.Condition
  ) throws -> [Int] {
    var found: Set<Int> = []
    for index in pool(for: record) where found.count < Self.limit {
      if record.canBe(movies[index]), try isCandidate(record, movies[index]) { found.insert(index) }
    }
    return found.sorted()
  }

  /// The movies to compare with a record: all of a small pool; of a large one, those with its cast,
  /// or else some of those
  /// with one of its names or without a cast.
  private func pool(for record: MatchEntry) -> ArraySlice<Int> {
    if indexes.count <= Self.limit { return indexes[...] }
    if record.cast != 0, let equal = byCast[record.cast] {
      return equal.prefix(Self.comparisonLimit)
    }
    let named = record.names.compactMap { byName[$0] }.sorted { $0.count < $1.count }
    if record.names.isEmpty { return indexes.prefix(Self.comparisonLimit) }
    var pool: [Int] = []
    for movies in named + [byCast[0] ?? []] where pool.count < Self.comparisonLimit {
      pool += movies.prefix(Self.comparisonLimit - pool.count)
    }
    return pool[...]
  }
}
