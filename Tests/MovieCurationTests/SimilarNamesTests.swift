import MovieCuration
import TestSupport
import Testing

@Suite(.limited) struct SimilarNamesTests {
  /// The pairs by a comparison of all texts with each other.
  private static func expected(_ texts: [[Unicode.Scalar]]) -> [[Int]] {
    texts.indices.flatMap { first in
      texts.indices.dropFirst(first + 1).filter { areSimilar(texts[first], texts[$0]) }
        .map { [first, $0] }
    }
  }

  private static func areSimilar(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Bool {
    if left == right || min(left.count, right.count) < 4 { return false }
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    if short.count == long.count {
      let differing = short.indices.filter { short[$0] != long[$0] }
      if differing.count == 1 {
        return ![short, long].contains { $0[differing[0]].properties.numericType != nil }
      }
      guard differing.count == 2, differing[1] == differing[0] + 1 else { return false }
      return short[differing[0]] == long[differing[1]] && short[differing[1]] == long[differing[0]]
        && !differing.contains { short[$0].properties.numericType != nil }
    }
    return long.indices.contains { index in
      var rest = long
      let removed = rest.remove(at: index)
      return rest == short && removed.properties.numericType == nil
    }
  }

  @Test(
    "Finds the same pairs as a comparison of all texts", arguments: 1...8 as ClosedRange<UInt64>)
  func pairs(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let letters = Array("abé1七".unicodeScalars)
    let bases = (0..<Tier.amount(30, full: 200)).map { _ in
      (0..<Int.random(in: 2...9, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      }
    }
    // Names that are one or two edits apart.
    let texts =
      bases
      + bases.map { base in
        (0..<Int.random(in: 1...2, using: &random)).reduce(base) { text, _ in
          var text = text
          let index = Int.random(in: text.indices, using: &random)
          let letter = letters.randomElement(using: &random) ?? "a"
          switch Int.random(in: 0..<4, using: &random) {
          case 0 where text.count > 2: text.remove(at: index)
          case 1: text[index] = letter
          case 2 where index > 0: text.swapAt(index, index - 1)
          default: text.insert(letter, at: index)
          }
          return text
        }
      }
    var similar = SimilarNames()
    for text in texts {
      var name = ""
      name.unicodeScalars.append(contentsOf: text)
      similar.append(name)
    }
    let pairs = similar.pairs().map { [$0.first, $0.second] }
    #expect(pairs == Self.expected(texts))
    #expect(!pairs.isEmpty)
  }
}
