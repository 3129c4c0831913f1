import MovieSystem
import TestSupport
import Testing

/// `rate`, `watch` and `tag`.
@Suite(.limited, .temporaryDirectory) struct RecordTests {
  init() throws { try SampleCatalog.install() }

  private func attributes(_ id: String) -> String {
    movies("list", "--where", "actor=id:1", "--columns", "id,rating,watched,tag").output
      .split(separator: "\n").first { $0.hasPrefix("\(id)\t") }.map(String.init) ?? ""
  }

  @Test("rates a movie, and says what it was")
  func rate() {
    let first = movies("rate", "the score", "8.5")
    #expect(first.error == "changed 'The Score': rating 8.5\n")
    #expect(first.output.hasPrefix("1\t*\tThe Score\t"))
    #expect(movies("rate", "1", "7").error == "changed 'The Score': rating 7 (was 8.5)\n")
    #expect(movies("rate", "1", "7").error == "nothing to change\n")
    #expect(movies("rate", "1", "8", "-n").error == "would change 'The Score': rating 8 (was 7)\n")
    #expect(attributes("1") == "1\t7\t\t")
    #expect(movies("rate", "1", "6", "-q") == CommandResult())
    #expect(movies("rate", "1", "5", "-q", "--format", "ids").output == "1\n")
  }

