import MovieBenchmarks
import MovieStore
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct GeneratedFilmsTests {
  private static func titles(_ count: Int) -> [String] {
    let films = GeneratedFilms(count: count)
    return (0..<count).map { films.film($0).title }
  }

  /// How many titles have the text, as a search would find it.
  private static func hits(_ text: String, in titles: [String]) -> Int {
    titles.count { $0.lowercased().contains(text) }
  }

  @Test("the first thousand films are the same on every machine")
  func digest() throws {
    let path = TemporaryDirectory.path("films.ndjson")
    try GeneratedFilms(count: 1_000).write(to: path)
    let hash = SHA256.digest(of: try Files.bytes(path))
    let digits = hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(digits == "0f6acf9af0bbe9e3ae689a69a387a694bd4cf03dfb8f28df7e4bf9a25c19c9bc")
  }

  @Test("a larger catalog begins with the titles and favorites of a smaller one")
  func sizes() {
    let (small, large) = (GeneratedFilms(count: 500), GeneratedFilms(count: 50_000))
    for number in 0..<500 {
      #expect(small.film(number).title == large.film(number).title)
      #expect(small.film(number).isFavorite == large.film(number).isFavorite)
    }
  }

  @Test("every film has a title of its own, five names, and every fifth is a favorite")
  func films() throws {
    let films = GeneratedFilms(count: 2_000)
    var titles: Set<String> = []
    for number in 0..<films.count {
      let film = films.film(number)
      #expect(titles.insert(film.title).inserted)
      #expect(film.title.hasSuffix(" \(number)"))
      #expect(film.cast.count == 5)
      #expect(Set(film.cast).count == 5)
      #expect(film.isFavorite == (number % 5 == 0))
      // Nothing is dropped or refused when it is imported.
      let draft = MovieDraft(title: film.title, cast: film.cast)
      #expect(draft.title.utf8.elementsEqual(film.title.utf8))
      #expect(draft.cast == film.cast)
    }
  }

  @Test("there are about a third as many actors as films, and few share a name")
  func people() {
    let films = GeneratedFilms(count: 6_000)
    let names = Set((0..<films.count).flatMap { films.film($0).cast })
    #expect((1_980...2_000).contains(names.count))
  }

  @Test("the texts of the searches are as frequent as they are said to be")
  func frequencies() {
    let titles = Self.titles(10_000)
    #expect((4_700...5_300).contains(Self.hits(FilmWords.broadText, in: titles)))
    #expect((1_500...2_500).contains(Self.hits(FilmWords.twoLetters, in: titles)))
    #expect(Self.hits(FilmWords.selectiveText, in: titles) == FilmWords.selectiveHits)
    #expect(Self.hits(FilmWords.absentLetters, in: titles) == 0)
    #expect(Self.hits(FilmWords.absentText, in: titles) == 0)
    #expect(FilmWords.twoLetters.count == 2)
  }
}
