/// The colors of pages and drawings, on a light and on a dark background.
package enum Palette {
  /// What a color is for. Its text is the class in SVG and HTML.
  package enum Role: String, CaseIterable, Sendable {
    /// The background.
    case page
    case text
    /// Text of less importance.
    case muted
    /// Bars, and links.
    case accent
    case line
    /// The steps of a heat map, from none to the most.
    case step0, step1, step2, step3, step4
  }

  package static let steps: [Role] = [.step0, .step1, .step2, .step3, .step4]

  package static func color(_ role: Role, isDark: Bool) -> String {
    let colors =
      switch role {
      case .page: ("#ffffff", "#12161c")
      case .text: ("#1c2128", "#e8edf2")
      case .muted: ("#57606a", "#a0aab5")
      case .accent: ("#1b65ad", "#6fb1ef")
      case .line: ("#d5dae0", "#333b45")
      // One hue that gets darker, or lighter: its order is seen without colors, too.
      case .step0: ("#eceff2", "#242b33")
      case .step1: ("#b6d3ef", "#1f4a75")
      case .step2: ("#76abdd", "#2f76b8")
      case .step3: ("#2f76b8", "#76abdd")
      case .step4: ("#0b3a68", "#cfe4f8")
      }
    return isDark ? colors.1 : colors.0
  }

  /// The colors as variables of CSS.
  package static let variables =
    ":root{color-scheme:light dark;\(declarations(isDark: false))}"
    + "@media(prefers-color-scheme:dark){:root{\(declarations(isDark: true))}}"
    + "@media print{:root{\(declarations(isDark: false))}}"

  /// The style of drawings.
  package static let drawingStyle =
    "svg text{font:12px system-ui,sans-serif;fill:var(--text)}svg .muted{fill:var(--muted)}"
    + [Role.page, .accent].map { "svg .\($0){fill:var(--\($0))}" }.joined()
    + steps.map { "svg .\($0){stroke:var(--\($0))}" }.joined()

  static let fileStyle =
    variables + drawingStyle + "svg .heading{font-size:16px;font-weight:600}"

  private static func declarations(isDark: Bool) -> String {
    Role.allCases.map { "--\($0):\(color($0, isDark: isDark))" }.joined(separator: ";")
  }
}
