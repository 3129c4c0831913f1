package import MovieTerminal

extension Key {
  /// The key as the help calls it.
  ///
  /// - Parameter glyphs: whether arrows can be shown.
  package func name(_ glyphs: BrowseGlyphs) -> String {
    switch self {
    case .text(" "): "Space"
    case .text(let scalar): String(Character(scalar))
    case .control(let scalar): "^" + String(Character(scalar)).uppercased()
    case .up: glyphs.arrow("↑", else: "Up")
    case .down: glyphs.arrow("↓", else: "Down")
    case .left: glyphs.arrow("←", else: "Left")
    case .right: glyphs.arrow("→", else: "Right")
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .escape: "Esc"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .delete: "Del"
    case .f5: "F5"
    case .paste, .unknown: "?"
    }
  }
}
