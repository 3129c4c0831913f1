import Foundation
import TestSupport
import Testing

/// Hints about keys and values that resemble stored ones.
@Suite(.limited, .temporaryDirectory) struct AttributeHintTests {
  init() throws { try Self.prepared.get().write(to: URL(filePath: SampleCatalog.path)) }

  /// The content of the database, created once.
  private static let prepared = Result {
    try SampleCatalog.install()
    let options = ["themes=Comedy", "themes=Drama", "mood=calm", "city=Málaga", "city==x"]
    #expect(movies(["edit", "1", "-q"] + options.map { "--set=\($0)" }).status == .done)
    return try SampleCatalog.bytes
  }

  @Test(
    "a new key that resembles another one is reported",
    arguments: [
      ("ratng=9", "new key 'ratng'. Did you mean 'rating'?\n"),
      ("theme=Drama", "new key 'theme'. Did you mean 'themes'?\n"),
      ("tags=x", "new key 'tags'. Did you mean 'tag'?\n"),
      ("studio=Mann", ""), ("director=Mann", ""), ("genres=Drama", ""), ("themes=Noir", ""),
      ("rating=9", ""), ("mood=calm", ""),
    ])
  func newKey(assignment: String, notice: String) {
    let dryRun = movies("edit", "4", "-n", "--set", assignment).error
    #expect(dryRun.hasPrefix("would change 'Heat': ") && dryRun.hasSuffix("\n" + notice))
    #expect(movies("add", "Ran", "-n", "--set", assignment).error == notice + "would add 1 movie\n")
    #expect(movies("edit", "4", "-q", "--set", assignment).error == "")
    // The key is no longer new.
    #expect(movies("edit", "5", "--set", assignment).error.split(separator: "\n").count == 1)
    let unmatched = movies("edit", "--where", "year=1900", "--set", "ratig=9")
    #expect(unmatched.error == "no movies match; nothing to change\n")
  }

  /// Queries that find nothing, and terms in which a value of a movie replaces the one of a term.
  private static let values: [([String], [(term: String, similar: String)])] = [
    (["themes=Comdey"], [("themes=Comdey", "'themes=Comedy'")]),
    (["themes=xomedy"], [("themes=xomedy", "'themes=Comedy'")]),
    (["themes=com"], [("themes=com", "'themes=Comedy'")]),
    (["themes:comdey"], [("themes:comdey", "'themes=Comedy'")]),
    (["city=malga"], [("city=malga", "'city=Málaga'")]),
    (["city=\"=malaga\""], [("city=\"=malaga\"", "'city=Málaga'")]),
    (["mood=calm", "themes=darma"], [("themes=darma", "'themes=Drama'")]),
    (
      ["themes=darma", "mood=clam"],
      [("themes=darma", "'themes=Drama'"), ("mood=clam", "'mood=calm'")]
    ),
    (
      ["themes=comdey,darma"],
      [("themes=comdey", "'themes=Comedy'"), ("themes=darma", "'themes=Drama'")]
    ),
    (["title:scroe"], [("title:scroe", "'The Score'")]),
    (["actor:pacno", "themes=Comedy"], [("actor:pacno", "'Al Pacino'")]),
    (["city=X"], []), (["themes=Western"], []), (["themes=Comedy", "year=1999"], []),
    (["themes:xyz"], []), (["watched=2026-11"], []), (["year=1999"], []), (["tag=comedy"], []),
    (["themes!=comedy", "themes=Comedy"], []), (["!has:mood", "themes=Comedy"], []),
  ]

  @Test("a name that no actor has is answered with similar ones")
  func name() {
    let hint = "no actors match 'pacinoo'. Did you mean 'Al Pacino'?\n"
    #expect(movies("actors", "pacinoo") == CommandResult(error: hint))
    #expect(movies("actors", "pacinoo", "-q").error == "")
    #expect(movies("actors", "zzzzz").error == "")
  }

