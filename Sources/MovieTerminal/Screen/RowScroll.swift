/// Rows that are moved up or down between two edges, as the terminal itself can do it.
struct RowScroll: Equatable {
  /// The rows between the edges, counted from 0.
  let rows: ClosedRange<Int>
  /// By how many rows they go up; negative where they go down.
  let distance: Int

  /// What the rows are once they were moved: empty ones follow.
  func applied(to all: [FrameRow]) -> [FrameRow] {
    var moved = all
    for row in rows {
      moved[row] = rows.contains(row + distance) ? all[row + distance] : FrameRow()
    }
    return moved
  }

  /// What may be cheaper than drawing anew what differs: nothing where no row seems to have moved.
  ///
  /// The row with the cursor's marker moves and changes at once. It stands at an edge most often,
  /// which is why edges a row further out are tried too.
  static func candidates(from old: [FrameRow], to new: [FrameRow]) -> [RowScroll] {
    guard let (first, last, distance) = commonMove(from: old, to: new) else { return [] }
    let top = min(first, first + distance)
    let bottom = max(last, last + distance)
    var candidates: [RowScroll] = []
    for top in [top, top - 1] where top >= 0 {
      for bottom in [bottom, bottom + 1] where bottom < new.count {
        candidates.append(RowScroll(rows: top...bottom, distance: distance))
      }
    }
    return candidates
  }

  /// The distance that most rows moved by, and the first and the last row that did.
  private static func commonMove(
    from old: [FrameRow], to new: [FrameRow]
  ) -> (first: Int, last: Int, distance: Int)? {
    // Numbers compare faster than rows; where two are equal by chance, the guess is a bad one.
    let (old, new) = (old.map(\.hashValue), new.map(\.hashValue))
    let empty = FrameRow().hashValue
    let changed = new.indices.filter { new[$0] != old[$0] && new[$0] != empty }
    var best: [Int] = []
    var bestDistance = 0
    for distance in -new.count / 2...new.count / 2 where distance != 0 {
      let moved = changed.filter { row in
        old.indices.contains(row + distance) && old[row + distance] == new[row]
      }
      if moved.count > best.count { (best, bestDistance) = (moved, distance) }
    }
    guard let first = best.first, let last = best.last else { return nil }
    return (first, last, bestDistance)
  }
}
