import Foundation
import TestSupport
import Testing

/// `--where`, and the order and the columns of attributes.
@Suite(.limited, .temporaryDirectory) struct WhereTests {
  init() throws { try Self.prepared.get().write(to: URL(filePath: SampleCatalog.path)) }

  /// The content of the database, created once.
  private static let prepared = Result {
    try SampleCatalog.install()
    for (movie, options) in [
      (
        "1",
        ["year=2001", "rating=8", "tag=heist", "tag=crime", "minutes=124", "genre=Crime,Drama"]
      ),
      ("2", ["year=2001", "tag=Paris", "note=Montmartre, the CAFÉ"]),
      (
        "4",
        [
          "year=1995", "rating=9.5", "tag=heist", "watched=2026-11-23", "minutes=170",
          "runtime=170", "imdb=0113277", "tmdb=949", "letterboxd=heat-1995", "genre=crime",
        ]
      ),
      ("8", ["year=1986", "watched=2025-01-02", "minutes=long", "runtime=90"]),
    ] {
      #expect(movies(["edit", movie, "-q"] + options.map { "--set=\($0)" }).status == .done)
    }
    return try SampleCatalog.bytes
  }

  private func ids(_ arguments: [String]) -> [Int] {
    let result = movies(arguments + ["--format", "ids"])
    #expect(result.status == .done, "\(arguments): \(result.error)")
    return result.output.split(separator: "\n").compactMap { Int($0) }
  }

  /// Queries, and the ids of the movies that match all of them, in the order they were added.
  private static let queries: [([String], [Int])] = [
    (["year=2001"], [1, 2]), (["year!=2001"], [3, 4, 5, 6, 7, 8, 9]), (["year<1995"], [8]),
    (["year<=1995"], [4, 8]), (["year>1995"], [1, 2]), (["year>=1995"], [1, 2, 4]),
    ([" year>=1995 "], [1, 2, 4]), (["YEAR:1995"], [4]), (["year:19"], []),
    (["year:1986..1995"], [4, 8]), (["year:..1994"], [8]), (["year:1995.."], [1, 2, 4]),
    (["year:1990s"], [4]), (["year:1986,2001"], [1, 2, 8]), (["has:year"], [1, 2, 4, 8]),
    (["!has:year"], [3, 5, 6, 7, 9]), (["year>3000"], []), (["rating>=8.5"], [4]),
    (["!rating>=8.5"], [1, 2, 3, 5, 6, 7, 8, 9]), (["rating=8.0"], [1]), (["rating:8..9"], [1]),
    (["tag=heist"], [1, 4]), (["tag=Héist"], [1, 4]), (["tag=hei"], []), (["tag:HEI"], [1, 4]),
    (["tag:crime,PAR"], [1, 2]), (["tag=crime,paris"], [1, 2]), (["tag=\"crime,paris\""], []),
    (["tag!=Crime"], [2, 3, 4, 5, 6, 7, 8, 9]), (["!tag!=crime"], [1]),
    (["tag!=crime,paris"], [3, 4, 5, 6, 7, 8, 9]), (["tag>=heist"], [1, 4]),
    (["note:cafe"], [2]), (["note:, THE"], [2]), (["note:cafe,x"], []), (["watched=2026"], [4]),
    (["watched=2026-11"], [4]), (["watched:2026-11"], [4]), (["watched:2025..2026-11"], [4, 8]),
    (["watched:2025-01-03.."], [4]), (["watched<2026"], [8]), (["watched<=2025-01-02"], [8]),
    (["watched>2025-01"], [4]), (["is:watched"], [4, 8]), (["!is:favorite"], [2, 4, 5, 6, 8, 9]),
    (["runtime:..90"], [8]), (["runtime:90..170"], [4, 8]), (["runtime>90"], [4]),
    (["imdb:0113277"], [4]), (["imdb=tt0113277"], [4]),
    (["imdb!=113277"], [1, 2, 3, 5, 6, 7, 8, 9]),
    (["tmdb:949"], [4]), (["tmdb:94"], []), (["letterboxd:heat-1995"], [4]),
    (["genres:crime"], [1, 4]), (["GENRE=drama,x"], [1]), (["has:genres"], [1, 4]),
    (["minutes>=124"], [1, 4]), (["minutes:120..130"], [1]), (["minutes=long"], [8]),
    (["minutes<zzz"], [8]), (["tag=heist", "year<2000"], [4]),
    (["has:year", "!has:rating"], [2, 8]), (["tag=heist", "tag=crime"], [1]),
    (["tag=heist", "tag=Paris"], []), (["title:hea"], [4, 8]),
    (["title=score"], [1]), (["actor:pacino"], [3, 4]), (["actor=al pacino"], [3, 4]),
    (["actor=\"Al Pacino\"", "!actor:niro"], [3]), (["!has:actor"], [9]),
  ]

