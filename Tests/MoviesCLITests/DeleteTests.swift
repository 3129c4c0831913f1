import MovieSQLite
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct DeleteTests {
  init() throws { try SampleCatalog.install() }

  private var count: Int { movies("list").output.split(separator: "\n").count }

  @Test(
    "deletes up to two specified movies without confirmation",
    arguments: [
      (["1"], 8), (["heat", "4"], 9), (["4", "8"], 7), (["4..5"], 7), (["9", "9", "9"], 8),
    ])
  func named(references: [String], left: Int) {
    let result = movies(["delete"] + references)
    #expect(result.status == (left == 9 ? .notFound : .done))
    #expect(count == left)
  }

  @Test("a title that differs in a vowel is another movie, in 'import', 'delete' and 'duplicates'")
  func vowels() {
    for (title, rating) in [("กินรี", 9), ("กุนรี", 6)] {
      let list = "title,year,rating\n\(title),2001,\(rating)\n"
      #expect(movies("import", "-", input: list).status == .done)
    }
    #expect(movies("delete", "กนรี", "--yes").status == .notFound)
    #expect(movies("duplicates", "year:2001", "--merge", "--yes").output.isEmpty)
    #expect(
      movies("list", "year:2001", "--columns", "title,rating").output == "กินรี\t9\nกุนรี\t6\n")
    #expect(movies("delete", "กุนรี", "--yes").status == .done)
    #expect(movies("list", "year:2001", "--columns", "title").output == "กินรี\n")
  }

  @Test("prints the deleted movie, and deletes actors without other movies")
  func printed() {
    let result = movies("delete", "3", "--json")
    #expect(result.error == "deleted 1 movie\n")
    Golden.expect(result.output, is: "delete/json")
    #expect(movies("actors", "caan").output == "")
    #expect(movies("actors", "pacino").output == "7\tAl Pacino\t1\n")
  }

  @Test("the output of delete --json can be imported")
  func undo() {
    let before = movies("export", "--where", "title:godfather").output
    let deleted = movies("delete", "3", "--json").output
    #expect(movies("import", "-", input: deleted).status == .done)
    #expect(movies("export", "--where", "title:godfather").output == before)
  }

  @Test("prints records only after the commit", arguments: [[], ["--json"]])
  func printedAfterCommit(format: [String]) throws {
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute(
      """
      CREATE TABLE loans(movie INTEGER REFERENCES MovieModel(id) DEFERRABLE INITIALLY DEFERRED)
      """)
    try connection.execute("INSERT INTO loans VALUES (2)")
    let result = movies(["delete", "1", "2", "4", "--yes"] + format)
    #expect(result.status == .inputOutput)
    #expect(result.output == "")
    #expect(result.error.contains("FOREIGN KEY constraint failed"))
    #expect(count == 9)
  }

  @Test("ids are never reused")
  func ids() {
    _ = movies("delete", "9")
    #expect(movies("add", "x", "--format", "ids", "-q").output == "10\n")
    _ = movies("delete", "--all", "--yes")
    #expect(movies("add", "x", "--format", "ids", "-q").output == "11\n")
  }

  @Test(
    "three or more movies, any number of a query, and --all require confirmation",
    arguments: [
      ["1", "2", "3"], ["1..3"], ["--where", "title:score"], ["--title", "the score"],
      ["--actor", "George MacKay"], ["--favorites"], ["--not", "is:favorite"], ["--all"], ["-"],
    ])
  func asked(selection: [String]) throws {
    let before = try SampleCatalog.bytes
    let input = selection == ["-"] ? "1\n2\n3\n" : ""
    let result = movies(["delete"] + selection, input: Array(input.utf8))
    #expect(result.status == .usage)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("Error: Deleting "))
    #expect(
      result.error.contains("requires confirmation. Pass '--yes'.\nUsage: movies delete"))
    let noInput = movies(
      ["delete", "--no-input"] + selection, input: Array(input.utf8), on: .terminal)
    #expect(noInput.status == .usage)
    #expect(try SampleCatalog.bytes == before)
    #expect(movies(["delete", "--yes"] + selection, input: Array(input.utf8)).status == .done)
    #expect(count < 9)
  }

  @Test(
    "shows the movies and asks for confirmation",
    arguments: [
      ("y\n", true), ("Y\n", true), ("yes\n", true), (" YES \r\n", true), ("y", true),
      ("\n", false), ("n\n", false), ("", false), ("yess\n", false), ("no\ny\n", false),
    ])
  func prompt(input: String, isConfirmed: Bool) {
    let result = movies("delete", "1", "2", "5", input: input, on: .terminal)
    let question = """
        1 The Score (Robert De Niro, Edward Norton, Marlon Brando)
        2 Amélie (Audrey Tautou, Mathieu Kassovitz)
        5 1917 (George MacKay)
      Delete 3 movies? [y/N]\u{20}
      """
    #expect(result.status == (isConfirmed ? .done : .notFound))
    // The end of the input ends the line of the question.
    #expect(
      result.error == question + (input.isEmpty ? "\n" : "")
        + (isConfirmed ? "deleted 3 movies. To undo: movies undo\n" : "nothing was deleted\n"))
    #expect(count == (isConfirmed ? 6 : 9))
  }

  @Test("the question shows at most twenty movies")
  func manyMovies() {
    for number in 10...25 { _ = movies("add", "Movie \(number)", "-q") }
    let result = movies("delete", "--all", on: .terminal)
    #expect(result.error.contains("\n  20 Movie 20\n  and 5 more movies\nDelete 25 movies? [y/N] "))
  }

  @Test(
    "asks on the controlling terminal if standard input contains references",
    arguments: [("y\n", 6), ("n\n", 9), ("", 9)])
  func controllingTerminal(typed: String, count: Int) {
    let console = Console(isErrorTerminal: true, typed: typed)
    let result = movies("delete", "-", input: "1\n2\n3\n", on: console)
    #expect(result.status == (count == 9 ? .notFound : .done))
    #expect(result.error.contains("Delete 3 movies? [y/N] "))
    #expect(self.count == count)
    let refused = movies("delete", "-", "--no-input", input: "4\n5\n6\n", on: console)
    #expect(refused.error.hasPrefix("Error: Deleting 3 movies requires confirmation. "))
  }

  @Test("standard input that contains references is not read as an answer")
  func referencesOnTerminal() {
    let result = movies("delete", "-", input: "1\n2\n3\n", on: .terminal)
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: Deleting 3 movies requires confirmation. "))
    #expect(movies("delete", "-", input: "1\n2\n", on: .terminal).status == .done)
  }

  @Test("asks only if standard input and standard error are terminals")
  func halfTerminal() {
    for console in [
      Console(isInputTerminal: true), Console(isErrorTerminal: true),
      Console(isOutputTerminal: true),
    ] {
      #expect(movies("delete", "--all", input: "y\n", on: console).status == .usage)
    }
    #expect(count == 9)
  }

  @Test("the question escapes control characters in titles")
  func hostile() {
    _ = movies("add", "x\u{1B}[2J\ny\u{202E}", "-q")
    let result = movies("delete", "--where", "title:2j", on: .terminal)
    #expect(result.error.hasPrefix("  10 x\\u{1B}[2J\\u{A}y<U+202E>\nDelete 1 movie? [y/N] "))
  }

  @Test("--dry-run names no command to undo it")
  func dryRun() {
    #expect(movies("delete", "9", "-n", on: .terminal).error == "would delete 1 movie\n")
  }

  @Test(
    "requires exactly one of references, a selection and --all, and a key before each text",
    arguments: [
      ([], "Missing expected argument '<movie> ...'. Specify movies, or use '--where'."),
      (["--all", "1"], Self.notBoth), (["--all", "--where", "title:x"], Self.notBoth),
      (["--where", "title:x", "1"], Self.notBoth), (["--title", "x", "1"], Self.notBoth),
      (["--favorites", "--all"], Self.notBoth), (["--not", "title:x", "1"], Self.notBoth),
      (["--where", " "], "The query of '--where' has no terms"),
      (
        ["--title", "heat", "--where", "heat"],
        "The text 'heat' has no key. Use 'title:heat' or 'actor:heat'."
      ),
    ])
  func usageErrors(options: [String], message: String) {
    let result = movies(["delete", "--yes"] + options)
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)\n"), "\(result.error)")
    #expect(count == 9)
  }

  private static let notBoth =
    "Specify movies, or choose them with options such as '--where', but not both"

  @Test("deletes nothing if no movie matches")
  func nothing() {
    #expect(
      movies("delete", "--where", "title:zzz", on: .terminal)
        == CommandResult(error: "no movies match; nothing to delete\n"))
    #expect(
      movies("delete", "--where", "title:zzz", "-q", "--yes", "--exit-status")
        == CommandResult(.notFound))
    #expect(
      movies("delete", "--title", "haet", "--yes")
        == CommandResult(
          error: "no movies match 'title=haet'. Did you mean 'Heat'?\n"
            + "no movies match; nothing to delete\n"))
    #expect(movies("delete", "-", input: "") == CommandResult())
  }
}
