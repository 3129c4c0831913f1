import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// References such as `Titanic (1997)`.
@Suite(.limited, .temporaryDirectory) struct AttributeReferenceTests {
  private static func catalog() throws -> Catalog {
    var store = try Catalog()
    for (title, year) in [
      ("Titanic", 1953), ("Titanic", 1997), ("The Titanic", 1997), ("Heat (1995)", nil),
      ("Heat", 1995), ("Ran", 1985), ("Ran", 1985), ("A (b)", 2001), ("Ran", nil), ("X", 1995),
    ] as [(String, Int64?)] {
      let year = try attributes(year.map { ["year": [.integer($0)]] } ?? [:])
      try store.add(MovieDraft(title: title, attributes: year))
    }
    return store
  }

  private static func ids(_ text: String, in store: borrowing Catalog) throws -> [Int64] {
    try store.movies(referredToBy: [MovieReference(text)]).map(\.id.rawValue)
  }

  @Test("A title with a year in parentheses names the movie with that year")
  func named() throws {
    let store = try Self.catalog()
    let expected: [(text: String, id: Int64)] = [
      ("Titanic (1953)", 1), ("titanic (1953)", 1), ("Titanic (1997)", 2), ("Titanic(1997)", 2),
      ("the titanic (1997)", 3), ("title:Titanic (1997)", 2), ("title:heat (1995)", 4),
      // A movie whose title is written so is preferred.
      ("Heat (1995)", 4), ("HEAT (1995)", 4), ("heat", 5), ("A (b) (2001)", 8), ("a (B)", 8),
      (" Titanic  (1997) ", 2), ("x (1995)", 10),
    ]
    for (text, id) in expected { #expect(try Self.ids(text, in: store) == [id], "\(text)") }
  }

  @Test("Other texts name no movie")
  func unknown() throws {
    let store = try Self.catalog()
    for text in [
      "Titanic (1998)", "Titanic (97)", "Titanic (+997)", "Titanic 1997", "Titanic (1997) x",
      "(1997)",
      "Titanic (1997", "Titanic [1997]", "Titanic ()", "Titanic (19 7)", "Titanic (１９９７)",
      "Up (1997)",
      "Titanic (19977)",
    ] {
      let reference = try MovieReference(text)
      #expect(throws: StoreError.unknown(reference)) {
        try store.movies(referredToBy: [reference])
      }
    }
  }

  @Test("Several movies with the title and the year are ambiguous")
  func ambiguous() throws {
    let store = try Self.catalog()
    let candidates = try [Movie.ID(rawValue: 6), 7].map { try #require(try store.movie(id: $0)) }
    #expect(throws: StoreError(.ambiguousMovie(reference: "ran (1985)", candidates: candidates))) {
      try store.movies(referredToBy: [.title("ran (1985)")])
    }
  }

  @Test("Without any attribute, a year names no movie")
  func noTable() throws {
    let store = try Catalog.holding(["Titanic"])
    #expect(throws: StoreError.unknown(.title("Titanic (1997)"))) {
      try store.movies(referredToBy: [.title("Titanic (1997)")])
    }
  }
}
