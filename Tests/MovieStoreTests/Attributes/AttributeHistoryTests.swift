import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Undo of changes to attributes.
@Suite(.limited, .temporaryDirectory) struct AttributeHistoryTests {
  private static func catalog() throws -> String {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.add(MovieDraft(title: "Heat", cast: ["Al"], attributes: values()))
    return path
  }

  private static func values() throws -> MovieAttributes {
    try attributes([
      "year": [.integer(1995)],
      "tag": [.text("it's \"\\\n😀".replacing("\n", with: " ")), .text("b")],
      "note": [.text("a\n\"b\"\\u0000 '\u{1}\u{7F}\u{2028}")],
      "own": [
        .real(0.1 + 0.2), .real(.leastNonzeroMagnitude), .real(1.797_693_134_862_315_7e308),
        .real(2), .real(-1e22),
        .integer(.min), .integer(.max), .integer(0), .text("1"), .text("1.0"), .text("null"),
        .real(9_007_199_254_740_992), .real(123_456_789.123_456_78),
      ],
    ])
  }

  /// All rows, with the types and bits of the values.
  private static func rows(_ path: String) throws -> [[String]] {
    try OtherProgram.rows(
      path, columns: 5,
      """
      SELECT movieID, key, ordinal, typeof(value),
        CASE typeof(value) WHEN 'text' THEN hex(value) ELSE value END
      FROM MovieAttribute ORDER BY 1, 2, 3
      """)
  }

