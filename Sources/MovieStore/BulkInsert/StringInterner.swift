/// Numbers names in the order they are met, so that each is looked up in the catalog once.
///
/// A hash table with open addressing, whose names lie end to end. When it is full, a new one is
/// begun.
package struct StringInterner {
  package static let mostNames = 400_000
  package static let mostBytes = 16 << 20

  private let mostNames: Int
  private let mostBytes: Int
  private var names = PackedStrings()
  /// The number of the name in each slot, and -1 where there is none; a power of two of them.
  private var slots = [Int32](repeating: -1, count: 1 << 12)

  package init(mostNames: Int = mostNames, mostBytes: Int = mostBytes) {
    self.mostNames = mostNames
    self.mostBytes = mostBytes
  }

  package var isEmpty: Bool { names.count == 0 }

  /// Whether it holds so much that it is to be made anew.
  package var isFull: Bool { names.count >= mostNames || names.bytes.count >= mostBytes }

  /// The number of the name; a new one is added to the list as well.
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

  /// Seeded anew for each process: nobody can make up names that all share a slot.
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
