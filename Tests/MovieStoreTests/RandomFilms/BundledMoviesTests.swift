import MovieStore
import TestSupport
import Testing

/// What the bundled films promise as a whole.
@Suite(.limited) struct BundledFilmsTests {
  private let films = BundledMovies.all

  @Test("there are at least 400 films, each line of the list one")
  func count() {
    #expect(films.count >= 400)
    #expect(films.allSatisfy { (1920...2025).contains($0.year) })
  }

  @Test("each film has three to six names, none twice, all fit to be stored")
  func casts() throws {
    for film in films {
      #expect((3...6).contains(film.cast.count), "\(film.title)")
      let draft = try MovieDraft(title: film.title, cast: film.cast)
      #expect(draft.title.bytes == film.title.bytes)
      #expect(draft.cast.map(\.bytes) == film.cast.map(\.bytes), "\(film.title)")
    }
  }

  @Test("no film is there twice, and the list is in the order of years")
  func order() {
    let keys = films.map { "\($0.year) \($0.title)" }
    #expect(Set(keys).count == keys.count)
    #expect(films.map(\.year) == films.map(\.year).sorted())
    let contents = films.map { "\($0.title)|\($0.cast)" }
    #expect(Set(contents).count == contents.count)
  }

  @Test(
    "every decade from the twenties on has its films",
    arguments: stride(from: 1920, through: 2020, by: 10).map(\.self))
  func decades(decade: Int) {
    #expect(films.filter { $0.year / 10 * 10 == decade }.count >= 20)
  }

  @Test("they come from many countries")
  func countries() { #expect(Set(films.map(\.country)).count >= 25) }

  @Test(
    "titles have articles of several languages",
    arguments: ["The", "A", "An", "El", "La", "Las", "Le", "Les", "Los", "Un", "Una"])
  func articles(article: String) {
    #expect(films.contains { $0.title.hasPrefix(article + " ") })
  }

  @Test(
    "letters beyond ASCII are there, in titles and names", arguments: Array("éñçåøöüłđßæœżığ七羅올Сط"))
  func letters(letter: Character) {
    let text = films.flatMap { [$0.title] + $0.cast }.joined().lowercased()
    #expect(text.contains(letter.lowercased()))
  }

  @Test("different films share titles")
  func sharedTitles() {
    let counts = Dictionary(grouping: films, by: \.title).mapValues(\.count)
    #expect(counts.values.filter { $0 > 1 }.count >= 12)
    #expect(counts["A Star Is Born"] == 4)
  }
}
