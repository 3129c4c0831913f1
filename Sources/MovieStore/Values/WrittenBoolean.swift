internal import MovieSystem

/// Yes or no as people and spreadsheets write it, such as `yes`, `TRUE`, `✓` or `[x]`.
package struct WrittenBoolean: Hashable, Sendable {
  package let isTrue: Bool

  /// Returns `nil` for a text that is neither yes nor no.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.byteLimit else { return nil }
    guard let isTrue = ListLanguage.isYes(WrittenText.plain(text)) else { return nil }
    self.isTrue = isTrue
  }

  private static let byteLimit = 32
}

extension WrittenBoolean: CustomStringConvertible {
  package var description: String { isTrue ? "yes" : "no" }
}
