import Foundation
import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// The dialogue of lines.
@Suite(.limited, .temporaryDirectory) struct PlainBrowsingTests {
  private func fill() throws {
    var store = try MovieStore(path: databasePath, access: .writing)
    for film in Browsing.films {
      _ = try store.add(
        MovieDraft(title: film.title, cast: film.cast, isFavorite: film.isFavorite))
    }
  }

  private var databasePath: String { TemporaryDirectory.current + "/movies.db" }

  private func browse(_ lines: String..., arguments: [String] = []) -> CommandResult {
    movies(
      ["browse", "--plain", "--db", databasePath] + arguments,
      input: Array(lines.map { $0 + "\n" }.joined().utf8), on: .pipes, environment: [:])
  }

  @Test("a dialogue that uses every word is as recorded")
  func everyWord() throws {
    try fill()
    let answer = browse(
      "?", "/o", "3", "f", "b", "f 1", "x2", "u", "r", "u", "/", "s", "S", "F", "F", "n", "p", "g",
      "G", "R", "1", "1", "b", "b", "b", "", "q", "x 1")
    #expect(answer.status == .done)
    #expect(answer.error == "")
    Golden.expect(answer.output, is: "browse/plain")
    let table = Set(KeyBinding.all.compactMap { $0.word?.text })
    #expect(
      table == [
        "?", "/text", "b", "f", "x", "u", "r", "s", "S", "F", "n", "p", "g", "G", "R", "a", "q",
        "<number>",
      ])
    let store = try MovieStore(path: databasePath, access: .reading)
    #expect(try store.movieCount() == Browsing.films.count)
  }

  @Test("a adds a film, and numbers are those of the list as it was printed")
  func add() throws {
    try fill()
    let answer = browse("a", "u", "a")
    #expect(answer.output.contains("> added '"))
    #expect(answer.output.contains("> undo: deleted '"))
    let store = try MovieStore(path: databasePath, access: .reading)
    #expect(try store.movieCount() == Browsing.films.count + 1)
  }

  @Test(
    "what makes no sense is told, and changes nothing",
    arguments: [
      ("zz", "unknown command 'zz'; ? for help"),
      ("0", "no row 0; this page has 8 rows"), ("9", "no row 9; this page has 8 rows"),
      ("99999999999999999999", "unknown command '99999999999999999999'; ? for help"),
      ("x", "'x' needs a row number, such as 'x 1'"),
      ("f", "'f' needs a row number, such as 'f 1'"),
      ("x 1 2", "'x' needs a row number, such as 'x 1'"), ("u 3", "'u' takes no argument"),
      ("-1", "no row -1; this page has 8 rows"),
      ("x 9", "no row 9; this page has 8 rows"),
      ("x1x", "'x' needs a row number, such as 'x 1'"), ("u", "nothing to undo"),
      ("r", "nothing to redo"),
    ])
  func mistakes(line: String, answer: String) throws {
    try fill()
    let told = browse(line)
    #expect(told.output.contains("> \(answer)\n> \n"), "\(told.output)")
    #expect(told.status == .done)
    let store = try MovieStore(path: databasePath, access: .reading)
    #expect(
      try store.movies(MovieQuery(order: .added)).map(\.movie.title) == Browsing.films.map(\.title))
  }

  @Test("in a cast, a change is of the movie, and needs no number")
  func cast() throws {
    try fill()
    let answer = browse("/ran", "1", "f", "x")
    #expect(answer.output.contains("> 'Ran' is no longer a favorite (u to undo)\n"))
    #expect(answer.output.contains("> x works only in a list of movies"))
  }

  @Test("texts of the catalog and of the person are one line each, with nothing to be obeyed")
  func hostile() throws {
    var store = try MovieStore(path: databasePath, access: .writing)
    _ = try store.add(MovieDraft(title: "a\nb\u{1B}[2J", cast: ["c\u{7}\r", "\u{202E}d"]))
    let answer = browse("1", "b", "f 1", "/\u{1B}[2J", "\u{1B}]0;", "x 1", "/", "x 1")
    let scalars = answer.output.unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value || $0 == "\u{202E}" })
    #expect(answer.output.contains("1. a\\u{A}b\\u{1B}[2J"))
  }

  @Test("a filter longer than any title is refused")
  func longFilter() throws {
    try fill()
    let answer = browse("/" + String(repeating: "ab ", count: 2_000))
    #expect(answer.output.contains("> filter limit: 1024 characters\n"))
  }

  @Test("a filter may stand in the command")
  func filter() throws {
    try fill()
    let answer = browse(arguments: ["water", "front"])
    #expect(
      answer.output.hasPrefix("Movies, by title, matching 'water front'\n1. On the Waterfront"))
    #expect(answer.output.hasSuffix("1 movie. ? for help.\n> \n"))
  }

  @Test("long lists are turned page by page")
  func pages() throws {
    do {
      var store = try MovieStore(path: databasePath, access: .writing)
      try store.seed(45, seed: 1)
    }
    let answer = browse("n", "n", "p", "g")
    #expect(answer.output.contains("20 of 45 movies. n for the next page, ? for help."))
    let store = try MovieStore(path: databasePath, access: .reading)
    let titles = try store.movies().map(\.movie.title)
    let printed = answer.output.components(separatedBy: "\n").filter { $0.hasPrefix("1. ") }
    #expect(printed.count == 5)
    for (line, place) in zip(printed, [0, 20, 25, 5, 0]) {
      #expect(line.hasPrefix("1. \(titles[place])"))
    }
  }

  @Test("without a terminal the screen is refused in one line, with what to do")
  func noTerminal() throws {
    for console in [Console.pipes, Console(isInputTerminal: true), Console(isOutputTerminal: true)]
    {
      let answer = movies("browse", on: console, environment: ["TERM": "xterm"])
      #expect(answer.status == .usage)
      #expect(answer.output == "")
      #expect(answer.error.hasPrefix("Error: 'browse' requires a terminal"))
      #expect(answer.error.contains("--plain"))
      #expect(!answer.error.contains("\u{1B}"))
    }
  }

  @Test("a terminal that does not say what it is gets the dialogue", arguments: [nil, "dumb"])
  func dumb(term: String?) throws {
    try fill()
    let answer = movies(
      ["browse", "--db", databasePath], input: Array("q\n".utf8), on: .terminal,
      environment: term.map { ["TERM": $0] } ?? [:])
    #expect(answer.status == .done)
    #expect(answer.output.hasPrefix("Movies, by title\n1. "))
  }

  @Test("a named file that is missing is not made")
  func missing() {
    let answer = browse("a")
    #expect(answer.status == .missingFile)
    #expect(!FileManager.default.fileExists(atPath: databasePath))
  }
}
