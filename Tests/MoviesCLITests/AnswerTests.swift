import MovieSystem
import TestSupport
import Testing

/// What a command that finds nothing, or another movie than was meant, answers.
@Suite(.limited, .temporaryDirectory) struct AnswerTests {
  init() throws {
    try SampleCatalog.install()
    for arguments in [
      ["1", "--set=director=Frank Oz", "--tag=heist", "--set=lent_on=2026-03-01"],
      ["4", "--set=director=Michael Mann", "--year=1995", "--set=genre=Crime"],
      ["2", "--year=2001", "--set=aka=Le Fabuleux destin", "--tag=watchlist"],
      ["8", "--year=1986"],
    ] { #expect(movies(["edit", "-q"] + arguments).status == .done) }
  }

  private func firstLine(_ arguments: [String]) -> String {
    movies(arguments).error.split(separator: "\n").first.map(String.init) ?? ""
  }

  // MARK: Queries

  @Test(
    "Ids are terms",
    arguments: [
      ("id:4", "4"), ("id=4", "4"), ("ID:3..5", "3 4 5"), ("id:1,5", "1 5"), ("id>7", "8 9"),
      ("!id:2..", "1"), ("id:99", ""),
    ])
  func ids(term: String, ids: String) {
    let result = movies("list", term, "--sort", "added", "--format", "ids")
    #expect(result.output.split(separator: "\n").joined(separator: " ") == ids)
    #expect(result.status == .done)
  }

  @Test(
    "A term that cannot be looked for is an error with the spelling",
    arguments: [
      ("id:x", "'x' is not an id, such as 12, 3..9 or 1,5"),
      ("id:3-5", "'id:3-5' is not a range: 'id:3..5'"),
      (
        "actors>3",
        "'actors' is not a key; use 'actor:pacino'. For the text, use quotes: '\"actors>3\"'"
      ),
      (
        "cast!=x",
        "'cast' is not a key; use 'actor:pacino'. For the text, use quotes: '\"cast!=x\"'"
      ),
      (
        "lent_on:2026-01..2026-03",
        "'lent_on:2026-01..2026-03' is a range, but 'lent_on' has texts; use 'lent_on>=2026-01' "
          + "'lent_on<=2026-03'. For the text, use quotes: 'lent_on:\"2026-01..2026-03\"'"
      ),
      (
        "tag:1990s..",
        "'tag:1990s..' is a range, but 'tag' has texts; use 'tag>=1990s'. For the text, use quotes: "
          + "'tag:\"1990s..\"'"
      ),
    ])
  func terms(term: String, message: String) {
    let result = movies("list", term)
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)\n"), "\(result.error)")
  }

  @Test("A day by its name is an error in a query, since its date is stored")
  func namedDays() throws {
    let before = try SampleCatalog.bytes
    for words in [["list", "lent_on=today"], ["delete", "--where", "lent_on!=today", "--yes"]] {
      let result = movies(words)
      #expect(result.status == .usage && result.error.contains("has the word, not its date; use '"))
    }
    #expect(movies("list", "tag=today", "--format", "ids").status == .done)
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("To exclude an id that no movie has is an error for a change")
  func excludedIDs() throws {
    let result = movies("delete", "--not", "id:99", "--yes")
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: no movies match 'id:99'. To exclude nothing, leave out"))
    #expect(movies("list", "id:99").error == "no movies match 'id:99'.\n")
  }

  @Test(
    "What the error about a range of texts says to write works",
    arguments: [["lent_on>=2026-01", "lent_on<=2026-03"], ["lent_on<2026-03"], ["lent_on:2026"]])
  func ranges(terms: [String]) {
    #expect(
      movies(["list", "--format", "ids"] + terms).output
        == (terms == ["lent_on<2026-03"] ? "" : "1\n"))
  }

