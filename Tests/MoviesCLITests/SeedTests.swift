import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct SeedTests {
  private func seeded(_ name: String, _ options: String...) -> (said: String, films: String) {
    let path = TemporaryDirectory.path(name)
    let answer = movies(["seed"] + options + ["--db", path])
    #expect(answer.status == .done)
    #expect(answer.output == "")
    return (answer.error, movies("list", "--json", "--sort", "added", "--db", path).output)
  }

  @Test("the same count and seed give the same rows")
  func determinism() {
    let (one, two) = (seeded("a", "50", "--seed", "42"), seeded("b", "50", "--seed", "42"))
    #expect(one.films == two.films)
    #expect(one.films.split(separator: "\n").count == 52)
    #expect(one.said.contains(/^added 50 movies, \d+ new actors in \d+\.\d s\n$/))
    #expect(seeded("c", "50", "--seed", "43").films != one.films)
  }

  @Test(
    "favorites are as many of a hundred as told",
    arguments: [(0, 0...0), (100, 200...200), (30, 30...90)])
  func favorites(percent: Int, range: ClosedRange<Int>) {
    let films = seeded("a", "200", "--seed", "1", "--favorites", "\(percent)").films
    #expect(
      range.contains(films.split(separator: "\n").count { $0.contains("\"favorite\": true") }))
  }

  @Test("seeding goes on where it ended, without a film twice")
  func goesOn() {
    _ = seeded("a", "20", "--seed", "1")
    let films = seeded("a", "20", "--seed", "1").films
    let titles = films.split(separator: "\n").compactMap {
      $0.firstMatch(of: /"title": "[^"]*"/)?.output
    }
    #expect(titles.count == 40)
    #expect(Set(titles).count == 40)
  }

  @Test("counts above a thousand are grouped")
  func grouped() {
    #expect(movies("seed", "1200", "-n").error.hasPrefix("would add 1,200 movies, "))
  }

  @Test("zero movies are none")
  func zero() { #expect(seeded("a", "0").films == "[]\n") }
}
