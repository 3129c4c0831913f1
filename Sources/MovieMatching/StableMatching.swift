internal import MovieStore

/// Matches the records of an import so that the next import of the same list finds the same again.
///
/// A record can change that by which others are matched: with another title, a year or an id, its
/// movie can become the one of another record, and a new movie can be. The next import is therefore
/// tried; records that it would match otherwise, and those that cause it, are ambiguous.
struct StableMatching {
  /// Returns a movie of the catalog, or of a record, by its number.
  typealias Lookup = (Int64) throws -> Movie
  /// Returns the values that a record changes in a movie.
  typealias Changes = (_ record: Int64, Movie, _ isByTitle: Bool) throws -> MovieFields

  private let records: [MatchEntry]
  private let movies: [MatchEntry]
  private let step: RecordMatching.Step
  private let claimed: MovieIDSet
  /// The movies after records were merged into them.
  private var merged: [Int64: Movie] = [:]
  /// Whether records without a movie become new ones.
  private let addsMovies: Bool
  private(set) var outcomes: [RecordMatching.Outcome]

  init(
    _ matching: RecordMatching, _ step: RecordMatching.Step, claimed: MovieIDSet,
    addingMovies addsMovies: Bool, movie: Lookup, record: Lookup, changes: Changes
  ) throws {
    (records, movies, outcomes) = (matching.records, matching.movies, matching.outcomes)
    (self.step, self.claimed) = (step, claimed)
    // A record without the id of a movie can still have its title.
    self.addsMovies = addsMovies && step == .titles
    // The outcome of a single record cannot depend on others.
    if records.count < 2 { return }
    // Each step leaves more records undecided.
    for _ in 0..<Self.stepLimit {
      guard let next = try nextOutcomes(movie, record, changes) else { return }
      let unstable = records.indices.filter { !isStable($0, next) }
      if unstable.isEmpty { return }
      markAmbiguous(unstable, next)
    }
    // If none changes anything, the next import finds the same.
    for record in records.indices { markAmbiguous(record, outcomes[record].movies) }
  }

  /// The number of times that the next import is tried.
  private static let stepLimit = 16

  /// The id of the movie that a record without one becomes.
  private func newID(of record: Int) -> Int64 { .max - Int64(records.count - record) }

  /// What the next import would find; `nil` if it would find a catalog in which nothing has changed
  /// that decides.
  private mutating func nextOutcomes(
    _ stored: Lookup, _ recorded: Lookup, _ changes: Changes
  ) throws -> [RecordMatching.Outcome]? {
    merged = [:]
    var isChanged = addsMovies && outcomes.contains(.unmatched)
    for (record, outcome) in zip(records, outcomes) {
      guard case .movie(let id, let isByTitle) = outcome else { continue }
      let movie = try stored(id)
      let fields = try changes(record.id, movie, isByTitle)
      merged[id] = fields.applied(to: movie)
      isChanged = isChanged || !MatchEntry.fields.isDisjoint(with: fields.fields)
    }
    if !isChanged { return nil }
    var next = movies.map { movie in
      merged[movie.id].map { MatchEntry(id: movie.id, MovieDraft(valuesOf: $0)) } ?? movie
    }
    if addsMovies {
      for (index, outcome) in outcomes.enumerated() where outcome == .unmatched {
        next.append(records[index].with(id: newID(of: index)))
      }
    }
    var matching = RecordMatching(records, next, claimed: claimed, inPairs: true)
    for step in step == .titles ? [.identifiers, .titles] : [step] as [RecordMatching.Step] {
      try matching.match(step) { record, movie in
        let number = Int(movie.id &- newID(of: 0))
        let state =
          try merged[movie.id]
          ?? (records.indices ~= number ? recorded(records[number].id) : stored(movie.id))
        return try changes(record.id, state, false).isEmpty
      }
    }
    return matching.outcomes
  }

  private func isStable(_ record: Int, _ next: [RecordMatching.Outcome]) -> Bool {
    switch (outcomes[record], next[record]) {
    case (.ambiguous, .ambiguous): true
    case (.unmatched, .movie(let movie, false)): addsMovies && movie == newID(of: record)
    case (.unmatched, .unmatched): !addsMovies
    case (.movie(let movie, let isByTitle), .movie(let other, let isNextByTitle)):
      movie == other && isByTitle == isNextByTitle
    default: false
    }
  }

  /// Marks records as ambiguous: the unstable ones, and those whose movies they would be about.
  private mutating func markAmbiguous(_ unstable: [Int], _ next: [RecordMatching.Outcome]) {
    let touched = Set(unstable.flatMap { next[$0].movies + outcomes[$0].movies })
    var marked = records.indices.filter { record in
      !outcomes[record].isAmbiguous
        && (unstable.contains(record) || touched.contains(newID(of: record))
          || outcomes[record].movie.map(touched.contains) == true)
    }
    if marked.isEmpty { marked = records.indices.filter { !outcomes[$0].isAmbiguous } }
    for record in marked { markAmbiguous(record, outcomes[record].movies + next[record].movies) }
  }

  private mutating func markAmbiguous(_ record: Int, _ candidates: [Int64]) {
    // A new movie is none that a user can choose.
    let known = Set(candidates).filter { $0 < newID(of: 0) }
    outcomes[record] = .ambiguous(known.sorted())
  }
}

extension RecordMatching.Outcome {
  fileprivate var isAmbiguous: Bool { if case .ambiguous = self { true } else { false } }

  fileprivate var movie: Int64? { if case .movie(let id, _) = self { id } else { nil } }

  fileprivate var movies: [Int64] {
    switch self {
    case .unmatched: []
    case .movie(let id, _): [id]
    case .ambiguous(let ids): ids
    }
  }
}
