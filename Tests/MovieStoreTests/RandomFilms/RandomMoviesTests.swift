import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct RandomFilmsTests {
  @Test("the generator gives the published numbers")
  func numbers() {
    var numbers = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in numbers.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test(
    "numbers below a bound are below it, and each of them comes",
    arguments: [1, 2, 3, 7, 100] as [UInt64])
  func bounded(bound: UInt64) {
    var numbers = SplitMix64(seed: bound)
    let drawn = (0..<5_000).map { _ in numbers.below(bound) }
    #expect(Set(drawn) == Set(0..<bound))
  }

  @Test("a bound of nothing gives 0")
  func boundOfNothing() {
    var numbers = SplitMix64(seed: 1)
    #expect(numbers.below(0) == 0)
    #expect(numbers.below(1) == 0)
  }

  @Test("the same seed gives the same films, another seed others")
  func seeds() {
    #expect(titles(2_000, seed: 5) == titles(2_000, seed: 5))
    #expect(titles(50, seed: 5) != titles(50, seed: 6))
  }

  /// These rows are promised on every machine and in every later version.
  @Test("the films of a seed never change")
  func pinned() {
    #expect(
      titles(3, seed: 42)
        == ["The Fugitive", "Invasion of the Body Snatchers", "A Hard Day's Night"])
    let invented = films(BundledMovies.all.count + 2, seed: 42).suffix(2)
    #expect(
      invented.map(\.title)
        == ["The River of Jaipur", "Nadia Öztürk and the Impossible Portrait"])
    #expect(
      invented.last?.cast == ["Viktoria Abadi", "Lena Reid", "Ulrike Escobar", "Sara Sharma"])
  }

  @Test("first comes every real film, once")
  func realOnesFirst() {
    let real = BundledMovies.all
    let first = films(real.count, seed: 9)
    let key = { (title: String, cast: [String]) in "\(title)|\(cast)" }
    #expect(
      first.map { key($0.title, $0.cast) }.sorted() == real.map { key($0.title, $0.cast) }.sorted())
  }

  @Test("it never runs out, and what is made up can be stored")
  func endless() throws {
    let made = films(20_000, seed: 3).dropFirst(BundledMovies.all.count)
    for film in made {
      #expect((3...6).contains(film.cast.count))
      let draft = try MovieDraft(title: film.title, cast: film.cast)
      #expect(draft.cast.count == film.cast.count)
    }
    #expect(Double(Set(made.map(\.title)).count) > 0.9 * Double(made.count))
    #expect(Set(made.flatMap(\.cast)).count > 30_000)
  }

  private func films(_ count: Int, seed: UInt64) -> [RandomMovie] {
    var films = RandomMovies(seed: seed)
    return (0..<count).map { _ in films.next() }
  }

  private func titles(_ count: Int, seed: UInt64) -> [String] {
    films(count, seed: seed).map(\.title)
  }
}
