import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport

/// A browser without a terminal.
final class Browsing {
  var browser: Browser
  var size: ScreenSize
  var glyphs = Glyphs(isUTF8: true)
  /// The effects of the latest keys.
  private(set) var effects: [FrontEndEffect] = []

  /// Sample movies, with ids from 1.
  static let movies: [(title: String, cast: [String], isFavorite: Bool)] = [
    ("The Score", ["Robert De Niro", "Edward Norton", "Marlon Brando"], true),
    ("On the Waterfront", ["Marlon Brando", "Karl Malden", "Eva Marie Saint"], false),
    ("Heat", ["Al Pacino", "Robert De Niro", "Val Kilmer"], true),
    ("Le Fabuleux Destin d'Amélie Poulain", ["Audrey Tautou", "Mathieu Kassovitz"], false),
    ("A Streetcar Named Desire", ["Vivien Leigh", "Marlon Brando", "Karl Malden"], false),
    ("Fight Club", ["Brad Pitt", "Edward Norton"], false),
    ("Ran", ["Tatsuya Nakadai"], true),
    ("Koyaanisqatsi", [], false),
  ]

  /// A browser of the sample movies.
  convenience init(columns: Int = 80, rows: Int = 24) throws {
    var store = try Catalog()
    try store.addSampleMovies()
    try self.init(store, columns: columns, rows: rows)
  }

  init(
    _ store: consuming Catalog, filter: String = "", columns: Int = 80, rows: Int = 24
  ) throws {
    size = ScreenSize(columns: columns, rows: rows)
    browser = Browser(try BrowseCatalog(store), state: BrowseState(filter: filter))
    browser.resize(to: size)
    settle()
  }

  /// A browser of the sample movies with years, ratings, dates and tags.
  static func described(columns: Int = 80, rows: Int = 24) throws -> Browsing {
    var store = try Catalog()
    try store.addSampleMovies()
    let values: [(Int, MovieAttributes)] = [
      (2001, [.rating: [7]]), (1954, [.rating: [8.5], .watched: ["2026-02-14"], .tag: ["noir"]]),
      (1995, [.rating: [9], .watched: ["2024-05-01", "2026-11-20"], .tag: ["heist", "rewatch"]]),
      (2001, [.watched: ["2025-07-05"]]), (1951, [:]),
      (1999, [.rating: [8], .watched: ["2025-12-27"]]), (1985, [.rating: [9.5]]), (1982, [:]),
    ]
    for (index, (year, attributes)) in values.enumerated() {
      var edit = MovieEdit(attributes: attributes)
      edit.attributes.year = year
      try store.edit(id: Movie.ID(rawValue: Int64(index + 1)), edit)
    }
    return try Browsing(store, columns: columns, rows: rows)
  }

  /// Reads and counts as the screen does between keys.
  func settle() {
    browser.read()
    while browser.readDetails() {}
  }

  func resize(columns: Int, rows: Int) {
    size = ScreenSize(columns: columns, rows: rows)
    browser.resize(to: size)
    settle()
  }

  func press(_ keys: [Key]) {
    effects = []
    for key in keys {
      if let effect = browser.handle(key) { effects.append(effect) }
      browser.messageWasSeen()
    }
    settle()
  }

  /// Presses keys faster than messages can be read.
  func pressAtOnce(_ keys: [Key]) {
    for key in keys { if let effect = browser.handle(key) { effects.append(effect) } }
    settle()
  }

  func press(_ keys: Key...) { press(keys) }

  /// Presses one key for each scalar; a line feed is Enter.
  func type(_ text: String) {
    press(text.unicodeScalars.map { $0 == "\n" ? .enter : .text($0) })
  }

  func pollForChanges() {
    browser.checkForExternalChange()
    settle()
  }

  var state: BrowseState { browser.state }
  var list: BrowseList { state.list }
  var selected: String? { list.selected?.name }
  var message: String? { state.message?.text }
  var visible: [String] { list.visibleRows(pageRows: state.pageRows).map(\.name) }
  var path: String { line(1) }
  var frame: Frame { browser.frame(size, glyphs: glyphs) }
  var picture: String { frame.picture }

  /// A line of the screen, from 1, without trailing spaces.
  func line(_ number: Int) -> String { frame.lines[number - 1] }

  var messageLine: String { line(size.rows - 1) }
  var footer: String { line(size.rows) }
}

extension Frame {
  /// The lines on a terminal with the same widths as `DisplayWidth`.
  var lines: [String] {
    rows.map { row in
      var line = ""
      for text in row {
        line = TerminalText.padded(line, to: text.column - 1) + text.text
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  var picture: String { lines.map { $0 + "\n" }.joined() }
}

extension Catalog {
  /// Adds the movies of ``Browsing``, and leaves an empty history.
  mutating func addSampleMovies() throws {
    for movie in Browsing.movies {
      _ = try add(MovieDraft(title: movie.title, cast: movie.cast, isFavorite: movie.isFavorite))
    }
    try clearHistory()
  }
}
