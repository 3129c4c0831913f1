internal import MovieSystem

/// Names among which pairs are found that are one edit apart: a letter added, left out or replaced,
/// or two neighbors swapped.
///
/// Two such names are equal without one letter of either or of both. Therefore each name is entered
/// under itself and under what is left without each letter, and only names with such a text in
/// common are compared.
///
/// Names of fewer than four letters, of which one is too much, and names that are very long are
/// similar to none.
package struct SimilarNames {
  private var names: [[Unicode.Scalar]] = []

  private static let lengths = 4...64
  /// The number of entries that are in memory together: 16 MiB.
  private static let entryLimit = 1 << 20
  /// The number of names that each one can be similar to, and with which it is compared under each
  /// text. Only generated names have more.
  private static let (similarLimit, comparisonLimit) = (24, 256)

  package init() {}

  package var count: Int { names.count }

  package mutating func append(_ letters: String) {
    let letters = Array(letters.unicodeScalars)
    names.append(Self.lengths ~= letters.count ? letters : [])
  }

  private struct Pair: Hashable {
    let first, second: Int
  }

  /// Returns each pair once, in the order of the names.
  package func pairs() -> [(first: Int, second: Int)] {
    var pairs: Set<Pair> = []
    var counts = Array(repeating: 0, count: count)
    let passes = UInt64(names.reduce(0) { $0 + $1.count + 1 } / Self.entryLimit + 1)
    for pass in 0..<passes {
      var entries: [(hash: UInt64, name: Int32)] = []
      for (index, name) in names.enumerated() where !name.isEmpty {
        for hash in Self.hashes(of: name) where hash % passes == pass {
          entries.append((hash, Int32(index)))
        }
      }
      entries.sort { $0 < $1 }
      for (index, entry) in entries.enumerated() {
        let others = entries[(index + 1)...].prefix(Self.comparisonLimit)
        for other in others.prefix(while: { $0.hash == entry.hash }) {
          let (first, second) = (Int(entry.name), Int(other.name))
          if counts[first] >= Self.similarLimit { break }
          if counts[second] < Self.similarLimit, areSimilar(first, second),
            pairs.insert(Pair(first: first, second: second)).inserted
          {
            counts[first] += 1
            counts[second] += 1
          }
        }
      }
    }
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
      .map { (first: $0.first, second: $0.second) }
  }

  /// The hashes of a name, and of the name without each letter. An edit changes no digit.
  private static func hashes(of name: [Unicode.Scalar]) -> Set<UInt64> {
    var hashes: Set<UInt64> = []
    for left in [nil] + name.indices.map(Optional.some) {
      if let left, name[left].isNumeric { continue }
      var hash = FNV1a()
      for (index, letter) in name.enumerated() where index != left {
        for shift in [0, 8, 16] { hash.add(UInt8(truncatingIfNeeded: letter.value >> shift)) }
      }
      hashes.insert(hash.value)
    }
    return hashes
  }

  /// Whether the names are one edit apart that changes no digit: numbers tell names apart.
  private func areSimilar(_ first: Int, _ second: Int) -> Bool {
    var (left, right) = (names[first][...], names[second][...])
    if first == second || abs(left.count - right.count) > 1 { return false }
    let start = zip(left, right).prefix { $0 == $1 }.count
    (left, right) = (left[start...], right[start...])
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    (left, right) = (left.dropLast(end), right.dropLast(end))
    let isSwap = left.count == 2 && right.count == 2 && left.elementsEqual(right.reversed())
    guard isSwap || max(left.count, right.count) == 1 else { return false }
    return !(left + right).contains(where: \.isNumeric)
  }
}

extension Unicode.Scalar {
  fileprivate var isNumeric: Bool {
    isASCII ? UInt8(ascii: self).isDigit : properties.numericType != nil
  }
}
