import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct SeedTests {
  private func seeded(_ name: String, _ options: String...) -> (message: String, movies: String) {
    let path = TemporaryDirectory.path(name)
    let result = movies(["seed"] + options + ["--db", path])
    #expect(result.status == .done)
    #expect(result.output == "")
    return (result.error, movies("list", "--json", "--sort", "added", "--db", path).output)
  }

  @Test("the same count and seed produce the same rows")
  func determinism() {
    let (one, two) = (seeded("a", "50", "--seed", "42"), seeded("b", "50", "--seed", "42"))
    #expect(one.movies == two.movies)
    #expect(one.movies.split(separator: "\n").count == 52)
    #expect(one.message.contains(/\nadded 50 movies, \d+ new actors in \d+\.\d s\n$/))
    #expect(seeded("c", "50", "--seed", "43").movies != one.movies)
  }

  @Test(
    "--favorites is a percentage",
    arguments: [(0, 0...0), (100, 200...200), (30, 30...90)])
  func favorites(percent: Int, range: ClosedRange<Int>) {
    let json = seeded("a", "200", "--seed", "1", "--favorites", "\(percent)").movies
    #expect(
      range.contains(json.split(separator: "\n").count { $0.contains("\"favorite\": true") }))
  }

  @Test("a second run with the same seed adds different movies")
  func secondRun() {
    _ = seeded("a", "20", "--seed", "1")
    let json = seeded("a", "20", "--seed", "1").movies
    let titles = json.split(separator: "\n").compactMap {
      $0.firstMatch(of: /"title": "[^"]*"/)?.output
    }
    #expect(titles.count == 40)
    #expect(Set(titles).count == 40)
  }

  @Test("prints counts with thousands separators")
  func grouped() {
    #expect(movies("seed", "1200", "-n").error.hasPrefix("would add 1,200 movies, "))
  }

  @Test("a count of zero adds no movies")
  func zero() { #expect(seeded("a", "0").movies == "[]\n") }
}