  @Test("a year among the texts is answered with its term, if this finds movies")
  func year() {
    _ = movies("add", "The Godfather", "--set=year=1972", "-q")
    _ = movies("add", "1941", "--set=year=1979", "-q")
    for (texts, meant) in [
      (["godfather", "1972"], "godfather year:1972"),
      (["godfather", "1970s"], "godfather year:1970..1979"),
      (["godfather", "1970-1975"], "godfather year:1970..1975"),
      (["the godfather (1972)"], "the godfather year:1972"),
    ] {
      let typed = texts.joined(separator: " ")
      #expect(
        movies(["list"] + texts).error == "no movies match '\(typed)'. Did you mean '\(meant)'?\n")
    }
    #expect(movies("list", "1941").error == "")
    #expect(!movies("list", "godfather", "1941").error.contains("year:"))
  }

  @Test("texts that find nothing together are looked for as one")
  func phrase() {
    _ = movies("add", "Top Gun", "--actor", "Val Kilmer", "-q")
    _ = movies("add", "Hat", "--actor", "Gnu Val", "-q")
    let start = "no movies match "
    #expect(movies("list", "top", "gnu").error == start + "'top gnu'. Did you mean 'Top Gun'?\n")
    #expect(
      movies("list", "val", "kilmr").error == start + "'val kilmr'. Did you mean 'Val Kilmer'?\n")
    // Both are found, but not in one year.
    #expect(movies("list", "val", "kilmer", "year:1900").error == "")
  }

  @Test(
    "words of other languages are answered with ours",
    arguments: [
      ("and", "a movie must meet all terms, without 'and'"),
      ("OR", "a comma stands for 'or' between values, as in 'genre:horror,thriller'"),
      ("not", "the opposite of a term is '!term' or '--not term'"),
    ])
  func otherLanguages(word: String, advice: String) {
    #expect(movies("list", "heat", word, "score").error == "no movies match; \(advice)\n")
  }

  @Test("a change is refused if an excluded value is misspelt, whatever is confirmed")
  func excluded() {
    let error = """
      Error: no movies match 'themes:comdey'. Did you mean 'themes=Comedy'? To exclude nothing, leave out the term.

      """
    for command in [["delete", "--yes"], ["delete", "-n"], ["favorite", "--yes", "-q"]] {
      for query in [
        ["--where", "!themes:comdey"], ["--not", "themes:comdey"],
        ["--not", "themes:drama,comdey"],
      ] {
        let result = movies(command + query)
        #expect(result.status == .usage)
        #expect(result.error.hasPrefix(error))
      }
    }
    #expect(movies("list", "--not", "themes:western", "-q").status == .done)
  }

  @Test("words in titles of the history are no keys that movies had")
  func history() {
    _ = movies("add", "Score", "--actor", "Name", "-q")
    _ = movies("delete", "title=Score", "-q")
    for key in ["score", "name", "keys"] {
      #expect(movies("list", "\(key):8").status == .usage, "\(key)")
    }
    #expect(
      movies("list", "titel:heat").error.hasPrefix(
        "Error: no movie has the key 'titel'. Did you mean 'title'?"))
  }

  @Test("a value that no movie has is answered with similar ones", arguments: values)
  func value(queries: [String], similar: [(term: String, similar: String)]) {
    let options = queries.flatMap { ["--where", $0] }
    let hint = similar.map { "no movies match '\($0.term)'. Did you mean \($0.similar)?\n" }
      .joined()
    #expect(movies(["list"] + options) == CommandResult(error: hint))
    #expect(movies(["search", "score"] + options).error == hint)
    #expect(movies(["list", "-q"] + options).error == "")
    #expect(movies(["stats"] + options).error == hint)
    #expect(movies(["stats", "--by", "year"] + options).error == hint)
    #expect(movies(["list", "--limit", "0"] + options).error == "")
    #expect(
      movies(["list"] + options, on: .terminal).error
        == (hint.isEmpty ? "no movies match\n" : hint))
  }

  @Test(
    "a value in another case or without accents is found",
    arguments: ["themes=comedy", "themes=COMÉDY", "themes:omed", "city=malaga", "city=\"=X\""])
  func folded(query: String) {
    #expect(
      movies("list", "--where", query, "--format", "ids") == CommandResult(output: "1\n"))
  }

  @Test("commands that change or export movies report such a value")
  func selection() {
    let hint = "no movies match 'themes=comdey'. Did you mean 'themes=Comedy'?\n"
    let (deleted, changed) = ("nothing to delete\n", "nothing to change\n")
    for (command, rest) in [
      (["export"], "exported 0 movies\n"), (["delete", "-n"], "no movies match; " + deleted),
      (["delete"], "no movies match; " + deleted), (["favorite"], "no movies match; " + changed),
      (["edit", "--set=x=1"], "no movies match; " + changed),
    ] {
      #expect(movies(command + ["--where", "themes=comdey"]).error == hint + rest)
      #expect(movies(command + ["--where", "themes=western"]).error == rest)
      #expect(movies(command + ["-q", "--where", "themes=comdey"]).error == "")
    }
    #expect(movies("show", "--where", "themes=comdey").error.hasSuffix(hint))
  }

  @Test(
    "hostile values and long texts are bounded",
    arguments: [0, 5, 8, 13].map { HostileTextTests.hostile[$0] })
  func hostile(text: String) {
    let long = String(repeating: "x", count: 10_000)
    let options = ["--set=themes=\(text)A", "--set=themes=\(long)"]
    #expect(movies(["edit", "2", "-q"] + options).status == .done)
    for value in ["\(text)a", "\(long)y", "x"] {
      let result = movies("list", "--where", "themes=\(value)", on: .terminal(columns: 60))
      #expect(result.status == .done)
      #expect(HostileTextTests.forbidden(in: result.error) == [])
      #expect(result.error.utf8.count < 2_000)
    }
  }
}
