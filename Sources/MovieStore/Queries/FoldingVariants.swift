/// The letters that fold to a letter: `A`, `a`, `Á` and more for `a`.
enum FoldingVariants {
  /// Letters that fold to the beginning of the text, or to all of it and more, and how much of it
  /// each takes up.
  static func of(_ folded: ArraySlice<Unicode.Scalar>) -> [(text: String, count: Int)] {
    guard let first = folded.first else { return [] }
    let own = Set([String(first), first.properties.uppercaseMapping])
    let others = accented[first, default: []].compactMap { letter in
      isBeginning(letter.folded, of: folded) ? (letter.text, letter.folded.count) : nil
    }
    return own.sorted().map { ($0, 1) } + others.filter { !own.contains($0.0) }
  }

  private static func isBeginning(
    _ letters: [Unicode.Scalar], of text: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    zip(letters, text).allSatisfy { $0 == $1 }
  }

  /// Latin, Greek and Cyrillic letters that fold to others, by the first of these.
  private static let accented: [Unicode.Scalar: [(text: String, folded: [Unicode.Scalar])]] = {
    let blocks: [ClosedRange<UInt32>] = [
      0xC0...0x24F, 0x386...0x3CE, 0x400...0x491, 0x1E00...0x1EF9,
    ]
    let letters = blocks.joined().compactMap { Unicode.Scalar($0) }.map { letter in
      (text: String(letter), folded: Array(Folding.fold(String(letter)).unicodeScalars))
    }
    return Dictionary(grouping: letters.filter { !$0.folded.isEmpty }) { $0.folded[0] }
  }()
}
