import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct ActorQueryTests {
  private static func catalog() throws -> Catalog {
    var store = try Catalog()
    try store.add("Heat", "Édith", "zoe", "Al", "edith")
    try store.add("Ran", "Al", "Édith", "Bo")
    try store.add("Alien", "Al", "Zoë")
    return store
  }

  @Test(
    "Orders by name, in the order added, and by number of movies, in both directions",
    arguments: [
      (.name, false, ["Al", "Bo", "edith", "Édith", "Zoë", "zoe"]),
      (.name, true, ["zoe", "Zoë", "Édith", "edith", "Bo", "Al"]),
      (.added, false, ["Édith", "zoe", "Al", "edith", "Bo", "Zoë"]),
      (.added, true, ["Zoë", "Bo", "edith", "Al", "zoe", "Édith"]),
      (.movies, false, ["Al", "Édith", "Bo", "edith", "Zoë", "zoe"]),
      (.movies, true, ["zoe", "Zoë", "edith", "Bo", "Édith", "Al"]),
      (.billing, false, ["Al", "Bo", "edith", "Édith", "Zoë", "zoe"]),
    ] as [(ActorQuery.Order, Bool, [String])])
  func orders(order: ActorQuery.Order, descending: Bool, names: [String]) throws {
    let store = try Self.catalog()
    #expect(try store.names(ActorQuery(order: order, descending: descending)) == names)
  }

  @Test("The actors of a movie in billing order, or by name")
  func movie() throws {
    let store = try Self.catalog()
    let heat = ["Édith", "zoe", "Al", "edith"]
    #expect(try store.names(ActorQuery(movie: 1, order: .billing)) == heat)
    #expect(
      try store.names(ActorQuery(movie: 1, order: .billing, descending: true)) == heat.reversed())
    #expect(try store.names(ActorQuery(movie: 1)) == ["Al", "edith", "Édith", "zoe"])
    #expect(try store.names(ActorQuery(movie: 2, order: .added)) == ["Édith", "Al", "Bo"])
    #expect(try store.actors(in: 1).map(\.actor.name) == heat)
    #expect(try store.actorCount(ActorQuery(movie: 1)) == 4)
    #expect(try store.names(ActorQuery(movie: 99)).isEmpty)
  }

  @Test("The movie count includes the whole catalog, also for the cast of one movie")
  func counts() throws {
    let store = try Self.catalog()
    #expect(try store.actors(in: 1).map(\.movieCount) == [2, 1, 3, 1])
    let busiest = try store.actors(ActorQuery(movie: 1, order: .movies))
    #expect(busiest.map(\.actor.name) == ["Al", "Édith", "edith", "zoe"])
  }

  @Test("Filters by text, with and without a movie")
  func text() throws {
    let store = try Self.catalog()
    #expect(try store.names(ActorQuery(search: "EDITH")) == ["edith", "Édith"])
    let query = ActorQuery(search: "e", movie: 2, order: .billing)
    #expect(try store.names(query) == ["Édith"])
    #expect(try store.actorCount(query) == 1)
  }

  @Test(
    "The pages together are the whole result",
    arguments: [ActorQuery.Order.name, .added, .movies, .billing])
  func pages(order: ActorQuery.Order) throws {
    let store = try Self.catalog()
    for movie in [nil, Movie.ID(rawValue: 1)] {
      let whole = try store.names(ActorQuery(movie: movie, order: order))
      var paged: [String] = []
      for offset in stride(from: 0, to: 8, by: 2) {
        paged += try store.names(ActorQuery(movie: movie, order: order, limit: 2, offset: offset))
      }
      #expect(paged == whole)
    }
  }

  @Test("An error of the closure ends the iteration")
  func bodyThrows() throws {
    struct Stop: Error {}
    let store = try Self.catalog()
    var names: [String] = []
    #expect(throws: Stop.self) {
      try store.forEachActor {
        names.append($0.actor.name)
        throw Stop()
      }
    }
    #expect(names == ["Al"])
  }
}
