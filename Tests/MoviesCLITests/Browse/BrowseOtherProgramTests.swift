import Foundation
import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// What the browser does while another program changes, locks, replaces or migrates the file.
@Suite(.limited, .temporaryDirectory) struct BrowseOtherProgramTests {
  private let path = TemporaryDirectory.current + "/shared.db"

  private func begin() throws -> Browsing {
    var store = try MovieStore(path: path, access: .writing)
    for film in Browsing.films {
      _ = try store.add(
        MovieDraft(title: film.title, cast: film.cast, isFavorite: film.isFavorite))
    }
    return try Browsing(MovieStore(path: path, access: .writing))
  }

  /// Runs SQL as another program would.
  private func run(_ sql: String) throws {
    try PlainConnection(path).run(sql)
  }

  @Test("a new movie is seen, and the cursor stays on its movie")
  func added() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    try run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Aaa', 'aaa')")
    browsing.notice()
    #expect(browsing.visible.first == "Aaa")
    #expect(browsing.selected == "Ran")
    #expect(browsing.footer.hasPrefix("9 movies"))
  }

  @Test("at the beginning of the list, what comes before the first movie is seen too")
  func addedAtBeginning() throws {
    let browsing = try begin()
    let first = browsing.selected
    try run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Aaa', 'aaa')")
    browsing.notice()
    #expect(browsing.visible.first == "Aaa")
    #expect(browsing.selected == first)
    #expect(browsing.line(3).hasPrefix(">"))
  }

  @Test("A change that another program's table refuses is reported by its name")
  func refused() throws {
    let browsing = try begin()
    try run(
      """
      CREATE TABLE loans(movie INTEGER REFERENCES MovieModel(id));
      INSERT INTO loans SELECT id FROM MovieModel
      """)
    browsing.notice()
    let movies = browsing.visible
    browsing.type("x")
    #expect(
      browsing.message?.hasPrefix("rejected: the table 'loans' is not part of the movies schema")
        == true)
    #expect(browsing.visible == movies)
  }

  @Test("a movie of another title is followed to where it stands now")
  func retitled() throws {
    let browsing = try begin()
    browsing.press(.down)
    let selected = browsing.selected ?? ""
    try run(
      "UPDATE MovieModel SET title = 'Zzz', sortableTitle = 'zzz' WHERE title = '\(selected)'")
    browsing.notice()
    #expect(browsing.selected == "Zzz")
    #expect(browsing.visible.last == "Zzz")
  }

  @Test("of a movie that was deleted, the cursor goes to the next one, and that is said")
  func deleted() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    try run("PRAGMA foreign_keys = ON; DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.notice()
    #expect(browsing.selected == "The Score")
    #expect(browsing.message == "'Ran' is no longer in the catalog")
    browsing.type("j")
    #expect(browsing.message == nil)
  }

  @Test("what another program deleted is said even where a key was just answered")
  func deletedAfterKey() throws {
    let browsing = try begin()
    browsing.type("/ran\nf")
    try run("PRAGMA foreign_keys = ON; DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.notice()
    #expect(browsing.message == "'Ran' is no longer in the catalog")
  }

  @Test(
    "what a key deleted is not told as another program's doing, even where that did something too")
  func bothDeleted() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    // Both before the list is read again.
    _ = browsing.browser.take(.text("x"))
    try run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Aaa', 'aaa')")
    browsing.notice()
    #expect(browsing.message == "deleted 'Ran' (u to undo)")
    #expect(browsing.visible.first == "Aaa")
  }

  @Test("lists further back are read anew as well, and filter and stack are kept")
  func lowerLists() throws {
    let browsing = try begin()
    browsing.type("/e\nG\n")
    try run("UPDATE MovieModel SET favorite = 1")
    browsing.notice()
    #expect(browsing.path.contains("★"))
    browsing.press(.text("h"))
    #expect(browsing.line(3).dropFirst(2).hasPrefix("★"))
    #expect(browsing.messageLine == "/e  (Esc to clear)")
  }

  @Test("A movie that another program renamed is deleted once its new title was seen")
  func renamed() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    try run("UPDATE MovieModel SET title = 'Ran Again' WHERE title = 'Ran'")
    browsing.type("x")
    #expect(browsing.message?.hasPrefix("deleted ") != true)
    browsing.notice()
    #expect(browsing.visible == ["Ran Again"])
    browsing.type("x")
    #expect(browsing.message?.hasPrefix("deleted 'Ran Again'") == true)
  }

  @Test("A movie whose cast another program changed is not deleted unseen")
  func recast() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    try run(
      "DELETE FROM MovieActor WHERE movieID = (SELECT id FROM MovieModel WHERE title = 'Ran')")
    browsing.type("x")
    #expect(browsing.message?.hasPrefix("deleted ") != true)
  }

  @Test("A favorite of a cast is of the movie that was seen")
  func renamedSubject() throws {
    let browsing = try begin()
    browsing.type("/ran\n\n")
    try run("UPDATE MovieModel SET title = 'Ran Again' WHERE title = 'Ran'")
    browsing.type("f")
    #expect(browsing.message?.contains("'Ran Again' is now a favorite") != true)
  }

  @Test("a list of something that was deleted says so, and goes back")
  func deletedSubject() throws {
    let browsing = try begin()
    browsing.type("/ran\n\n")
    try run("DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.notice()
    #expect(browsing.line(2) == "    The movie is no longer in the catalog.")
    browsing.type("f")
    #expect(browsing.message == "another process deleted or changed 'Ran'")
    browsing.press(.left)
    #expect(browsing.visible == [])
  }

  @Test("while the file is locked the picture stays, keys move, and changes are refused in time")
  func locked() throws {
    let browsing = try begin()
    let before = browsing.frame.lines.dropLast(2)
    let holder = try SQLHolder(path)
    browsing.notice()
    #expect(browsing.state.banner == "busy: another process is writing to the database; try again")
    #expect(browsing.frame.lines.dropLast(2) == before)
    browsing.press(.down)
    #expect(browsing.level.cursor == 1)
    let clock = ContinuousClock()
    let took = clock.measure { browsing.type("x") }
    #expect(browsing.message == "busy: another process is writing to the database; try again")
    // A loose bound: whether it is 300 ms is measured, not tested.
    #expect(took < .seconds(3))
    try holder.letGo()
    browsing.notice()
    #expect(browsing.state.banner == nil)
    #expect(browsing.visible.count == 8)
    browsing.type("x")
    #expect(browsing.visible.count == 7)
  }

  @Test("a list that cannot be read now is read as soon as it can be")
  func lockedOpening() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    let holder = try SQLHolder(path)
    browsing.type("\n")
    #expect(browsing.path.hasPrefix("Movies › Ran"))
    #expect(browsing.visible == [])
    try holder.letGo()
    browsing.notice()
    #expect(browsing.visible == ["Tatsuya Nakadai"])
  }

  @Test("while a list cannot be read, nothing is done to the rows of the one before")
  func lockedList() throws {
    for keys in ["x", "f", "\n"] {
      let browsing = try begin()
      let holder = try SQLHolder(path)
      browsing.type("/score\n")
      browsing.type(keys)
      #expect(browsing.message == "busy: another process is writing to the database; try again")
      #expect(browsing.state.isAtRoot)
      browsing.type("/")
      #expect(browsing.footer.contains("busy"))
      browsing.press(.enter)
      try holder.letGo()
      browsing.notice()
      #expect(browsing.visible == ["The Score"])
      #expect(browsing.line(2).hasPrefix("> ★"))
      unlink(path)
    }
  }

  @Test("a key is not about a row that comes to the cursor just then", arguments: ["x", "f", "\n"])
  func newSelection(key: String) throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    let holder = try SQLHolder(
      path, first: "PRAGMA foreign_keys = ON", "DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.notice()
    try holder.letGo()
    // Nothing was read since: what is seen is the movie that is gone.
    browsing.browser.checkForExternalChange()
    #expect(browsing.selected == "Ran")
    browsing.type(key)
    #expect(browsing.selected == "The Score")
    #expect(browsing.state.isAtRoot)
    #expect(browsing.visible.count == 7)
    #expect(browsing.line(browsing.level.cursor + 2).hasPrefix("> ★"))
    #expect(browsing.message == "'Ran' is no longer in the catalog")
    browsing.type("x")
    #expect(browsing.visible.count == 6)
  }

  /// Puts another catalog into the place of the one that is open, as `restore` does: the file is the same.
  private func overwrite(_ title: String, id: Int) throws {
    try run(
      "PRAGMA foreign_keys = ON; DELETE FROM MovieModel; INSERT INTO MovieModel(id, title, sortableTitle) "
        + "VALUES (\(id), '\(title)', 'other')")
  }

  @Test("a change is not taken back, nor done again, from another movie that has the id by now")
  func otherMovieOfTheID() throws {
    for keys in ["a", "f", "x"] {
      let browsing = try begin()
      browsing.type("G" + keys)
      let id = keys == "a" ? Browsing.films.count + 1 : 5
      try overwrite("Irreplaceable", id: id)
      browsing.notice()
      browsing.type("u")
      #expect(browsing.visible == ["Irreplaceable"], "\(keys)")
      #expect(
        browsing.message?.contains(keys == "x" ? "cannot restore" : "deleted or changed") == true)
      #expect(browsing.line(2) == ">   Irreplaceable")
      browsing.press(.control("r"))
      #expect(browsing.message == "nothing to redo")
      unlink(path)
    }
  }

  @Test("of a file that was replaced or removed, nothing is changed, nor of the new one")
  func replaced() throws {
    for isRemoved in [false, true] {
      let browsing = try begin()
      let other = TemporaryDirectory.current + "/other.db"
      do { try MovieStore(path: other, access: .writing).seedOne() }
      let bytes = try Data(contentsOf: URL(filePath: other))
      if isRemoved { unlink(path) } else { rename(other, path) }
      browsing.notice()
      #expect(browsing.state.banner?.hasPrefix("read-only: the database was replaced") == true)
      browsing.type("xfau")
      #expect(browsing.message?.hasPrefix("nothing to") == true)
      browsing.type("x")
      #expect(browsing.message?.hasPrefix("read-only: the database was replaced") == true)
      #expect(browsing.visible.count == 8)
      if !isRemoved { #expect(try Data(contentsOf: URL(filePath: path)) == bytes) }
      let beside = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current)
      #expect(!beside.contains { $0.hasSuffix("-journal") })
      unlink(path)
      unlink(other)
    }
  }

  @Test("a file that was migrated is read only")
  func migrated() throws {
    let browsing = try begin()
    try Migrator(path: path).apply(
      to: .v5, Migrator.Options(backup: .none, acceptsLosses: true))
    browsing.notice()
    #expect(browsing.state.banner?.contains("migrated the database to v5") == true)
    browsing.type("x")
    #expect(browsing.message?.contains("migrated the database to v5") == true)
    #expect(browsing.visible.count == 8)
  }

  @Test("a default file that is missing is made by the first change, and not before")
  func unmade() throws {
    let path = TemporaryDirectory.current + "/new/movies.db"
    var browser = Browser(
      try BrowseCatalog(unmadePath: path), state: BrowseState(pageRows: 20))
    browser.read()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(browser.perform(.takeBack) == nil && browser.perform(.doAgain) == nil)
    #expect(browser.perform(.delete) == nil && browser.perform(.favorite) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(browser.perform(.addRandom) == nil)
    browser.read()
    #expect(browser.state.level.rows.count == 1)
    let store = try MovieStore(path: path, access: .reading)
    #expect(try store.movieCount() == 1)
  }
}

/// Another program that holds the lock of the file.
private struct SQLHolder {
  private let connection: PlainConnection

  /// - Parameter changes: what it changes meanwhile, and commits when it releases the lock.
  init(_ path: String, first setting: String = "", _ changes: String...) throws {
    connection = try PlainConnection(path)
    for sql in [setting, "BEGIN EXCLUSIVE"] + changes { try connection.run(sql) }
  }

  func letGo() throws {
    try connection.run("COMMIT")
    connection.close()
  }
}

extension MovieStore {
  fileprivate consuming func seedOne() throws {
    var store = self
    try store.seed(1)
  }
}
