import MovieStatistics
import MovieStore
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct AttributeOutputTests {
  @Test("a narrow table truncates a title before its year")
  func narrowTable() {
    _ = movies("add", "A Very Long Title of a Movie", "--set", "year=1995", "--actor", "An Actor")
    _ = movies("add", "Another Very Long Title of a Movie", "--actor", "An Actor")
    let lines = movies("list", on: .terminal(columns: 40)).output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].contains("Another Very"))
    #expect(lines[2].contains("… (1995)"))
  }

  @Test("a title that ends with its year does not repeat it")
  func repeatedYear() {
    _ = movies("add", "Hamlet (1948)", "--set", "year=1948")
    #expect(movies("show", "1").output == "1 Hamlet (1948)\n")
    #expect(movies("show", "hamlet (1948)").status == .done)
  }

  @Test("similar titles are suggested with their years")
  func suggestions() {
    _ = movies("add", "Titanic", "--set", "year=1953")
    _ = movies("add", "Titanic", "--set", "year=1997")
    #expect(
      movies("show", "titanic (1996)").error
        == "Error: no movie is titled 'titanic (1996)'. "
        + "Did you mean 'Titanic (1953)' or 'Titanic (1997)'?\n")
    #expect(movies("show", "titanic").error.contains("Use an id or add the year:\n"))
    _ = movies("edit", "1", "--set", "year=1997")
    #expect(movies("show", "titanic").error.contains("Use an id:\n"))
  }

  @Test("export rejects a column that is no attribute of any movie")
  func unknownColumn() {
    _ = movies("add", "Heat", "--set", "year=1995")
    let result = movies("export", "--format", "csv", "--columns", "title,yaer")
    #expect(result.status == .usage)
    #expect(result.error == "Error: no movie has the attribute 'yaer'. Did you mean 'year'?\n")
    #expect(
      movies("export", "--format", "csv", "--columns", "title,rating").output
        == "title,rating\nHeat,\n")
  }

  @Test("edit changes the movies of '--where', and rejects an unknown key")
  func editWhere() {
    for (title, year) in [("Heat", "1995"), ("Ran", "1985"), ("Jaws", "1975")] {
      _ = movies("add", title, "--set", "year=\(year)")
    }
    #expect(
      movies("edit", "--where", "year>=1985", "--set", "tag=new", "--yes", "--format", "ids").output
        == "1\n2\n")
    #expect(movies("list", "--where", "tag=new", "--format", "ids").output == "1\n2\n")
    #expect(
      movies("edit", "--where", "year=1990", "--set", "tag=x").error
        == "no movies match; nothing to change\n")
    let unknownTerm = movies("edit", "--where", "tga=new", "--set", "tag=x", "--yes")
    #expect(unknownTerm.status == .usage)
    #expect(unknownTerm.error.hasPrefix("Error: no movie has the key 'tga'. Did you mean 'tag'?"))
    let unknown = movies("edit", "1", "--unset", "tga")
    #expect(unknown.status == .usage)
    #expect(unknown.error.hasPrefix("Error: no movie has the attribute 'tga'. Did you mean 'tag'?"))
  }

  @Test("edit removes whichever of several values of a key the movies have")
  func unsetSeveral() {
    for year in ["1995", "1985"] { _ = movies("add", "Heat", "--set", "year=\(year)") }
    let result = movies("edit", "1", "2", "--unset", "year=1995", "--unset", "year=1985")
    #expect(result.status == .done)
    #expect(movies("list", "--where", "!has:year", "--format", "ids").output == "1\n2\n")
  }

  @Test("the history shortens a long word of a command")
  func longNote() {
    _ = movies("add", "Heat", "--set", "note=" + String(repeating: "x", count: 5_000))
    let command = movies("history", "--columns", "command").output
    #expect(command.utf8.count < 300 && command.hasSuffix("…\n"))
  }

  @Test("stats lists the most frequent of many values")
  func manyValues() throws {
    var store = try Catalog(path: TemporaryDirectory.current + "/movies.db")
    try store.write("many") { store in
      for number in 0..<1_010 {
        let values: [AttributeValue] = [.integer(Int64(number)), .integer(7)]
        try store.add(
          MovieDraft(
            title: "M", attributes: try MovieAttributes([AttributeKey("own"): values])))
      }
    }
    let counts = try store.movieGroups(by: .attribute(AttributeKey("own")), limit: 3)
    #expect(counts.groups.map(\.value) == [.integer(0), .integer(1), .integer(7)])
    #expect(counts.groups.map(\.movies) == [1, 1, 1_010])
    #expect(counts.omittedGroups == 1_007)
    let result = movies("stats", "--by", "own")
    #expect(result.output.split(separator: "\n").count == 1_001)
    #expect(result.error == "the 1,000 most frequent values of 1,010\n")
  }
}
