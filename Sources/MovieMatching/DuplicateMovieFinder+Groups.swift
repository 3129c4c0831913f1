internal import MovieSQLite
internal import MovieStore

/// Joins the movies that were read.
extension DuplicateMovieFinder {
  mutating func groups(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [FoundGroup] {
    joined = UnionFind(count: ids.count)
    titles.sort { ($0.letters, $0.movie) < ($1.letters, $1.movie) }
    let titles = titles
    var start = 0
    for end in titles.indices
    where end == titles.count - 1 || titles[end + 1].letters != titles[end].letters {
      if end > start { try joinTitles(titles[start...end].map { Int($0.movie) }, in: transaction) }
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
    let groups = joined.groups().map { FoundGroup(ids: ids(of: $0)) } + ambiguousGroups
    return try sortedByTitle(groups.filter { !distinct.contain($0.ids) }, in: transaction)
  }

  private func ids(of movies: [Int]) -> [Int64] { movies.map { ids[$0] }.sorted() }

  /// Groups of the movies that are the same as two that can be.
  private var ambiguousGroups: [FoundGroup] {
    mutating get {
      let pairs = ambiguous.map { (joined.root(of: $0.movie), joined.root(of: $0.other)) }
      var members: [Int: [Int]] = [:]
      for (root, other) in pairs { (members[root], members[other]) = ([], []) }
      if pairs.isEmpty { return [] }
      for movie in ids.indices { members[joined.root(of: movie)]?.append(movie) }
      var seen: Set<[Int64]> = []
      return pairs.filter { $0 != $1 }
        .map { ids(of: (members[$0] ?? []) + (members[$1] ?? [])) }
        .filter { seen.insert($0).inserted }
        .map { FoundGroup(ids: $0, isCertain: false) }
    }
  }

  private func sortedByTitle(
    _ groups: [FoundGroup], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [FoundGroup] {
    var find = try transaction.prepare("SELECT sortableTitle FROM MovieModel WHERE id = ?")
    var titles: [Int64: String] = [:]
    for group in groups {
      try find.bind(group.ids[0], at: 1)
      titles[group.ids[0]] = try find.fetchOne { row throws(SQLiteError) in try row.text(at: 0) }
    }
    return groups.sorted { left, right in
      let (title, other) = (titles[left.ids[0]] ?? "", titles[right.ids[0]] ?? "")
      return title.isExactly(other)
        ? left.ids.lexicographicallyPrecedes(right.ids) : title.precedes(other)
    }
  }

  /// Joins movies that have one title.
  private mutating func joinTitles(
    _ movies: [Int], in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let byYear = Dictionary(grouping: movies) { years[$0] }
    for (year, movies) in byYear where year > 0 { joinYear(movies) }
    try joinNextYears(byYear, in: transaction)
    if let undated = byYear[0] {
      try joinUndated(undated, with: movies.filter { years[$0] > 0 }, in: transaction)
    }
  }

  /// Joins movies without a year with the others of their title, unless both have a cast and no
  /// actor is in both.
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
    var unknown: [Int] = []
    var undatedOfActor: [UInt64: Int] = [:]
    for movie in undated {
      let cast = try cast(of: movie, in: transaction)
      if cast.isEmpty {
        unknown.append(movie)
        continue
      }
      for actor in cast {
        if let other = undatedOfActor[actor] { join(movie, other) }
        undatedOfActor[actor] = movie
      }
      let acquainted = cast.flatMap { ofActor[$0] ?? [] }
      attach(movie, to: acquainted.isEmpty ? castless : acquainted)
    }
    joinYear(unknown)
    let others = dated + undated.filter { !unknown.contains($0) }
    for movie in Set(unknown.map { joined.root(of: $0) }).sorted().prefix(Self.comparisonLimit) {
      attach(movie, to: others)
    }
  }

  /// The number of movies that can be the same as one, and the number of different ids elsewhere of
  /// movies with one title and year, that are compared.
  private static let comparisonLimit = 64

  /// Joins movies that have one title and one year, or nothing but one title.
  private mutating func joinYear(_ movies: [Int]) {
    var separate: [Int] = []
    for movie in movies where identifiers[movie] != nil {
      let same = separate.filter { !areDifferent(movie, $0) }
      for other in same { join(movie, other) }
      let isKnown = same.contains { identifiers[$0] == identifiers[movie] }
      if !isKnown, separate.count < Self.comparisonLimit { separate.append(movie) }
    }
    let others = movies.filter { identifiers[$0] == nil }
    for other in others { joined.join(others[0], other) }
    if let first = others.first { attach(first, to: separate) }
  }

  private mutating func join(_ movie: Int, _ other: Int) {
    if !areDifferent(movie, other) { joined.join(movie, other) }
  }

  /// Joins a movie with the only one that it can be, or remembers those that it can be.
  private mutating func attach(_ movie: Int, to others: [Int]) {
    var roots: [Int: Int] = [:]
    for other in others where !areDifferent(movie, other) {
      roots[joined.root(of: other)] = other
    }
    if roots.count == 1 { return joined.join(movie, roots.values.first ?? movie) }
    for (_, other) in roots.sorted(by: { $0.key < $1.key }).prefix(Self.comparisonLimit) {
      ambiguous.append((movie, other))
    }
  }

  /// Joins movies whose years are next to each other and that have an actor in common.
  private mutating func joinNextYears(
    _ byYear: [Int16: [Int]], in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    for (year, movies) in byYear {
      guard year > 0, let nextMovies = byYear[year + 1] else { continue }
      var ofActor: [UInt64: Int] = [:]
      for movie in movies {
        for actor in try cast(of: movie, in: transaction) { ofActor[actor] = movie }
      }
      for movie in nextMovies {
        for actor in try cast(of: movie, in: transaction) {
          if let other = ofActor[actor] { join(movie, other) }
        }
      }
    }
  }

  private func areDifferent(_ movie: Int, _ other: Int) -> Bool {
    guard let own = identifiers[movie], let others = identifiers[other] else { return false }
    return MatchEntry.areDifferent(own, others)
  }
}
