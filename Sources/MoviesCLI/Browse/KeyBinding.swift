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
  /// Its command in the line-based mode; `nil` if it has none.
  package let command: String?
  /// The help of the command, if it differs from that of the key.
  let commandHelp: String?

  private init(
    _ action: BrowseAction, _ keys: [Key], in modes: Set<BrowseMode> = [.list],
    _ help: String = "", footer: String? = nil, command: String? = nil,
    _ commandHelp: String? = nil
  ) {
    (self.action, self.keys, self.modes) = (action, keys, modes)
    (self.help, self.footer) = (help, footer)
    (self.command, self.commandHelp) = (command, commandHelp)
  }

  /// Whether the command is followed by a row number. In a cast, changes apply to the movie.
  func needsRow(forMovies: Bool) -> Bool { forMovies && action.actsOnRow && action != .open }

  /// The command for the help.
  package func usage(forMovies: Bool) -> String? {
    command.map { needsRow(forMovies: forMovies) ? "\($0) <number>" : $0 }
  }
}

package enum BrowseMode: Hashable, Sendable, CaseIterable {
  case list
  case filter
  case help
  /// A screen too small for a list, on which changes would be invisible.
  case tooSmall
}

package enum BrowseAction: Hashable, Sendable {
  case down, up, halfPageDown, halfPageUp, pageDown, pageUp, first, last
  case open
  case back
  case clearOrBack
  case backOrQuit
  case filter, applyFilter, cancelFilter
  case edit(LineEditor.Edit)
  case nextOrder, reverse
  case favorite, watched, favoritesOnly, addRandom, delete, undo, redo
  case reload, repaint, help, suspend, quit

  var needsMovieList: Bool { self == .favoritesOnly || self == .delete }
  var actsOnRow: Bool { [.open, .favorite, .watched, .delete].contains(self) }
}

extension KeyBinding {
  package static let all = [
    KeyBinding(.down, [.text("j"), .down, .control("n")], in: [.list, .help], "move down"),
    KeyBinding(.up, [.text("k"), .up, .control("p")], in: [.list, .help], "move up"),
    KeyBinding(
      .pageDown, [.text(" "), .pageDown], in: [.list, .help], "page down", command: "n",
      "show the next page"),
    KeyBinding(
      .pageUp, [.text("b"), .pageUp], in: [.list, .help], "page up", command: "p",
      "show the previous page"),
    KeyBinding(.halfPageDown, [.control("d")], "move half a page down"),
    KeyBinding(.halfPageUp, [.control("u")], "move half a page up"),
    KeyBinding(
      .first, [.text("g"), .home], "go to the first row", command: "g", "show the first page"),
    KeyBinding(
      .last, [.text("G"), .end], "go to the last row", command: "G", "show the last page"),
    KeyBinding(
      .open, [.enter, .text("l"), .right], "open: actors of a movie, movies of an actor",
      footer: "open", command: "<number>", "open that row: actors of a movie, movies of an actor"),
    KeyBinding(.back, [.text("h"), .left, .backspace], "go back", command: "b"),
    KeyBinding(.clearOrBack, [.escape], "clear the filter, or go back"),
    KeyBinding(.backOrQuit, [.text("q")], "go back, or quit at the first list", footer: "back"),
    KeyBinding(
      .filter, [.text("/")], "filter by title or name; Enter applies it, Esc clears it",
      footer: "filter", command: "/text",
      "filter by title or name (all words must match); / clears the filter"),
    KeyBinding(.favorite, [.text("f")], "toggle favorite", footer: "favorite", command: "f"),
    KeyBinding(.watched, [.text("w")], "mark as watched today, or clear it", command: "w"),
    KeyBinding(
      .delete, [.text("x"), .delete], "delete the movie (u to undo)", footer: "delete", command: "x"
    ),
    KeyBinding(
      .undo, [.text("u")], "undo the latest change (asks before older ones)", footer: "undo",
      command: "u"),
    KeyBinding(.redo, [.control("r")], "redo", command: "r"),
    KeyBinding(.addRandom, [.text("a")], "add a random movie", footer: "add random", command: "a"),
    KeyBinding(.nextOrder, [.text("s")], "change the sort order", footer: "sort", command: "s"),
    KeyBinding(.reverse, [.text("S")], "reverse the order", command: "S"),
    KeyBinding(.favoritesOnly, [.text("F")], "show favorites only, or all", command: "F"),
    KeyBinding(.reload, [.text("R"), .f5], "reload the list", command: "R"),
    KeyBinding(.repaint, [.control("l")], in: Set(BrowseMode.allCases), "redraw the screen"),
    KeyBinding(.help, [.text("?")], "show all keys", footer: "help", command: "?"),
    KeyBinding(.suspend, [.control("z")], in: Set(BrowseMode.allCases), "suspend (resume with fg)"),
    KeyBinding(
      .quit, [.text("Q"), .control("c")], in: [.list, .help, .tooSmall], "quit", command: "q"),

    // The help scrolls by whole pages. All other keys close it.
    KeyBinding(.pageDown, [.control("d")], in: [.help]),
    KeyBinding(.pageUp, [.control("u")], in: [.help]),

    // Text and pastes are inserted into the filter. Only the topic of the help shows these keys.
    KeyBinding(.down, [.down, .control("n")], in: [.filter], "move in the list"),
    KeyBinding(.up, [.up, .control("p")], in: [.filter], "move in the list"),
    KeyBinding(.pageDown, [.pageDown], in: [.filter]),
    KeyBinding(.pageUp, [.pageUp], in: [.filter]),
    KeyBinding(.edit(.moveLeft), [.left, .control("b")], in: [.filter], "move in the text"),
    KeyBinding(.edit(.moveRight), [.right, .control("f")], in: [.filter], "move in the text"),
    KeyBinding(.edit(.moveToStart), [.home, .control("a")], in: [.filter], "move in the text"),
    KeyBinding(.edit(.moveToEnd), [.end, .control("e")], in: [.filter], "move in the text"),
    KeyBinding(.edit(.deleteBackward), [.backspace], in: [.filter]),
    KeyBinding(.edit(.deleteForward), [.delete, .control("d")], in: [.filter]),
    KeyBinding(.edit(.deleteWord), [.control("w")], in: [.filter], "delete a word"),
    KeyBinding(.edit(.deleteToStart), [.control("u")], in: [.filter], "delete to the start"),
    KeyBinding(.edit(.deleteToEnd), [.control("k")], in: [.filter]),
    KeyBinding(.applyFilter, [.enter], in: [.filter], "apply the filter"),
    KeyBinding(.cancelFilter, [.escape], in: [.filter], "clear the filter"),
    KeyBinding(.quit, [.control("c")], in: [.filter]),
  ]

  package static let documented = all.filter { $0.modes.contains(.list) }

  static func help(forMovies: Bool) -> [KeyBinding] {
    documented.filter { forMovies || !$0.action.needsMovieList }
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
