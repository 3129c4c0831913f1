import MovieStore

/// References and search texts are parsed or rejected, and folding is idempotent.
func checkReferences(_ bytes: [UInt8]) throws {
  let typed = text(bytes)
  let folded = Folding.fold(typed)
  try require(isSame(Folding.fold(folded), folded), "folding twice is folding once")
  _ = SortableTitle.of(typed)
  do {
    for pattern in try LoosePattern.all(in: typed) {
      let rank = pattern.rank(in: typed)
      try require(rank == nil || pattern.matches(typed), "a text with a rank has the pattern")
    }
  } catch let error as StoreError where error.category == .invalidInput {}
  do {
    if case .range(let first, let last) = try MovieReference(typed) {
      try require(first.rawValue <= last.rawValue, "a range has a first and a last id")
    }
  } catch is MovieReference.Problem {}
}
