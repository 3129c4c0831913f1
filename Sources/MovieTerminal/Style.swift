/// The looks that output is given, in the sixteen colors that a user's theme decides about.
package enum Style: String, CaseIterable, Sendable {
  case bold, dim, heading, identifier, favorite, selected, success, warning, error

  /// The text in this style; the text itself where there is no color, and where there is no text.
  package func styled(_ text: String, isColored: Bool) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  /// The parameters of SGR, Select Graphic Rendition.
  private var parameters: String {
    switch self {
    case .bold: "1"
    case .dim: "2"
    case .heading: "1;4"
    case .identifier: "36"
    case .favorite: "33"
    case .selected: "1;7"
    case .success: "32"
    case .warning: "33;1"
    case .error: "31;1"
    }
  }
}
