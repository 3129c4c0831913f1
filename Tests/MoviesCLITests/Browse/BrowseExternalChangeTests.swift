import Foundation
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// The browser while another process changes, locks, replaces or migrates the file.
@Suite(.limited, .temporaryDirectory) struct BrowseExternalChangeTests {
  private let path = TemporaryDirectory.current + "/shared.db"

  private func begin() throws -> Browsing {
    var store = try Catalog(path: path, access: .writing)
    try store.addSampleMovies()
    return try Browsing(Catalog(path: path, access: .writing))
  }

  /// Runs SQL in another connection.
  private func run(_ sql: String) throws {
    try PlainConnection(path).run(sql)
  }

  @Test("shows an added movie, and the cursor stays on its movie")
  func added() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    try run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Aaa', 'aaa')")
    browsing.pollForChanges()
    #expect(browsing.visible.first == "Aaa")
    #expect(browsing.selected == "Ran")
    #expect(browsing.footer.hasPrefix("9 movies"))
  }

  @Test("a list at its start shows a movie that is added before the first")
  func addedAtBeginning() throws {
    let browsing = try begin()
    let first = browsing.selected
    try run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Aaa', 'aaa')")
    browsing.pollForChanges()
    #expect(browsing.visible.first == "Aaa")
    #expect(browsing.selected == first)
    #expect(browsing.line(3).hasPrefix(">"))
  }

  @Test("a change that a foreign key rejects has SQLite's reason")
  func refused() throws {
    let browsing = try begin()
    try run(
      """
      CREATE TABLE loans(movie INTEGER REFERENCES MovieModel(id));
      INSERT INTO loans SELECT id FROM MovieModel
      """)
    browsing.pollForChanges()
    let movies = browsing.visible
    browsing.type("x")
    #expect(
      browsing.message
        == "rejected by SQLite: FOREIGN KEY constraint failed; "
        + "nothing was changed")
    #expect(browsing.visible == movies)
  }

  @Test("the cursor follows a renamed movie to its new position")
  func retitled() throws {
    let browsing = try begin()
    browsing.press(.down)
    let selected = browsing.selected ?? ""
    try run(
      "UPDATE MovieModel SET title = 'Zzz', sortableTitle = 'zzz' WHERE title = '\(selected)'")
    browsing.pollForChanges()
    #expect(browsing.selected == "Zzz")
    #expect(browsing.visible.last == "Zzz")
  }

  @Test("the cursor moves to the next movie if its movie was deleted, with a message")
  func deleted() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    try run("PRAGMA foreign_keys = ON; DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.pollForChanges()
    #expect(browsing.selected == "The Score")
    #expect(browsing.message == "'Ran' is no longer in the catalog")
    browsing.type("j")
    #expect(browsing.message == nil)
  }

  @Test("a deletion by another process replaces the message of a key")
  func deletedAfterKey() throws {
    let browsing = try begin()
    browsing.type("/ran\nf")
    try run("PRAGMA foreign_keys = ON; DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.pollForChanges()
    #expect(browsing.message == "'Ran' is no longer in the catalog")
  }

  @Test(
    "a deletion by a key is not reported as one by another process")
  func bothDeleted() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    // Both changes before the list is read again.
    _ = browsing.browser.handle(.text("x"))
    try run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Aaa', 'aaa')")
    browsing.pollForChanges()
    #expect(browsing.message == "deleted 'Ran' (u to undo, later: movies undo)")
    #expect(browsing.visible.first == "Aaa")
  }

  @Test("reads earlier lists again, and preserves their filters")
  func lowerLists() throws {
    let browsing = try begin()
    browsing.type("/e\nG\n")
    try run("UPDATE MovieModel SET favorite = 1")
    browsing.pollForChanges()
    #expect(browsing.path.contains("★"))
    browsing.press(.text("h"))
    #expect(browsing.line(3).dropFirst(2).hasPrefix("★"))
    #expect(browsing.messageLine == "/e  (Esc to clear)")
  }

  @Test("deletes a renamed movie only after its new title was shown")
  func renamed() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    try run("UPDATE MovieModel SET title = 'Ran Again' WHERE title = 'Ran'")
    browsing.type("x")
    #expect(browsing.message?.hasPrefix("deleted ") != true)
    browsing.pollForChanges()
    #expect(browsing.visible == ["Ran Again"])
    browsing.type("x")
    #expect(browsing.message?.hasPrefix("deleted 'Ran Again'") == true)
  }

  @Test("does not delete a movie whose cast changed since it was shown")
  func recast() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    try run(
      "DELETE FROM MovieActor WHERE movieID = (SELECT id FROM MovieModel WHERE title = 'Ran')")
    browsing.type("x")
    #expect(browsing.message?.hasPrefix("deleted ") != true)
  }

  @Test("in a cast, f does not apply to a renamed movie")
  func renamedSubject() throws {
    let browsing = try begin()
    browsing.type("/ran\n\n")
    try run("UPDATE MovieModel SET title = 'Ran Again' WHERE title = 'Ran'")
    browsing.type("f")
    #expect(browsing.message?.contains("'Ran Again' is now a favorite") != true)
  }

  @Test("the list of a deleted movie shows a message, and allows going back")
  func deletedSubject() throws {
    let browsing = try begin()
    browsing.type("/ran\n\n")
    try run("DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.pollForChanges()
    #expect(browsing.line(2) == "    The movie is no longer in the catalog.")
    browsing.type("f")
    #expect(browsing.message == "another process deleted or changed 'Ran'")
    browsing.press(.left)
    #expect(browsing.visible == [])
  }

  @Test("while the file is locked, keys move and changes fail quickly")
  func locked() throws {
    let browsing = try begin()
    let before = browsing.frame.lines.dropLast(2)
    let lock = try ExclusiveLock(path)
    browsing.pollForChanges()
    #expect(browsing.state.banner == "busy: another process is writing to the database; try again")
    #expect(browsing.frame.lines.dropLast(2) == before)
    browsing.press(.down)
    #expect(browsing.list.cursor == 1)
    let clock = ContinuousClock()
    let duration = clock.measure { browsing.type("x") }
    #expect(browsing.message == "busy: another process is writing to the database; try again")
    // A loose bound; benchmarks measure the limit of 300 ms.
    #expect(duration < .seconds(3))
    try lock.release()
    browsing.pollForChanges()
    #expect(browsing.state.banner == nil)
    #expect(browsing.visible.count == 8)
    browsing.type("x")
    #expect(browsing.visible.count == 7)
  }

  @Test("reads a list that was locked after the lock is released")
  func lockedOpening() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    let lock = try ExclusiveLock(path)
    browsing.type("\n")
    #expect(browsing.path.hasPrefix("Movies › Ran"))
    #expect(browsing.visible == [])
    try lock.release()
    browsing.pollForChanges()
    #expect(browsing.visible == ["Tatsuya Nakadai"])
  }

  @Test("while a list cannot be read, keys do not apply to the previous rows")
  func lockedList() throws {
    for keys in ["x", "f", "\n"] {
      let browsing = try begin()
      let lock = try ExclusiveLock(path)
      browsing.type("/score\n")
      browsing.type(keys)
      #expect(browsing.message == "busy: another process is writing to the database; try again")
      #expect(browsing.state.isAtRoot)
      browsing.type("/")
      #expect(browsing.footer.contains("busy"))
      browsing.press(.enter)
      try lock.release()
      browsing.pollForChanges()
      #expect(browsing.visible == ["The Score"])
      #expect(browsing.line(2).hasPrefix("> ★"))
      unlink(path)
    }
  }

  @Test("keys do not apply to a row that was not selected before", arguments: ["x", "f", "\n"])
  func newSelection(key: String) throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    browsing.press(.escape)
    let lock = try ExclusiveLock(
      path, first: "PRAGMA foreign_keys = ON", "DELETE FROM MovieModel WHERE title = 'Ran'")
    browsing.pollForChanges()
    try lock.release()
    // The list still shows the deleted movie.
    browsing.browser.checkForExternalChange()
    #expect(browsing.selected == "Ran")
    browsing.type(key)
    #expect(browsing.selected == "The Score")
    #expect(browsing.state.isAtRoot)
    #expect(browsing.visible.count == 7)
    #expect(browsing.line(browsing.list.cursor + 2).hasPrefix("> ★"))
    #expect(browsing.message == "'Ran' is no longer in the catalog")
    browsing.type("x")
    #expect(browsing.visible.count == 6)
  }

  /// Replaces the content of the same file, as `restore` does.
  private func overwrite(_ title: String, id: Int) throws {
    try run(
      "PRAGMA foreign_keys = ON; DELETE FROM MovieModel; INSERT INTO MovieModel(id, title, sortableTitle) "
        + "VALUES (\(id), '\(title)', 'other')")
  }

  @Test("undo and redo do not apply to another movie with the same id")
  func otherMovieOfTheID() throws {
    for keys in ["a", "f", "x"] {
      let browsing = try begin()
      browsing.type("G" + keys)
      let id = keys == "a" ? Browsing.movies.count + 1 : 5
      try overwrite("Irreplaceable", id: id)
      browsing.pollForChanges()
      browsing.type("u")
      #expect(browsing.visible == ["Irreplaceable"], "\(keys)")
      #expect(browsing.message?.hasPrefix("cannot undo: ") == true)
      #expect(browsing.message?.hasSuffix("; another program changed it") == true)
      #expect(browsing.line(2) == ">    Irreplaceable")
      browsing.press(.control("r"))
      #expect(browsing.message == "nothing to redo")
      unlink(path)
    }
  }

  @Test("changes neither a replaced or removed file nor the new one")
  func replaced() throws {
    for isRemoved in [false, true] {
      let browsing = try begin()
      let other = TemporaryDirectory.current + "/other.db"
      do { try Catalog(path: other, access: .writing).seedOne() }
      let bytes = try Data(contentsOf: URL(filePath: other))
      if isRemoved { unlink(path) } else { rename(other, path) }
      browsing.pollForChanges()
      #expect(browsing.state.banner?.hasPrefix("read-only: the database was replaced") == true)
      browsing.type("xfau")
      #expect(browsing.message?.hasPrefix("read-only: the database was replaced") == true)
      #expect(browsing.visible.count == 8)
      if !isRemoved { #expect(try Data(contentsOf: URL(filePath: path)) == bytes) }
      let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current)
      #expect(!names.contains { $0.hasSuffix("-journal") })
      unlink(path)
      unlink(other)
    }
  }

  @Test("a migrated file is read-only")
  func migrated() throws {
    let browsing = try begin()
    try Migrator(path: path).apply(
      to: .v5, Migrator.Options(backup: .none, acceptsLosses: true))
    browsing.pollForChanges()
    #expect(browsing.state.banner?.contains("migrated the database to v5") == true)
    browsing.type("x")
    #expect(browsing.message?.contains("migrated the database to v5") == true)
    #expect(browsing.visible.count == 8)
  }

  @Test("the help runs no action on another row than the one that it was opened for")
  func palette() throws {
    let path = TemporaryDirectory.current + "/palette.db"
    var other = try Catalog(path: path, access: .writing)
    try other.addSampleMovies()
    let browsing = try Browsing(Catalog(path: path, access: .writing))
    browsing.type("j?delete the")
    try other.delete(id: Movie.ID(rawValue: 6))
    browsing.pollForChanges()
    browsing.press(.enter)
    #expect(browsing.message == "another process changed the list; check it and try again")
    #expect(try other.movieCount() == 7)
  }

  @Test("the first change creates a missing default file")
  func missingFile() throws {
    let path = TemporaryDirectory.current + "/new/movies.db"
    var browser = Browser(
      try BrowseCatalog(pendingPath: path, description: "movies browse"),
      state: BrowseState())
    browser.read()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(browser.perform(.undo) == nil && browser.perform(.redo) == nil)
    #expect(browser.perform(.delete) == nil && browser.perform(.favorite) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(browser.perform(.addRandom) == nil)
    browser.read()
    #expect(browser.state.list.rows.count == 1)
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.movieCount() == 1)
    #expect(try store.nextUndo()?.description == "movies browse")
    #expect(browser.perform(.undo) == nil)
    #expect(try store.movieCount() == 0)
  }
}

/// An exclusive lock of another connection.
private struct ExclusiveLock {
  private let connection: PlainConnection

  /// - Parameter changes: SQL to commit when the lock is released.
  init(_ path: String, first setting: String = "", _ changes: String...) throws {
    connection = try PlainConnection(path)
    for sql in [setting, "BEGIN EXCLUSIVE"] + changes { try connection.run(sql) }
  }

  func release() throws {
    try connection.run("COMMIT")
    connection.close()
  }
}

extension Catalog {
  fileprivate consuming func seedOne() throws {
    var store = self
    try store.seed(1)
  }
}
