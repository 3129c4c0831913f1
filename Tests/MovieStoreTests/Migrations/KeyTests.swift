import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Ids are identities and never reused, whatever migrations a file went through.
@Suite(.limited, .temporaryDirectory) struct KeyTests {
  static let lower: [SchemaVersion] = SchemaVersion.allCases.dropLast()

  @Test(
    "Does not reuse ids of deleted movies and actors after a downgrade and an upgrade",
    arguments: lower
  )
  func reuse(lowest: SchemaVersion) throws {
    let path = try Self.file([["A", "B"], ["C", "B"], ["Newest"]])
    try Self.delete(movie: 3, actor: "Newest", path)
    try OldCatalog.migrate(path, to: lowest)
    // Another program inserts and deletes a row in the older version.
    let key = lowest < .v5 ? "pk, id" : "id"
    let values = lowest < .v5 ? "NULL, printf('%036d', 7)" : "NULL"
    try OtherProgram.run(
      path, "INSERT INTO Movie(\(key), title) VALUES (\(values), 'brief')",
      "DELETE FROM Movie WHERE title = 'brief'")
    try OldCatalog.migrate(path)
    var store = try Catalog(path: path, access: .writing)
    let added = try store.add("Later", "A", "Latest")
    #expect(added.id == 5)
    // Below v4 actors are not rows. Because one was deleted, the others get new ids.
    #expect(added.cast.map(\.id) == (lowest < .v4 ? [5, 8] : [1, 5]))
  }

  @Test("Id counters never decrease", arguments: lower)
  func counters(lowest: SchemaVersion) throws {
    let path = try Self.file([["A", "B"], ["C", "B"], ["Newest"]])
    try Self.delete(movie: 3, actor: "Newest", path)
    let before = try Self.counters(path)
    #expect(before == ["ActorModel": 4, "MovieModel": 3])
    for target in [lowest, .newest] { try OldCatalog.migrate(path, to: target) }
    for (table, counter) in try Self.counters(path) {
      #expect(counter >= before[table] ?? .max)
    }
  }

  @Test(
    "Actors numbered in the order of their first appearance have the same ids after a downgrade below v4"
  )
  func sameActors() throws {
    let path = try Self.file([["A", "B"], [], ["C", "B"], ["D", "A"]])
    let before = try Self.actors(path)
    for target in [SchemaVersion.v3, .v6, .v1, .v6] { try OldCatalog.migrate(path, to: target) }
    #expect(try Self.actors(path) == before)
    #expect(try Self.counters(path)["ActorModel"] == 4)
  }

  @Test("Other actors get unused ids after a downgrade below v4")
  func newActors() throws {
    let path = try Self.file([["A", "B"], ["C", "B"]])
    try OtherProgram.run(path, "DELETE FROM MovieModel WHERE id = 1")
    try OtherProgram.run(path, "DELETE FROM MovieActor WHERE movieID = 1")
    try OldCatalog.migrate(path, to: .v3)
    try OldCatalog.migrate(path)
    #expect(try Self.actors(path) == [["4", "C"], ["5", "B"]])
  }

  /// A v6 file with a movie of each cast.
  private static func file(_ casts: [[String]]) throws -> String {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    for (index, cast) in casts.enumerated() { _ = try store.add(try draft("\(index)", cast)) }
    return path
  }

  private static func delete(movie: Int64, actor: String, _ path: String) throws {
    try OtherProgram.run(
      path, "DELETE FROM MovieActor WHERE movieID = \(movie)",
      "DELETE FROM MovieModel WHERE id = \(movie)", "DELETE FROM ActorModel WHERE name = '\(actor)'"
    )
  }

  private static func actors(_ path: String) throws -> [[String]] {
    try OtherProgram.rows(path, columns: 2, "SELECT id, name FROM ActorModel ORDER BY id")
  }

  private static func counters(_ path: String) throws -> [String: Int64] {
    let rows = try OtherProgram.rows(
      path, columns: 2,
      "SELECT name, max(seq) FROM sqlite_sequence WHERE name <> 'movieHistory' GROUP BY name")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Int64($0[1]) ?? -1) })
  }
}
