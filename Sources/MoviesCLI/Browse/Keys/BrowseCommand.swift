package import MovieTerminal

/// An action, the keys that ask for it, and what the help says of it: all of it in one table.
package struct BrowseCommand: Sendable {
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

extension BrowseCommand {
  package static let all = [
    BrowseCommand(.down, [.text("j"), .down, .control("n")], "the next row"),
    BrowseCommand(.up, [.text("k"), .up, .control("p")], "the row before"),
    BrowseCommand(
      .pageDown, [.text(" "), .pageDown], "a page down", word: word("n", "the next page")),
    BrowseCommand(
      .pageUp, [.text("b"), .pageUp], "a page up", word: word("p", "the page before")),
    BrowseCommand(.halfPageDown, [.control("d")], "half a page down"),
    BrowseCommand(.halfPageUp, [.control("u")], "half a page up"),
    BrowseCommand(.first, [.text("g"), .home], "the first row", word: word("g", "the first page")),
    BrowseCommand(.last, [.text("G"), .end], "the last row", word: word("G", "the last page")),
    BrowseCommand(
      .open, [.enter, .text("l"), .right], "open: a movie's actors, an actor's movies",
      brief: "open",
      word: word("<number>", "open that row: a movie's actors, an actor's movies")),
    BrowseCommand(
      .back, [.text("h"), .left, .backspace], "back to the list before",
      word: word("b")),
    BrowseCommand(.clearOrBack, [.escape], "clear the filter, else back"),
    BrowseCommand(.backOrQuit, [.text("q")], "back; from the first list, quit", brief: "back"),
    BrowseCommand(
      .filter, [.text("/")], "filter as you type; Enter keeps it, Esc clears it",
      brief: "filter", word: word("/text", "filter: every word must be in it; / alone clears it")),
    BrowseCommand(
      .favorite, [.text("f")], "make this movie a favorite, or no longer", brief: "favorite",
      word: word("f", takesRow: true)),
    BrowseCommand(
      .delete, [.text("x"), .delete], "delete this movie; u takes it back", brief: "delete",
      word: word("x", takesRow: true)),
    BrowseCommand(
      .takeBack, [.text("u")], "take back the last change, and those before it", brief: "undo",
      word: word("u")),
    BrowseCommand(
      .doAgain, [.control("r")], "do again what was taken back", word: word("r")),
    BrowseCommand(
      .addRandom, [.text("a")], "add a random film and go to it", brief: "add",
      word: word("a")),
    BrowseCommand(.nextOrder, [.text("s")], "the next order", brief: "order", word: word("s")),
    BrowseCommand(.reverse, [.text("S")], "turn the order around", word: word("S")),
    BrowseCommand(.favoritesOnly, [.text("F")], "favorites only, or all", word: word("F")),
    BrowseCommand(.reload, [.text("R"), .f5], "read the list again", word: word("R")),
    BrowseCommand(.repaint, [.control("l")], "paint the screen again"),
    BrowseCommand(.help, [.text("?")], "this help", brief: "help", word: word("?")),
    BrowseCommand(.suspend, [.control("z")], "suspend; 'fg' comes back"),
    BrowseCommand(.quit, [.text("Q"), .control("c")], "quit", word: word("q")),
  ]

  private static func word(
    _ text: String, _ help: String? = nil, takesRow: Bool = false
  ) -> PlainWord {
    PlainWord(text: text, takesRow: takesRow, help: help)
  }

  private static let actions = Dictionary(
    uniqueKeysWithValues: all.flatMap { command in command.keys.map { ($0, command.action) } })

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
