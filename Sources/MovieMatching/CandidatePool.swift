/// Entries with a title or an id in common, among which those that can be the same as another one
/// are found. The time for each is bounded, however many entries there are.
package struct CandidatePool {
  /// The number of candidates, and of entries that are all compared.
  static let limit = 64
  /// The number of entries of a large pool that are compared with one.
  static let comparisonLimit = 1_000

  private let entries: [MatchEntry]
  /// In the order of the entries.
  private let indexes: [Int]
  /// Of a large pool, those of each year by what contradicts another entry.
  private var byYear: [Int?: [Traits: [Int]]] = [:]
  private var years: [Int?] = []
  private var byName: [NameHash: [Int]] = [:]
  private var byIdentifier: [Identifier: [Int]] = [:]

  private struct Identifier: Hashable {
    let lane: Int
    let hash: UInt64
  }

  package init(_ indexes: [Int], _ entries: [MatchEntry]) {
    self.indexes = indexes
    self.entries = entries
    if indexes.count <= Self.limit { return }
    for index in indexes {
      let entry = entries[index]
      byYear[entry.year, default: [:]][Traits(entry), default: []].append(index)
      for name in Set(entry.names + entry.directors) { byName[name, default: []].append(index) }
      for identifier in Self.identifiers(of: entry) {
        byIdentifier[identifier, default: []].append(index)
      }
    }
    years = byYear.keys.sorted { ($0 ?? .min) < ($1 ?? .min) }
  }

  /// Returns the entries that the closure accepts, at most ``limit``.
  package func candidates(
    of entry: MatchEntry, where accepts: (Int, Sameness) throws -> Bool
  ) rethrows -> [Int] {
    var found: Set<Int> = []
    var compared: Set<Int> = []
    func compare(_ others: some Sequence<Int>) throws {
      for index in others {
        if found.count == Self.limit || compared.count == Self.comparisonLimit { return }
        guard compared.insert(index).inserted else { continue }
        if try accepts(index, Sameness.of(entry, entries[index])) { found.insert(index) }
      }
    }
    if indexes.count <= Self.limit {
      try compare(indexes)
    } else {
      for identifier in Self.identifiers(of: entry) { try compare(byIdentifier[identifier] ?? []) }
      // Rare names first.
      let named = (entry.names + entry.directors).compactMap { byName[$0] }
      for indexes in named.sorted(by: { $0.count < $1.count }) { try compare(indexes) }
      let traits = Traits(entry)
      for year in neighbors(of: entry.year) {
        for (others, indexes) in byYear[year] ?? [:] where !others.contradict(traits) {
          try compare(indexes)
        }
      }
    }
    return found.sorted()
  }

  /// The years that do not contradict a year, the closest one first.
  private func neighbors(of year: Int?) -> [Int?] {
    guard let year else { return years }
    return [year, nil, year &- 1, year &+ 1]
  }

  private static func identifiers(of entry: MatchEntry) -> [Identifier] {
    entry.identifiers.indices.filter { entry.identifiers[$0] != 0 }
      .map { Identifier(lane: $0, hash: entry.identifiers[$0]) }
  }
}

/// Which kinds of ids an entry has, and in which scripts it has two names or more. Two entries with
/// one in common are different, unless they have an id or a name in common.
private struct Traits: Hashable {
  private var bits: UInt16 = 0

  init(_ entry: MatchEntry) {
    for lane in entry.identifiers.indices where entry.identifiers[lane] != 0 { bits |= 1 << lane }
    for script in NameHash.scripts where entry.names.count(where: { $0.script == script }) > 1 {
      bits |= 1 << (8 + script)
    }
  }

  func contradict(_ other: Traits) -> Bool { bits & other.bits != 0 }
}
