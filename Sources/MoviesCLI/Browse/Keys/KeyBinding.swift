package import MovieTerminal

/// An action, the keys that ask for it, and what the help says of it: all of it in one table.
package struct KeyBinding: Sendable {
  package let action: BrowseAction
  package let keys: [Key]
  package let help: String
  /// What the last line of the screen calls it; `nil` where that has no room for it.
  package let brief: String?
  /// Its word in the plain dialogue; `nil` where that has no use for it.
  package let word: PlainWord?

  /// A word of the plain dialogue.
  package struct PlainWord: Sendable {
    /// What is typed.
    package let text: String
    /// Whether the number of a row follows.
    package let takesRow: Bool
    /// What it does, where the dialogue has other words for it than the screen.
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
    KeyBinding(.down, [.text("j"), .down, .control("n")], "the next row"),
    KeyBinding(.up, [.text("k"), .up, .control("p")], "the row before"),
    KeyBinding(
      .pageDown, [.text(" "), .pageDown], "a page down", word: word("n", "the next page")),
    KeyBinding(
      .pageUp, [.text("b"), .pageUp], "a page up", word: word("p", "the page before")),
    KeyBinding(.halfPageDown, [.control("d")], "half a page down"),
    KeyBinding(.halfPageUp, [.control("u")], "half a page up"),
    KeyBinding(.first, [.text("g"), .home], "the first row", word: word("g", "the first page")),
    KeyBinding(.last, [.text("G"), .end], "the last row", word: word("G", "the last page")),
    KeyBinding(
      .open, [.enter, .text("l"), .right], "open: a movie's actors, an actor's movies",
      brief: "open",
      word: word("<number>", "open that row: a movie's actors, an actor's movies")),
    KeyBinding(
      .back, [.text("h"), .left, .backspace], "back to the list before",
      word: word("b")),
    KeyBinding(.clearOrBack, [.escape], "clear the filter, else back"),
    KeyBinding(.backOrQuit, [.text("q")], "back; from the first list, quit", brief: "back"),
    KeyBinding(
      .filter, [.text("/")], "filter titles, or names, as you type; Enter keeps it, Esc clears it",
      brief: "filter", word: word("/text", "filter: every word must be in it; / alone clears it")),
    KeyBinding(
      .favorite, [.text("f")], "make this movie a favorite, or no longer", brief: "favorite",
      word: word("f", takesRow: true)),
    KeyBinding(
      .delete, [.text("x"), .delete], "delete this movie; u takes it back", brief: "delete",
      word: word("x", takesRow: true)),
    KeyBinding(
      .takeBack, [.text("u")], "take back the last change, and those before it", brief: "undo",
      word: word("u")),
    KeyBinding(
      .doAgain, [.control("r")], "do again what was taken back", word: word("r")),
    KeyBinding(
      .addRandom, [.text("a")], "add a random film and go to it", brief: "add",
      word: word("a")),
    KeyBinding(.nextOrder, [.text("s")], "the next order", brief: "order", word: word("s")),
    KeyBinding(.reverse, [.text("S")], "turn the order around", word: word("S")),
    KeyBinding(.favoritesOnly, [.text("F")], "favorites only, or all", word: word("F")),
    KeyBinding(.reload, [.text("R"), .f5], "read the list again", word: word("R")),
    KeyBinding(.repaint, [.control("l")], "paint the screen again"),
    KeyBinding(.help, [.text("?")], "this help", brief: "help", word: word("?")),
    KeyBinding(.suspend, [.control("z")], "suspend; 'fg' comes back"),
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

  /// What the key asks for; `nil` where it means nothing.
  package static func action(of key: Key) -> BrowseAction? { actions[key] }
}

extension BrowseAction {
  /// Whether it is of use in a list of this kind, and so in its help.
  package func isMeant(forMovies: Bool) -> Bool {
    switch self {
    case .favoritesOnly, .delete: forMovies
    default: true
    }
  }
}
