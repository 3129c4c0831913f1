/// Groups of entries that are the same, and of those that are perhaps the same.
///
/// No group holds two that are different. The order of the entries does not matter.
package struct SameGroups {
  /// Groups of at least two entries, of which each is the same as another one.
  package private(set) var same: [[Int]] = []
  /// Groups of at least two entries, of which some are perhaps the same, or the same as two that
  /// are different.
  package private(set) var perhaps: [[Int]] = []

  /// Entries that cannot be told apart, by the first of them.
  private var members: [[Int]] = []
  private let entries: [MatchEntry]

  private struct Pair: Hashable {
    let first, second: Int
  }

  /// - Parameter findsPerhaps: Whether those are found that are only perhaps the same.
  package init(_ entries: [MatchEntry], findingPerhaps findsPerhaps: Bool = true) {
    self.entries = entries
    var classes: [UInt64: Int] = [:]
    for (index, entry) in entries.enumerated() {
      let identity = entry.identity
      let number = classes[identity, default: members.count]
      classes[identity] = number
      if number == members.count { members.append([]) }
      members[number].append(index)
    }
    let pairs = pairs()
    var joined = certainGroups(of: pairs.filter(\.value).map(\.key))
    let groups = (0..<members.count).map { joined.root(of: $0) }
    var ofRoot: [Int: [Int]] = [:]
    for (number, root) in groups.enumerated() { ofRoot[root, default: []].append(number) }
    same = ofRoot.values.map { indexes(of: $0) }.filter { $0.count > 1 }
      .sorted { $0[0] < $1[0] }
    guard findsPerhaps else { return }
    var found: Set<[Int]> = []
    var counts: [Int: Int] = [:]
    for pair in pairs.keys.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) }) {
      let roots = (groups[pair.first], groups[pair.second])
      if roots.0 == roots.1 || counts[roots.0, default: 0] == Self.groupLimit { continue }
      let all = (ofRoot[roots.0] ?? []) + (ofRoot[roots.1] ?? [])
      let group = hasDifferent(all) ? [pair.first, pair.second] : all
      if found.insert(indexes(of: group)).inserted { counts[roots.0, default: 0] += 1 }
    }
    perhaps = found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func indexes(of classes: [Int]) -> [Int] { classes.flatMap { members[$0] }.sorted() }

  private func sameness(_ first: Int, _ second: Int) -> Sameness.Answer {
    Sameness.of(entries[members[first][0]], entries[members[second][0]]).answer
  }

  // MARK: Pairs

  /// The pairs that are not different, and whether they are the same.
  private func pairs() -> [Pair: Bool] {
    var blocks: [UInt64: [Int]] = [:]
    for (number, members) in members.enumerated() {
      for key in entries[members[0]].keys { blocks[key, default: []].append(number) }
    }
    let representatives = members.map { entries[$0[0]] }
    var pairs: [Pair: Bool] = [:]
    for block in blocks.values where block.count > 1 {
      let pool = CandidatePool(block, representatives)
      for number in block {
        _ = pool.candidates(of: representatives[number]) { other, sameness in
          if other == number || sameness.answer == .different { return false }
          pairs[Pair(first: min(number, other), second: max(number, other))] =
            sameness.answer == .same
          return true
        }
      }
    }
    return pairs
  }

  // MARK: Groups

  /// The number of entries of a group that are all compared with each other, and of groups with
  /// those that are perhaps the same as one.
  private static let groupLimit = 64

  /// Joins entries that are the same, unless one of the group is different from another one.
  private func certainGroups(of pairs: [Pair]) -> UnionFind {
    let all = joined(pairs)
    var neighbors: [Int: [Int]] = [:]
    for pair in pairs {
      neighbors[pair.first, default: []].append(pair.second)
      neighbors[pair.second, default: []].append(pair.first)
    }
    /// Whether one is also the same as an entry from which the other one is different.
    func isContested(_ pair: Pair) -> Bool {
      [(pair.first, pair.second), (pair.second, pair.first)].contains { number, other in
        (neighbors[number] ?? []).contains { $0 != other && sameness($0, other) == .different }
      }
    }
    let doubtful = Set(all.conflicts)
    var groups = all.groups
    let rest = pairs.filter { doubtful.contains(groups.root(of: $0.first)) && !isContested($0) }
    let others = joined(rest)
    var parts = others.groups
    let conflicts = Set(others.conflicts)
    let certain =
      pairs.filter { !doubtful.contains(groups.root(of: $0.first)) }
      + rest.filter { !conflicts.contains(parts.root(of: $0.first)) }
    return joined(certain).groups
  }

  /// Joins pairs.
  ///
  /// - Returns: The groups, and the first entries of those with two that are different.
  private func joined(_ pairs: [Pair]) -> (groups: UnionFind, conflicts: [Int]) {
    var groups = UnionFind(count: members.count)
    for pair in pairs { groups.join(pair.first, pair.second) }
    let conflicts = groups.groups().filter(hasDifferent).map { $0[0] }
    return (groups, conflicts)
  }

  /// Whether two of the entries are different, or there are too many to tell.
  private func hasDifferent(_ group: [Int]) -> Bool {
    if group.count > Self.groupLimit { return true }
    return group.indices.contains { index in
      group[(index + 1)...].contains { sameness(group[index], $0) == .different }
    }
  }
}
