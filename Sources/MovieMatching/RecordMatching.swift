/// Matches records and movies that have a title or an id in common.
///
/// The outcome does not depend on the order of the records.
struct RecordMatching {
  enum Outcome: Equatable {
    case unmatched
    /// - Parameter isByTitle: Whether the movie is only perhaps the one of the record.
    case movie(Int64, isByTitle: Bool)
    /// The record can be about several movies, or one movie about several records.
    case ambiguous([Int64])
  }

  let records: [MatchEntry]
  let movies: [MatchEntry]
  /// Whether a movie is matched with one record at most. Otherwise each record is matched as if it
  /// were alone.
  private let arePairs: Bool
  private lazy var pool = CandidatePool(Array(movies.indices), movies)
  private(set) var outcomes: [Outcome]
  private var isTaken: [Bool]
  /// Whether an ambiguous record of an earlier step can be about the movie. A later record is then
  /// ambiguous, too, unless it changes nothing: with a change of the movie, the next import could
  /// decide the earlier one.
  private var isClaimed: [Bool]

  /// A condition on a record and a movie.
  typealias Condition = (MatchEntry, MatchEntry) throws -> Bool

  /// - Parameters:
  ///   - movies: The movies without those that other records are about.
  ///   - claimed: The movies that other, ambiguous records can be about.
  ///   - arePairs: Whether a movie is matched with one record at most.
  init(
    _ records: [MatchEntry], _ movies: [MatchEntry], claimed: MovieIDSet = MovieIDSet(),
    inPairs arePairs: Bool
  ) {
    self.records = records
    self.movies = movies.sorted { $0.id < $1.id }
    self.arePairs = arePairs
    outcomes = Array(repeating: .unmatched, count: records.count)
    isTaken = Array(repeating: false, count: movies.count)
    isClaimed = self.movies.map { claimed.contains($0.id) }
  }

  // MARK: Steps

  enum Step {
    /// By ids in common.
    case identifiers
    /// By titles.
    case titles
  }

  /// - Parameter isUnchanged: Whether the record leaves the movie as it is.
  mutating func match(_ step: Step, isUnchanged: Condition) throws {
    switch step {
    case .identifiers:
      if records.allSatisfy({ $0.identifiers == .zero }) { return }
      try matchSame(where: { $0 == .identifier }, isUnchanged: isUnchanged)
      matchDoubtfulIdentifiers()
    case .titles:
      let wasTaken = isTaken
      try matchSame(isUnchanged: isUnchanged)
      matchPerhaps(movies.indices.filter { isTaken[$0] && !wasTaken[$0] })
    }
  }

  /// Matches records with the movies that are the same.
  ///
  /// - Parameters:
  ///   - accepts: Which evidence is enough.
  ///   - isUnchanged: Whether the record leaves the movie as it is.
  private mutating func matchSame(
    where accepts: (Sameness.Evidence) -> Bool = { _ in true }, isUnchanged: Condition
  ) throws {
    func isSame(_ sameness: Sameness) -> Bool {
      sameness.answer == .same && accepts(sameness.evidence)
    }
    if records.count == 1, movies.count == 1, arePairs, !isClaimed[0] {
      // The usual case needs no tables.
      if outcomes[0] == .unmatched, !isTaken[0], isCandidate(0, 0, isSame) { take(0, for: 0) }
      return
    }
    if arePairs {
      pairEqual(isSame)
      pairInterchangeable(isSame)
    }
    try assign(isSame, isUnchanged)
  }

  /// Marks records as ambiguous that have an id in common with a movie that is perhaps another one.
  private mutating func matchDoubtfulIdentifiers() {
    let evidence: [Sameness.Evidence] = [.identifier, .otherIdentifier]
    let found = openRecords.map { record in
      (
        record: record,
        movies: candidates(of: record) {
          $0.answer == .perhaps && evidence.contains($0.evidence)
        }
      )
    }
    mark(found.filter { !$0.movies.isEmpty })
  }

  /// Matches a record and a movie that are perhaps the same, if exactly these two remain.
  ///
  /// - Parameter taken: The movies that were matched by their titles.
  private mutating func matchPerhaps(_ taken: [Int]) {
    let taken = Set(taken)
    var claims: [Int: Int] = [:]
    var found: [(record: Int, movies: [Int], isByTitle: Bool)] = []
    // A record that the user declared new can only be the movie that an earlier import added.
    for record in openRecords where records[record].excludedMovies.isEmpty {
      var areByTitle = true
      let candidates = pool.candidates(of: records[record]) { movie, sameness in
        // It is more likely about that one again.
        if sameness.answer == .same, taken.contains(movie) { areByTitle = false }
        // Numbers with other signs are usually other titles.
        if isTaken[movie] || sameness.answer != .perhaps || sameness.evidence == .digits {
          return false
        }
        areByTitle = areByTitle && sameness.isByTitle
        return true
      }
      if candidates.isEmpty { continue }
      found.append((record, candidates, areByTitle))
      for movie in candidates { claims[movie, default: 0] += 1 }
    }
    var ambiguous: [(record: Int, movies: [Int])] = []
    for (record, candidates, isByTitle) in found {
      let movie = candidates[0]
      let isAlone = !arePairs || claims[movie] == 1 && !isClaimed[movie]
      if isByTitle, candidates.count == 1, isAlone {
        take(movie, for: record, isByTitle: true)
      } else {
        ambiguous.append((record, candidates))
      }
    }
    mark(ambiguous)
  }

