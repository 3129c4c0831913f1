import MovieBenchmarks
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct GeneratedMoviesTests {
  @Test("the first thousand movies are the same on every machine")
  func digest() throws {
    let path = TemporaryDirectory.path("movies.ndjson")
    try GeneratedMovies(count: 1_000).write(to: path)
    let hash = SHA256.digest(of: try Files.bytes(path))
    let digits = hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(digits == "0f6acf9af0bbe9e3ae689a69a387a694bd4cf03dfb8f28df7e4bf9a25c19c9bc")
  }

  @Test(
    "each movie has a unique title for all sizes and five actors, and every fifth is a favorite")
  func movies() throws {
    let (movies, more) = (GeneratedMovies(count: 2_000), GeneratedMovies(count: 50_000))
    var titles: Set<String> = []
    for number in 0..<movies.count {
      let movie = movies.movie(number)
      #expect(titles.insert(movie.title).inserted)
      #expect(movie.title.hasSuffix(" \(number)"))
      #expect(movie.title == more.movie(number).title)
      #expect(movie.cast.count == 5)
      #expect(Set(movie.cast).count == 5)
      #expect(movie.isFavorite == (number % 5 == 0))
      // An import changes and rejects none of them.
      let draft = MovieDraft(title: movie.title, cast: movie.cast)
      #expect(draft.title.utf8.elementsEqual(movie.title.utf8))
      #expect(draft.cast == movie.cast)
    }
  }

  @Test("there are about a third as many actors as movies, and few have the same name")
  func actors() {
    let movies = GeneratedMovies(count: 6_000)
    let names = Set((0..<movies.count).flatMap { movies.movie($0).cast })
    #expect((1_980...2_000).contains(names.count))
  }

  @Test("search texts have the expected frequency")
  func frequencies() {
    let movies = GeneratedMovies(count: 10_000)
    let titles = (0..<movies.count).map { movies.movie($0).title.lowercased() }
    func hits(_ text: String) -> Int { titles.count { $0.contains(text) } }
    #expect((4_700...5_300).contains(hits("the")))
    #expect((1_500...2_500).contains(hits("of")))
    #expect(hits("zanzibar") == 4)
    #expect(hits("qz") == 0)
    #expect(hits("giraffe") == 0)
  }
}