  @Test("a key of a movie alone is refused, unless it is quoted")
  func keyAlone() throws {
    for option in ["--where", "--not"] {
      #expect(
        movies("list", option, "minutes")
          == CommandResult(
            .usage,
            error: "Error: 'minutes' is a key. Use 'has:minutes', 'minutes:<value>', or "
              + #"'"minutes"' for the text."# + "\n"))
    }
    #expect(movies("list", "--where", #""minutes""#).status == .done)
    #expect(movies("list", "minutes").status == .done)
  }

  @Test("list, search and export find the movies that match all queries")
  func finds() {
    for (index, (queries, expected)) in Self.queries.enumerated() {
      let options = queries.flatMap { ["--where", $0] }
      #expect(ids(["list", "--sort", "added"] + options) == expected, "\(queries)")
      if queries.count == 1 {
        let others = ids(["list", "--sort", "added", "--not"] + queries)
        #expect(others == (1...9).filter { !expected.contains($0) }, "\(queries)")
      }
      if index % 5 > 0 { continue }
      #expect(ids(["list", "--sort", "added", "--reverse"] + options) == expected.reversed())
      #expect(
        ids(["list", "--sort", "added", "--limit", "2"] + options) == Array(expected.prefix(2)))
      #expect(
        ids(["search", "heat", "--sort", "added"] + options)
          == expected.filter { [4, 8].contains($0) })
      let exported = movies(["export"] + options)
      #expect(exported.output.split(separator: "\n").count == expected.count)
    }
  }

  @Test("favorite and delete change the movies that match all queries")
  func changes() {
    for (queries, expected) in Self.queries.suffix(16) {
      let options = queries.flatMap { ["--where", $0] }
      let marked = movies(["favorite", "--on", "-n", "--format", "ids"] + options)
      #expect(marked.output == expected.map { "\($0)\n" }.joined(), "\(queries)")
      #expect(marked.error.hasSuffix("no movies match; nothing to change\n") == expected.isEmpty)
      let deleted = movies(["delete", "-n", "--format", "ids"] + options)
      #expect(deleted.output == expected.map { "\($0)\n" }.joined(), "\(queries)")
      #expect(deleted.error.hasSuffix("no movies match; nothing to delete\n") == expected.isEmpty)
      let heat = movies(["delete", "-n", "--title", "heat", "--format", "ids"] + options)
      #expect(heat.output == expected.filter { [4, 8].contains($0) }.map { "\($0)\n" }.joined())
    }
  }

  @Test("favorite and delete store the change")
  func stored() {
    let refused = movies("favorite", "--where", "year=2001", "--on")
    #expect(refused.status == .usage)
    #expect(
      refused.error.hasPrefix(
        "Error: Changing the movies of a query requires confirmation. Pass '--yes'"))
    #expect(ids(["list", "--favorites", "--sort", "added"]) == [1, 3, 7])
    let marked = movies("favorite", "--where", "year=2001", "--on", "--yes", "-q")
    #expect(marked.status == .done)
    #expect(ids(["list", "--favorites", "--sort", "added"]) == [1, 2, 3, 7])
    // A deletion by a query needs confirmation from one movie on.
    let kept = movies("delete", "--where", "tag=crime")
    #expect(kept.status == .usage)
    #expect(
      kept.error.hasPrefix(
        "Error: Deleting the movies of a query requires confirmation. Pass '--yes'"))
    #expect(ids(["list", "--where", "tag=crime"]) == [1])
    #expect(movies("delete", "--where", "tag=heist", "--yes", "-q").status == .done)
    #expect(ids(["list", "--sort", "added"]) == [2, 3, 5, 6, 7, 8, 9])
    #expect(movies("favorite", "--where", "tag=heist", "-yq", "--exit-status").status == .notFound)
    #expect(movies("delete", "--where", "tag=heist", "-yq", "--exit-status").status == .notFound)
  }

  @Test("delete asks with the years of the movies")
  func question() {
    var console = Console.terminal
    console.typed = "n\n"
    let result = movies("delete", "--where", "tag=heist", on: console)
    #expect(result.status == .notFound)
    #expect((result.output + result.error).contains("4 Heat (1995) (Al Pacino"), "\(result)")
  }

  @Test("a query that is not valid is a usage error, and nothing is changed")
  func invalid() throws {
    let refused = [
      ("year>", "'year>' has no value, as in 'year>1995'"), ("tag:", "'tag:' has no value"),
      ("tag: x", "'tag:' has no value"), ("", "The query of '--where' has no terms"),
      (" ", "The query of '--where' has no terms"), ("=1990", "'=1990' is not a term"),
      ("year >= 1990", "write key, operator and value without spaces, as in 'year>=1990'"),
      ("year==1990", "'year==1990' has two operators"),
      // Operators of other languages must not be values: `tag<>70mm` would delete what must stay.
      ("tag<>70mm", "'tag<>70mm' has two operators"), ("tag=<x", "'tag=<x' has two operators"),
      ("tag=~x", "'tag=~x' has two operators"), ("tag>>x", "'tag>>x' has two operators"),
      ("note=>3", "For a value that begins with an operator, use quotes"),
      ("year>=next", "'next' is not a year, such as 1995, 1990..1999 or 1990s"),
      ("runtime:long", "'long' is not a runtime, such as 90 or 90..120"),
      ("imdb:heat", "'heat' is not an IMDb id such as tt0113277"),
      ("year:1995-1999", "'year:1995-1999' is not a range: 'year:1995..1999'"),
      ("year:90s", "'year:90s' is not a decade: 'year:1990s'"), ("year:..", "has no bound"),
      ("year:1999..1990", "is reversed; write 'year:1990..1999'"),
      ("watched=2026-13", "he calendar does not have '2026-13'"),
      ("year", "'year' is a key. Use 'has:year', 'year:<value>', or '\"year\"' for the text."),
      ("!Rating", "is a key. Use 'has:rating'"), ("watched", "is a key. Use 'is:watched'"),
      ("favorites", "is a key. Use 'is:favorite'"), ("actor", "is a key. Use 'actor:<text>'"),
      ("is:seen", "'is:seen' is not known; use 'is:watched'"),
      ("title>a", "'title' has the operators ':' and '='"),
      ("!!year:1990", "has one '!' at most"), ("tag=\"a", "is not closed"),
      (
        "tag=a note:b",
        "'note:b' is a second term in one argument: pass each term as a separate argument"
      ),
      ("note=\(String(repeating: "x", count: 17 << 10))", "has 17,408 bytes; the limit is 16,384"),
      ("note:\(String(repeating: "x", count: 1 << 17))", "The query is longer than "),
      ("note=a\0b", "contains a NUL character"), ("tag:\u{301}", "has no letters to look for"),
    ]
    let commands = [
      ["list"], ["search", "x"], ["stats"], ["show"], ["export"],
      ["favorite", "--yes"], ["edit", "--set=tag=x", "--yes"], ["delete", "--yes"],
      ["delete", "--title", "heat", "--yes"],
    ]
    let before = try SampleCatalog.bytes
    for (number, (query, message)) in refused.enumerated() {
      // The default tier tries each query with some of the commands.
      for (place, command) in commands.enumerated()
      where Tier.isFull || (number + place) % 4 == 0 {
        let result = movies(command + ["--where", query])
        #expect(result.status == .usage, "\(command) \(query.prefix(40))")
        #expect(result.output == "")
        let sentence = result.error.prefix { $0 != "\n" }
        #expect(sentence.contains(message), "\(command): \(sentence)")
      }
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("the former operator '~' is a usage error that has the new one")
  func formerOperator() throws {
    let before = try SampleCatalog.bytes
    for term in ["note~cafe", "!note~cafe", "minutes~1"] {
      for arguments in [
        ["list", term], ["list", "--where", term], ["favorite", "--yes", "--where", term],
        ["delete", "--yes", "--where", term],
      ] {
        let result = movies(arguments)
        #expect(result.status == .usage, "\(arguments)")
        let advice = term.replacing("~", with: ":").replacing("!", with: "")
        #expect(result.error.contains(advice), "\(arguments): \(result.error)")
      }
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "a text without letters and digits is ignored beside other text, in whichever argument it is",
    arguments: [
      (["heat", "*"], [4, 8]), (["--where", "heat", "*"], [4, 8]),
      (["heat", "--where", "*"], [4, 8]), (["--where", "heat", "--where", "*"], [4, 8]),
      (["heat", "--not", "*"], [4, 8]), (["--where", "* heat", "--where", "-"], [4, 8]),
      (["--where", "*"], []), (["*", "--where", "year=1995"], []),
      (["*", "--where", "title:heat"], []),
    ])
  func idleText(arguments: [String], expected: [Int]) {
    #expect(ids(["list", "--sort", "added"] + arguments) == expected)
    #expect(
      movies(["stats"] + arguments).output.contains("movies\t\(expected.count)\n"),
      "\(movies(["stats"] + arguments).output)")
  }

  @Test(
    "quotes hold in each value of an argument",
    arguments: [
      (["tag=crime,\"b,c\""], [1, 9]), (["tag=\"b,c\",crime"], [1, 9]), (["tag:\"b,c\""], [9]),
      (["!tag=heist,paris,\"b,c\""], [3, 5, 6, 7, 8]), (["year:1986,\"1995\""], [4, 8]),
    ])
  func quotedValues(terms: [String], expected: [Int]) {
    #expect(movies("edit", "9", "-q", "--set", #"tag=b\,c"#).status == .done)
    #expect(ids(["list", "--sort", "added"] + terms) == expected)
    #expect(ids(["list", "--sort", "added"] + terms.flatMap { ["--where", $0] }) == expected)
    let deleted = movies(
      ["delete", "-n", "--format", "ids"] + terms.flatMap { ["--where", $0] })
    #expect(deleted.output == expected.map { "\($0)\n" }.joined())
  }

  @Test("an argument without a term is a usage error, never all movies", arguments: ["", " "])
  func blank(argument: String) {
    for command in [["list"], ["search"], ["stats"], ["list", "--sort", "year"]] {
      let result = movies(command + [argument])
      #expect(result.status == .usage, "\(command)")
      #expect(result.output == "", "\(command)")
    }
  }

  @Test("--not has one term, which is as valid as in --where")
  func exclusion() {
    for (term, message) in [
      ("heat score", "'--not' has one term"), ("", "The query of '--not' has no terms"),
      ("year", "'year' is a key. Use 'has:year'"), ("year>", "'year>' has no value"),
    ] {
      let result = movies("list", "--not", term)
      #expect(result.status == .usage)
      #expect(result.error.hasPrefix("Error: \(message)"), "\(result.error)")
    }
    let options = ["--not", "heat", "--not", "actor:brando", "--sort=added"]
    #expect(ids(["list"] + options) == [2, 5, 6, 7, 9])
    #expect(ids(["list", "--not", "\"the score\"", "--where", "actor:brando"]) == [3])
  }

  @Test(
    "a command that changes movies refuses text without a key",
    arguments: [
      ["--where", "river"], ["--where", "!river"], ["--not", "river"],
      ["--where", "tag=heist", "--where", "river"], ["--where", "\"river\" tag=heist"],
    ])
  func textWithoutKey(options: [String]) throws {
    let before = try SampleCatalog.bytes
    for command in [["favorite"], ["edit", "--set=tag=x"], ["delete"]] {
      let result = movies(command + options + ["--yes"])
      #expect(result.status == .usage)
      #expect(
        result.error.hasPrefix(
          "Error: The text 'river' has no key. Use 'title:river' or 'actor:river'."))
    }
    #expect(try SampleCatalog.bytes == before)
    for command in ["list", "stats", "show", "export"] {
      #expect(movies([command] + options).status != .usage, "\(command)")
    }
  }

  @Test("an unknown key that no movie has is a usage error with similar keys")
  func unknownKey() throws {
    let before = try SampleCatalog.bytes
    for arguments in [
      ["list", "--where", "minuts>100"], ["list", "minuts:1"], ["search", "x", "!minuts:1"],
      ["list", "--not", "minuts=1"], ["export", "--where", "minuts!=1"],
      ["stats", "--where", "tag=heist", "--where", "minuts=1"],
      ["favorite", "--yes", "--where", "minuts:x"], ["delete", "--yes", "--where", "!minuts:x"],
      ["edit", "--yes", "--set=tag=x", "--not", "minuts<1"],
      ["list", "--where", "has:minuts"], ["delete", "--yes", "--where", "!has:minuts"],
    ] {
      let result = movies(arguments)
      #expect(result.status == .usage)
      #expect(result.output == "")
      let message = "no movie has the key 'minuts'. Did you mean 'minutes'? For the text, use "
      #expect(result.error.hasPrefix("Error: " + message), "\(result.error)")
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("a known key, and one that movies had, find nothing")
  func keyWithoutMovies() {
    #expect(ids(["list", "--where", "note=none"]) == [])
    #expect(movies("edit", "1..9", "--unset=minutes", "-q").status == .done)
    #expect(ids(["list", "--where", "minutes>1"]) == [])
    #expect(ids(["list", "--where", "!minutes>1"]).count == 9)
  }

  @Test("an unknown key of an order or a column is a usage error", arguments: ["sort", "columns"])
  func unknownColumn(option: String) {
    let result = movies("list", "--\(option)", "minuts")
    #expect(result.status == .usage)
    #expect(
      result.error.contains("no movie has the attribute 'minuts'. Did you mean 'minutes'"),
      "\(result.error)")
  }

  @Test("movies or --where: one of them")
  func exclusive() {
    for options in [
      ["1", "--where", "has:year"], ["1", "--not", "has:year"], ["1", "--title", "Heat"],
      ["1", "--actor", "7"], ["1", "--favorites"], ["1", "--all"],
      ["--all", "--where", "has:year"],
    ] {
      for command in ["favorite", "delete"] {
        let result = movies([command, "--yes"] + options)
        #expect(result.status == .usage, "\(options)")
        #expect(result.error.contains("but not both"), "\(result.error)")
      }
    }
    for command in ["favorite", "delete", "show"] {
      #expect(movies(command).status == .usage)
    }
  }

  // MARK: Order

  @Test("sorts by an attribute; movies without it are last")
  func order() {
    for (options, expected) in [
      (["--sort", "year"], [8, 4, 1, 2, 3, 5, 6, 7, 9]),
      (["--sort", "year", "--reverse"], [2, 1, 4, 8, 9, 7, 6, 5, 3]),
      (["--sort", "rating"], [4, 1, 9, 8, 7, 6, 5, 3, 2]),
      (["--sort", "-rating"], [4, 1, 9, 8, 7, 6, 5, 3, 2]),
      (["--sort=-year"], [2, 1, 4, 8, 9, 7, 6, 5, 3]),
      (["--sort", "+rating"], [1, 4, 2, 3, 5, 6, 7, 8, 9]),
      (["--sort", "rating", "--reverse"], [1, 4, 2, 3, 5, 6, 7, 8, 9]),
      (["--sort", "minutes", "--limit", "4"], [1, 4, 8, 2]),
      (["--sort", "year", "--where", "tag=heist"], [4, 1]),
      (["--sort", "year", "heat"], [8, 4]),
    ] {
      #expect(ids(["list"] + options) == expected, "\(options)")
      if options.count > 2 { continue }
      var pages: [Int] = []
      for offset in stride(from: 0, to: 9, by: 2) {
        pages += ids(["list", "--limit", "2", "--offset", "\(offset)"] + options)
      }
      #expect(pages == expected, "\(options)")
    }
  }

  // MARK: Columns

  private static let columns = [
    "--where", "has:year", "--sort", "added", "--columns", "id,title,year,tag,minutes",
  ]

  @Test("columns of attributes in every format with columns")
  func columns() {
    let list = ["list"] + Self.columns
    #expect(
      movies(list).output == """
        1\tThe Score\t2001\theist;crime\t124
        2\tAmélie\t2001\tParis\t
        4\tHeat\t1995\theist\t170
        8\tHeat\t1986\t\tlong

        """)
    #expect(
      movies(list + ["--format", "csv"]).output == """
        id,title,year,tag,minutes
        1,The Score,2001,heist;crime,124
        2,Amélie,2001,Paris,
        4,Heat,1995,heist,170
        8,Heat,1986,,long

        """)
    #expect(
      movies(list, on: .terminal).output == """
        ID  TITLE      YEAR  TAG           MINUTES
         1  The Score  2001  heist, crime  124
         2  Amélie     2001  Paris
         4  Heat       1995  heist         170
         8  Heat       1986                long

        """)
    #expect(movies(list + ["--format", "ids"]).status == .usage)
  }

  @Test("a table has the year after the title, unless the column 'year' is printed")
  func year() {
    let titles = movies("list", "--columns", "title", on: .terminal).output
    #expect(titles.contains("Heat (1995)"))
    #expect(titles.contains("Koyaanisqatsi\n"))
    let both = movies("list", "--columns", "year,title", on: .terminal).output
    #expect(both.contains("1995  Heat\n"))
    #expect(!both.contains("(1995)"))
    for format in ["tsv", "csv"] {
      let result = movies("list", "--columns", "title", "--format", format, on: .terminal)
      #expect(!result.output.contains("1995"))
    }
  }

  @Test("an ambiguous title is listed with years, which make it a reference")
  func references() {
    #expect(
      movies("show", "heat").error == """
        Error: several movies are titled 'heat'. Use an id or add the year:
          4  Heat (1995) (Al Pacino, Robert De Niro, Val Kilmer)
          8  Heat (1986) (Joe Dallesandro)

        """)
    #expect(movies("show", "HEAT (1995)").output.hasPrefix("4 Heat (1995)\n"))
    #expect(ids(["favorite", "heat (1986)", "-n"]) == [8])
    #expect(movies("show", "heat (1990)").status == .notFound)
  }

  // MARK: Hostile text

  @Test(
    "hostile values are escaped on a terminal and unchanged in a pipe",
    arguments: [0, 5, 8, 13].map { HostileTextTests.hostile[$0] })
  func hostile(text: String) {
    let stored = movies("edit", "9", "-q", "--set=note=\(text)", "--set=own=\(text)")
    #expect(stored.status == .done)
    for arguments in [
      ["list", "--columns", "id,note,own"], ["show", "9"], ["show", "9", "--json"],
      ["list", "--where", "own=\(text)"], ["list", "--where", "own:x\(text)"],
      ["list", "--where", text], ["stats", text], ["delete", "--where", text],
      ["list", "--columns", "note", "--format", "csv"],
      ["export", "--where", "has:own"], ["history", "show", "6"], ["stats"],
      ["edit", "9", "--set=tag=\(text)\n\u{1B}"], ["list", "--where", "\(text)=x"],
      ["edit", "9", "--set=\(text)=x"], ["edit", "9", "--unset=\(text)"],
      ["list", "--sort", text], ["list", "--columns", text],
    ] {
      let result = movies(arguments, on: .terminal(columns: 60))
      #expect(HostileTextTests.forbidden(in: result.output) == [], "\(arguments)")
      #expect(HostileTextTests.forbidden(in: result.error) == [], "\(arguments)")
    }
    #expect(ids(["list", "--where", "own=\(text)"]) == [9])
    let tsv = movies(["list", "--where", "has:own", "--columns", "note"]).output
    let title = movies(["add", "--columns", "title", "-q", "--", text]).output
    #expect(Array(tsv.utf8) == Array(title.utf8))
  }
}