  @Test("watches a movie today, or also on other dates")
  func watch() {
    let (today, yesterday) = (Clock.localDate(), Clock.localDate(daysAgo: 1))
    #expect(movies("watch", "1").error == "changed 'The Score': watched \(today)\n")
    #expect(
      movies("watch", "1", "2026-01-02").error
        == "changed 'The Score': watched 2026-01-02, \(today) (was \(today))\n")
    #expect(movies("watch", "1", "yesterday", "-q").status == .done)
    #expect(attributes("1") == "1\t\t2026-01-02;\(yesterday);\(today)\t")
    for date in ["today", "yesterday", "2026-01-02", "2026-01", "2026"] {
      #expect(movies("watch", "1", date).error == "nothing to change\n", "\(date)")
    }
    #expect(movies("watch", "1", "tomorrow").status == .usage)
    #expect(
      movies("edit", "1", "-q", "--unset=watched=today", "--set=watched=2025").status == .done)
    #expect(attributes("1") == "1\t\t2025;2026-01-02;\(yesterday)\t")
  }

  @Test("--set watched= accepts the names of days", arguments: [("today", 0), ("yesterday", 1)])
  func namedDay(name: String, days: Int32) {
    let date = Clock.localDate(daysAgo: days)
    #expect(
      movies("edit", "1", "--set", "watched=\(name)").error
        == "changed 'The Score': watched \(date)\n")
    #expect(
      movies("add", "X", "--set", "watched=\(name)", "--columns", "watched").output == "\(date)\n")
    #expect(movies("list", "--where", "watched:\(date)", "--format", "ids").output == "1\n10\n")
  }

  @Test("the order of dates is that of the last ones")
  func lastDates() {
    for (movie, dates) in [("1", ["2020", "2025-01-02"]), ("4", ["2024"]), ("8", ["2025-01-03"])] {
      #expect(movies(["edit", movie, "-q"] + dates.map { "--set=watched=\($0)" }).status == .done)
    }
    let listed = { movies("list", "has:watched", "--sort", $0, "--format", "ids").output }
    #expect(listed("watched") == "8\n1\n4\n" && listed("+watched") == "4\n1\n8\n")
  }

  @Test("adds tags to the other tags, and removes them")
  func tag() {
    #expect(movies("tag", "1", "heist", "crime").error == "changed 'The Score': tag heist, crime\n")
    #expect(
      movies("tag", "1", "paris", "crime").error
        == "changed 'The Score': tag heist, crime, paris (was heist, crime)\n")
    #expect(movies("tag", "1", "CRIME").error == "nothing to change\n")
    #expect(movies("tag", "1", "heist,paris", "--remove").status == .done)
    #expect(attributes("1") == "1\t\t\tcrime")
    #expect(movies("tag", "1", "none", "--remove").error == "nothing to change\n")
    #expect(movies("tag", "1", "crime", "--remove", on: .terminal).output.contains("TAG"))
  }

  @Test("takes ranges, standard input or a selection instead of a movie")
  func selections() {
    #expect(movies("rate", "3..5", "6").error == "changed 3 movies\n")
    #expect(movies("tag", "-", "a", "b", input: "1\n2\n").error == "changed 2 movies\n")
    #expect(movies("tag", "-", "a", input: "") == CommandResult())
    #expect(movies("rate", "--where", "title:heat", "4", "--yes").error == "changed 2 movies\n")
    #expect(movies("tag", "--all", "c", "--yes").error == "changed 9 movies\n")
    #expect(movies("watch", "--favorites", "--yes").error == "changed 3 movies\n")
    #expect(
      movies("rate", "--title", "1917", "9", "-y").error == "changed '1917': rating 9 (was 6)\n")
    #expect(movies("rate", "--where", "title:heat", "4").status == .usage)
    let none = movies("rate", "--where", "title:hat", "4", "--yes", "--exit-status")
    #expect(none.status == .notFound)
    #expect(none.error.contains("no movies match; nothing to change"))
    #expect(movies("rate", "--where", "title:hat", "4", "--yes").status == .done)
  }

  @Test("asks before it changes three or more movies of a query", arguments: ["y", "n"])
  func question(answer: String) {
    let result = movies("tag", "--favorites", "x", input: "\(answer)\n", on: .terminal)
    #expect(result.error.contains("Change 3 movies? [y/N] "))
    #expect(result.error.hasSuffix(answer == "y" ? "changed 3 movies\n" : "nothing was changed\n"))
    #expect(
      movies("tag", "--favorites", "y", "--no-input", on: .terminal).error.hasPrefix(
        "Error: Changing the movies of a query requires confirmation. Pass '--yes'."))
  }

  @Test(
    "reports a missing or invalid argument, and changes nothing",
    arguments: [
      (["rate"], "Missing expected argument '<movie> ...'."),
      (["rate", "8"], "Missing expected argument '<rating>'"),
      (["rate", "1", "11"], "'11' is above 10; of another scale, write '11/100'"),
      (["rate", "1", "good"], "'good' is not a rating such as 8.5, 4.5/5, '4 stars' or 85%"),
      (["rate", "the", "score", "8"], "Unexpected argument '8'. Put text that contains spaces"),
      (["rate", "1", "-1"], "Unknown option '-1'. Put '--' before the value '-1'"),
      (["rate", "--where", "title:heat", "the score", "8"], "Unexpected argument 'the score'."),
      (["tag", "1"], "Missing expected argument '<tag>'"),
      (["tag", "1", ""], "The value of 'tag' is empty."),
      (["tag", "--all"], "Missing expected argument '<tag>'"),
      (["watch"], "Missing expected argument '<movie> ...'."),
      (
        ["watch", "1", "2026-13-01"],
        "The calendar does not have '2026-13-01'"
      ),
      (["rate", "--where", "heat", "8"], "The text 'heat' has no key."),
    ])
  func invalid(arguments: [String], message: String) throws {
    let bytes = try SampleCatalog.bytes
    let result = movies(arguments)
    #expect(result.status == .usage)
    #expect(result.error.lowercased().contains(message.lowercased()), "\(result.error)")
    #expect(try SampleCatalog.bytes == bytes)
  }

  @Test("a movie that does not exist or is ambiguous is an error")
  func references() {
    #expect(movies("rate", "99", "8").status == .notFound)
    #expect(movies("rate", "heat", "8").error.contains("several movies are titled 'heat'"))
    // For changes, a number that is a title is refused.
    #expect(movies("rate", "1917", "8").error.contains("Use 'title=1917' or the id 5."))
  }

  @Test("a table shows the attribute that was set")
  func table() {
    let output = movies("rate", "1", "8", on: .terminal).output
    #expect(output.contains("RATING"))
    #expect(output.contains("  8  "))
    #expect(
      movies("rate", "1", "7", "--format", "csv").output.hasPrefix("id,favorite,title,actors\n"))
  }
}

