import MovieCuration
import TestSupport
import Testing

@Suite(.limited) struct SimilarTextsTests {
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
    let texts = (0..<Tier.amount(60, full: 400)).map { _ in
      (0..<Int.random(in: 2...7, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      }
    }
    var similar = SimilarTexts()
    for text in texts { similar.append(text) }
    let pairs = similar.pairs().map { [$0.first, $0.second] }
    #expect(pairs == Self.expected(texts))
    #expect(!pairs.isEmpty)
  }
}
