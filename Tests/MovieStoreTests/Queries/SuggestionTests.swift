import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct SuggestionTests {
  @Test("Suggests titles and names that begin with the text, then those that have its words")
  func order() throws {
    var store = try Catalog()
    try store.add("The Godfather", "Al Pacino")
    try store.add("Heat", "Al Pacino", "Robert De Niro")
    try store.add("City of God", "Alexandre Rodrigues")
    let god = try store.suggestions(for: "god")
    #expect(god.movies.map(\.title) == ["The Godfather", "City of God"] && god.actors.isEmpty)
    #expect(god.movies[0].cast.map(\.name) == ["Al Pacino"])
    #expect(
      try store.suggestions(for: "AL").actors.map(\.name) == ["Al Pacino", "Alexandre Rodrigues"])
    #expect(try store.suggestions(for: "niro").actors.map(\.name) == ["Robert De Niro"])
    #expect(try store.suggestions(for: "zzz").movies.isEmpty)
    // Folding leaves nothing of it.
    let accents = try store.suggestions(for: "\u{301}\u{301}\u{301}")
    #expect(accents.actors.count == 3 && accents.movies.count == 3)
  }

  @Test("Returns the first ones up to the limit")
  func limits() throws {
    let store = try Catalog.holding((10..<40).map { "Movie \($0)" })
    let titles = try store.suggestions(for: "movie", limit: 3).movies.map(\.title)
    #expect(titles == ["Movie 10", "Movie 11", "Movie 12"])
    #expect(try store.suggestions(for: "movie", limit: 1).movies.map(\.title) == ["Movie 10"])
    #expect(try store.suggestions(for: "movie", limit: .max).movies.count == 30)
    #expect(try store.suggestions(for: "movie", limit: 0).movies.isEmpty)
    #expect(try store.suggestions(for: "").movies.isEmpty)
    expectInvalid("the limit -1 is negative") { try store.suggestions(for: "m", limit: -1) }
  }
}
