/// Strings in one array of bytes, end to end.
package struct PackedStrings: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  package init() {}

  package var count: Int { ends.count }

  package mutating func append(_ string: Span<UInt8>) {
    bytes.append(string)
    ends.append(bytes.count)
  }

  package mutating func append(_ strings: PackedStrings) {
    let start = bytes.count
    bytes += strings.bytes
    for end in strings.ends { ends.append(start + end) }
  }

  package func range(at index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}

/// Numbers names in order of first appearance, so that each is looked up in the catalog once.
///
/// A hash table with open addressing. A full one is replaced by an empty one, which bounds memory.
package struct StringInterner {
  package static let maximumCount = 400_000
  package static let maximumBytes = 16 << 20

  private let maximumCount: Int
  private let maximumBytes: Int
  private var names = PackedStrings()
  /// The number of the name in each slot, or -1. The count is a power of two.
  private var slots = [Int32](repeating: -1, count: 1 << 12)

  package init(maximumCount: Int = maximumCount, maximumBytes: Int = maximumBytes) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  package var isEmpty: Bool { names.count == 0 }

  /// Whether a limit is reached. More names can be added nevertheless.
  package var isFull: Bool { names.count >= maximumCount || names.bytes.count >= maximumBytes }

  /// Returns the number of the name. A new name is also appended to `newNames`.
  package mutating func number(of name: Span<UInt8>, adding newNames: inout PackedStrings) -> Int32
  {
    var slot = firstSlot(of: name)
    while slots[slot] >= 0 {
      if isEqual(slots[slot], name) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = Int32(names.count)
    slots[slot] = number
    names.append(name)
    newNames.append(name)
    if names.count * 2 > slots.count { grow() }
    return number
  }

  /// `Hasher` has a random seed in each process, so a file cannot force collisions.
  private func firstSlot(of name: Span<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize() & (slots.count - 1)
  }

  private func isEqual(_ number: Int32, _ name: Span<UInt8>) -> Bool {
    let range = names.range(at: Int(number))
    guard range.count == name.count else { return false }
    for offset in name.indices where names.bytes[range.lowerBound + offset] != name[offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for number in 0..<names.count {
      var slot = firstSlot(of: names.bytes.span.extracting(names.range(at: number)))
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
