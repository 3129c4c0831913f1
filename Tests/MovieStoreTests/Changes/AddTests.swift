import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct AddTests {
  @Test("Adds a movie with its cast in billing order")
  func added() throws {
    var store = try Catalog()
    let change = try store.add(try draft("The Score", ["Robert De Niro", "Al"], favorite: true))
    #expect(
      change
        == .added(
          Movie(
            id: 1, title: "The Score", sortableTitle: "score", isFavorite: true,
            cast: [Actor(id: 1, name: "Robert De Niro"), Actor(id: 2, name: "Al")])))
    #expect(try store.movie(id: 1) == change.movie)
  }

  @Test("Reuses an actor with exactly the same name")
  func sharedActors() throws {
    var store = try Catalog()
    try store.add("Heat", "Al", "É")
    let second = try store.add("Ran", "E\u{301}", "É", "al", "Al")
    #expect(second.cast.map(\.id) == [3, 2, 4, 1])
    #expect(try store.actorCount() == 4)
  }

  @Test("Adds the same movie again with another id")
  func twice() throws {
    var store = try Catalog()
    let first = try store.add("Heat", "Al")
    let second = try store.add("Heat", "Al")
    #expect(first.id == 1)
    #expect(second.id == 2)
    #expect(first.cast == second.cast)
  }

  @Test("Does not reuse ids, even of the last movies")
  func neverReused() throws {
    let path = try Catalog.file(holding: ["A", "B", "C"])
    do {
      var store = try Catalog(path: path, access: .writing)
      try store.delete(2, 3)
      #expect(try store.add("D").id == 4)
      try store.delete(1, 4)
    }
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.add("E", "X").id == 5)
    try store.delete(5)
    #expect(try store.add("F", "X").cast.map(\.id) == [2])
  }

  @Test("Finds added movies after the file is opened again")
  func reopened() throws {
    let path = try Catalog.file(holding: Generated.words)
    try SearchIndexState.expectCurrent(path)
    let store = try Catalog(path: path, access: .reading)
    #expect(
      try store.titles(order: .added).map(\.bytes) == Generated.words.map(\.bytes))
  }

  @Test("NFC and NFD spellings of a title are stored as given")
  func normalForms() throws {
    let store = try Catalog.holding(["Amélie", "Ame\u{301}lie"])
    let movies = try store.movies(order: .added)
    #expect(movies.map(\.title.bytes) == ["Amélie".bytes, "Ame\u{301}lie".bytes])
    #expect(movies.map(\.sortableTitle) == ["amelie", "amelie"])
    #expect(try store.found("amélie") == [1, 2])
  }

  @Test("Adds a large cast in order")
  func largeCast() throws {
    var store = try Catalog()
    let names = (0..<1_500).map { "Extra \($0 * 7919 % 1_500)" }
    let movie = try store.add(try draft("Crowd", names)).movie
    #expect(movie.cast.map(\.name) == names)
    #expect(try store.cast(1) == names)
  }
}
