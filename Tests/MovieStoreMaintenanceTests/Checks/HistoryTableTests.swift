import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// The tables of the history in a file.
@Suite(.limited, .temporaryDirectory) struct HistoryTableTests {
  private static func tables(_ path: String) throws -> [String] {
    try OtherProgram.texts(
      path, "SELECT name FROM sqlite_schema WHERE name LIKE 'movieHistory%' ORDER BY 1")
  }

  @Test("A file without the tables is complete, and the next write creates them")
  func created() throws {
    let path = try Catalog.file()
    try OtherProgram.run(path, "DROP TABLE movieHistory", "DROP TABLE movieHistoryChange")
    var store = try Catalog(path: path)
    #expect(try store.history() == [] && store.nextUndo() == nil)
    #expect(try store.historySize.entries == 0)
    #expect(throws: StoreError.self) {
      try store.write { store in
        try store.add("Heat")
        throw StoreError(.outOfMemory)
      }
    }
    #expect(try Self.tables(path) == [])
    #expect(try Doctor(path: path).check().findings == [])
    #expect(try store.undo() == nil && store.redo() == nil && store.clearHistory() == 0)
    #expect(try Self.tables(path) == ["movieHistory", "movieHistoryChange"])
    try store.add("Heat")
    #expect(try store.history().count == 1)
    try CatalogState.expectSound(path)
    #expect(try OtherProgram.texts(path, "PRAGMA user_version") == ["6"])
  }

  @Test("Values are JSON text that SQL can read")
  func json() throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    for (index, text) in Generated.titles.prefix(60).enumerated() {
      try store.add(draft(text, [text, "Al"], favorite: index % 2 == 0))
    }
    let ids = try store.movies().map(\.id)
    try store.delete(ids: ids)
    #expect(
      try OtherProgram.texts(
        path,
        """
        SELECT DISTINCT typeof(coalesce(before, after)) || json_valid(coalesce(before, after))
        FROM movieHistoryChange
        """) == ["text1"])
    let titles = try OtherProgram.texts(
      path,
      "SELECT hex(after ->> 'title') FROM movieHistoryChange WHERE after NOT NULL ORDER BY movieID")
    let expected = Generated.titles.prefix(60).map { title in
      title.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
    #expect(titles == expected)
  }

  @Test("An entry has whole movies that were added or deleted, and what changed of the others")
  func rows() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    try store.add(
      MovieDraft(title: "Up", cast: ["Al"], attributes: attributes(["tag": [.text("a")]])))
    try store.toggleFavorite(id: 1)
    try store.edit(
      id: 1,
      MovieEdit(
        title: "The Up", removedAttributes: [.tag],
        attributes: attributes(["year": [.integer(2009)]])))
    try store.save(MovieDraft(id: 1, title: "The Up", cast: ["Bo", "Al"], isFavorite: true))
    let rows = try OtherProgram.rows(
      path, columns: 2,
      "SELECT coalesce(before, ''), coalesce(after, '') FROM movieHistoryChange ORDER BY entryID")
    #expect(
      rows == [
        [
          "",
          #"{"id":1,"title":"Up","sortableTitle":"up","favorite":false,"actors":[{"id":1,"name":"Al"}],"#
            + #""attributes":{"tag":["a"]}}"#,
        ], [#"{"title":"Up","favorite":false}"#, #"{"favorite":true}"#],
        [
          #"{"title":"Up","sortableTitle":"up","keys":{"year":[],"tag":["a"]}}"#,
          #"{"title":"The Up","sortableTitle":"up","keys":{"year":[2009],"tag":[]}}"#,
        ],
        [
          #"{"title":"The Up","actors":[{"id":1,"name":"Al"}],"keys":{"year":[2009]}}"#,
          #"{"actors":[{"id":2,"name":"Bo"},{"id":1,"name":"Al"}],"keys":{"year":[]}}"#,
        ],
      ])
  }

  @Test("Entries with whole movies before and after, which earlier versions added, can be undone")
  func wholeMovies() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    try store.add(
      MovieDraft(title: "Heat", cast: ["Al"], attributes: attributes(["own": [.real(2)]])))
    let before = try CatalogContent(path, store)
    try store.toggleFavorite(id: 1)
    let movie = #"{"id": 1, "title": "Heat", "sortableTitle": "heat", "favorite": "#
    let rest = #", "actors": [{"id": 1, "name": "Al"}], "attributes": {"own": [2.0]}}"#
    try OtherProgram.run(
      path,
      """
      UPDATE movieHistoryChange SET before = '\(movie)false\(rest)', after = '\(movie)true\(rest)'
      WHERE entryID = 2
      """)
    let after = try CatalogContent(path, store)
    #expect(try Doctor(path: path).check().findings == [])
    try store.undo()
    #expect(try CatalogContent(path, store) == before)
    try store.redo()
    #expect(try CatalogContent(path, store) == after)
    let change = try #require(try store.changes(of: 2).first)
    #expect(change.before?.isFavorite == false)
    #expect(try change.after == store.movie(id: 1))
    try OtherProgram.run(path, "DELETE FROM MovieAttribute")
    let error = try storeProblem { try store.undo() }
    #expect("\(error)".hasSuffix("the attributes of 'Heat' (1) have changed"))
  }

  @Test(
    "A changed table is rejected as a changed schema",
    arguments: ["movieHistory", "movieHistoryChange"])
  func changed(table: String) throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "ALTER TABLE \(table) ADD COLUMN extra TEXT")
    let error = try storeProblem { try Catalog.open(path, .writing) }
    guard case .changedSchema(path, let findings) = error else { throw error }
    #expect(findings.map(\.message) == ["the table '\(table)' was changed"])
  }

  @Test(
    "A file from which another program dropped a table still works",
    arguments: ["movieHistory", "movieHistoryChange"])
  func dropped(table: String) throws {
    let path = try Catalog.file(holding: ["Heat", "Ran"])
    var store = try Catalog(path: path)
    try store.toggleFavorite(id: 1)
    let newest = try #require(try store.history().first).id
    try OtherProgram.run(path, "DROP TABLE \(table)")
    #expect(try store.history() == [])
    #expect(try store.undo() == nil && store.redo() == nil && store.clearHistory() == 0)
    for _ in 0..<4 { try store.toggleFavorite(id: 1) }
    // The ids of the old entries are not used again.
    #expect(try store.history().map(\.id) == (1...4).reversed().map { newest + $0 })
    for _ in 0..<4 { #expect(try store.undo() != nil) }
    #expect(try store.undo() == nil)
    #expect(try store.movie(id: 1)?.isFavorite == true)
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test("Entries that another program deleted cannot be undone, and do not prevent changes")
  func deletedRows() throws {
    let path = try Catalog.file(holding: ["Heat"])
    var store = try Catalog(path: path)
    try OtherProgram.run(path, "DELETE FROM movieHistory")
    #expect(try store.undo() == nil)
    try store.toggleFavorite(id: 1)
    #expect(try store.undo()?.summary == "added 'Heat' to favorites")
    #expect(try store.undo() == nil)
    #expect(try store.titles() == ["Heat"])
  }

  @Test("A WAL file has a history, too")
  func wal() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "PRAGMA journal_mode = wal")
    var store = try Catalog(path: path)
    try store.delete(1)
    let reader = try Catalog(path: path, access: .reading)
    #expect(try reader.nextUndo()?.summary == "deleted 'Heat'")
    try store.undo()
    #expect(try reader.titles() == ["Heat"])
  }
}
