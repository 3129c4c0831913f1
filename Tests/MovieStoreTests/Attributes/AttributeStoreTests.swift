import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Attributes in changes to single movies, and their table.
@Suite(.limited, .temporaryDirectory) struct AttributeStoreTests {
  private struct Stop: Error {}

  private static func values() throws -> MovieAttributes {
    try attributes([
      "year": [.integer(1995)], "tag": [.text("heist"), .text("crime")], "own": [.real(1.5)],
    ])
  }

  private static func objects(_ path: String) throws -> [String] {
    try OtherProgram.texts(
      path,
      """
      SELECT name FROM sqlite_schema WHERE tbl_name = 'MovieAttribute' AND sql NOT NULL ORDER BY 1
      """)
  }

  private static func rows(_ path: String) throws -> [[String]] {
    try OtherProgram.rows(
      path, columns: 4, "SELECT movieID, key, ordinal, value FROM MovieAttribute ORDER BY 1, 2, 3")
  }

  @Test("A catalog without the table is read as one without attributes; the next write creates it")
  func table() throws {
    let path = try Catalog.file(holding: ["Heat", "Ran"])
    try OtherProgram.run(path, "DROP TABLE MovieAttribute")
    let reader = try Catalog(path: path, access: .reading)
    let year = AttributeKey.year > 1
    #expect(try reader.movies().map(\.attributes.isEmpty) == [true, true])
    #expect(try reader.movies([year], order: .attribute(.year)) == [])
    #expect(try reader.movies(order: .attribute(.year)).count == 2)
    #expect(try reader.attributeKeys() == [])
    #expect(try reader.attributeTexts(of: .year, near: "a") == [])
    var source = try CompletionSource(path: path)
    #expect(try source.attributeKeys(limit: 9) == [])
    #expect(try source.attributeValues(of: .year, beginning: "1", limit: 9) == [])
    #expect(try Self.objects(path) == [])

    var store = try Catalog(path: path)
    try store.toggleFavorite(id: 1)
    #expect(try Self.objects(path) == ["MovieAttribute", "attribute_by_value"])
    try store.edit(id: 1, MovieEdit(attributes: Self.values()))
    #expect(
      try Self.rows(path) == [
        ["1", "own", "0", "1.5"], ["1", "tag", "0", "heist"], ["1", "tag", "1", "crime"],
        ["1", "year", "0", "1995"],
      ])
    #expect(try reader.movie(id: 1)?.attributes == Self.values())
  }

  @Test("Adds, saves, edits, deletes and restores a movie with attributes")
  func changes() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    let added = try store.add(MovieDraft(title: "Heat", cast: ["Al"], attributes: Self.values()))
    #expect(try added.movie.attributes == Self.values())
    #expect(try store.movie(id: added.id) == added.movie)
    let saved = try store.save(
      MovieDraft(added.movie, attributes: attributes(["rating": [.text("8.50")]])))
    #expect(saved.outcome == .updated)
    #expect(try saved.movie.attributes == attributes(["rating": [.real(8.5)]]))
    #expect(saved.movie.cast == added.movie.cast && saved.title == "Heat")
    let edited = try store.edit(
      id: added.id, MovieEdit(title: "HEAT", attributes: Self.values())
    ).movie
    #expect(edited.attributes.keys.map(\.name) == ["year", "rating", "tag", "own"])
    #expect(try store.movies() == [edited])
    let count = try Self.rows(path).count
    #expect(count == 5)

    let deleted = try store.delete(id: added.id)
    #expect(deleted.movie == edited)
    #expect(try Self.rows(path) == [])
    try store.undo()
    #expect(try store.movie(id: added.id) == edited)
    #expect(try Self.rows(path).count == count)
    try store.toggleFavorite(id: added.id)
    #expect(try store.movie(id: added.id)?.attributes == edited.attributes)
  }

  @Test("An edit removes keys, removes values, sets keys, and adds values, in this order")
  func edit() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: Self.values()))
    let edited = try store.edit(
      id: 1,
      MovieEdit(
        removedAttributes: [.year, .note],
        removedAttributeValues: attributes(["tag": [.text("heist"), .text("x")]]),
        attributes: attributes(["own": [.text("a")], "rating": [.integer(7)]]),
        addedAttributeValues: attributes([
          "tag": [.text("b"), .text("crime")], "own": [.text("b")],
        ])))
    let expected = try attributes([
      "rating": [.integer(7)], "tag": [.text("crime"), .text("b")],
      "own": [.text("a"), .text("b")],
    ])
    #expect(edited.outcome == .updated && edited.movie.attributes == expected)
    #expect(try store.movie(id: 1) == edited.movie)
  }

  @Test("An edit that changes nothing is unchanged, and is not in the history")
  func unchanged() throws {
    var store = try Catalog()
    let movie = try store.add(MovieDraft(title: "Heat", attributes: Self.values())).movie
    let latest = try store.nextUndo()
    for edit in try [
      MovieEdit(), MovieEdit(attributes: Self.values()),
      MovieEdit(addedAttributeValues: Self.values()), MovieEdit(removedAttributes: [.note]),
      MovieEdit(
        removedAttributeValues: attributes(["tag": [.text("x")], "year": [.integer(1996)]])),
      MovieEdit(removedAttributes: [.year], attributes: attributes(["year": [.text("1995")]])),
    ] {
      let change = try store.edit(id: 1, edit)
      #expect(change.outcome == .unchanged && change.movie == movie)
    }
    #expect(try store.save(MovieDraft(movie)).outcome == .unchanged)
    #expect(try store.save(MovieDraft(movie, attributes: Self.values())).outcome == .unchanged)
    #expect(try store.nextUndo() == latest)
  }

  @Test("A rejected attribute changes nothing")
  func rejected() throws {
    var store = try Catalog()
    let movie = try store.add(MovieDraft(title: "Heat", attributes: Self.values())).movie
    let edit = try MovieEdit(
      title: "Cold", addedAttributeValues: attributes(["year": [.integer(1996)]]))
    expectInvalid("'year' can have only one value") {
      try store.edit(id: 1, edit)
    }
    let many = try attributes(["other": (0..<997).map { .integer($0) }])
    expectInvalid("a movie can have at most 1,000 attribute values") {
      try store.edit(id: 1, MovieEdit(attributes: many))
    }
    #expect(try store.movies() == [movie])
  }

  @Test("Each key is a field of a draft: other fields are merged, and the last save wins")
  func merge() throws {
    var store = try Catalog()
    let movie = try store.add(MovieDraft(title: "Heat", attributes: Self.values())).movie
    let title = MovieDraft(movie, title: "Cold")
    let year = try attributes(["year": [.integer(1996)]])
    try store.edit(id: 1, MovieEdit(attributes: year))
    let now = try #require(try store.movie(id: 1))
    let saved = try store.save(title).movie
    #expect(saved.title == "Cold" && saved.attributes == now.attributes)
    let replaced = try store.save(MovieDraft(movie, attributes: MovieAttributes())).movie
    #expect(replaced.title == "Cold" && replaced.attributes.isEmpty)
    let whole = try store.save(MovieDraft(id: 1, title: "Up", attributes: year)).movie
    #expect(whole.attributes == year)

    var (one, other) = (MovieDraft(whole), MovieDraft(whole))
    (one.attributes.rating, one.attributes.tags) = (8, ["heist"])
    (other.attributes.year, other.attributes.note) = (1997, "Good.")
    try store.save(one)
    let merged = try store.save(other).movie
    #expect(merged.attributes == [.year: [1997], .rating: [8], .tag: ["heist"], .note: ["Good."]])
    var removal = MovieDraft(merged)
    removal.attributes.rating = nil
    let removed = try store.save(removal).movie.attributes
    #expect(removed == [.year: [1997], .tag: ["heist"], .note: ["Good."]])
  }

  @Test(
    "A change to some movies reads and writes the attributes of each", arguments: [false, true])
  func several(hasValues: Bool) throws {
    var store = try Catalog.holding(["a", "b", "c"])
    if hasValues { try store.edit(id: 2, MovieEdit(attributes: Self.values())) }
    let tag = try attributes(["tag": [.text("new")]])
    var outcomes: [MovieChange.Outcome] = []
    try store.edit(.ids([1, 2, 3]), { _ in MovieEdit(addedAttributeValues: tag) }) {
      outcomes.append($0.outcome)
    }
    #expect(outcomes == [.updated, .updated, .updated])
    #expect(
      try store.movies().map { $0.attributes[.tag].map(\.description) }
        == [["new"], hasValues ? ["heist", "crime", "new"] : ["new"], ["new"]])
    try store.undo()
    #expect(try store.movies().map(\.attributes.isEmpty) == [true, !hasValues, true])
  }

  @Test(
    "A transaction that is rolled back leaves no rows", arguments: [true, false])
  func rollback(isNested: Bool) throws {
    let path = try Catalog.file(holding: ["Heat"])
    var store = try Catalog(path: path)
    let values = try Self.values()
    let fails: (inout Catalog) throws -> Void = { store in
      try store.edit(id: 1, MovieEdit(attributes: values))
      #expect(try store.movie(id: 1)?.attributes == values)
      throw Stop()
    }
    if isNested {
      try store.write { store in
        #expect(throws: Stop.self) { try store.write { try fails(&$0) } }
        #expect(try store.movie(id: 1)?.attributes.isEmpty == true)
        try store.toggleFavorite(id: 1)
      }
    } else {
      #expect(throws: Stop.self) { try store.write { try fails(&$0) } }
    }
    #expect(try Self.rows(path) == [])
    #expect(try store.movie(id: 1)?.attributes.isEmpty == true)
    try store.edit(id: 1, MovieEdit(attributes: values))
    #expect(throws: Stop.self) {
      try store.write { store in
        try store.delete(id: 1)
        throw Stop()
      }
    }
    #expect(try store.movie(id: 1)?.attributes == values)
    #expect(try Self.rows(path).count == 4)
  }

  @Test("A store reads attributes that another store wrote first")
  func otherStore() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let reader = try Catalog(path: path, access: .reading)
    #expect(try reader.movie(id: 1)?.attributes.isEmpty == true)
    var writer = try Catalog(path: path)
    try writer.edit(id: 1, MovieEdit(attributes: Self.values()))
    #expect(try reader.movie(id: 1)?.attributes == Self.values())
  }

  @Test("Generated attributes are read as they were stored")
  func roundTrip() throws {
    var store = try Catalog()
    var generated = GeneratedAttributes(seed: 9)
    for _ in 0..<150 {
      let added = try store.add(MovieDraft(title: "x", attributes: generated.next())).movie
      #expect(try store.movie(id: added.id) == added)
    }
  }
}
