import TestSupport
import Testing

/// `--set` and `--unset` of `add` and `edit`.
@Suite(.limited, .temporaryDirectory) struct AttributeTests {
  init() throws {
    try SampleCatalog.install()
    let options = ["--set=year=2001", "--set=tag=heist", "--set=mood=calm"]
    #expect(movies(["edit", "1", "-q"] + options).status == .done)
  }

  /// The attributes of a movie as JSON.
  private func attributes(of movie: String) -> String {
    let json = movies("show", movie, "--format", "ndjson").output
    return json.split(separator: "\"attributes\": ").dropFirst().joined().replacing("}\n", with: "")
  }

  @Test("add stores values in the order of the keys; a tag given twice is stored once")
  func add() {
    let result = movies(
      "add", "Ran", "--set", "tag=war", "--set", "year=1985", "--set", "tag=king", "--set",
      "tag=war", "--set", "imdb_id=tt0089881", "--format", "ndjson")
    #expect(
      result.output
        == #"{"id": 10, "title": "Ran", "sortableTitle": "ran", "favorite": false, "actors": [], "#
        + #""attributes": {"year": 1985, "tag": ["war", "king"], "imdb_id": ["tt0089881"]}, "change": "added"}"#
        + "\n")
    #expect(result.error.hasPrefix("added"))
    #expect(attributes(of: "ran") == attributes(of: "10"))
    let random = movies("add", "--random", "--set", "tag=new", "--format", "ndjson")
    #expect(random.output.contains(/"attributes": {"year": \d{4}, "tag": \["new"\]}/))
  }

  @Test(
    "edit changes the attributes; a tag is added to the others",
    arguments: [
      (["--set=year=1999"], #"{"year": 1999, "tag": ["heist"], "mood": ["calm"]}"#),
      (
        ["--rating", "8,5"],
        #"{"year": 2001, "rating": 8.5, "tag": ["heist"], "mood": ["calm"]}"#
      ),
      (["--set=tag=crime"], #"{"year": 2001, "tag": ["heist", "crime"], "mood": ["calm"]}"#),
      (["--set=tag=heist"], #"{"year": 2001, "tag": ["heist"], "mood": ["calm"]}"#),
      (["--set=mood=a", "--set=mood=b"], #"{"year": 2001, "tag": ["heist"], "mood": ["a", "b"]}"#),
      (["--set=tag=HÉIST"], #"{"year": 2001, "tag": ["heist"], "mood": ["calm"]}"#),
      (
        [#"--set=tag=a, b\,c,A"#, #"--tag=d\\,heist"#, "--unset=mood"],
        #"{"year": 2001, "tag": ["heist", "a", "b,c", "d\\"]}"#
      ),
      (
        ["--set=genres=Crime,Drama", "--set=director=Mann, Michael", "--unset=tag=x,heist"],
        #"{"year": 2001, "genre": ["Crime", "Drama"], "director": ["Mann, Michael"], "#
          + #""mood": ["calm"]}"#
      ),
      (
        ["--set=watched=2024-02-29", "--set=watched=2024-02", "--set=watched=2023", "--unset=tag"],
        #"{"year": 2001, "watched": ["2023", "2024-02-29"], "mood": ["calm"]}"#
      ),
      (["--unset=tag", "--unset=mood"], #"{"year": 2001}"#),
      (["--unset=tag=heist", "--set=tag=x"], #"{"year": 2001, "tag": ["x"], "mood": ["calm"]}"#),
      (["--unset=tag=other"], #"{"year": 2001, "tag": ["heist"], "mood": ["calm"]}"#),
      (["--unset=year", "--unset=tag", "--unset=mood", "--unset=note"], "{}"),
      (
        ["--unset=tag", "--set=mood=7", "--set=rating=8.0"],
        #"{"year": 2001, "rating": 8, "mood": [7]}"#
      ),
      (
        ["--unset=tag", "--set=mood=7.50", "--set=rating=8.5"],
        #"{"year": 2001, "rating": 8.5, "mood": [7.5]}"#
      ),
      (["--unset=tag", "--set=mood=07"], #"{"year": 2001, "mood": ["07"]}"#),
      (["--unset=tag", "--set=mood= a=b "], #"{"year": 2001, "mood": ["a=b"]}"#),
      (
        ["--unset=tag", "--unset=mood", "--set=watched=2024-02-29", "--set=note=七 \"x\""],
        #"{"year": 2001, "watched": ["2024-02-29"], "note": "七 \"x\""}"#
      ),
    ])
  func edit(options: [String], expected: String) {
    let before = attributes(of: "1")
    let result = movies(["edit", "1"] + options)
    #expect(result.status == .done)
    #expect(attributes(of: "1") == expected)
    let isChanged = result.error.hasPrefix("changed 'The Score")
    #expect(before == expected ? result.error == "nothing to change\n" : isChanged)
  }

  @Test("edit changes several movies, also from standard input, in one change")
  func severalMovies() {
    let columns = ["--columns", "id,tag,change"]
    #expect(
      movies(["edit", "4", "1..2", "--set", "tag=heist"] + columns)
        == CommandResult(
          output: "4\theist\tupdated\n1\theist\tunchanged\n2\theist\tupdated\n",
          error: "changed 2 movies, 1 unchanged\n"))
    #expect(
      movies(["edit", "-", "--set", "tag=new"] + columns, input: Array("1\tx\n七人の侍\n".utf8))
        == CommandResult(
          output: "1\theist;new\tupdated\n7\tnew\tupdated\n", error: "changed 2 movies\n"))
    #expect(movies("undo", "-q").status == .done)
    #expect(movies("list", "--where", "tag=new").output == "")
    #expect(movies("list", "--where", "tag=heist", "--format", "ids").output == "2\n4\n1\n")
    #expect(movies("edit", "-", "--set", "tag=new") == CommandResult())
  }

  @Test(
    "--title requires one movie",
    arguments: [["1", "2"], ["1..3"], ["-"]])
  func title(references: [String]) throws {
    let before = try SampleCatalog.bytes
    let result = movies(
      ["edit", "--title", "x", "--set", "tag=x"] + references, input: Array("1\n2\n".utf8))
    #expect(result.status == .usage)
    #expect(
      result.error.hasPrefix(
        "Error: '--title' requires one movie. Put '<movie>' in quotes if it contains spaces.\n"))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("a dry run prints the change and stores nothing")
  func dryRun() throws {
    let before = try SampleCatalog.bytes
    let edit = movies("edit", "1", "2", "--set", "year=2002", "--columns", "year,change", "-n")
    #expect(
      edit
        == CommandResult(
          output: "2002\tupdated\n2002\tupdated\n", error: "would change 2 movies\n"))
    let add = movies("add", "Ran", "--set", "year=1985", "-n", "--columns", "title,year")
    #expect(add.output == "Ran\t1985\n")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "undo restores the attributes exactly, and redo redoes the change",
    arguments: [
      ["edit", "1", "2", "--set", "year=1999", "--set", "tag=x", "--unset", "mood"],
      ["edit", "1", "--unset", "tag", "--unset", "year", "--unset", "mood"],
      ["add", "Ran", "--set", "year=1985", "--set", "tag=war"], ["delete", "1", "2"],
      ["delete", "--where", "tag=heist", "--yes"], ["favorite", "--where", "has:year", "--yes"],
    ])
  func undo(command: [String]) {
    func catalog() -> String { movies("list", "--json").output }
    let before = catalog()
    #expect(movies(command).status == .done)
    let after = catalog()
    #expect(after != before)
    for _ in 0..<2 {
      #expect(movies("undo", "-q").status == .done)
      #expect(catalog() == before)
      #expect(movies("redo", "-q").status == .done)
      #expect(catalog() == after)
    }
  }

  @Test("history show has the attributes before and after")
  func history() {
    _ = movies("edit", "1", "4", "-q", "--set=year=1999", "--unset=tag", "--set=rating=9")
    let shown = movies("history", "show", "3", "--columns", "id,title,difference")
    #expect(
      shown.output
        == "1\tThe Score\tyear 1999 (was 2001); rating 9; no tag (was heist)\n"
        + "4\tHeat\tyear 1999; rating 9\n")
    let json = movies("history", "show", "3", "--format", "ndjson").output
    #expect(json.contains(#""attributes": {"year": 2001, "tag": ["heist"], "mood": ["calm"]}"#))
    #expect(json.contains(#""attributes": {"year": 1999, "rating": 9, "mood": ["calm"]}"#))
    let table = movies("history", "show", "3", on: .terminal).output
    #expect(table.contains("The Score (1999)"))
  }

  @Test(
    "rejects keys and values that cannot be stored, and changes nothing",
    arguments: [
      (["--set", "year=next"], "'next' is not a year from 1870 to 2200"),
      (["--set", "year=1869"], "'1869' is not a year from 1870 to 2200"),
      (["--set", "rating=8.55"], "'8.55' is not a rating from 0 to 10 with at most one decimal"),
      (
        ["--set", "rating=12.5"],
        "'12.5' is above 10; of another scale, write '12.5/100'"
      ),
      (
        ["--set", "watched=2026-02-30"],
        "The calendar does not have '2026-02-30'"
      ),
      (["--set", "tag=a\nb"], "'a\nb' is not text of one line"),
      (["--set", "Year=1990"], "'Year' is not a valid key. Did you mean 'year'?"),
      (["--set", "imdb-id=5"], "'imdb-id' is not a valid key. Did you mean 'imdb_id'?"),
      (["--set", "year"], "'--set' requires '<key>=<value>', not 'year'"),
      (
        ["--set", "tag= "],
        "The value of 'tag' is empty. To remove a tag, use 'movies tag <movie> <tag> --remove'."
      ),
      (
        ["--set", "=x"],
        "'' is not a valid key: a key has lowercase letters, digits and underscores, starts with a "
          + "letter, and has at most 64 bytes"
      ),
      (["--set", "year=1990", "--set", "year=1991"], "'year' can have only one value"),
      (["--set", "note=a\0b"], "The value of 'note' contains a NUL character"),
      (
        ["--set", "note=" + String(repeating: "x", count: 17 << 10)],
        "The value of 'note' has 17,408 bytes; the limit is 16,384"
      ),
      (
        ["--set", "tag=" + String(repeating: "x", count: 257)],
        "The value of 'tag' has 257 bytes; the limit is 256"
      ),
      (["--set", "tag=x", "--unset", "Tag"], "'Tag' is not a valid key. Did you mean 'tag'?"),
    ])
  func errors(options: [String], message: String) throws {
    let before = try SampleCatalog.bytes
    for command in [["edit", "1"], ["add", "Ran"]] {
      if command[0] == "add", options.contains("--unset") { continue }
      let result = movies(command + options)
      #expect(result.status == .usage)
      #expect(result.output == "")
      #expect(result.error.hasPrefix("Error: \(message)\n"), "\(result.error)")
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("cards and trees show the attributes of movies that have some")
  func shown() {
    _ = movies("edit", "1", "-q", "--set=tag=crime", "--set=note=two\nlines", "--unset=mood")
    #expect(
      movies("show", "1", on: .terminal).output.hasPrefix(
        """
        The Score (2001) ★
        movie 1, 4 actors

        tag   heist, crime
        note  two
              lines

        """))
    #expect(movies("show", "1").output.hasPrefix("1 The Score (2001) *\n"))
    #expect(movies("show", "9").output == "9 Koyaanisqatsi\n")
  }

  @Test("JSON always has the attributes, before the change")
  func json() {
    #expect(movies("show", "9", "--format", "ndjson").output.hasSuffix(", \"attributes\": {}}\n"))
    #expect(
      movies("favorite", "9", "--format", "ndjson").output.hasSuffix(
        ", \"attributes\": {}, \"change\": \"updated\"}\n"))
  }
}
