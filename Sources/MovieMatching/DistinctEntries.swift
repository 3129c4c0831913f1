/// Entries of which none repeats another one.
package struct DistinctEntries {
  private var entries: [UInt64: [MatchEntry]] = [:]

  package init() {}

  /// Adds an entry, unless an earlier one is the same, or only the year of one of both is missing.
  ///
  /// - Returns: Whether it was added.
  package mutating func insert(_ entry: MatchEntry) -> Bool {
    let earlier = entries[entry.letters, default: []]
    let isRepeated = earlier.suffix(CandidatePool.limit).contains {
      let sameness = Sameness.of(entry, $0)
      return sameness.answer == .same || sameness.evidence == .missingYear
    }
    if !isRepeated { entries[entry.letters, default: []].append(entry) }
    return !isRepeated
  }
}
