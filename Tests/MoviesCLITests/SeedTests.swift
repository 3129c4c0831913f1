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

  @Test("real movies have their years")
  func years() {
    let path = TemporaryDirectory.path("a")
    _ = movies("seed", "700", "--seed", "1", "--db", path)
    let years = movies("list", "metropolis", "--columns", "title,year", "--db", path).output
    #expect(years == "Metropolis\t1927\n")
    let decades = movies("stats", "--by", "decade", "--json", "--db", path).output
    #expect(decades.contains("\"value\": 1920"), "\(decades)")
    let added = movies(
      "add", "--random", "--seed", "1", "--json", "--db", TemporaryDirectory.path("random.db")
    ).output
    #expect(added.contains(/"year": (19|20)\d\d/))
    let other = movies(
      "add", "--random", "--seed", "1", "--year", "1901", "--json", "--db",
      TemporaryDirectory.path("other.db")
    ).output
    #expect(other.contains("\"year\": 1901"))
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
