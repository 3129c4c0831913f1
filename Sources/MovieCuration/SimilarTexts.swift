internal import MovieSystem

/// Texts among which pairs are found that are one edit apart: a letter added, left out or replaced,
/// or two neighbors swapped.
///
/// Two such texts are equal without one letter of either or of both. Therefore each text is entered
/// under the hash of itself and of what is left without each letter, and only texts with a common
/// hash are compared.
///
/// Texts of fewer than four letters, of which one is too much, and texts that are very long are
/// similar to none.
package struct SimilarTexts {
  private var scalars: [Unicode.Scalar] = []
  /// The position of each text in `scalars`, and the end.
  private var starts: [Int32] = [0]

  /// The number of entries that are in memory together: 16 MiB.
  private static let entryLimit = 1 << 20
  /// The number of texts that each one can be similar to, and with which it is compared under each
  /// hash. Only generated texts have more.
  private static let (similarLimit, comparisonLimit) = (24, 256)
  private static let lengths = 4...256

  package init() {}

  package var count: Int { starts.count - 1 }

  package mutating func append(_ text: some Collection<Unicode.Scalar>) {
    if Self.lengths ~= text.count { scalars += text }
    starts.append(Int32(scalars.count))
  }

  private struct Entry {
    let hash: UInt64
    let text: Int32
  }

  private struct Pair: Hashable {
    let first, second: Int32
  }

  /// Returns each pair once, in the order of the texts.
  package func pairs() -> [(first: Int, second: Int)] {
    var pairs: Set<Pair> = []
    var counts = Array(repeating: 0, count: count)
    let passes = UInt64((scalars.count + count) / Self.entryLimit + 1)
    for pass in 0..<passes {
      var entries: [Entry] = []
      for text in 0..<count {
        forEachHash(of: text) { hash in
          if hash % passes == pass { entries.append(Entry(hash: hash, text: Int32(text))) }
        }
      }
      entries = Self.withRepeatedHashes(entries)
      entries.sort { ($0.hash, $0.text) < ($1.hash, $1.text) }
      for (index, entry) in entries.enumerated() {
        let others = entries[(index + 1)...].prefix(Self.comparisonLimit)
        for other in others.prefix(while: { $0.hash == entry.hash }) {
          let (first, second) = (Int(entry.text), Int(other.text))
          if counts[first] >= Self.similarLimit { break }
          if counts[second] < Self.similarLimit, areSimilar(first, second),
            pairs.insert(Pair(first: entry.text, second: other.text)).inserted
          {
            counts[first] += 1
            counts[second] += 1
          }
        }
      }
    }
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
      .map { (first: Int($0.first), second: Int($0.second)) }
  }

  /// Returns the entries whose hash another one has, and a few others, without sorting all of them.
  private static func withRepeatedHashes(_ entries: [Entry]) -> [Entry] {
    // A power of two, so that eight bits or more are for each hash.
    let size = 1 << (Int.bitWidth - (entries.count / 8).leadingZeroBitCount)
    var (seen, repeated): ([UInt64], [UInt64]) = (
      Array(repeating: 0, count: size), Array(repeating: 0, count: size)
    )
    func position(_ entry: Entry) -> (word: Int, bit: UInt64) {
      (Int(entry.hash >> 6) & (size - 1), 1 << (entry.hash & 63))
    }
    for entry in entries {
      let (word, bit) = position(entry)
      repeated[word] |= seen[word] & bit
      seen[word] |= bit
    }
    return entries.filter {
      let (word, bit) = position($0)
      return repeated[word] & bit != 0
    }
  }

  private func scalars(of text: Int) -> ArraySlice<Unicode.Scalar> {
    scalars[Int(starts[text])..<Int(starts[text + 1])]
  }

  /// Calls the closure with the hash of the text, and with those of the text without each letter.
  ///
  /// The hash is a polynomial of the letters, so that each takes the same time.
  private func forEachHash(of text: Int, _ body: (UInt64) -> Void) {
    let letters = scalars(of: text)
    if letters.isEmpty { return }
    var whole: UInt64 = 0
    for letter in letters { whole = whole &* SplitMix64.step &+ UInt64(letter.value) &+ 1 }
    body(mixed(whole))
    // From the last letter on: the value of those after it, and the power of the base of its place.
    var (after, power): (UInt64, UInt64) = (0, 1)
    for index in letters.indices.reversed() {
      let value = UInt64(letters[index].value) &+ 1
      // whole = before · base · power + value · power + after
      let before = (whole &- value &* power &- after) &* Self.inverse
      // Without either of two equal neighbors, the same is left. An edit changes no digit.
      let repeats = index + 1 < letters.endIndex && letters[index + 1] == letters[index]
      if !repeats, !letters[index].isNumeric { body(mixed(before &+ after)) }
      after = after &+ value &* power
      power = power &* SplitMix64.step
    }
  }

  /// The base of the polynomial divides 1 modulo 2⁶⁴.
  private static let inverse: UInt64 = {
    // Newton's method doubles the number of correct bits.
    var inverse = SplitMix64.step
    for _ in 0..<6 { inverse = inverse &* (2 &- SplitMix64.step &* inverse) }
    return inverse
  }()

  private func mixed(_ hash: UInt64) -> UInt64 {
    let hash = (hash ^ hash >> 32) &* 0x9FB2_1C65_1E98_DF25
    return hash ^ hash >> 28
  }

  /// Whether the texts are one edit apart that changes no digit: numbers tell names apart.
  private func areSimilar(_ first: Int, _ second: Int) -> Bool {
    if first == second { return false }
    var (left, right) = (scalars(of: first), scalars(of: second))
    while let letter = left.first, letter == right.first {
      left.removeFirst()
      right.removeFirst()
    }
    while let letter = left.last, letter == right.last {
      left.removeLast()
      right.removeLast()
    }
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
