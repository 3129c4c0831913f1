internal import MovieSystem

/// Yes or no as people and spreadsheets write it, such as `yes`, `TRUE`, `✓` or `[x]`.
package struct WrittenBoolean: Hashable, Sendable {
  package let isTrue: Bool

  /// Returns `nil` for a text that is neither yes nor no.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.byteLimit else { return nil }
    let word = WrittenText.plain(text)
    guard let isTrue = Self.words[word] else { return nil }
    self.isTrue = isTrue
  }

  private static let byteLimit = 32

  /// The words in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech and
  /// Russian, and those of spreadsheets.
  private static let words: [String: Bool] = {
    let yes = """
      yes y true t 1 x ✓ ✔ ✔️ ☑ ☑️ ✅ 🗹 [x] on watched seen checked done ja wahr oui vrai si verdadero \
      vero sim verdadeiro waar tak prawda ano pravda да истина 是 はい
      """
    let no = """
      no n false f 0 never ☐ ⬜ ✗ ✘ ❌ [] unwatched unseen unchecked nein falsch non faux falso nao nee \
      onwaar nie falsz ne nepravda нет ложь 否 いいえ
      """
    var words: [String: Bool] = ["[ ]": false, "not watched": false, "not seen": false]
    for (texts, isTrue) in [(yes, true), (no, false)] {
      for text in texts.split(separator: " ") { words[Folding.fold(String(text))] = isTrue }
    }
    return words
  }()
}

extension WrittenBoolean: CustomStringConvertible {
  package var description: String { isTrue ? "yes" : "no" }
}
