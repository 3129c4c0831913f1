import MovieSamples
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct BundledMoviesTests {
  private let movies = BundledMovies.all

  @Test("There are at least 400 movies, one per line")
  func count() {
    #expect(movies.count >= 400)
    #expect(movies.allSatisfy { (1920...2025).contains($0.year) })
  }

  @Test("Each movie has three to six different names that can be stored")
  func casts() throws {
    for movie in movies {
      #expect((3...6).contains(movie.cast.count), "\(movie.title)")
      let draft = MovieDraft(title: movie.title, cast: movie.cast)
      #expect(draft.title.bytes == movie.title.bytes)
      #expect(draft.cast.map(\.bytes) == movie.cast.map(\.bytes), "\(movie.title)")
    }
  }

  @Test("No movie is listed twice, and the list is ordered by year")
  func order() {
    let keys = movies.map { "\($0.year) \($0.title)" }
    #expect(Set(keys).count == keys.count)
    #expect(movies.map(\.year) == movies.map(\.year).sorted())
    let contents = movies.map { "\($0.title)|\($0.cast)" }
    #expect(Set(contents).count == contents.count)
  }

  @Test(
    "Every decade from 1920 on has at least 20 movies",
    arguments: stride(from: 1920, through: 2020, by: 10).map(\.self))
  func decades(decade: Int) {
    #expect(movies.filter { $0.year / 10 * 10 == decade }.count >= 20)
  }

  @Test("There are movies from at least 25 countries")
  func countries() { #expect(Set(movies.map(\.country)).count >= 25) }

  @Test(
    "Titles have articles of several languages",
    arguments: ["The", "A", "An", "El", "La", "Las", "Le", "Les", "Los", "Un", "Una"])
  func articles(article: String) {
    #expect(movies.contains { $0.title.hasPrefix(article + " ") })
  }

  @Test(
    "Titles and names have letters outside ASCII", arguments: Array("éñçåøöüłđßæœżığ七羅올Сط"))
  func letters(letter: Character) {
    let text = movies.flatMap { [$0.title] + $0.cast }.joined().lowercased()
    #expect(text.contains(letter.lowercased()))
  }

  @Test("Different movies share titles")
  func sharedTitles() {
    let counts = Dictionary(grouping: movies, by: \.title).mapValues(\.count)
    #expect(counts.values.filter { $0 > 1 }.count >= 12)
    #expect(counts["A Star Is Born"] == 4)
  }
}
