/// Text styles, in the sixteen colors that the theme of the terminal defines.
package enum Style: String, CaseIterable, Sendable {
  // The parameters of SGR, Select Graphic Rendition.
  case bold = "1"
  case dim = "2"
  case heading = "1;4"
  case favorite = "33"
  case selected = "1;7"
  case warning = "33;1"
  case removed = "31"
  case added = "32"

  /// The text in this style; unchanged without color, or if it is empty.
  package func styled(_ text: String, isColored: Bool) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}

package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether to color one stream: `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, `TERM`,
  /// and last whether the stream is a terminal. An empty variable counts as unset.
  package func isColored(
    environment: (_ name: String) -> String?, isTerminal: Bool
  ) -> Bool {
    if self != .auto { return self == .always }
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if value("NO_COLOR") != nil { return false }
    if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
    // Without TERM, nothing is known about the escape sequences of the terminal.
    return isTerminal && value("CLICOLOR") != "0" && (value("TERM") ?? "dumb") != "dumb"
  }
}
