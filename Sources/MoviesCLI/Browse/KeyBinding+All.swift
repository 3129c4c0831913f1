internal import MovieTerminal

extension KeyBinding {
  package static let all = movement + changes + lists + program + typing

  private static let movement = [
    KeyBinding(.down, [.text("j"), .down, .control("n")], in: [.list], "move down"),
    KeyBinding(.up, [.text("k"), .up, .control("p")], in: [.list], "move up"),
    KeyBinding(
      .pageDown, [.text(" "), .pageDown], "page down",
      Command("next", "n", help: "show the next page")),
    KeyBinding(
      .pageUp, [.text("b"), .pageUp], "page up",
      Command("previous", "p", help: "show the previous page")),
    KeyBinding(.halfPageDown, [.control("d")], "move half a page down"),
    KeyBinding(.halfPageUp, [.control("u")], "move half a page up"),
    KeyBinding(
      .first, [.text("g"), .home], "go to the first row",
      Command("first", "g", help: "show the first page")),
    KeyBinding(
      .last, [.text("G"), .end], "go to the last row",
      Command("last", "G", help: "show the last page")),
    KeyBinding(
      .open, [.enter, .text("l"), .right], "open: actors of a movie, movies of an actor or a value",
      footer: "open",
      Command("<number>", help: "open that row: actors of a movie, movies of an actor or a value")),
    KeyBinding(.back, [.text("h"), .left, .backspace], "go back", Command("back", "b")),
    KeyBinding(
      .clearOrBack, [.escape], "clear the marks or the filter, or go back", Command("clear")),
    KeyBinding(.backOrQuit, [.text("q")], "go back, or quit at the first list", footer: "back"),
    KeyBinding(
      .filter, [.text("/")],
      "filter as in 'movies search', such as !is:watched; then Esc clears it",
      footer: "filter",
      Command("/text", help: "filter as in 'movies search', such as /!is:watched; / clears it")),
    KeyBinding(
      .position, [.text(":")], "go to an id, a letter or a title",
      Command("goto", taking: "<id or title>")),
    KeyBinding(.random, [.text("R")], "go to a random movie of the list", Command("random")),
    KeyBinding(
      .nextMatch, [.text("n")], "go to the next marked movie, or match of the last ':' or '/'",
      Command("next-match")),
    KeyBinding(.previousMatch, [.text("N")], "go to the one before", Command("previous-match")),
  ]

  private static let lists = [
    KeyBinding(.movies, [.text("1")], "show the movies", Command("movies")),
    KeyBinding(.actors, [.text("2")], "show the actors", Command("actors")),
    KeyBinding(
      .attributeKeys, [.text("3")], "show tags and other keys, and their values", Command("keys")),
    KeyBinding(
      .orders, [.text("s")], "choose the order to sort by", footer: "sort",
      Command("sort", "s", taking: "<order>")),
    KeyBinding(.reverse, [.text("S")], "reverse the order", Command("reverse", "S")),
    KeyBinding(
      .favoritesOnly, [.text("F")], "show favorites only, or all", Command("favorites", "F")),
    KeyBinding(
      .columns, [.text("c")], "choose the columns of rows",
      Command("columns", taking: "<column>", help: "show or hide a part of rows")),
    KeyBinding(
      .pane, [.text("i")], "show or hide the details of the movie", footer: "details",
      Command("show", help: "show the details of a movie")),
    KeyBinding(.paneDown, [.text("J")], "scroll the details down"),
    KeyBinding(.paneUp, [.text("K")], "scroll the details up"),
    KeyBinding(
      .mark, [.text("v")],
      "mark the movie, and move down: f w W r t T x y Y E apply to marked ones",
      Command(
        "mark", help: "mark a movie; 'marked' for the number applies commands to all of these")),
    KeyBinding(
      .markRange, [.text("V")], "mark all from the last marked movie to this one",
      Command("mark-range")),
    KeyBinding(.markAll, [.text("*")], "mark all movies of the list", Command("mark-all")),
    KeyBinding(
      .copyTitles, [.text("y")], "copy the title to the clipboard",
      Command("titles", help: "print the title")),
    KeyBinding(
      .copyIDs, [.text("Y")], "copy the id to the clipboard",
      Command("ids", help: "print the id")),
  ]

