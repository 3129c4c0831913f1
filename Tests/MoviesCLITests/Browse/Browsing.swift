import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport

/// A browser over a catalog of its own, pressed by keys that are written as a text.
final class Browsing {
  var browser: Browser
  var size: ScreenSize
  var glyphs = BrowseGlyphs(isUTF8: true)
  /// What the latest keys left for the terminal to do.
  private(set) var effects: [BrowseEffect] = []

  /// Films whose titles, casts and stars are known; ids count from 1.
  static let films: [(title: String, cast: [String], isFavorite: Bool)] = [
    ("The Score", ["Robert De Niro", "Edward Norton", "Marlon Brando"], true),
    ("On the Waterfront", ["Marlon Brando", "Karl Malden", "Eva Marie Saint"], false),
    ("Heat", ["Al Pacino", "Robert De Niro", "Val Kilmer"], true),
    ("Le Fabuleux Destin d'Amélie Poulain", ["Audrey Tautou", "Mathieu Kassovitz"], false),
    ("A Streetcar Named Desire", ["Vivien Leigh", "Marlon Brando", "Karl Malden"], false),
    ("Fight Club", ["Brad Pitt", "Edward Norton"], false),
    ("Ran", ["Tatsuya Nakadai"], true),
    ("Koyaanisqatsi", [], false),
  ]

  /// A browser over the films.
  convenience init(columns: Int = 80, rows: Int = 24) throws {
    var store = try MovieStore()
    for film in Self.films {
      let draft = MovieDraft(title: film.title, cast: film.cast, isFavorite: film.isFavorite)
      _ = try store.add(draft)
    }
    try self.init(store, columns: columns, rows: rows)
  }

  init(
    _ store: consuming MovieStore, filter: String = "", columns: Int = 80, rows: Int = 24
  ) throws {
    size = ScreenSize(columns: columns, rows: rows)
    browser = Browser(try BrowseCatalog(store), state: BrowseState(filter: filter, pageRows: 1))
    browser.resize(to: size)
    settle()
  }

  /// Reads and counts, as a terminal does while nobody presses a key.
  func settle() {
    browser.read()
    _ = browser.count()
  }

  func resize(columns: Int, rows: Int) {
    size = ScreenSize(columns: columns, rows: rows)
    browser.resize(to: size)
    settle()
  }

  func press(_ keys: [Key]) {
    effects = []
    for key in keys { if let effect = browser.take(key) { effects.append(effect) } }
    settle()
  }

  func press(_ keys: Key...) { press(keys) }

  /// Types a text: each of its characters is a key, a line feed is Enter.
  func type(_ text: String) {
    press(text.unicodeScalars.map { $0 == "\n" ? .enter : .text($0) })
  }

  func notice() {
    browser.checkForExternalChange()
    settle()
  }

  var state: BrowseState { browser.state }
  var level: BrowseLevel { state.level }
  var selected: String? { level.selected?.name }
  var message: String? { state.message?.text }
  var visible: [String] { level.visibleRows(pageRows: state.pageRows).map(\.name) }
  var path: String { line(1) }
  var frame: Frame { browser.frame(size, glyphs: glyphs) }
  var picture: String { frame.picture }

  /// A line of the screen, without spaces at its end.
  func line(_ number: Int) -> String { frame.lines[number - 1] }

  /// The line of messages.
  var messageLine: String { line(size.rows - 1) }
  var footer: String { line(size.rows) }
}

extension Frame {
  /// The lines as a terminal has them that agrees about every width.
  var lines: [String] {
    rows.map { row in
      var line = ""
      for text in row.texts {
        line = TerminalText.padded(line, to: text.column - 1) + text.text
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  var picture: String { lines.map { $0 + "\n" }.joined() }
}
