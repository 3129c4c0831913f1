extension RandomAccessCollection<Int64> where Index == Int {
  /// The position of a number in the sorted collection.
  package func positionSorted(of number: Int64) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == number ? low : nil
  }
}
