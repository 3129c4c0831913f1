/// The keys so far of every JSON object that is open at a place, outermost first.
///
/// They lie end to end in one array, so that a deep document needs no array an object.
struct OpenKeys {
  enum Verdict {
    case new
    case repeated
    case tooMany
  }

  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// For each open object, how many keys the objects around it have.
  private var starts: [Int] = []

  mutating func openObject() { starts.append(ends.count) }

  mutating func closeObject() {
    guard let start = starts.popLast() else { return }
    ends.removeLast(ends.count - start)
    bytes.removeLast(bytes.count - (ends.last ?? 0))
  }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Adds a key to the innermost object.
  mutating func insert(_ key: [UInt8]) -> Verdict {
    let first = starts.last ?? 0
    for index in first..<ends.count where isEqual(index, key) { return .repeated }
    guard ends.count - first < InterchangeLimits.keys,
      bytes.count + key.count <= InterchangeLimits.openKeyBytes
    else { return .tooMany }
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    return .new
  }

  private func isEqual(_ index: Int, _ key: [UInt8]) -> Bool {
    let start = index == 0 ? 0 : ends[index - 1]
    return ends[index] - start == key.count && bytes[start..<ends[index]].elementsEqual(key)
  }
}
