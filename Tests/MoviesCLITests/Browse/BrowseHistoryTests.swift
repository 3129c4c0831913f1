import MovieSQLite
import MovieSamples
import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// Undo and redo in the browser of changes by other sessions and programs.
@Suite(.limited, .temporaryDirectory) struct BrowseHistoryTests {
  private let path = TemporaryDirectory.current + "/history.db"
  private let score = Movie.ID(rawValue: 1)
  private let heat = Movie.ID(rawValue: 3)
  private let ran = Movie.ID(rawValue: 7)

  /// Another program that changes the catalog.
  private func other() throws -> Catalog {
    let store = try Catalog(path: path, access: .writing)
    store.defaultDescription = "movies other"
    return store
  }

  /// A browser of the sample movies, after these changes of another program.
  private func begin(_ change: (inout Catalog) throws -> Void = { _ in }) throws -> Browsing {
    var store = try other()
    try store.addSampleMovies()
    try change(&store)
    return try reopen()
  }

  private func reopen() throws -> Browsing {
    let store = try Catalog(path: path, access: .writing)
    store.defaultDescription = "movies browse"
    return try Browsing(store)
  }

  private func deleteHeat(_ store: inout Catalog) throws { try store.delete(id: heat) }

  @Test("asks for a second u before an older change, and names it")
  func olderEntry() throws {
    let browsing = try begin(deleteHeat)
    let entry = try #require(try other().nextUndo())
    browsing.type("fu")
    #expect(browsing.message?.hasPrefix("undo: ") == true)
    browsing.type("u")
    #expect(browsing.message == "u again to undo: deleted 'Heat' (movies other, \(entry.time))")
    #expect(browsing.footer.hasPrefix("7 movies"))
    browsing.type("u")
    #expect(browsing.message == "undo: restored 'Heat'")
    #expect(browsing.selected == "Heat")
    browsing.type("u")
    #expect(browsing.message == "nothing to undo")
  }

  @Test("keys that arrive at once accept no offer, as of a key that is held down")
  func repeatedKey() throws {
    let browsing = try begin(deleteHeat)
    browsing.pressAtOnce(Array(repeating: .text("u"), count: 9))
    #expect(browsing.message?.hasPrefix("u again to undo: deleted 'Heat'") == true)
    #expect(try other().movie(id: heat) == nil)
    browsing.type("A!")
    browsing.pressAtOnce(Array(repeating: .escape, count: 9))
    #expect(browsing.state.mode == .form)
    browsing.press(.escape, .escape)
    #expect(browsing.state.mode == .list)
  }

  @Test("an older change that the session undid is redone and undone without a question")
  func adopted() throws {
    let browsing = try begin(deleteHeat)
    browsing.type("uu")
    browsing.press(.control("r"))
    #expect(browsing.message == "redo: deleted 'Heat'")
    browsing.type("u")
    #expect(browsing.message == "undo: restored 'Heat'")
  }

  @Test(
    "any other key cancels the offer",
    arguments: [.text("j"), .text("d"), .unknown, .paste("u"), .text("F"), .control("r"), .f5]
      as [Key])
  func cancelled(key: Key) throws {
    let browsing = try begin(deleteHeat)
    browsing.type("u")
    browsing.press(key)
    #expect(browsing.message?.hasPrefix("u again") != true)
    browsing.type("u")
    #expect(browsing.message?.hasPrefix("u again to undo: deleted 'Heat'") == true)
    #expect(try other().movie(id: heat) == nil)
  }

  @Test("a change by another process between two presses of u replaces the offer")
  func changedBetween() throws {
    let browsing = try begin(deleteHeat)
    browsing.type("u")
    var other = try other()
    try other.delete(id: ran)
    browsing.type("u")
    #expect(browsing.message?.hasPrefix("u again to undo: deleted 'Ran'") == true)
    #expect(try other.movieCount() == 6)
    browsing.type("u")
    #expect(browsing.message == "undo: restored 'Ran'")
    #expect(try other.movieCount() == 7)
  }

  @Test("a deletion by another process that replaces the message cancels the offer")
  func replacedMessage() throws {
    let browsing = try begin(deleteHeat)
    browsing.type("/ran\nu")
    try PlainConnection(path).run("DELETE FROM MovieModel WHERE id = 7")
    browsing.pollForChanges()
    #expect(browsing.message == "'Ran' is no longer in the catalog")
    browsing.type("u")
    #expect(browsing.message?.hasPrefix("u again") == true)
  }

  @Test("a change by another process after the changes of the session is offered first")
  func interleaved() throws {
    let browsing = try begin()
    browsing.type("/ran\nf")
    var other = try other()
    try deleteHeat(&other)
    browsing.type("u")
    #expect(browsing.message?.hasPrefix("u again to undo: deleted 'Heat'") == true)
    browsing.type("u")
    browsing.type("u")
    #expect(browsing.message == "undo: 'Ran' is now a favorite")
  }

