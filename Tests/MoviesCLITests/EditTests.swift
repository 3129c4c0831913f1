import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct EditTests {
  init() throws { try SampleCatalog.install() }

  private func edited(_ options: [String]) -> CommandResult {
    movies(["edit", "1", "--columns", "title,actors"] + options)
  }

  private static let cast = "Robert De Niro;Edward Norton;Marlon Brando;Angela Bassett"

  @Test(
    "changes the title and the cast",
    arguments: [
      (["--title", "Score"], "Score\t\(cast)"),
      (["--title", "the score"], "the score\t\(cast)"),
      (["--add-actor", "New"], "The Score\t\(cast);New"),
      (["--add-actor", "B", "--add-actor", "A"], "The Score\t\(cast);B;A"),
      (
        ["--remove-actor", "Edward Norton", "--remove-actor", "Marlon Brando"],
        "The Score\tRobert De Niro;Angela Bassett"
      ),
      (
        ["--rename-actor", "Marlon Brando=M=B"],
        "The Score\tRobert De Niro;Edward Norton;M=B;Angela Bassett"
      ),
      (
        ["--rename-actor", "Marlon Brando=B", "--rename-actor", "Edward Norton=A"],
        "The Score\tRobert De Niro;A;B;Angela Bassett"
      ),
      (
        [
          "--title", "T", "--remove-actor", "Robert De Niro", "--add-actor", "Z", "--rename-actor",
          "Angela Bassett=Angie",
        ], "T\tEdward Norton;Marlon Brando;Angie;Z"
      ),
    ])
  func changes(options: [String], expected: String) {
    #expect(edited(options + ["-q"]) == CommandResult(output: expected + "\n"))
    #expect(
      movies("show", "1", "--columns", "title,actors", "--format", "tsv").output
        == expected + "\n")
  }

  @Test(
    "names the values of one movie before and after",
    arguments: [
      (["--title", "Score"], "title 'Score' (was 'The Score')"),
      (["--year", "2001", "--rating", "6.8"], "year 2001; rating 6.8"),
      (["--tag", "heist", "--set", "note=b"], "tag heist; note b (was a)"),
      (["--unset", "note"], "no note (was a)"),
      (
        ["--remove-actor", "Marlon Brando", "--remove-actor", "Angela Bassett"],
        "actors Robert De Niro, Edward Norton (was Robert De Niro, Edward Norton, Marlon Brando, "
          + "Angela Bassett)"
      ),
    ])
  func differences(options: [String], expected: String) {
    _ = movies("edit", "1", "--set", "note=a", "-q")
    let title = options.contains("Score") ? "Score" : "The Score"
    let year = options.contains("2001") ? " (2001)" : ""
    #expect(edited(options).error == "changed '\(title)\(year)': \(expected)\n")
  }

  @Test(
    "reports that nothing changes",
    arguments: [
      ["--title", "The Score"], ["--title", " The Score "], ["--add-actor", "Edward Norton"],
      ["--rename-actor", "Edward Norton=Edward Norton"],
    ])
  func unchanged(options: [String]) {
    let result = movies(["edit", "1", "--json"] + options)
    #expect(result.status == .done)
    #expect(result.error == "nothing to change\n")
    #expect(result.output.hasSuffix("\"change\": \"unchanged\"}\n]\n"))
  }

  @Test("a query that chooses three or more movies asks first", arguments: ["y", "n"])
  func confirmation(answer: String) {
    let two = movies("edit", "--where", "title:heat", "--set", "tag=a", on: .terminal)
    #expect(two.error == "changed 2 movies\n")
    let result = movies(
      "edit", "--favorites", "--set", "tag=b", input: "\(answer)\n", on: .terminal)
    let question = """
        1 The Score (Robert De Niro, Edward Norton, Marlon Brando)
        3 The Godfather (Marlon Brando, Al Pacino, James Caan)
        7 七人の侍 (三船敏郎, 志村喬)
      Change 3 movies? [y/N]\u{20}
      """
    #expect(
      result.error == question + (answer == "y" ? "changed 3 movies\n" : "nothing was changed\n"))
    #expect(
      movies("list", "--where", "tag=b", "--sort", "added", "--format", "ids").output
        == (answer == "y" ? "1\n3\n7\n" : ""))
    #expect(movies("edit", "--where", "title:heat", "--set", "tag=c").status == .usage)
  }

  @Test("splits --rename-actor at the = after a name in the cast")
  func equalsSigns() {
    #expect(movies("edit", "9", "--add-actor", "a=b", "-q").status == .done)
    #expect(
      movies("edit", "9", "--rename-actor", "a=b=c=d", "--columns", "actors", "-q").output
        == "c=d\n")
  }

  @Test("a name can start with a combining mark")
  func combiningMarks() {
    _ = movies("edit", "9", "--add-actor", "\u{E31}\u{E19}", "-q")
    for (old, new) in [("\u{E31}\u{E19}", "\u{301}x"), ("\u{301}x", "\u{E31}\u{E2B}")] {
      let result = movies("edit", "9", "--rename-actor", "\(old)=\(new)", "--columns", "actors")
      #expect(Array(result.output.utf8) == Array("\(new)\n".utf8), "\(result.error)")
    }
    let text = "title,\u{301}x\nA,1\n"
    let kept = movies("import", "-", "-n", "--keep", "a,\u{301}x", input: text)
    #expect(kept.error.hasSuffix("no record has the field 'a' of '--keep'\n"))
  }

  @Test("deletes removed actors who have no other movies")
  func orphans() {
    _ = movies("edit", "1", "--remove-actor", "Edward Norton", "--remove-actor", "Marlon Brando")
    #expect(movies("actors", "norton").output == "")
    #expect(movies("actors", "brando").output == "3\tMarlon Brando\t1\n")
  }

  @Test(
    "rejects impossible changes, and changes nothing",
    arguments: [
      (
        ["--remove-actor", "Jane Doe"],
        "'Jane Doe' is not in the cast of 'The Score': \(cast.replacing(";", with: ", "))."
      ),
      (
        ["--title", "New", "--rename-actor", "Jane Doe=John Doe"],
        "'Jane Doe' is not in the cast of 'The Score': \(cast.replacing(";", with: ", "))."
      ),
      (
        ["--add-actor", "New", "--rename-actor", "Edward Norton=Marlon Brando"],
        "'Marlon Brando' is already in the cast of 'The Score'. "
          + "Use '--remove-actor' to remove the other name."
      ),
    ])
  func refused(options: [String], message: String) throws {
    let before = try SampleCatalog.bytes
    #expect(edited(options) == CommandResult(.notFound, error: "Error: \(message)\n"))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "reports usage errors before it opens the database",
    arguments: [
      (["edit"], "Missing expected argument '<movie> ...'. Specify movies, or use '--where'."),
      (
        ["edit", "1", "--where", "has:year"],
        "Specify movies, or choose them with options such as '--where', but not both"
      ),
      (
        ["edit", "1", "--actor", "Al Pacino", "--set", "year=1999"],
        "'--actor' chooses movies. Use '--add-actor' or '--remove-actor' for 'Al Pacino' in a cast."
      ),
      (["delete", "--title", ""], #"The value of 'title=""' is empty"#),
      (
        ["edit", "--all", "--where", "has:year"],
        "Specify movies, or choose them with options such as '--where', but not both"
      ),
      (
        ["edit", "--where", "heat", "--set", "year=1999"],
        "The text 'heat' has no key. Use 'title:heat' or 'actor:heat'."
      ),
      (
        ["edit", "1"],
        "No change specified. Use '--rating', '--year', '--tag', '--watched', '--director', '--note', "
          + "'--set', '--unset', '--title', "
          + "'--add-actor', '--remove-actor' or '--rename-actor'; or '--editor'."
      ),
      (
        ["edit", "1", "2", "--title", "x"],
        "'--title' requires one movie. Put '<movie>' in quotes if it contains spaces."
      ),
      (["edit", "1", "--title", " "], "The title is empty"),
      (["edit", "1", "--add-actor", ""], "An actor's name is empty"),
    ])
  func usageErrors(arguments: [String], message: String) {
    let result = movies(arguments + ["--db", "/nowhere/at/all.db"])
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)\n"), "\(result.error)")
    #expect(result.error.contains("\nUsage: movies \(arguments[0]) [<options>] [<movie> ...]\n"))
  }

  @Test(
    "--rename-actor requires two names; --title requires one movie",
    arguments: [
      (["1", "--rename-actor", "x"], "'--rename-actor' requires '<old>=<new>', not 'x'"),
      (["1", "--rename-actor", "Edward Norton="], "An actor's name is empty"),
      (
        ["1..3", "--title", "x"],
        "'--title' requires one movie. Put '<movie>' in quotes if it contains spaces."
      ),
    ])
  func invalidValues(arguments: [String], message: String) {
    let result = movies(["edit"] + arguments)
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)\n"), "\(result.error)")
  }
}
