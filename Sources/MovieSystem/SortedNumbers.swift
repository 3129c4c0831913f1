extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// The position of an element in the sorted collection.
  @inlinable package func positionSorted(of element: Element) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == element ? low : nil
  }
}
