package import MovieTerminal

/// An action with its keys and its help text. One table defines all of them.
package struct KeyBinding: Sendable {
  package let action: BrowseAction
  package let keys: [Key]
  package let help: String
  /// Its short name in the footer; `nil` if the footer omits it.
  package let brief: String?
  /// Its command in the line-based mode; `nil` if it has none.
  package let word: PlainWord?

  /// A command of the line-based mode.
  package struct PlainWord: Sendable {
    /// The text to type.
    package let text: String
    /// Whether a row number follows.
    package let takesRow: Bool
    /// Its help text, if it differs from that of the key.
    package let help: String?
  }

  private init(
    _ action: BrowseAction, _ keys: [Key], _ help: String, brief: String? = nil,
    word: PlainWord? = nil
  ) {
    self.action = action
    self.keys = keys
    self.help = help
    self.brief = brief
    self.word = word
  }
}

extension KeyBinding {
  package static let all = [
    KeyBinding(.down, [.text("j"), .down, .control("n")], "move down"),
    KeyBinding(.up, [.text("k"), .up, .control("p")], "move up"),
    KeyBinding(
      .pageDown, [.text(" "), .pageDown], "page down", word: word("n", "show the next page")),
    KeyBinding(
      .pageUp, [.text("b"), .pageUp], "page up", word: word("p", "show the previous page")),
    KeyBinding(.halfPageDown, [.control("d")], "move half a page down"),
    KeyBinding(.halfPageUp, [.control("u")], "move half a page up"),
    KeyBinding(
      .first, [.text("g"), .home], "go to the first row", word: word("g", "show the first page")),
    KeyBinding(
      .last, [.text("G"), .end], "go to the last row", word: word("G", "show the last page")),
    KeyBinding(
      .open, [.enter, .text("l"), .right], "open: actors of a movie, movies of an actor",
      brief: "open",
      word: word("<number>", "open that row: actors of a movie, movies of an actor")),
    KeyBinding(.back, [.text("h"), .left, .backspace], "go back", word: word("b")),
    KeyBinding(.clearOrBack, [.escape], "clear the filter, or go back"),
    KeyBinding(.backOrQuit, [.text("q")], "go back, or quit at the first list", brief: "back"),
    KeyBinding(
      .filter, [.text("/")], "filter by title or name; Enter applies it, Esc clears it",
      brief: "filter",
      word: word("/text", "filter by title or name (all words must match); / clears the filter")),
    KeyBinding(
      .favorite, [.text("f")], "toggle favorite", brief: "favorite",
      word: word("f", takesRow: true)),
    KeyBinding(
      .delete, [.text("x"), .delete], "delete the movie (u to undo)", brief: "delete",
      word: word("x", takesRow: true)),
    KeyBinding(
      .takeBack, [.text("u")], "undo the last change", brief: "undo", word: word("u")),
    KeyBinding(.doAgain, [.control("r")], "redo", word: word("r")),
    KeyBinding(.addRandom, [.text("a")], "add a random movie", brief: "add", word: word("a")),
    KeyBinding(.nextOrder, [.text("s")], "change the sort order", brief: "sort", word: word("s")),
    KeyBinding(.reverse, [.text("S")], "reverse the order", word: word("S")),
    KeyBinding(.favoritesOnly, [.text("F")], "show favorites only, or all", word: word("F")),
    KeyBinding(.reload, [.text("R"), .f5], "reload the list", word: word("R")),
    KeyBinding(.repaint, [.control("l")], "redraw the screen"),
    KeyBinding(.help, [.text("?")], "show all keys", brief: "help", word: word("?")),
    KeyBinding(.suspend, [.control("z")], "suspend (resume with fg)"),
    KeyBinding(.quit, [.text("Q"), .control("c")], "quit", word: word("q")),
  ]

  private static func word(
    _ text: String, _ help: String? = nil, takesRow: Bool = false
  ) -> PlainWord {
    PlainWord(text: text, takesRow: takesRow, help: help)
  }

  private static let actions = Dictionary(
    uniqueKeysWithValues: all.flatMap { binding in binding.keys.map { ($0, binding.action) } })

  /// Whether the key does something with the selected row.
  static func isAboutRow(_ key: Key) -> Bool {
    switch action(of: key) {
    case .open, .favorite, .delete: true
    default: false
    }
  }

  /// The action of the key; `nil` if it has none.
  package static func action(of key: Key) -> BrowseAction? { actions[key] }
}

extension BrowseAction {
  /// Whether it applies to a list of this kind, and is in its help.
  package func isMeant(forMovies: Bool) -> Bool {
    switch self {
    case .favoritesOnly, .delete: forMovies
    default: true
    }
  }
}