/// The columns and pages of movies.
@Suite(.limited, .temporaryDirectory) struct ShownValueTests {
  init() throws {
    try SampleCatalog.install()
    _ = movies("edit", "4", "--year", "1995", "--rating", "8.5", "--tag", "heist", "-q")
  }

  private func headings(_ arguments: String...) -> [String] {
    let lines = movies(arguments, on: .terminal(columns: 120)).output.split(separator: "\n")
    return lines.first.map { $0.split(separator: " ").map(String.init) } ?? []
  }

  @Test("a table shows the keys of the order and of the query")
  func keys() {
    #expect(headings("list") == ["ID", "TITLE", "ACTORS"])
    #expect(headings("list", "--sort", "rating") == ["ID", "TITLE", "RATING", "ACTORS"])
    #expect(
      headings("list", "tag:heist", "has:year", "!watched:2020", "--sort", "-year")
        == ["ID", "TITLE", "TAG", "YEAR", "ACTORS"])
    #expect(headings("list", "heat", "is:favorite", "actor:pacino") == [])
    #expect(
      movies("list", "rating:8..", "--sort", "year").output
        == "4\t\tHeat\tAl Pacino;Robert De Niro;Val Kilmer\n")
  }

  @Test("+ adds columns to the usual ones")
  func additions() {
    #expect(
      movies("list", "--limit", "1", "--where", "title:heat", "--columns", "+rating,+tag").output
        == "4\t\tHeat\t8.5\theist\tAl Pacino;Robert De Niro;Val Kilmer\n")
    #expect(
      movies("actors", "--columns", "+movies", "--limit", "1").output
        == movies("actors", "--limit", "1").output)
    #expect(
      movies("list", "--columns", "+none").error.contains("no movie has the attribute 'none'"))
    #expect(movies("list", "--columns", "+").status == .usage)
  }

  @Test("the page of a movie in a pipe")
  func page() {
    let result = movies("show", "4", "--format", "page").output
    #expect(result.contains("  Val Kilmer"), "\(result)")
    #expect(result.hasPrefix("Heat (1995)\nmovie 4, 3 actors\n\nrating  8.5\ntag     heist\n\n"))
    let colored = movies("show", "4", "--color", "always").output
    #expect(colored.contains("\u{1B}[1mHeat (1995)"))
    #expect(movies("show", "4").output.hasPrefix("4 Heat (1995)\n  7 Al Pacino\n"))
    #expect(movies("show", "4", "--format", "page", "--depth", "2").status == .usage)
    let list = movies("list", "heat", "--format", "page").output
    #expect(list.contains("\n\nHeat\nmovie 8, 1 actor\n"))
    #expect(
      movies("actors", "--limit", "1", "--format", "page").output
        == "ID      7\nNAME    Al Pacino\nMOVIES  2\n")
  }

  @Test("with --quiet, changes print only what was asked for")
  func quiet() {
    for command in [
      ["add", "X"], ["edit", "1", "--year", "2001"], ["favorite", "2"], ["rate", "2", "7"],
      ["watch", "2"], ["tag", "2", "a"], ["undo"], ["redo"], ["delete", "2"],
    ] {
      #expect(movies(command + ["-q"], on: .terminal) == CommandResult(), "\(command)")
    }
    #expect(movies("add", "Y", "-q", "--format", "ids").output == "11\n")
  }

  @Test("--yes is accepted only where something asks")
  func yes() {
    for command in [["add", "X"], ["seed", "1"], ["import", "-"], ["list"], ["backup", "b"]] {
      let result = movies(command + ["--yes"])
      #expect(result.status == .usage)
      #expect(result.error.hasPrefix("Error: Unknown option '--yes'"), "\(result.error)")
    }
  }

  @Test("add and edit have short forms of --set")
  func shortForms() {
    let options = ["--year", "2001", "--rating", "7", "--tag", "a", "--tag", "b"]
    let columns = ["--columns", "year,rating,tag"]
    #expect(movies(["add", "X"] + options + columns).output == "2001\t7\ta;b\n")
    #expect(movies(["edit", "4"] + options + columns).output == "2001\t7\theist;a;b\n")
    #expect(movies("add", "X (2001)", "--year", "2002").status == .usage)
    #expect(movies("add", "X", "--rating", "11").status == .usage)
    #expect(
      movies("add", "Heat (1995)").error.hasPrefix(
        "the catalog already has 'Heat' (id 8)"))
  }
}

