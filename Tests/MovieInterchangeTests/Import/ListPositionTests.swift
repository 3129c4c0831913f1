import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// The positions in lists, which are kept on demand.
@Suite(.limited) struct ListPositionTests {
  @Test(
    "The key has the letters and digits of the name of the list",
    arguments: [
      ("Top 100", "top_100_position"), ("top-100", "top_100_position"),
      ("100 best", "list_100_best_position"), ("list", "list_position"),
    ])
  func key(list: String, key: String) {
    var positions = ListPositions()
    #expect(positions.key(of: list)?.name == key)
  }

  @Test("No two names have one key, unless they differ in case, spaces, hyphens and underscores")
  func distinct() {
    let lists = [
      "100 best", "list 100 best", "Été!", "Été", "Ete", "Ete!", "日本映画", "映画", "Фильмы", "?", "",
      String(repeating: "long ", count: 30), String(repeating: "long ", count: 31),
    ]
    let keys = lists.compactMap { list in
      var positions = ListPositions()
      return positions.key(of: list)?.name
    }
    #expect(Set(keys).count == lists.count, "\(keys)")
    #expect(keys.allSatisfy { $0.hasSuffix("_position") && AttributeKey.isValid($0) })
    var positions = ListPositions()
    let numbered = ["Top 10", "top-10", "Top 10 2"].map { positions.key(of: $0)?.name }
    #expect(numbered == ["top_10_position", "top_10_2_position", "top_10_2_2_position"])
  }

  @Test(
    "A plain list has positions under the name of one of some columns",
    arguments: ["Position", "Rank", "#", "No.", "nr"])
  func plain(column: String) throws {
    let list = "Title,\(column)\nRan,#3\nIkiru,1.\nDreams,\nRashomon,2\n"
    func imported(_ kept: KeptFields, tags: [String] = []) throws -> [String: [AttributeValue]] {
      var store = try Catalog()
      let source = ImportSource(name: "a/My list.csv", ByteSource(bytes: Array(list.utf8)))
      let options = ImportOptions(reading: ReadingOptions(keeping: kept), tags: tags)
      try store.importMovies(from: [source], options)
      #expect(try store.importMovies(from: [source], options).counts == [.unchanged: 4])
      return try store.movies(order: .added).reduce(into: [:]) { values, movie in
        for entry in movie.attributes.entries where entry.key != .tag {
          values[entry.key.name, default: []] += entry.values
        }
      }
    }
    let positions: [AttributeValue] = [.integer(3), .integer(1), .integer(2)]
    #expect(try imported(.named([column])) == ["my_list_position": positions])
    #expect(try imported(.named([column]), tags: ["Best"]) == ["best_position": positions])
    #expect(try imported(.named([column]), tags: ["a", "b"]) == ["my_list_position": positions])
    #expect(try imported(.named([])).isEmpty)
  }
}