  @Test("Undo and redo restore exact values of all types")
  func exact() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let (rows, movie) = (try Self.rows(path), try store.movies())
    #expect(rows.count == 17)
    let changes: [(inout Catalog) throws -> Void] = [
      { try $0.delete(id: 1) },
      { try $0.edit(id: 1, MovieEdit(removedAttributes: [AttributeKey("own"), .year])) },
      { try $0.edit(id: 1, MovieEdit(attributes: attributes(["own": [.integer(1)]]))) },
      { try $0.save(MovieDraft(id: 1, title: "Cold")) },
    ]
    for change in changes {
      try change(&store)
      let (after, moviesAfter) = (try Self.rows(path), try store.movies())
      #expect(after != rows)
      for _ in 0..<2 {
        try store.undo()
        #expect(try Self.rows(path) == rows)
        #expect(try store.movies() == movie)
        try store.redo()
        #expect(try Self.rows(path) == after)
        #expect(try store.movies() == moviesAfter)
      }
      try store.undo()
    }
    let stored = try store.history().map { try store.changes(of: $0.id) }.flatMap { $0 }
    #expect(try stored.contains { try $0.before?.attributes == Self.values() })
  }

  @Test("Undo of an addition deletes attributes; the table stays")
  func added() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let rows = try Self.rows(path)
    try store.undo()
    #expect(try Self.rows(path) == [] && store.movieCount() == 0)
    try store.redo()
    #expect(try Self.rows(path) == rows)
  }

  @Test("An entry of an earlier version, without attributes, can be undone")
  func earlierVersion() throws {
    let path = try Catalog.file(holding: ["Heat"])
    var store = try Catalog.withoutDurability(path)
    try store.edit(id: 1, MovieEdit(title: "Cold"))
    let hasAttributes = "SELECT count(*) FROM movieHistoryChange WHERE before LIKE '%attributes%'"
    #expect(try OtherProgram.texts(path, hasAttributes) == ["0"])
    try store.undo()
    #expect(try store.titles() == ["Heat"])
  }

  @Test(
    "A change of attributes by another program prevents undo and redo",
    arguments: [
      "UPDATE MovieAttribute SET value = 1996 WHERE key = 'year'",
      "UPDATE MovieAttribute SET value = '1995' WHERE key = 'year'",
      "UPDATE MovieAttribute SET value = 1995.0 WHERE key = 'year'",
      "DELETE FROM MovieAttribute WHERE key = 'year'", "DELETE FROM MovieAttribute",
      "INSERT INTO MovieAttribute VALUES (1, 'zzz', 0, '')", "DROP TABLE MovieAttribute",
    ])
  func obstacle(sql: String) throws {
    let path = try Self.catalog()
    // The undo of the addition, and the redo of a deletion.
    let undo = try Files.bytes(path)
    var store = try Catalog.withoutDurability(path)
    try store.delete(id: 1)
    try store.undo()
    let redo = try Files.bytes(path)
    for (direction, bytes) in [(HistoryEntry.Direction.undo, undo), (.redo, redo)] {
      let copy = TemporaryDirectory.path("\(direction).db")
      try Files.write(bytes, to: copy)
      try OtherProgram.run(copy, sql)
      var store = try Catalog.withoutDurability(copy)
      let before = try CatalogContent(copy, store)
      let error = try storeProblem {
        if direction == .undo { try store.undo() } else { try store.redo() }
      }
      #expect("\(error)".hasSuffix("the attributes of 'Heat' (1) have changed"), "\(error)")
      #expect(try CatalogContent(copy, store) == before)
    }
  }

  @Test("Undo restores attributes after another program dropped the empty table")
  func droppedTable() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let rows = try Self.rows(path)
    try store.delete(id: 1)
    try OtherProgram.run(path, "DROP TABLE MovieAttribute")
    try store.undo()
    #expect(try Self.rows(path) == rows)
    try store.redo()
    try OtherProgram.run(path, "DROP TABLE MovieAttribute")
    #expect(try store.movies() == [])
  }

  @Test(
    "A change that overwrites U+0000 in an attribute of another program is not stored",
    arguments: ["'note', 0, 'a' || char(0)", "'a' || char(0), 0, 'x'"])
  func nul(values: String) throws {
    let path = try Self.catalog()
    try OtherProgram.run(
      path, "DELETE FROM MovieAttribute WHERE key = 'note'",
      "INSERT INTO MovieAttribute VALUES (1, \(values))")
    var store = try Catalog.withoutDurability(path)
    #expect(try store.edit(.ids([1]), { _ in MovieEdit(title: "Cold") }) { _ in })
    let rows = try Self.rows(path)
    try store.undo()
    #expect(try Self.rows(path) == rows)
    let edit = MovieEdit(attributes: try MovieAttributes([.year: [.integer(1990)]]))
    #expect(try !store.edit(.ids([1]), { _ in edit }) { _ in })
    let entry = try #require(try store.history().first)
    #expect(!entry.isStored)
    #expect(throws: StoreError(.cannotUndo(entry, .notStored))) { try store.undo() }
  }

  @Test("Infinite numbers and invalid keys of another program are restored")
  func foreignValues() throws {
    let path = try Self.catalog()
    try OtherProgram.run(
      path, "INSERT INTO MovieAttribute VALUES (1, 'p', 0, 9e999), (1, 'q', 0, -9e999)",
      "INSERT INTO MovieAttribute VALUES (1, 'No \"key\" \\ ''x', 0, ''), (1, '', 0, ' x ')",
      "INSERT INTO MovieAttribute VALUES (1, '日本.$[0]', 0, 1), (1, 'year', 1, 'next')")
    var store = try Catalog.withoutDurability(path)
    let rows = try Self.rows(path)
    #expect(rows.count == 23)
    try store.delete(id: 1)
    try store.undo()
    #expect(try Self.rows(path) == rows)
    #expect(try store.redo() != nil)
  }

  @Test("Summaries name the keys, and a short value")
  func summaries() throws {
    var store = try Catalog()
    try store.add("Heat")
    var summaries: [String] = []
    func change(_ edit: MovieEdit) throws {
      try store.edit(id: 1, edit)
      summaries.append(try store.nextUndo()?.summary ?? "")
    }
    try change(MovieEdit(attributes: attributes(["year": [.integer(1995)]])))
    try change(MovieEdit(attributes: attributes(["tag": [.text("a"), .text("b")]])))
    try change(MovieEdit(addedAttributeValues: attributes(["tag": [.text("c")]])))
    try change(
      MovieEdit(removedAttributeValues: attributes(["tag": [.text("a"), .text("c")]])))
    try change(
      MovieEdit(attributes: attributes(["rating": [.real(8.5)], "tag": [.text("d")]])))
    try change(
      MovieEdit(removedAttributes: [.tag], attributes: attributes(["year": [.integer(1996)]])))
    try change(MovieEdit(removedAttributes: [.year, .rating]))
    try change(
      MovieEdit(attributes: attributes(["note": [.text(String(repeating: "x", count: 41))]])))
    try change(MovieEdit(isFavorite: true, attributes: attributes(["year": [.integer(1995)]])))
    try change(MovieEdit(title: "Cold", removedAttributes: [.year]))
    #expect(
      summaries == [
        "set year of 'Heat (1995)' to 1995", "set tag of 'Heat (1995)'",
        "added tag c to 'Heat (1995)'", "removed tag a, c from 'Heat (1995)'",
        "set rating, tag of 'Heat (1995)'", "set year, removed tag of 'Heat (1996)'",
        "removed year, rating of 'Heat'", "set note of 'Heat'",
        "set year of 'Heat (1995)' to 1995", "renamed 'Heat (1995)' to 'Cold'",
      ])
  }
}
