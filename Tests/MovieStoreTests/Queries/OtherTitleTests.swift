import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct OtherTitleTests {
  @Test("A text is also found in other titles, after the movies whose title has it")
  func search() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Spirited Away", attributes: [.aka: ["Sen to Chihiro"]]))
    try store.add(MovieDraft(title: "Chihiro", cast: ["Rei"]))
    try store.add(MovieDraft(title: "Other", cast: ["Chihiro Rei"]))
    func titles(_ query: MovieQuery) throws -> [String] {
      try store.titles(query, order: .relevance)
    }
    for limit in [nil, 2, 3] {
      let found = try store.movies([.text("chihiro")], order: .relevance, limit: limit)
      #expect(
        found.map(\.title) == Array(["Chihiro", "Spirited Away", "Other"].prefix(limit ?? 3)))
    }
    #expect(try titles([.title("sen to")]) == ["Spirited Away"])
    #expect(try titles([.text("sen to"), .text("spirited")]) == ["Spirited Away"])
    #expect(try titles([!.text("chihiro")]).isEmpty)
    #expect(try titles([.title("none")]).isEmpty)
  }

  @Test("More other titles than can be collected are found, too")
  func many() throws {
    var store = try Catalog()
    try store.add(
      contentsOf: (0..<1_200).map {
        MovieDraft(title: "M\($0)", attributes: [.aka: [.text("Common title \($0)")]])
      })
    #expect(try store.movieCount([.text("common title")]) == 1_200)
    #expect(try store.movies([.text("common")], order: .relevance, limit: 5).count == 5)
  }
}