/// `random` and `connect`.
@Suite(.limited, .temporaryDirectory) struct PickTests {
  init() throws { try SampleCatalog.install() }

  @Test("random prints one movie of the query, and adds none")
  func random() throws {
    let bytes = try SampleCatalog.bytes
    #expect(movies("random", "--format", "ids").output.split(separator: "\n").count == 1)
    #expect(["4\n", "8\n"].contains(movies("random", "heat", "--format", "ids").output))
    #expect(
      movies("random", "--limit", "20", "--format", "ids").output.split(separator: "\n").count == 9)
    #expect(
      movies("random", "--seed", "3", "--limit", "3").output
        == movies("random", "--seed", "3", "--limit", "3").output)
    #expect(movies("random", "--favorites", on: .terminal).error == "")
    #expect(movies("random", "nothing", on: .terminal).error == "no movies match\n")
    #expect(movies("random", "nothing", "--exit-status").status == .notFound)
    #expect(try SampleCatalog.bytes == bytes)
  }

  @Test("the co-actors of an actor are ordered by the number of common movies")
  func coactors() {
    _ = movies("add", "Serpico", "--actor", "Al Pacino", "--actor", "Val Kilmer")
    _ = movies("add", "Other", "--actor", "Robert De Niro")
    #expect(
      movies("actors", "--with", "al pacino", "--limit", "3", "--columns", "name,movies").output
        == "Val Kilmer\t2\nDiane Keaton\t1\nJames Caan\t1\n")
    #expect(
      movies(
        "actors", "kilmer", "--with", "al pacino", "--where", "title:heat", "--columns", "movies"
      )
      .output == "1\n")
  }

  @Test("connect prints the shortest chain")
  func connect() {
    _ = movies("add", "Bridge", "--actor", "Al Pacino", "--actor", "Audrey Tautou")
    let result = movies("connect", "edward norton", "mathieu kassovitz")
    #expect(
      result.output == """
        2 Edward Norton
          1 The Score *
        1 Robert De Niro
          4 Heat
        7 Al Pacino
          10 Bridge
        5 Audrey Tautou
          2 Amélie
        6 Mathieu Kassovitz

        """)
    #expect(result.error == "connected by 4 movies\n")
    let json = movies("connect", "1", "7", "--json").output
    #expect(
      json.hasPrefix(
        #"{"actors": [{"id": 1, "name": "Robert De Niro"}, {"id": 7, "name": "Al Pacino"}], "movies": [{"id": 4, "#
      ))
  }

  @Test("actors without a chain, or the same one, are errors")
  func unconnected() {
    let result = movies("connect", "al pacino", "estela inda")
    #expect(result.status == .notFound)
    #expect(result.error == "Error: no chain of movies connects 'Al Pacino' with 'Estela Inda'.\n")
    #expect(movies("connect", "al pacino", "AL PACINO").status == .usage)
    #expect(movies("connect", "al pacino").status == .usage)
    #expect(movies("connect", "al pacino", "nobody").status == .notFound)
  }
}
