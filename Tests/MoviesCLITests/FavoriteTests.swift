import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct FavoriteTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "toggles, sets and removes favorites",
    arguments: [
      (
        ["1", "2"], "1\t\tupdated\n2\t*\tupdated\n",
        "changed 2 movies: 1 added to favorites, 1 removed\n"
      ),
      (
        ["1", "2", "--on"], "1\t*\tunchanged\n2\t*\tupdated\n",
        "changed 1 movie: 1 added to favorites, 1 unchanged\n"
      ),
      (
        ["1", "2", "--off"], "1\t\tupdated\n2\t\tunchanged\n",
        "changed 1 movie: 1 removed from favorites, 1 unchanged\n"
      ),
      (["2", "--off"], "2\t\tunchanged\n", "'Amélie' is not a favorite\n"),
      (["1", "--on"], "1\t*\tunchanged\n", "'The Score' is already a favorite\n"),
      (["1"], "1\t\tupdated\n", "'The Score' is no longer a favorite\n"),
      (["1", "-n"], "1\t\tupdated\n", "'The Score' would no longer be a favorite\n"),
      (["2", "-n"], "2\t*\tupdated\n", "'Amélie' would become a favorite\n"),
      (
        ["1..3", "-n"], "1\t\tupdated\n2\t*\tupdated\n3\t\tupdated\n",
        "would change 3 movies: 1 added to favorites, 2 removed\n"
      ),
      (["2", "2", "amelie"], "2\t*\tupdated\n", "'Amélie' is now a favorite\n"),
      (
        ["1..3", "--on"], "1\t*\tunchanged\n2\t*\tupdated\n3\t*\tunchanged\n",
        "changed 1 movie: 1 added to favorites, 2 unchanged\n"
      ),
    ])
  func changes(options: [String], output: String, message: String) {
    let result = movies(["favorite", "--columns", "id,favorite,change"] + options)
    #expect(result == CommandResult(output: output, error: message))
  }

  @Test("--on and --off are idempotent; toggling twice changes nothing")
  func idempotent() {
    for _ in 0..<2 { #expect(movies("fav", "2", "--on").output.hasPrefix("2\t*\t")) }
    for _ in 0..<2 { #expect(movies("fav", "2", "--off").output.hasPrefix("2\t\t")) }
    let before = movies("list", "--favorites").output
    _ = movies("fav", "1..9", "-q")
    #expect(movies("list", "--favorites").output != before)
    _ = movies("fav", "1..9", "-q")
    #expect(movies("list", "--favorites").output == before)
  }

  @Test("changes nothing if a reference is unknown")
  func allOrNone() throws {
    let before = try SampleCatalog.bytes
    let result = movies("favorite", "2", "99", "--on")
    #expect(
      result
        == CommandResult(
          .notFound,
          error: "Error: no movie has the id 99. Run 'movies list' to see ids.\n"))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "a query changes up to two movies without a question on a terminal, and more after it",
    arguments: [
      (["--where", "title:heat"], 2, 0), (["--title", "heat", "--where", "actor:val"], 1, 0),
      (["--actor", "7"], 2, 0), (["--not", "has:actor"], 1, 0), (["--favorites"], 3, 3),
      (["--where", "!is:favorite"], 6, 6), (["--all"], 9, 9),
    ])
  func confirmation(options: [String], count: Int, asked: Int) throws {
    let before = try SampleCatalog.bytes
    let question = "Change \(count) movies? [y/N] "
    let chosen = options == ["--all"] ? "all movies" : "the movies of a query"
    let refusal = "Error: Changing \(chosen) requires confirmation. Pass '--yes'.\n"
    for (arguments, console) in [
      (options, Console.pipes), (options + ["--no-input"], Console.terminal),
    ] {
      let refused = movies(["favorite"] + arguments, on: console)
      #expect(refused.status == .usage)
      #expect(refused.error.hasPrefix(refusal))
    }
    if asked > 0 {
      let declined = movies(["favorite"] + options, input: Array("n\n".utf8), on: .terminal)
      #expect(declined.status == .notFound)
      #expect(declined.error.hasSuffix(question + "nothing was changed\n"))
    }
    #expect(try SampleCatalog.bytes == before)
    let confirmed = movies(
      ["favorite", "--format", "ids"] + options, input: Array("y\n".utf8), on: .terminal)
    #expect(confirmed.status == .done)
    #expect(confirmed.error.contains(question) == (asked > 0))
    #expect(confirmed.output.split(separator: "\n").count == count)
  }

  @Test("accepts the ids that search prints")
  func pipeline() {
    let ids = movies("search", "heat", "--format", "ids").output
    #expect(
      movies("favorite", "-", "--on", input: ids).error
        == "changed 2 movies: 2 added to favorites\n")
    #expect(movies("list", "--favorites", "heat", "--format", "ids").output == ids)
    let nulls = movies("search", "heat", "--format", "ids", "-0").output
    #expect(
      movies("favorite", "-", "-0", "--off", input: nulls).error
        == "changed 2 movies: 2 removed from favorites\n")
  }
}