  @Test(
    "Numbers that are compared with a key of texts are an error with the term",
    arguments: ["lent_on>=2026", "lent_on<2027", "lent_on:2025..2027", "lent_on:2026.."])
  func numbersOfTexts(term: String) {
    let result = movies("list", term)
    #expect(result.status == .usage)
    let advice = "'lent_on' has texts, not numbers. Compare them with texts, as in "
    #expect(
      result.error.hasPrefix("Error: '\(term)' finds nothing: \(advice)'lent_on>=2026-03-01'."),
      "\(result.error)")
    #expect(movies("list", "lent_on>=2026-03-01", "--format", "ids").output == "1\n")
    // A number is compared with numbers.
    _ = movies("edit", "5", "--set", "lent_on=2026", "-q")
    #expect(movies("list", "lent_on:2026..", "--format", "ids").status == .done)
  }

  @Test(
    "Words of a keyed term in --where are its value",
    arguments: [
      (["--where", "title:love note"], nil), (["--where", "title:my rating"], nil),
      (["--not", "title:love note"], nil), (["--where", "lent_on:rating"], nil),
      (["--where", "love note"], "note"), (["--where", "heat rating"], "rating"),
      (["--not", "lent_on"], "lent_on"),
    ] as [([String], String?)])
  func keys(options: [String], key: String?) {
    let result = movies(["list"] + options)
    #expect(result.status == (key == nil ? .done : .usage))
    if let key { #expect(result.error.hasPrefix("Error: '\(key)' is a key. Use 'has:\(key)', ")) }
  }

  @Test(
    "A list that is empty names the term that finds movies",
    arguments: [
      (["mann"], "director:mann"), (["michael", "mann"], #"director:"michael mann""#),
      (["mich mahn"], nil), (["director:mamn"], #"director="Michael Mann""#),
      (["maenn"], #"director="Michael Mann""#), (["crime"], "genre:crime"),
      (["heist"], "tag:heist"),
      (["genre:crme"], "genre=Crime"), (["amelie", "2001"], "amelie year:2001"),
    ] as [([String], String?)])
  func nearMisses(terms: [String], meant: String?) {
    let result = movies(["list"] + terms)
    #expect(result.output.isEmpty && result.status == .done)
    guard let meant else { return }
    #expect(result.error.contains("Did you mean '\(meant)'?"), "\(result.error)")
    for suggestion in Advice.suggestions(in: result.error) {
      #expect(!movies("list", "--where", suggestion).output.isEmpty, "\(suggestion)")
    }
  }

  @Test(
    "A key as a text, or a number for texts, is answered with terms",
    arguments: [
      (
        "rating",
        "'rating' is a key. Use 'has:rating', 'rating:<value>', or '\"rating\"' for the text."
      ),
      (
        "lent_on",
        "'lent_on' is a key. Use 'has:lent_on', 'lent_on:<value>', or '\"lent_on\"' for the text."
      ),
    ])
  func keyAdvice(term: String, advice: String) {
    #expect(movies("list", term).error == "no movies match '\(term)'. \(advice)\n")
  }

  // MARK: References

  @Test("An 'aka' that one movie has is a reference")
  func otherTitles() {
    let line = movies("show", "2").output
    #expect(movies("show", "le fabuleux DESTIN").output == line)
    #expect(movies("show", "Le fabuleux destin (2001)").output == line)
    #expect(movies("rate", "le fabuleux destin", "9").status == .done)
    #expect(movies("show", "le fabuleux destin (2002)").status == .notFound)
    // A title goes first, also with the year; of several movies, none is taken.
    _ = movies("edit", "1", "--set", "aka=Heat (1995)", "-q")
    #expect(movies("show", "Heat (1995)").output == movies("show", "4").output)
    #expect(movies("show", "Heat (1986)").output == movies("show", "8").output)
    _ = movies("edit", "1", "--set", "aka=Heat", "-q")
    #expect(movies("list", "title=heat", "--format", "ids").output == "4\n8\n")
    _ = movies("edit", "5", "--set", "aka=Le Fabuleux destin", "-q")
    let result = movies("show", "le fabuleux destin")
    #expect(
      result.status == .notFound && result.error.contains("  2  ") && result.error.contains("  5  ")
    )
  }

  @Test(
    "A reference that a list would understand is answered",
    arguments: [
      ("amelie 2001", "Did you mean 'Amélie (2001)'?"),
      (
        "robert de niro",
        "It is the name of an actor; for the movies: movies list --actor 'Robert De Niro'"
      ),
    ])
  func answers(reference: String, answer: String) {
    let result = movies("show", reference)
    #expect(result.status == .notFound)
    #expect(result.error == "Error: no movie is titled '\(reference)'. \(answer)\n")
    for line in Advice.lines(in: result.error) {
      #expect(!movies(Array(Advice.words(of: line).dropFirst())).output.isEmpty)
    }
  }

  @Test(
    "A movie that does not exist can be added with the values",
    arguments: [
      (["watch", "New Film (2026)"], "--watched today", "watched"),
      (["watch", "It's (2026)", "2026-01-02"], "--watched 2026-01-02", "watched"),
      (["rate", "-x-", "8"], nil, ""), (["rate", "New", "8"], "--rating 8", "rating"),
      (["tag", "New Film (2026)", "a", "b c"], "--tag a --tag 'b c'", "tag"),
    ] as [([String], String?, String)])
  func newMovies(words: [String], options: String?, key: String) throws {
    let error = movies(words).error
    guard let options else { return }
    let line = try #require(Advice.lines(in: error).last)
    #expect(error.contains("\nTo add it: movies add ") && line.hasSuffix(options), "\(error)")
    let added = movies(Array(Advice.words(of: line).dropFirst()) + ["--columns", "title,\(key)"])
    #expect(added.status == .done && !added.output.hasSuffix("\t\n"), "\(added)")
    #expect(movies(words).status == .done)
  }

  @Test("The advice to add a movie has the database and values that begin with a dash")
  func advisedOptions() throws {
    let tagged = movies("tag", "Missing", "--", "-later").error
    let line = try #require(Advice.lines(in: tagged).last)
    #expect(line == "movies add Missing --tag=-later")
    #expect(movies(Array(Advice.words(of: line).dropFirst()) + ["-q"]).status == .done)
    let path = SampleCatalog.path
    #expect(movies("rate", "New", "8", "--db", path).error.hasSuffix(" --rating 8 --db \(path)\n"))
  }

  @Test("Commands that are not for new movies do not advise to add one")
  func otherCommands() {
    for words in [
      ["tag", "New", "x", "--remove"], ["delete", "New"], ["edit", "New", "--year=1"],
    ] {
      #expect(!movies(words).error.contains("To add it"), "\(words)")
    }
  }

  // MARK: Days

  @Test("A day that is unusual is named, and asked about on a terminal")
  func unusualDays() throws {
    #expect(
      movies("watch", "4", "2990-01-02").error
        == "changed 'Heat (1995)': watched 2990-01-02\n2990-01-02 is in the future\n")
    #expect(
      movies("watch", "8", "1980-05").error
        == "changed 'Heat (1986)': watched 1980-05\n1980-05 is before 'Heat (1986)'\n")
    let before = try SampleCatalog.bytes
    let declined = movies("watch", "2", "2990", input: "\n", on: .terminal)
    #expect(declined.status == .notFound && declined.error.contains("  2990 is in the future\n"))
    #expect(try SampleCatalog.bytes == before)
    let accepted = movies("watch", "2", "2990", input: "y\n", on: .terminal)
    #expect(accepted.status == .done)
    #expect(!accepted.error.hasSuffix("is in the future\n"))
    #expect(!movies("watch", "5", on: .terminal).error.contains("?"))
  }

  @Test("A year after a title can be that of the movie")
  func bareYears() {
    #expect(
      firstLine(["watch", "amelie", "2020"])
        == "changed 'Amélie (2001)': watched 2020; no tag (was watchlist)")
    #expect(
      movies("watch", "amelie", "2019").error.hasSuffix(
        "watched 2019: Amélie (2001); for the movie of 2019: movies undo && movies watch 'amelie (2019)'\n"
      ))
    #expect(!movies("watch", "amelie", "2019-05").error.contains("for the movie"))
    #expect(!movies("watch", "2", "2018").error.contains("for the movie"))
  }

  @Test("An id that looks like a year is named")
  func ids() throws {
    try PlainConnection(SampleCatalog.path).run(
      "INSERT INTO MovieModel(id, title) VALUES (190, 'M 180'), (1901, 'M 1891')")
    #expect(movies("rate", "1901", "8").error.hasSuffix("'1901' was read as the id of 'M 1891'\n"))
    #expect(!movies("rate", "190", "8").error.contains("was read"))
  }

  @Test("Days of own keys can be named")
  func ownDays() {
    let today = Clock.localDate()
    #expect(
      firstLine(["edit", "4", "--set", "lent_on=today"])
        == "changed 'Heat (1995)': lent_on \(today)")
    #expect(
      firstLine(["edit", "4", "--unset", "lent_on=today"])
        == "changed 'Heat (1995)': no lent_on (was \(today))")
    #expect(firstLine(["edit", "4", "--tag", "today"]) == "changed 'Heat (1995)': tag today")
  }

  // MARK: The watchlist

  @Test(
    "A movie that is newly seen leaves the watchlist",
    arguments: [
      (["watch", "2"], true), (["tag", "2", "seen"], true),
      (["edit", "2", "--watched", "2026"], true),
      (["rate", "2", "8"], false), (["tag", "2", "x"], false),
      (["edit", "2", "--tag", "watchlist", "--watched", "2026"], false),
    ])
  func watchlist(words: [String], leaves: Bool) {
    let result = movies(words)
    #expect(!leaves || result.error.contains("(was watchlist)"), "\(result.error)")
    #expect(movies("list", "tag=watchlist", "--format", "ids").output == (leaves ? "" : "2\n"))
    _ = movies("undo", "-q")
    #expect(movies("list", "tag=watchlist", "--format", "ids").output == "2\n")
  }

  @Test("Of several movies, those that leave the watchlist are counted")
  func watchlists() {
    _ = movies("tag", "3..5", "watchlist", "-q")
    #expect(movies("watch", "1..4").error == "changed 4 movies\n3 movies left the watchlist\n")
    #expect(movies("edit", "1..4", "--unset", "watched").error == "changed 4 movies\n")
  }

  // MARK: Add

  @Test("On a terminal, add asks whether to use the movie of the title and year")
  func existing() {
    let count = movies("list", "--format", "ids").output.split(separator: "\n").count
    func add(_ answer: String, _ arguments: String...) -> CommandResult {
      movies(
        ["add", "heat (1995)", "--rating", "8"] + arguments, input: Array(answer.utf8),
        on: .terminal)
    }
    let used = add("y\n", "--favorite", "--tag", "x", "--actor", "New Name")
    #expect(used.error.contains("the catalog already has 'Heat (1995)' (id 4)\n"))
    #expect(used.error.contains("changed 'Heat (1995)': "))
    let terms = ["actor:new name", "tag=x", "rating:8", "is:favorite"]
    #expect(movies(["list", "--format", "ids"] + terms).output == "4\n")
    #expect(movies("list", "--format", "ids").output.split(separator: "\n").count == count)
    #expect(add("\n").error.hasSuffix("added 1 movie\n"))
    // Of two, none is proposed.
    #expect(add("").error.hasSuffix("added 1 movie\n"))
    #expect(movies("list", "--format", "ids").output.split(separator: "\n").count == count + 2)
  }

  // MARK: Other answers

  @Test(
    "Options of other programs are answered with the line to type",
    arguments: [
      ("edit heat --favorite", "Unknown option '--favorite'. Use: movies favorite heat --on"),
      (
        "rate heat none",
        "'none' is not a rating. To remove one, use: movies edit heat --unset rating"
      ),
      ("rate heat --clear", "Unknown option '--clear'. Use: movies edit heat --unset rating"),
      (
        "watch heat --remove",
        "Unknown option '--remove'. Use: movies edit heat --unset watched=<date>"
      ),
      (
        "unwatch heat",
        "Unknown command 'unwatch'. Did you mean 'edit <movie> --unset watched=<date>'?"
      ),
      ("export x.csv -n", "Unknown option '-n'"),
      ("list --columns id,id", "'--columns' names 'id' twice"),
      ("history 3", "Unexpected argument '3'. Did you mean 'movies history show 3'?"),
      ("list is:unwatched", "'is:unwatched' is not known; use '!is:watched'"),
      ("list is:watchlist", "'is:watchlist' is not known; use 'tag=watchlist'"),
      (
        "export --format csv tag=heist",
        "'tag=heist' is a term. Use '--where tag=heist' with a file, or './tag=heist' for the file."
      ),
    ])
  func lines(line: String, message: String) {
    let result = movies(line.split(separator: " ").map(String.init))
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)\n"), "\(result.error)")
  }

  @Test("add and edit have options for days, directors and notes")
  func options() {
    let options = [
      "--watched", "2026-01-02", "--watched", "2026", "--director", "A", "--note", "n",
    ]
    let columns = ["--columns", "watched,director,note", "-q"]
    #expect(movies(["add", "New"] + options + columns).output == "2026;2026-01-02\tA\tn\n")
    #expect(
      movies(["edit", "4"] + options + columns).output == "2026-01-02\tMichael Mann;A\tn\n")
  }

  @Test("Lists of actors can be sorted with a sign")
  func signs() {
    func ids(_ arguments: String...) -> [Substring] {
      movies(["actors", "--format", "ids"] + arguments).output.split(separator: "\n")
    }
    #expect(ids("--sort", "-name") == ids("--sort", "name", "--reverse"))
    #expect(ids("--sort", "+name") == ids("--sort", "name"))
    #expect(ids("--sort", "-movies") == ids("--sort", "movies"))
    #expect(ids("--sort=+movies") == ids("--sort", "movies", "--reverse"))
    #expect(ids("--sort", "-movies", "--reverse") == ids("--sort", "+movies"))
    #expect(
      movies("show", "4", "--sort", "-name").output
        == movies("show", "4", "--sort", "name", "--reverse").output)
    #expect(movies("show", "4", "--sort", "-title").status == .usage)
  }

  @Test("A title that differs only in its Unicode form is named as changed")
  func normalization() {
    let change = movies("edit", "2", "--title", "Ame\u{301}lie").error
    #expect(change == "changed 'Amélie (2001)': title in another Unicode form\n")
    #expect(movies("edit", "2", "--title", "Ame\u{301}lie").error == "nothing to change\n")
  }

  @Test("In a table, the day that sorts is first")
  func days() {
    _ = movies("edit", "4", "-q", "--set=watched=2020-01-02", "--set=watched=2026-01-03")
    _ = movies("watch", "8", "2025-01-01", "-q")
    let table = movies("list", "is:watched", "--sort", "watched", on: .terminal).output
    #expect(table.contains("2026-01-03") && !table.contains("2020-01-02, 2026"), "\(table)")
    #expect(movies("list", "id:4", "--columns", "watched").output == "2020-01-02;2026-01-03\n")
  }
}
