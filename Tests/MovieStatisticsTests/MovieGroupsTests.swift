import MovieSQLite
import MovieStatistics
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The numbers of movies by a value.
@Suite(.limited, .temporaryDirectory) struct MovieGroupsTests {
  private static func store(_ rows: [String]) throws -> Catalog {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, rows)
    return try Catalog(path: path, access: .reading)
  }

  @Test("Counts movies by value: texts from the most frequent, then by their bytes")
  func counts() throws {
    let store = try Self.store([
      "1, 'x', 0, 'b'", "1, 'x', 1, 10", "1, 'x', 2, 'B'", "2, 'x', 0, 9.5", "2, 'x', 1, 'b'",
      "2, 'y', 0, 1", "4, 'x', 0, -3",
    ])
    let counts = try store.movieGroups(by: .attribute(AttributeKey("x")))
    #expect(counts.grouping.name == "x")
    #expect(
      counts.groups.map(\.value)
        == [.text("b"), .integer(-3), .real(9.5), .integer(10), .text("B")])
    #expect(counts.groups.map(\.movies) == [2, 1, 1, 1, 1])
    #expect(counts.without == 1)
    #expect(try store.statistics().attributes == 7)
  }

  @Test("A movie counts once for a repeated value, and a missing movie not as one without")
  func repeated() throws {
    let store = try Self.store(["1, 'tag', 0, 'a'", "1, 'tag', 1, 'a'", "9, 'tag', 0, 'b'"])
    let counts = try store.movieGroups(by: .attribute(.tag))
    #expect(counts.groups.map(\.movies) == [1, 1] && counts.without == 3)
  }

  @Test("Without attributes, all movies are without one")
  func none() throws {
    let store = try Catalog(path: BrokenCatalog.make(), access: .reading)
    let counts = try store.movieGroups(by: .attribute(.year))
    #expect(counts.groups == [] && counts.without == 4)
    #expect(try store.attributeKeys() == [])
    #expect(try store.attributeCounts() == [])
    #expect(try store.statistics().attributes == 0)
  }

  @Test("Returns the keys in their order, without invalid ones")
  func keys() throws {
    let store = try Self.store([
      "1, 'a', 0, 1", "1, 'tag', 0, 'x'", "1, 'zz', 0, 1", "2, 'year', 0, 1995", "2, 'a', 0, 1",
      "2, 'Bad', 0, 1", "2, '', 0, 1",
    ])
    #expect(try store.attributeKeys().map(\.name) == ["year", "tag", "a", "zz"])
  }

  @Test("Counts the movies that have each key, once for several values")
  func keyCounts() throws {
    let store = try Self.store([
      "1, 'zz', 2, 1", "1, 'zz', 5, 2", "1, 'tag', 0, 'x'", "1, 'tag', 1, 'x'", "2, 'tag', 1, 'y'",
      "2, 'year', 0, 1995", "2, 'Bad', 0, 1", "3, 'tag', 0, 'x'", "3, 'tag', 7, 'y'",
    ])
    let counts = try store.attributeCounts()
    #expect(counts.map(\.key.name) == ["year", "tag", "zz"])
    #expect(counts.map(\.movies) == [1, 3, 1])
  }

  @Test("Reads through the index")
  func plans() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, ["1, 'year', 0, 1995"])
    let plan = try OtherProgram.rows(
      path, columns: 4,
      """
      EXPLAIN QUERY PLAN SELECT value, count(DISTINCT movieID) FROM MovieAttribute
      WHERE key = 'year' GROUP BY value ORDER BY value
      """
    ).map { $0[3] }
    #expect(plan == ["SEARCH MovieAttribute USING COVERING INDEX attribute_by_value (key=?)"])
  }
}
