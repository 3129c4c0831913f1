/// Texts among which pairs are found that are one edit apart: a letter added, left out or replaced,
/// or two neighbors swapped.
///
/// Two such texts are equal without one letter of either or of both. Therefore each text is entered
/// under the hash of itself and of what is left without each letter, and only texts with a common
/// hash are compared.
package struct SimilarTexts {
  private var scalars: [Unicode.Scalar] = []
  /// The position of each text in `scalars`, and the end.
  private var starts = [0]

  /// The number of entries that are in memory together: 16 MiB.
  private static let entryLimit = 1 << 20
  /// The number of texts with a common hash that each is compared with: there are more only if
  /// many short texts have all but one letter in common.
  private static let comparisonLimit = 256

  package init() {}

  package var count: Int { starts.count - 1 }

  package mutating func append(_ text: some Sequence<Unicode.Scalar>) {
    scalars += text
    starts.append(scalars.count)
  }

  private struct Entry {
    let hash: UInt64
    let text: Int32
  }

  package struct Pair: Hashable {
    package let first, second: Int
  }

  /// Returns each pair once, in the order of the texts.
  package func pairs() -> [Pair] {
    let passes = UInt64((scalars.count + count) / Self.entryLimit + 1)
    var pairs: Set<Pair> = []
    for pass in 0..<passes {
      var entries: [Entry] = []
      for text in 0..<count {
        forEachHash(of: text) { hash in
          if hash % passes == pass { entries.append(Entry(hash: hash, text: Int32(text))) }
        }
      }
      entries.sort { ($0.hash, $0.text) < ($1.hash, $1.text) }
      for index in entries.indices {
        let end = min(entries.count, index + Self.comparisonLimit)
        for other in index + 1..<max(index + 1, end) {
          if entries[other].hash != entries[index].hash { break }
          let (first, second) = (Int(entries[index].text), Int(entries[other].text))
          if areSimilar(first, second) { pairs.insert(Pair(first: first, second: second)) }
        }
      }
    }
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private func scalars(of text: Int) -> ArraySlice<Unicode.Scalar> {
    scalars[starts[text]..<starts[text + 1]]
  }

  /// Calls the closure with the hash of the text, and with those of the text without each letter.
  ///
  /// The hash is a polynomial of the letters, so that each takes the same time.
  private func forEachHash(of text: Int, _ body: (UInt64) -> Void) {
    let letters = scalars(of: text)
    var whole: UInt64 = 0
    for letter in letters { whole = whole &* SplitMix64.step &+ UInt64(letter.value) &+ 1 }
    body(mixed(whole))
    // From the last letter on: the value of those after it, and the power of the base of its place.
    var (after, power): (UInt64, UInt64) = (0, 1)
    for index in letters.indices.reversed() {
      let value = UInt64(letters[index].value) &+ 1
      // whole = before · base · power + value · power + after
      let before = (whole &- value &* power &- after) &* Self.inverse
      // Without either of two equal neighbors, the same is left.
      let repeats = index + 1 < letters.endIndex && letters[index + 1] == letters[index]
      if !repeats { body(mixed(before &+ after)) }
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
    return !(left + right).contains { $0.properties.numericType != nil }
  }
}
