import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Attributes that only other programs or damage store.
@Suite(.limited, .temporaryDirectory) struct DamagedAttributeTests {
  private static func catalog(_ statements: String...) throws -> String {
    let path = try Catalog.file(holding: ["Heat", "Ran"])
    var store = try Catalog(path: path)
    try store.edit(id: 1, MovieEdit(attributes: attributes(["year": [.integer(1995)]])))
    try OtherProgram.run(path, statements)
    return path
  }

  private static func rows(_ path: String) throws -> [[String]] {
    try OtherProgram.rows(
      path, columns: 4,
      "SELECT movieID, hex(key), ordinal, quote(value) FROM MovieAttribute ORDER BY 1, 2, 3")
  }

  private static let queries = [
    "has:year", "!has:year", "year=1995", "year>1", "year:1990..", "tag=x", "tag:x", "watched>2020",
    "own:1", "note:b", "is:watched",
  ].compactMap { try? MovieQuery($0) }

  @Test(
    "Invalid keys, types, texts and ordinals are read, and an edit of the title keeps them",
    arguments: [
      "(1, 'Year', 0, 'x')", "(1, '', 0, '')", "(1, 'a b', 0, 5)", "(1, 'year', 1, 1996)",
      "(1, 'tag', 7, 5), (1, 'tag', 3, 1.5), (1, 'a', 9, 1), (1, 'zz', 0, 1)",
      "(1, 'rating', 0, 'good')", "(1, 'watched', 0, 2026)", "(1, 'own', 0, 9e999)",
      "(1, 'note', 0, CAST(x'61FF62' AS TEXT))", "(1, CAST(x'FF' AS TEXT), 0, 'x')",
      "(1, CAST(x'FF' AS TEXT), 0, 'x'), (1, CAST(x'FE' AS TEXT), 0, 'y')",
      "(1, 'note', 0, 'a' || char(0))", "(1, 'tag', 0, printf('%.*c', 20000, 'x'))",
      "(99, 'year', 0, 1995)", "(2, 'year', 1, 1995)",
    ])
  func kept(values: String) throws {
    let path = try Self.catalog("INSERT INTO MovieAttribute VALUES \(values)")
    let rows = try Self.rows(path)
    var store = try Catalog(path: path)
    let heat = try #require(try store.movie(id: 1))
    #expect(heat.attributes.year == 1995)
    for query in Self.queries {
      for order in [MovieOrder.title, .attribute(.year)] {
        #expect(try store.movies(query, order: order).count == store.movieCount(query))
      }
    }
    // No movie is missing from a list.
    for name in ["year", "tag", "own"] {
      #expect(try store.ids(order: .attribute(AttributeKey(name))).sorted() == [1, 2])
    }
    #expect(try store.edit(id: 1, MovieEdit(title: "Cold")).movie.attributes == heat.attributes)
    #expect(try store.save(MovieDraft(heat, isFavorite: true)).movie.attributes == heat.attributes)
    #expect(try Self.rows(path) == rows)
    try store.edit(id: 1, MovieEdit(addedAttributeValues: attributes(["other": [.integer(1)]])))
    #expect(try store.movie(id: 1)?.attributes.keys.contains(AttributeKey("other")) == true)
  }

  @Test("A blob is damage that reading reports")
  func blob() throws {
    let path = try Self.catalog(
      "PRAGMA ignore_check_constraints = ON",
      "INSERT INTO MovieAttribute VALUES (1, 'note', 0, x'6162')")
    var store = try Catalog(path: path)
    for _ in 0..<2 {
      let error = try storeProblem { _ = try store.movies() }
      guard case .damaged(path, _) = error else { throw error }
      #expect(throws: StoreError.self) { try store.edit(id: 1, MovieEdit(title: "Cold")) }
    }
    #expect(try store.movie(id: 2)?.title == "Ran")
    #expect(try store.movieCount(Self.queries[0]) == 1)
  }

  @Test("A table of another program with other columns is reported, and nothing is changed")
  func otherTable() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(
      path, "DROP TABLE MovieAttribute", "CREATE TABLE MovieAttribute(x)")
    let error = try storeProblem { _ = try Catalog(path: path) }
    guard case .changedSchema(path, let findings) = error else { throw error }
    #expect(findings.map(\.problem) == [.changedTable, .missingIndex])
  }

  @Test("A new movie does not get attributes that another program left under the next id")
  func orphanAtNextID() throws {
    let path = try Self.catalog(
      "PRAGMA foreign_keys = OFF",
      "INSERT INTO MovieAttribute SELECT max(id) + 1, 'year', 0, 1999 FROM MovieModel")
    var store = try Catalog(path: path)
    let added = try store.add(
      MovieDraft(title: "New", attributes: attributes(["year": [.integer(1980)]])))
    #expect(try store.movie(id: added.id)?.attributes.year == 1980)
    let other = try store.add(MovieDraft(title: "Other"))
    #expect(try store.movie(id: other.id)?.attributes.isEmpty == true)
    try store.undo()
    try store.undo()
  }

  @Test("Very many stored values of one movie are read in linear time")
  func manyValues() throws {
    let last = Tier.amount(5_000, full: 25_000)
    let path = try Self.catalog(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(last))
      INSERT INTO MovieAttribute SELECT 1, 'tag', i, i FROM n UNION ALL
      SELECT 1, 'a' || i, 0, i FROM n
      """)
    let store = try Catalog(path: path)
    let movie = try #require(try store.movie(id: 1))
    #expect(movie.attributes.keys.count == last + 3 && movie.attributes[.tag].count == last + 1)
  }
}
