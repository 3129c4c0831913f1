internal import MovieTerminal

/// A one-line message. If it is too long, its title is truncated first.
package struct BrowseMessage: Hashable, Sendable {
  private let before: String
  private let title: String?
  private let after: String

  /// A sentence without a title.
  init(_ text: String) {
    before = text
    title = nil
    after = ""
  }

  /// A sentence with a title, to which the quotes are added.
  init(_ before: String = "", title: String, _ after: String) {
    self.before = before
    self.title = title
    self.after = after
  }

  /// Returns the message with text added before or after it.
  func extended(before: String = "", after: String = "") -> BrowseMessage {
    guard let title else { return BrowseMessage(before + self.before + after) }
    return BrowseMessage(before + self.before, title: title, self.after + after)
  }

  /// The sentence, escaped and with its title whole.
  package var text: String { text(columns: .max, ellipsis: "") }

  /// The sentence, escaped and if it can be in so many columns.
  package func text(columns: Int, ellipsis: String) -> String {
    guard let title else { return TerminalText.escaped(before) }
    let frame = "\(before)''\(after)"
    let room = max(8, columns - DisplayWidth.columns(of: frame))
    let shown = TerminalText.truncated(
      TerminalText.escaped(title), to: room, ellipsis: ellipsis)
    return "\(before)'\(shown)'\(after)"
  }
}
