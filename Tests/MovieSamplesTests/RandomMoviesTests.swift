import MovieSamples
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct RandomMoviesTests {
  @Test("The generator gives the published numbers")
  func numbers() {
    var numbers = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in numbers.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test(
    "Numbers below a bound are complete and within the bound",
    arguments: [1, 2, 3, 7, 100] as [UInt64])
  func bounded(bound: UInt64) {
    var numbers = SplitMix64(seed: bound)
    let drawn = (0..<5_000).map { _ in numbers.below(bound) }
    #expect(Set(drawn) == Set(0..<bound))
  }

  @Test("A bound of 0 or 1 gives 0")
  func smallestBounds() {
    var numbers = SplitMix64(seed: 1)
    #expect(numbers.below(0) == 0)
    #expect(numbers.below(1) == 0)
  }

  @Test("The same seed gives the same movies, another seed gives different ones")
  func seeds() {
    #expect(titles(2_000, seed: 5) == titles(2_000, seed: 5))
    #expect(titles(50, seed: 5) != titles(50, seed: 6))
  }

  /// The same on every machine and in every later version.
  @Test("The movies of a seed never change")
  func pinned() {
    #expect(
      titles(3, seed: 42)
        == ["The Fugitive", "Invasion of the Body Snatchers", "A Hard Day's Night"])
    let generated = movies(BundledMovies.all.count + 2, seed: 42).suffix(2)
    #expect(
      generated.map(\.title)
        == ["The River of Jaipur", "Nadia Öztürk and the Impossible Portrait"])
    #expect(
      generated.last?.cast == ["Viktoria Abadi", "Lena Reid", "Ulrike Escobar", "Sara Sharma"])
  }

  @Test("Each real movie comes first, once")
  func realMoviesFirst() {
    let real = BundledMovies.all
    let first = movies(real.count, seed: 9)
    let key = { (title: String, year: Int?, cast: [String]) in
      "\(title)|\(year.map(String.init) ?? "")|\(cast)"
    }
    #expect(
      first.map { key($0.title, $0.attributes.year, $0.cast) }.sorted()
        == real.map { key($0.title, $0.year, $0.cast) }.sorted())
  }

  @Test("The sequence is endless, and generated movies can be stored")
  func endless() throws {
    let generated = movies(6_000, seed: 3).dropFirst(BundledMovies.all.count)
    for movie in generated {
      #expect((3...6).contains(movie.cast.count) && movie.attributes.isEmpty)
      let draft = MovieDraft(title: movie.title, cast: movie.cast)
      #expect(draft.cast.count == movie.cast.count)
    }
    #expect(Double(Set(generated.map(\.title)).count) > 0.9 * Double(generated.count))
    #expect(Set(generated.flatMap(\.cast)).count > 9_000)
  }

  private func movies(_ count: Int, seed: UInt64) -> [MovieDraft] {
    var movies = RandomMovies(seed: seed)
    return (0..<count).map { _ in movies.next() }
  }

  private func titles(_ count: Int, seed: UInt64) -> [String] {
    movies(count, seed: seed).map(\.title)
  }
}
