import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// Rows of a list of one's own that are viewings of one movie, and titles of a history that can be
/// those of episodes.
@Suite("Viewings on several rows", .limited) struct ViewingTests {
  private static func source(_ text: String, named name: String = "list.csv") -> ImportSource {
    ImportSource(name: name, ByteSource(bytes: Array(text.utf8)))
  }

  /// The titles with years, days and ratings of the movies, in the order in which they were added.
  private static func movies(_ store: borrowing Catalog) throws -> [String] {
    try store.movies(order: .added).map { movie in
      let values = movie.attributes[.watched] + movie.attributes[.rating]
      return ([movie.titleWithYear] + values.map(\.description)).joined(separator: " ")
    }
  }

  @Test(
    "Rows with equal titles and years and different days are one movie",
    arguments: [
      ("Heat,1995,2024-01-02,8\nHEAT,1995,2024-03-04,9\n", ["Heat (1995) 2024-01-02 2024-03-04 9"]),
      (
        "Heat (1995),,2024-03-04,9\nHeat,1995,2024-01-02,8\n",
        ["Heat (1995) 2024-01-02 2024-03-04 9"]
      ),
      ("Heat,,2024-01-02,\nHeat,,2024-03-04,\n", ["Heat 2024-01-02 2024-03-04"]),
      (
        "Heat,1995,2024-01-02,\nHeat,1995,2024-01-02,\n",
        ["Heat (1995) 2024-01-02", "Heat (1995) 2024-01-02"]
      ),
      (
        "Heat,1995,2024-01-02,\nHeat,,2024-03-04,\n", ["Heat (1995) 2024-01-02", "Heat 2024-03-04"]
      ),
      ("Heat,1995,2024-01-02,\nHeat,1995,,8\n", ["Heat (1995) 2024-01-02", "Heat (1995) 8"]),
      (
        "Rocky II,,2024-01-02,\nRocky 2,,2024-03-04,\n",
        ["Rocky II 2024-01-02", "Rocky 2 2024-03-04"]
      ),
    ])
  func rows(text: String, expected: [String]) throws {
    let source = Self.source("title,year,watched,rating\n" + text)
    // An empty catalog and another one take different ways.
    for others in ["", "title\nAlien\n"] {
      var store = try Catalog()
      if !others.isEmpty { try store.importMovies(from: [Self.source(others)]) }
      let options = ImportOptions(reading: ReadingOptions(scale: RatingScale(highest: 10)))
      let plan = try store.planImport(from: [source], options)
      try store.importMovies(from: [source], options)
      #expect(try Self.movies(store).suffix(expected.count) == expected[...])
      #expect(plan.counts == [.new: expected.count])
      let again = try store.importMovies(from: [source], options)
      #expect(again.counts == [.unchanged: expected.count])
    }
  }

  @Test("Rows with different ids are different movies, and each row is one on demand")
  func others() throws {
    let text = "title,watched,imdb\nHeat,2024-01-02,tt1\nHeat,2024-03-04,tt2\nHeat,2024-05-06,tt1\n"
    var store = try Catalog()
    try store.importMovies(from: [Self.source(text)])
    #expect(try Self.movies(store) == ["Heat 2024-01-02 2024-05-06", "Heat 2024-03-04"])
    try store.importMovies(from: [Self.source(text)], ImportOptions(records: .added))
    #expect(try store.movies().count == 5)
  }

  @Test("A title that is held back completes a movie that exists")
  func held() throws {
    let history = """
      Title,Date
      "Dark: Season 1: Secrets",2024-01-02
      "Dark: The Movie",2024-01-03
      "Dark: Lies",2024-01-04

      """
    let source = Self.source(history, named: "history.csv")
    var store = try Catalog()
    try store.importMovies(from: [Self.source("title,year\nDark: The Movie,2020\n")])
    let plan = try store.importMovies(from: [source])
    #expect(try Self.movies(store) == ["Dark: The Movie (2020) 2024-01-03"])
    #expect(plan.counts == [.byTitle: 1, .leftOut: 2])
    #expect(plan.leftOutKinds.map(\.name) == ["TV episodes", "possible TV episodes"])
    #expect(try !store.importMovies(from: [source]).changesCatalog)
    var reading = ReadingOptions()
    reading.keepsSeries = true
    try store.importMovies(from: [source], ImportOptions(reading: reading))
    #expect(try Self.movies(store).last == "Dark: Lies 2024-01-04")
    // As new movies, too.
    var other = try Catalog()
    #expect(
      try other.importMovies(from: [source], ImportOptions(records: .added)).counts == [.leftOut: 3]
    )
  }
}
