package import MovieTerminal

/// An action with its keys and its documentation. One table defines all keys and line commands.
package struct KeyBinding: Sendable {
  package let action: BrowseAction
  package let keys: [Key]
  package let modes: Set<BrowseMode>
  /// Empty if the help omits it.
  package let help: String
  /// Its short name in the footer; `nil` if the footer omits it.
  let footer: String?
  /// Its command in the line-based mode; `nil` if it is only about the screen.
  package let command: Command?

  package struct Command: Sendable {
    /// The word, and a short form of it.
    package let names: [String]
    /// What follows it, after the number of a row.
    package let argument: String?
    /// The help of the command, if it differs from that of the key.
    let help: String?

    init(_ names: String..., taking argument: String? = nil, help: String? = nil) {
      (self.names, self.argument, self.help) = (names, argument, help)
    }
  }

  init(
    _ action: BrowseAction, _ keys: [Key], in modes: Set<BrowseMode> = [.list],
    _ help: String = "", footer: String? = nil, _ command: Command? = nil
  ) {
    (self.action, self.keys, self.modes) = (action, keys, modes)
    (self.help, self.footer, self.command) = (help, footer, command)
  }

  /// Whether the command is followed by a row number. In a cast, changes apply to the movie.
  func needsRow(forMovies: Bool) -> Bool { forMovies && action.actsOnRow && action != .open }

  /// The command for the help.
  package func usage(forMovies: Bool) -> String? {
    guard let command else { return nil }
    let row = needsRow(forMovies: forMovies) ? " <number>" : ""
    let argument = command.argument.map { " \($0)" } ?? ""
    return command.names.map { $0 + row + argument }.joined(separator: ", ")
  }

  package static let documented = all(in: .list)

  /// The bindings that do something in a list.
  package static func help(for source: ListSource) -> [KeyBinding] {
    documented.filter { binding in
      switch binding.action.subject {
      case .movies: source.isOfMovies
      case .movie: source.isOfMovies || source.isCast
      case .row, nil: true
      }
    }
  }

  static func all(in mode: BrowseMode) -> [KeyBinding] { all.filter { $0.modes.contains(mode) } }

  /// The name of the first key of an action.
  static func name(of action: BrowseAction, in mode: BrowseMode) -> String {
    let binding = all.first { $0.action == action && $0.modes.contains(mode) }
    return binding?.keys.first?.name(Glyphs(isUTF8: false)) ?? ""
  }

  package static func action(of key: Key, in mode: BrowseMode) -> BrowseAction? {
    all.first { $0.modes.contains(mode) && $0.keys.contains(key) }?.action
  }
}

extension Key {
  package func name(_ glyphs: Glyphs) -> String {
    switch self {
    case .text(" "): "Space"
    case .text(let scalar): String(Character(scalar))
    case .control(let scalar): "^" + String(Character(scalar)).uppercased()
    case .up: glyphs.up
    case .down: glyphs.down
    case .left: glyphs.left
    case .right: glyphs.right
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .escape: "Esc"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .delete: "Del"
    case .f5: "F5"
    case .paste, .oversizedPaste, .mouse, .unknown: "?"
    }
  }
}