  private static let changes = [
    KeyBinding(
      .rate, [.text("r")], "rate: 0 to 10, then Enter; Backspace removes the rating",
      footer: "rate",
      Command("rate", taking: "<rating>", help: "rate from 0 to 10; - removes the rating")),
    KeyBinding(
      .favorite, [.text("f")], "toggle favorite, the star", footer: "favorite",
      Command("favorite", "f")),
    KeyBinding(
      .watched, [.text("w")], "mark as watched today, or clear it", footer: "watched",
      Command("watched", "w")),
    KeyBinding(
      .watchedOn, [.text("W")], "mark as watched on a date",
      Command("watched-on", taking: "<date>")),
    KeyBinding(
      .tag, [.text("t")], "add tags, separated by commas; Tab completes", footer: "tag",
      Command("tag", taking: "<tags>", help: "add tags, separated by commas")),
    KeyBinding(.removeTag, [.text("T")], "remove tags", Command("untag", taking: "<tags>")),
    KeyBinding(
      .form, [.text("e")], "edit the title, the cast and all keys", footer: "edit",
      Command("edit", taking: "[<field>=<value>]", help: "show the fields, or set one")),
    KeyBinding(.editor, [.text("E")], "edit in $EDITOR", Command("editor")),
    KeyBinding(
      .addMovie, [.text("A")], "add a movie",
      Command("add", taking: "<title>", help: "add a movie; 'Heat (1995)' has a year")),
    KeyBinding(
      .addRandom, [.text("a")], "add a random movie", footer: "add random",
      Command("add-random", "a")),
    KeyBinding(
      .delete, [.text("x"), .delete], "delete the movie; marked ones, if pressed twice",
      footer: "delete",
      Command("delete", "x")),
    KeyBinding(
      .undo, [.text("u")], "undo the latest change (twice for one of another session)",
      footer: "undo",
      Command("undo", "u")),
    KeyBinding(.redo, [.control("r")], "redo", Command("redo", "r")),
  ]

  private static let program = [
    KeyBinding(.reload, [.f5], "reload the list", Command("reload", "R")),
    KeyBinding(.repaint, [.control("l")], in: Set(BrowseMode.allCases), "redraw the screen"),
    KeyBinding(
      .help, [.text("?")], "find a key by what it does, and run it", footer: "help",
      Command("help", "?", help: "show the commands")),
    KeyBinding(.suspend, [.control("z")], in: Set(BrowseMode.allCases), "suspend (resume with fg)"),
    // On a screen without a list, there is none to go back to.
    KeyBinding(.quit, [.text("q")], in: [.tooSmall]),
    KeyBinding(
      .quit, [.text("Q"), .control("c")], in: [.list, .tooSmall], "quit",
      Command("quit", "exit", "q")),
  ]

  /// Text and pastes are inserted. Only the topic of the help shows these keys.
  private static let typing = [
    KeyBinding(
      .complete, [.tab], in: [.prompt], "complete a key, a value, a name or a tag",
      footer: "complete"),
    KeyBinding(
      .accept, [.enter], in: [.prompt, .menu], "use the text, or the selected line",
      footer: "choose"),
    KeyBinding(.save, [.control("s")], in: [.form], "save", footer: "save"),
    KeyBinding(.nextField, [.tab], in: [.form], "go to the next field", footer: "next field"),
    KeyBinding(
      .previousField, [.backTab], in: [.form], "go to the field before", footer: "back"),
    KeyBinding(
      .accept, [.enter], in: [.form], "begin a line, or go to the next field", footer: "next line"),
    KeyBinding(
      .cancel, [.escape], in: [.prompt, .menu, .form], "cancel", footer: "cancel"),
    KeyBinding(.down, [.down, .control("n")], in: [.prompt, .menu, .form], "move in the list"),
    KeyBinding(.up, [.up, .control("p")], in: [.prompt, .menu, .form], "move in the list"),
    KeyBinding(.pageDown, [.pageDown], in: [.prompt, .menu]),
    KeyBinding(.pageUp, [.pageUp], in: [.prompt, .menu]),
    KeyBinding(.edit(.moveLeft), [.left, .control("b")], in: text, "move in the text"),
    KeyBinding(.edit(.moveRight), [.right, .control("f")], in: text, "move in the text"),
    KeyBinding(.edit(.moveToStart), [.home, .control("a")], in: text, "move in the text"),
    KeyBinding(.edit(.moveToEnd), [.end, .control("e")], in: text, "move in the text"),
    KeyBinding(.edit(.deleteBackward), [.backspace], in: text),
    KeyBinding(.edit(.deleteForward), [.delete, .control("d")], in: text),
    KeyBinding(.edit(.deleteWord), [.control("w")], in: text, "delete a word"),
    KeyBinding(.edit(.deleteToStart), [.control("u")], in: text, "delete to the start"),
    KeyBinding(.edit(.deleteToEnd), [.control("k")], in: text),
    KeyBinding(.quit, [.control("c")], in: text),
  ]

  private static let text: Set<BrowseMode> = [.prompt, .menu, .form]
}
