import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Actors by number of movies. A query with a limit finds the ids of the first ones before their names.
@Suite(.limited, .temporaryDirectory) struct BusiestActorsTests {
  /// A few busy actors, many with equal movie counts, and actors with unusual ids or without a movie, which
  /// only other programs leave.
  private static func catalog() throws -> String {
    var random = RandomSource(seed: 21)
    let path = try Catalog.file()
    var drafts: [MovieDraft] = []
    for number in 0..<80 {
      let cast = (0..<4).map { _ in
        "Actor \(Int.random(in: 0..<Int.random(in: 1...40, using: &random), using: &random))"
      }
      drafts.append(try draft("Film \(number)", cast))
    }
    var store = try Catalog.withoutDurability(path)
    try store.add(contentsOf: drafts)
    try OtherProgram.run(
      path, "INSERT INTO ActorModel VALUES (-5, 'zoe'), (0, 'Zoë'), (9223372036854775807, 'Abe')",
      "INSERT INTO ActorModel VALUES (900, 'Idle'), (-900, 'Étienne'), (901, 'idle'), (902, 'Al')",
      "INSERT INTO MovieActor SELECT id, -5, 9 FROM MovieModel WHERE id <= 7",
      "INSERT INTO MovieActor SELECT id, 9223372036854775807, 9 FROM MovieModel WHERE id <= 30",
      "INSERT INTO MovieActor VALUES (1, 0, 9)")
    return path
  }

  /// All actors in order, counted by another program.
  private static func actors(_ path: String) throws -> [ActorWithMovieCount] {
    let rows = try OtherProgram.rows(
      path, columns: 3,
      """
      SELECT a.id, a.name, count(c.actorID) FROM ActorModel AS a LEFT JOIN MovieActor AS c
      ON c.actorID = a.id GROUP BY a.id
      """)
    let counts = Dictionary(
      uniqueKeysWithValues: try rows.map { row in
        let id = Actor.ID(rawValue: try #require(Int64(row[0])))
        return (Actor(id: id, name: row[1]), try #require(Int(row[2])))
      })
    let byName = Array(counts.keys).sortedByName().enumerated()
    return byName.map {
      ($0.offset, ActorWithMovieCount(actor: $0.element, movieCount: counts[$0.element] ?? 0))
    }
    .sorted { ($1.1.movieCount, $0.0) < ($0.1.movieCount, $1.0) }
    .map(\.1)
  }

  @Test("Every page is a slice of the whole result; actors without movies are last")
  func pages() throws {
    let path = try Self.catalog()
    let whole = try Self.actors(path)
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.actors(ActorQuery(order: .movies)) == whole)
    #expect(Set(whole.map(\.movieCount)).count < whole.count / 2)
    #expect(whole.filter { $0.movieCount == 0 }.count == 4)
    for limit in 0...whole.count + 2 {
      for offset in [0, 1, 2, 11, whole.count - 5, whole.count - 1, whole.count, whole.count + 1] {
        let page = try store.actors(ActorQuery(order: .movies, limit: limit, offset: offset))
        #expect(page == Array(whole.dropFirst(offset).prefix(limit)), "\(limit) \(offset)")
      }
    }
  }

  @Test("Orders many actors with the same movie count by name")
  func ties() throws {
    let path = try Catalog.file(holding: ["Crowd", "Duo"])
    try OtherProgram.run(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001)
      INSERT INTO ActorModel(name) SELECT 'N' || i FROM n
      """, "INSERT INTO MovieActor SELECT 1, id, id FROM ActorModel")
    let store = try Catalog(path: path, access: .reading)
    let tied = try store.actors(ActorQuery(order: .movies, limit: 3))
    #expect(tied.map(\.actor.name) == ["N1", "N10", "N100"])
    try OtherProgram.run(
      path, "INSERT INTO MovieActor SELECT 2, id, 0 FROM ActorModel WHERE name = 'N77'")
    let busiest = try store.actors(ActorQuery(order: .movies, limit: 2))
    #expect(busiest.map(\.actor.name) == ["N77", "N1"])
  }

  @Test("Ignores credits without an actor")
  func dangling() throws {
    let path = try Self.catalog()
    let whole = try Self.actors(path)
    try OtherProgram.run(path, "INSERT INTO MovieActor SELECT id, 999999, 900 FROM MovieModel")
    let store = try Catalog(path: path, access: .reading)
    for limit in 1...5 {
      let page = try store.actors(ActorQuery(order: .movies, limit: limit))
      #expect(page == Array(whole.prefix(limit)))
    }
  }

  @Test("Accepts limits and offsets of any size")
  func huge() throws {
    let path = try Self.catalog()
    let store = try Catalog(path: path, access: .reading)
    let all = try Self.actors(path)
    for limit in [.max, .max - 1, .max / 2 + 1, 1_000_000] as [Int] {
      for offset in [0, 3, 1_000, .max] {
        let page = try store.actors(ActorQuery(order: .movies, limit: limit, offset: offset))
        #expect(page == Array(all.dropFirst(offset)), "\(limit) \(offset)")
      }
    }
  }

  @Test("Pages in reverse, of one movie and of a text are slices of the whole result")
  func others() throws {
    let store = try Catalog(path: try Self.catalog(), access: .reading)
    for query in [
      ActorQuery(order: .movies, descending: true), ActorQuery(movie: 1, order: .movies),
      ActorQuery(search: "actor 1", order: .movies),
    ] {
      let whole = try store.actors(query)
      #expect(whole.count > 4)
      var page = query
      for (limit, offset) in [(1, 0), (3, 1), (2, whole.count - 1), (100, 2), (0, 0)] {
        (page.limit, page.offset) = (limit, offset)
        #expect(try store.actors(page) == Array(whole.dropFirst(offset).prefix(limit)))
      }
    }
  }

  @Test("Orders actors by name in a catalog without credits")
  func noCredits() throws {
    let path = try Catalog.file()
    try OtherProgram.run(path, "INSERT INTO ActorModel VALUES (3, 'b'), (1, 'c'), (2, 'a')")
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.names(ActorQuery(order: .movies, limit: 2)) == ["a", "b"])
    #expect(try store.names(ActorQuery(order: .movies, limit: 2, offset: 2)) == ["c"])
  }
}