  @Test("skips a change that another process has undone, and asks before it is redone")
  func undoneElsewhere() throws {
    let browsing = try begin()
    browsing.type("/ran\nff")
    var other = try other()
    try other.undo()
    browsing.press(.control("r"))
    #expect(
      browsing.message?.hasPrefix("^R again to redo: added 'Ran' to favorites (movies browse")
        == true)
    browsing.press(.text("u"))
    #expect(browsing.message == "undo: 'Ran' is now a favorite")
    browsing.press(.control("r"))
    #expect(browsing.message == "redo: 'Ran' is no longer a favorite")
    browsing.press(.control("r"))
    #expect(browsing.message?.hasPrefix("^R again") == true)
    browsing.press(.control("r"))
    #expect(browsing.message == "redo: 'Ran' is now a favorite")
  }

  @Test("u does not accept an offer to redo, nor ^R one to undo")
  func otherDirection() throws {
    let browsing = try begin { store in
      try store.delete(id: heat)
      try store.delete(id: ran)
      try store.undo()
    }
    browsing.press(.text("u"), .control("r"))
    #expect(browsing.message?.hasPrefix("^R again to redo: deleted 'Ran'") == true)
    browsing.press(.text("u"))
    #expect(browsing.message?.hasPrefix("u again to undo: deleted 'Heat'") == true)
    #expect(try other().movieCount() == 7)
  }

  @Test("a change by another process after an undo ends the possibility to redo")
  func noRedo() throws {
    let browsing = try begin()
    browsing.type("xu")
    var other = try other()
    try other.addRandom()
    browsing.press(.control("r"))
    #expect(browsing.message == "nothing to redo")
  }

  @Test("refuses an undo if another program changed the same value, and skips nothing")
  func refused() throws {
    let browsing = try begin(deleteHeat)
    browsing.type("/ran\nf")
    try PlainConnection(path).run("UPDATE MovieModel SET favorite = 1 - favorite WHERE id = 7")
    browsing.pollForChanges()
    for _ in 0..<3 {
      browsing.type("u")
      #expect(
        browsing.message
          == "cannot undo: 'Ran' (7) is now a favorite; another program changed it")
      #expect(browsing.visible == ["Ran"])
    }
    try PlainConnection(path).run("UPDATE MovieModel SET favorite = 1 - favorite WHERE id = 7")
    browsing.type("u")
    #expect(browsing.message == "undo: 'Ran' is now a favorite")
  }

  @Test("the message of a refused undo of several movies has their number")
  func severalRefused() throws {
    let browsing = try begin { try $0.setFavorite(false, of: [score, heat, ran]) }
    try PlainConnection(path).run("UPDATE MovieModel SET favorite = 1")
    browsing.type("uu")
    #expect(
      browsing.message
        == "cannot undo: 'The Score' (1) is now a favorite; another program changed 3 movies")
  }

  @Test("after an undo of several movies, the message has their number, and the cursor stays")
  func several() throws {
    let browsing = try begin { try $0.delete(ids: [heat, ran]) }
    browsing.type("/club\n")
    browsing.press(.escape)
    browsing.type("uu")
    #expect(browsing.message == "undid: deleted 2 movies")
    #expect(browsing.selected == "Fight Club")
    #expect(browsing.footer.hasPrefix("8 movies"))
    browsing.press(.control("r"))
    #expect(browsing.message == "redid: deleted 2 movies")
    #expect(browsing.selected == "Fight Club")
    #expect(browsing.footer.hasPrefix("6 movies"))
  }

  @Test("undoes an edit, and the cursor moves to the movie")
  func edit() throws {
    let browsing = try begin {
      try $0.edit(id: heat, MovieEdit(title: "Heat 2", isFavorite: false))
    }
    browsing.type("uu")
    #expect(browsing.message == "undid: renamed 'Heat' to 'Heat 2'")
    #expect(browsing.selected == "Heat")
    #expect(browsing.line(browsing.list.cursor + 2).hasPrefix("> ★"))
  }

  @Test("refuses to undo an import that cannot be redone")
  func largeImport() throws {
    let browsing = try begin { try $0.seed(20, seed: 1) }
    // As if the history were full.
    let connection = try Connection(.file(path))
    try connection.execute(
      """
      INSERT INTO movieHistory SELECT 99, time, 'undo', 'done', 1, NULL, summary, 0, 999990, 0, NULL, 0, 0
      FROM movieHistory LIMIT 1
      """)
    browsing.type("uu")
    #expect(browsing.message == "too large to be redone; to undo it, quit and run: movies undo")
    #expect(browsing.footer.hasPrefix("28 movies"))
  }

  @Test("a change without stored values is refused without an offer")
  func unstored() throws {
    let browsing = try begin { store in
      let connection = try Connection(.file(path))
      try connection.execute("UPDATE MovieModel SET title = CAST(x'ff' AS TEXT) WHERE id = 1")
      try store.delete(ids: store.movieIDs())
    }
    browsing.type("u")
    #expect(
      browsing.message?.contains("(deleted 8 movies): the history does not store the values")
        == true)
    #expect(browsing.message?.hasSuffix("restore a backup: movies restore <backup>") == true)
  }

  @Test(
    "a change that cannot be undone needs the key twice",
    arguments: [
      ("x", "x again to delete 'A'; this cannot be undone", "deleted 'A' (cannot be undone)"),
      ("w", "w again to edit 'A'; this cannot be undone", "'A' watched on"),
    ])
  func irreversible(key: String, offer: String, done: String) throws {
    var store = try other()
    try store.add(MovieDraft(title: "A", attributes: MovieAttributes([.note: [.text("a")]])))
    let connection = try Connection(.file(path))
    try connection.execute("UPDATE MovieAttribute SET value = CAST(x'61ff' AS TEXT)")
    let before = try store.movies()
    let browsing = try reopen()
    browsing.type(key)
    #expect(browsing.message == offer)
    browsing.type("?")
    browsing.press(.escape)
    browsing.type(key)
    #expect(browsing.message == offer)
    #expect(try other().movies() == before)
    browsing.type(key)
    #expect(browsing.message?.hasPrefix(done) == true)
    #expect(browsing.message?.hasSuffix("(cannot be undone)") == true)
    #expect(try other().movies() != before)
  }

  @Test("changes of the session can be undone later, each as one entry")
  func later() throws {
    let browsing = try begin()
    let before = try other().movies()
    browsing.type("xfax")
    var other = try other()
    let entries = try other.history()
    #expect(entries.map(\.description) == Array(repeating: "movies browse", count: 4))
    #expect(entries.allSatisfy { $0.kind == .change && $0.movieCount == 1 })
    while try other.undo() != nil {}
    #expect(try other.movies() == before)
    let next = try reopen()
    next.press(.control("r"))
    #expect(next.message?.hasPrefix("^R again to redo: deleted 'Koya") != nil)
    next.press(.control("r"))
    #expect(next.message?.hasPrefix("redo: deleted") == true)
  }

  @Test(
    "random keys in two sessions: the rest of the history restores the exact start",
    arguments: [1, 2] as [UInt64])
  func twoSessions(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let sessions = [try begin(), try reopen()]
    var other = try other()
    let (movies, actors) = (try other.movies(), try other.actors())
    let keys: [Key] = [
      .text("x"), .text("f"), .text("a"), .text("u"), .text("u"), .control("r"), .text("j"),
      .text("G"), .text("g"),
    ]
    for _ in 0..<Tier.amount(40, full: 1_000) {
      let session = try #require(sessions.randomElement(using: &random))
      session.pollForChanges()
      session.press(try #require(keys.randomElement(using: &random)))
      let message = session.message ?? ""
      #expect(!message.hasPrefix("cannot") && !message.hasPrefix("another"), "\(message)")
    }
    while try other.undo() != nil {}
    #expect(try other.movies() == movies)
    #expect(try other.actors() == actors)
  }

  @Test("a change of a movie that another process changed adds no entry")
  func noEntry() throws {
    let browsing = try begin()
    browsing.type("/ran\n")
    try PlainConnection(path).run("UPDATE MovieModel SET favorite = 0 WHERE id = 7")
    _ = browsing.browser.handle(.text("f"))
    #expect(browsing.message == "another process deleted or changed 'Ran'")
    #expect(try other().history() == [])
    browsing.type("u")
    #expect(browsing.message == "nothing to undo")
  }

  @Test("while the file is locked, u reports it and undoes nothing")
  func locked() throws {
    let browsing = try begin()
    browsing.type("x")
    let lock = try PlainConnection(path)
    try lock.run("BEGIN IMMEDIATE")
    browsing.type("u")
    #expect(browsing.message == "busy: another process is writing to the database; try again")
    try lock.run("ROLLBACK")
    browsing.pollForChanges()
    browsing.type("u")
    #expect(browsing.message?.hasPrefix("undo: restored") == true)
  }

  @Test("control characters in the description of an offer are escaped")
  func hostile() throws {
    let browsing = try begin { store in
      store.defaultDescription = "a\u{1B}]0;b\u{7}\nc"
      try store.delete(id: heat)
    }
    browsing.type("u")
    #expect(browsing.messageLine.contains("u again to undo: deleted 'Heat' (a\\u{1B}]0;b"))
    #expect(browsing.messageLine.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }
}
