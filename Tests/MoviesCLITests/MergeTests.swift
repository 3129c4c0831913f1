import TestSupport
import Testing

/// `merge`, and `rename-actor`.
@Suite(.limited, .temporaryDirectory) struct MergeTests {
  init() throws {
    try SampleCatalog.install()
    _ = movies("edit", "4", "--rating", "8", "--set", "note=a", "-q")
    _ = movies("edit", "8", "--rating", "7", "--year", "1986", "--tag", "x", "-q")
  }

  private func heat() -> String {
    movies("show", "4", "--columns", "title,year,rating,tag,actors", "--format", "tsv", "-q").output
  }

  @Test("Merges two movies, and says which values were not taken")
  func merge() {
    let before = movies("export", "-").output
    let result = movies("merge", "4", "8", "--columns", "id,actors")
    #expect(result.output == "4\tAl Pacino;Robert De Niro;Val Kilmer;Joe Dallesandro\n")
    #expect(
      result.error == """
        merged 2 movies into 'Heat (1986)' (4): actors Al Pacino, Robert De Niro, Val Kilmer, Joe \
        Dallesandro (was Al Pacino, Robert De Niro, Val Kilmer); year 1986; tag x
        kept rating 8, not 7 (8)
        for the other values: movies undo, then pass '--prefer 8'

        """)
    #expect(movies("show", "8").status == .notFound)
    #expect(movies("undo", "-q").status == .done)
    #expect(movies("export", "-").output == before)
    #expect(movies("merge", "4", "8", "--prefer", "8", "-q").status == .done)
    #expect(heat().hasPrefix("Heat\t1986\t7\tx\t"))
  }

  @Test("On a terminal, asks where values differ", arguments: ["y", "n", "e"])
  func dialog(answer: String) {
    let result = movies("merge", "4", "8", input: "\(answer)\n2\n", on: .terminal)
    #expect(result.error.contains("      rating: keep 8 (4), not 7 (8)\n"))
    #expect(result.error.contains("Merge into 'Heat (1986)'? [y/n/e] "))
    #expect(result.status == (answer == "n" ? .notFound : .done))
    #expect(heat().contains(answer == "e" ? "\t7\t" : "\t8\t"))
    #expect(movies("show", "8").status == (answer == "n" ? .done : .notFound))
  }

  @Test("Three movies or more ask first", arguments: ["y", "n"])
  func confirmation(answer: String) {
    for _ in 10...12 { _ = movies("add", "Ran", "-q") }
    let refused = movies("merge", "10", "11", "12")
    #expect(refused.status == .usage)
    #expect(refused.error.contains("Merging 3 movies requires confirmation. Pass '--yes'."))
    let result = movies("merge", "10", "11", "12", input: answer + "\n", on: .terminal)
    #expect(result.error.contains("Merge 3 movies? [y/N] "))
    #expect(movies("show", "11").status == (answer == "y" ? .notFound : .done))
  }

  @Test("A preview changes nothing")
  func dryRun() throws {
    let before = try SampleCatalog.bytes
    #expect(movies("merge", "4", "8", "-n").error.hasPrefix("would merge 2 movies into"))
    #expect(
      movies("rename-actor", "Al Pacino", "X", "-n").error
        == "would rename 'Al Pacino' to 'X' in 2 movies\n")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "Movies that cannot be merged, and names that cannot be given, change nothing",
    arguments: [
      (["merge", "4"], 64, "needs two movies"),
      (["merge", "4", "4"], 64, "'Heat' (4) cannot be merged with itself"),
      (["merge", "4", "id:4"], 64, "cannot be merged with itself"),
      (["merge", "4", "99"], 1, "no movie has the id 99"),
      (["merge", "4", "heat"], 1, "several movies"),
      (["merge", "4", "8", "--prefer", "5"], 64, "'5' of '--prefer' is not one of the movies"),
      (["merge", "4", "8", "--prefer", "99"], 1, "no movie has the id 99"),
      (["rename-actor", "Al Pacino", " "], 64, "empty"),
      (["rename-actor", "Al Pacinno", "X"], 1, "Did you mean 'Al Pacino' (id 7)?"),
      (["rename-actor", "Al Pacino"], 64, "'<name>'"),
    ])
  func errors(arguments: [String], status: Int32, message: String) throws {
    let before = try SampleCatalog.bytes
    let result = movies(arguments)
    #expect(result.status.rawValue == status)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
  }

  // MARK: Actors

  @Test("Renames an actor, who keeps the id")
  func rename() {
    let before = movies("actors", "al pacino", "--format", "ids").output
    let result = movies("rename-actor", "al pacino", "Alfredo Pacino")
    #expect(result.output == "\(before.dropLast())\tAlfredo Pacino\t2\n")
    #expect(result.error == "renamed 'Al Pacino' to 'Alfredo Pacino' in 2 movies\n")
    #expect(
      movies("rename-actor", "Alfredo Pacino", "Alfredo Pacino").error
        == "'Alfredo Pacino' has this name already\n")
    #expect(movies("undo", "-q").status == .done)
    #expect(movies("actors", "al pacino", "--format", "ids").output == before)
  }

  @Test("Two actors become one, after a question from three movies on", arguments: ["y", "n"])
  func renameToExisting(answer: String) {
    #expect(
      movies("rename-actor", "Marlon Brando", "Robert De Niro").error
        == """
        renamed 'Marlon Brando' to 'Robert De Niro' in 2 movies; with the 2 of that name, 3

        """)
    let refused = movies("rename-actor", "Robert De Niro", "Al Pacino")
    #expect(refused.status == .usage)
    #expect(refused.error.contains("Renaming an actor of 3 movies requires confirmation."))
    let result = movies(
      "rename-actor", "Robert De Niro", "Al Pacino", input: answer + "\n", on: .terminal)
    #expect(result.status == (answer == "y" ? .done : .notFound))
    #expect(movies("actors", "pacino", "-q").output.hasSuffix(answer == "y" ? "\t3\n" : "\t2\n"))
  }
}