  // MARK: Candidates

  private func isCandidate(
    _ record: Int, _ movie: Int, _ accepts: (Sameness) -> Bool
  ) -> Bool {
    !records[record].excludedMovies.contains(movies[movie].id)
      && accepts(Sameness.of(records[record], movies[movie]))
  }

  private mutating func candidates(of record: Int, _ accepts: (Sameness) -> Bool) -> [Int] {
    pool.candidates(of: records[record]) { movie, sameness in
      !isTaken[movie] && !records[record].excludedMovies.contains(movies[movie].id)
        && accepts(sameness)
    }
  }

  /// Pairs records with movies that have exactly the same values.
  private mutating func pairEqual(_ isSame: (Sameness) -> Bool) {
    var equal = Dictionary(grouping: freeMovies.reversed()) { movies[$0].content }
    for record in openRecords {
      guard let movie = equal[records[record].content]?.last, isCandidate(record, movie, isSame)
      else { continue }
      equal[records[record].content]?.removeLast()
      take(movie, for: record)
    }
  }

  /// Pairs records with many movies that have their title, year and cast, in the order of the ids.
  private mutating func pairInterchangeable(_ isSame: (Sameness) -> Bool) {
    let many = Dictionary(grouping: freeMovies) { Lookalike(movies[$0]) }
      .filter { $0.value.count > CandidatePool.limit }
    if many.isEmpty { return }
    let open = Dictionary(grouping: openRecordsByContent) { Lookalike(records[$0]) }
    for (lookalike, indexes) in many {
      for (record, movie) in zip(open[lookalike] ?? [], indexes)
      where !isClaimed[movie] && isCandidate(record, movie, isSame) { take(movie, for: record) }
    }
  }

  /// What is equal in records, or movies, that cannot be told apart.
  private struct Lookalike: Hashable {
    let title: UInt64
    let year: Int?
    let cast: UInt64

    init(_ entry: MatchEntry) {
      (title, year, cast) = (entry.title.words, entry.year, entry.cast)
    }
  }

  /// Matches each open record with one of its candidates, if nothing has to be guessed: those with
  /// its spelling come first, of them one that it leaves as it is, then the first of those that
  /// cannot be told apart.
  private mutating func assign(_ isSame: (Sameness) -> Bool, _ isUnchanged: Condition) throws {
    var claims: [Int: [Int]] = [:]
    var found: [Int: [Int]] = [:]
    let open = openRecordsByContent
    for record in open {
      let candidates = candidates(of: record, isSame)
      if candidates.isEmpty { continue }
      found[record] = candidates
      for movie in candidates { claims[movie, default: []].append(record) }
    }
    for record in open {
      guard let candidates = found[record],
        case let count = arePairs ? claims[candidates[0], default: []].count : 1,
        candidates.count > 1 || count > 1 || isClaimed[candidates[0]],
        count <= CandidatePool.limit
      else { continue }
      let unchanged = try spelled(candidates, as: record).first {
        try isUnchanged(records[record], movies[$0])
      }
      if let unchanged { take(unchanged, for: record) }
    }
    takeCertain(found)
  }

  /// Takes the candidates that nothing tells apart, and that other records do not claim.
  private mutating func takeCertain(_ found: [Int: [Int]]) {
    var (preferred, claims): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    let open = openRecordsByContent
    for record in open {
      preferred[record] = spelled(found[record] ?? [], as: record)
      for movie in preferred[record] ?? [] { claims[movie, default: []].append(record) }
    }
    let contested = claims.filter { _, rivals in
      arePairs && !rivals.allSatisfy { areLookalikes(records[$0], records[rivals[0]]) }
    }
    var ambiguous: [(record: Int, movies: [Int])] = []
    for record in open {
      let candidates = (preferred[record] ?? []).filter { !isTaken[$0] }
      guard let first = candidates.first else { continue }
      let isCertain = candidates.allSatisfy {
        contested[$0] == nil && !isClaimed[$0] && movies[$0].spelling == movies[first].spelling
          && areLookalikes(movies[$0], movies[first])
      }
      if isCertain { take(first, for: record) } else { ambiguous.append((record, candidates)) }
    }
    mark(ambiguous)
  }

  /// The free ones of the movies, only those with the spelling of the record if there are any.
  private func spelled(_ movies: [Int], as record: Int) -> [Int] {
    let free = movies.filter { !isTaken[$0] }
    let exact = free.filter { self.movies[$0].spelling == records[record].spelling }
    return exact.isEmpty ? free : exact
  }

  /// Whether nothing tells two records, or two movies, apart.
  private func areLookalikes(_ left: MatchEntry, _ right: MatchEntry) -> Bool {
    Lookalike(left) == Lookalike(right) && Sameness.of(left, right).answer == .same
  }

  private mutating func mark(_ ambiguous: [(record: Int, movies: [Int])]) {
    for (record, candidates) in ambiguous {
      outcomes[record] = .ambiguous(candidates.map { movies[$0].id })
      if arePairs { for movie in candidates { isClaimed[movie] = true } }
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
    if arePairs { isTaken[movie] = true }
    outcomes[record] = .movie(movies[movie].id, isByTitle: isByTitle)
  }
}
