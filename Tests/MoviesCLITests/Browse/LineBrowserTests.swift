import Foundation
import MovieSamples
import MovieStore
import MovieSystem
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct LineBrowserTests {
  private func fill() throws {
    var store = try Catalog(path: databasePath, access: .writing)
    try store.addSampleMovies()
  }

  private var databasePath: String { TemporaryDirectory.current + "/movies.db" }

  private func browse(_ lines: String..., arguments: [String] = []) -> CommandResult {
    browse(lines, arguments: arguments)
  }

  private func browse(_ lines: [String], arguments: [String] = []) -> CommandResult {
    movies(
      ["browse", "--plain", "--db", databasePath] + arguments,
      input: Array(lines.map { $0 + "\n" }.joined().utf8), on: .pipes, environment: [:])
  }

  @Test("every command prints the recorded output")
  func everyCommand() throws {
    try fill()
    let result = browse(
      "?", "/o", "3", "f", "b", "f 1", "w 1", "x2", "u", "r", "u", "/", "s", "sort rating",
      "rate 2 8.5", "rate 1 -", "rate 1 11", "s title", "S", "F", "F", "n", "p", "g", "G", "R", "1",
      "1", "b", "b", "b", "mark 1", "mark-range 3", "tag marked heist, noir", "untag marked noir",
      "titles marked", "ids 2", "show 3", "edit marked year=1", "mark marked",
      "watched-on marked 2026-11", "mark-all", "mark-all", "f marked",
      "columns", "columns id", "columns cast", "edit 1", "edit 1 year=1999", "edit 1 year=x",
      "edit 1 mine=x", "edit 1 nothing", "editor 1", "add", "add New Movie (2001)", "u", "goto ran",
      "goto 2", "goto no such title", "next-match", "previous-match", "actors", "1", "b", "keys",
      "goto tag", "2", "1", "movies", "", "quit", "x 1")
    #expect(result.status == .done)
    #expect(result.error == "")
    Golden.expect(
      result.output.replacing(Clock.localDate(), with: "<today>"), is: "browse/plain")
    let store = try Catalog(path: databasePath, access: .reading)
    #expect(try store.movieCount() == Browsing.movies.count)
  }

  @Test("u and r ask again before a change of another session")
  func offers() throws {
    try fill()
    _ = browse("x 1")
    let result = browse("u", "u", "r", "u", "u")
    let messages = result.output.split(separator: "\n").filter { $0.hasPrefix("> ") }
    #expect(messages.count == 6)
    #expect(messages[0].hasPrefix("> u again to undo: deleted '"))
    #expect(messages[0].contains("(movies browse --plain, 2"))
    #expect(messages[1].hasPrefix("> undo: restored '"))
    #expect(messages[2].hasPrefix("> redo: deleted '"))
    #expect(messages[3].hasPrefix("> undo: restored '"))
    #expect(messages[4] == "> nothing to undo")
    let next = browse("r", "r")
    #expect(next.output.contains("> r again to redo: deleted '"))
    #expect(next.output.contains("> redo: deleted '"))
  }

  @Test("any other line cancels an offer", arguments: ["", "?", "zz", "/a", "b", "R", "x 99", "r"])
  func cancelledOffer(line: String) throws {
    try fill()
    _ = browse("x 1")
    let result = browse("u", line, "u")
    #expect(result.output.components(separatedBy: "> u again to undo: ").count == 3)
    #expect(!result.output.contains("restored"))
  }

  @Test("a deletion that cannot be undone needs the command twice, for the same movie")
  func irreversible() throws {
    try fill()
    try PlainConnection(databasePath).run(
      "UPDATE MovieModel SET title = CAST(x'ff' AS TEXT), sortableTitle = ''")
    let result = browse("x 1", "x 2", "x 1", "x 99", "x 1", "x 1", "u")
    let messages = result.output.split(separator: "\n").filter { $0.hasPrefix("> ") }
      .map { String($0.dropFirst(2).prefix { $0 != "'" }) }
    let offer = "repeat the command to delete "
    let mistake = "no row 99; this page has 8 rows"
    #expect(
      Array(messages.prefix(6)) == [offer, offer, offer, mistake, offer, "deleted "],
      "\(result.output)")
    let store = try Catalog(path: databasePath, access: .reading)
    #expect(try store.movieCount() == Browsing.movies.count - 1)
  }

  /// The message of the last of these lines.
  private func lastMessage(_ lines: [String]) -> String {
    let messages = browse(lines).output.split(separator: "\n").filter { $0.hasPrefix("> ") }
    return messages.dropFirst(lines.count - 1).first.map { String($0.dropFirst(2)) } ?? ""
  }

  @Test(
    "what an offer says can be typed",
    arguments: [
      ([], "x 1", "deleted '"), (["mark 1", "mark 2"], "x marked", "deleted 2 movies"),
      ([], "f 1", " is no"), (["mark 1", "mark 2"], "f marked", "2 movies are"),
      (["mark 2"], "w marked", " watched on"), ([], "w 2", " watched on"),
      ([], "rate 1 8", "rated '"), (["mark 1", "mark 2"], "rate marked 8", "rated 2 movies"),
      ([], "tag 1 x", "tagged '"), ([], "u", "undid: "), (["1"], "f", " is no"),
    ], [false, true])
  func typedOffers(_ offered: (before: [String], command: String, done: String), isStored: Bool)
    throws
  {
    try fill()
    _ = browse("watched-on 1 2026-01-02", "edit 1 note=a", "edit 2 note=b")
    if !isStored, offered.command != "u" {
      try PlainConnection(databasePath).run(
        "UPDATE MovieAttribute SET value = CAST(x'61ff' AS TEXT) WHERE key = 'note'")
    }
    var lines = offered.before + [offered.command]
    var message = lastMessage(lines)
    for _ in 0..<2 {
      let parts = message.components(separatedBy: " again to ")
      if parts.count > 1 {
        lines.append(parts[0])
      } else if message.hasPrefix("repeat the command to ") {
        lines.append(offered.command)
      } else {
        break
      }
      message = lastMessage(lines)
    }
    #expect(message.contains(offered.done), "\(lines): \(message)")
  }

  @Test(
    "messages name commands, not keys",
    arguments: [
      (["actors", "f"], "this works only on a movie; the number of a row lists them"),
      (["next-match"], "mark movies, or search with 'goto <title>' or '/text' first"),
      (["/heat", "S"], "the best matches are always first; s chooses another order"),
      (
        ["/heat", "goto ran"],
        "'Ran' is not in this list; clear clears the filter"
      ),
      (["goto heat (1995)"], "no such title; did you mean 3 'Heat'?"),
    ])
  func messages(lines: [String], message: String) throws {
    try fill()
    #expect(browse(lines).output.contains("> \(message)\n"), "\(browse(lines).output)")
  }

  @Test("a adds a random movie")
  func add() throws {
    try fill()
    let result = browse("a", "u", "a")
    #expect(result.output.contains("> added '"))
    #expect(result.output.contains("> undo: deleted '"))
    let store = try Catalog(path: databasePath, access: .reading)
    #expect(try store.movieCount() == Browsing.movies.count + 1)
  }

  @Test(
    "invalid commands print an error and change nothing",
    arguments: [
      ("zz", "unknown command 'zz'; ? for help"),
      ("0", "no row 0; this page has 8 rows"), ("9", "no row 9; this page has 8 rows"),
      ("99999999999999999999", "unknown command '99999999999999999999'; ? for help"),
      ("x", "'x' needs a row number, such as 'x 1'"),
      ("f", "'f' needs a row number, such as 'f 1'"),
      ("w", "'w' needs a row number, such as 'w 1'"),
      ("x 1 2", "'x' needs a row number, such as 'x 1'"), ("u 3", "'u' takes no argument"),
      ("-1", "no row -1; this page has 8 rows"),
      ("-9223372036854775808", "no row -9223372036854775808; this page has 8 rows"),
      ("x 9", "no row 9; this page has 8 rows"),
      ("x1x", "'x' needs a row number, such as 'x 1'"), ("u", "nothing to undo"),
      ("r", "nothing to redo"),
    ])
  func mistakes(line: String, message: String) throws {
    try fill()
    let result = browse(line)
    #expect(result.output.contains("> \(message)\n> \n"), "\(result.output)")
    #expect(result.status == .done)
    let store = try Catalog(path: databasePath, access: .reading)
    #expect(
      try store.movies(order: .added).map(\.title) == Browsing.movies.map(\.title)
    )
  }

  @Test("in a cast, changes apply to the movie and need no row number")
  func cast() throws {
    try fill()
    let result = browse("/ran", "1", "f", "x")
    #expect(result.output.contains("> 'Ran' is no longer a favorite (u to undo)\n"))
    #expect(result.output.contains("> x works only in a list of movies"))
  }

  @Test("control characters in titles, names and commands are escaped")
  func hostile() throws {
    var store = try Catalog(path: databasePath, access: .writing)
    _ = try store.add(MovieDraft(title: "a\nb\u{1B}[2J", cast: ["c\u{7}\r", "\u{202E}d"]))
    let result = browse("1", "b", "f 1", "/\u{1B}[2J", "\u{1B}]0;", "x 1", "/", "x 1")
    let scalars = result.output.unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value || $0 == "\u{202E}" })
    #expect(result.output.contains("1. a\\u{A}b\\u{1B}[2J"))
  }

  @Test("rejects a filter longer than any title")
  func longFilter() throws {
    try fill()
    let result = browse("/" + String(repeating: "ab ", count: 2_000))
    #expect(result.output.contains("> the text is too long: the limit is 1,024 characters\n"))
  }

  @Test("text over the limit of a field is refused, not cut")
  func longText() throws {
    try fill()
    let text = String(repeating: "x", count: 20_000)
    let result = browse("add \(text)", "edit 1 note=\(text)", "tag 1 \(text)")
    let limit = "the text is too long: the limit is "
    #expect(result.output.ranges(of: "> \(limit)16,384 characters\n").count == 2)
    #expect(result.output.contains("> \(limit)1,024 characters\n"))
    let store = try Catalog(path: databasePath, access: .reading)
    #expect(try store.attributeKeys() == [])
    #expect(try store.movieCount() == Browsing.movies.count)
  }

  private func browse(_ input: [UInt8]) -> CommandResult {
    movies(["browse", "--plain", "--db", databasePath], input: input)
  }

  @Test("reports a line that is not valid UTF-8, and reads the next one")
  func invalidUTF8() throws {
    try fill()
    let result = browse(
      Array("x 1".utf8) + [0xFF] + Array("\n/\u{E9}".utf8.dropLast()) + [0x0A, 0x71])
    let message = "> the line is not valid UTF-8\n"
    #expect(result.output.hasSuffix("? for help.\n\(message)\(message)> "), "\(result.output)")
    #expect(result.status == .done)
    let store = try Catalog(path: databasePath, access: .reading)
    #expect(try store.movieCount() == Browsing.movies.count)
  }

  @Test("ends with an error at a line that is too long", arguments: ["", "\nq\n"])
  func longLine(end: String) throws {
    try fill()
    let result = browse([UInt8](repeating: 0, count: 70_000) + Array(end.utf8))
    #expect(result.status == .badInput)
    #expect(result.error == "Error: a line on standard input is longer than 65,536 bytes.\n")
    #expect(result.output.hasSuffix("? for help.\n> \n"))
  }

  @Test("arguments of the command are the filter")
  func filter() throws {
    try fill()
    let result = browse(arguments: ["water", "front"])
    #expect(
      result.output.hasPrefix("Movies, by relevance, matching 'water front'\n1. On the Waterfront"))
    #expect(result.output.hasSuffix("1 movie. ? for help.\n> \n"))
  }

  @Test("n, p and g show pages of a long list")
  func pages() throws {
    do {
      var store = try Catalog(path: databasePath, access: .writing)
      try store.seed(45, seed: 1)
    }
    let result = browse("n", "n", "p", "g")
    #expect(result.output.contains("20 of 45 movies. n for the next page, ? for help."))
    #expect(result.output.contains("20 of 45 movies. p for the previous page, ? for help."))
    let store = try Catalog(path: databasePath, access: .reading)
    let titles = try store.movies().map(\.title)
    let printed = result.output.components(separatedBy: "\n").filter { $0.hasPrefix("1. ") }
    #expect(printed.count == 5)
    for (line, index) in zip(printed, [0, 20, 25, 5, 0]) {
      #expect(line.hasPrefix("1. \(titles[index])"))
    }
  }

  @Test("without a terminal, 'browse' fails with a hint to use --plain")
  func noTerminal() throws {
    for console in [Console.pipes, Console(isInputTerminal: true), Console(isOutputTerminal: true)]
    {
      let result = movies("browse", on: console, environment: ["TERM": "xterm"])
      #expect(result.status == .usage)
      #expect(result.output == "")
      #expect(result.error.hasPrefix("Error: 'browse' requires a terminal"))
      #expect(result.error.contains("--plain"))
      #expect(!result.error.contains("\u{1B}"))
    }
  }

  @Test(
    "terminals without TERM, and dumb terminals, use the line-based mode", arguments: [nil, "dumb"])
  func dumb(term: String?) throws {
    try fill()
    let result = movies(
      ["browse", "--db", databasePath], input: Array("q\n".utf8), on: .terminal,
      environment: term.map { ["TERM": $0] } ?? [:])
    #expect(result.status == .done)
    #expect(result.output.hasPrefix("Movies, by title\n1. "))
  }

  @Test("does not create a missing file that --db names")
  func missing() {
    let result = browse("a")
    #expect(result.status == .missingFile)
    #expect(!FileManager.default.fileExists(atPath: databasePath))
  }
}
