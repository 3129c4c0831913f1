import TestSupport
import Testing

/// `--where`, and the order and the columns of attributes.
@Suite(.limited, .temporaryDirectory) struct WhereTests {
  init() throws {
    try SampleCatalog.install()
    for (movie, options) in [
      ("1", ["year=2001", "rating=8", "tag=heist", "tag=crime", "minutes=124"]),
      ("2", ["year=2001", "tag=Paris", "note=Montmartre, the CAFÉ"]),
      ("4", ["year=1995", "rating=9.5", "tag=heist", "watched=2026-11-23", "minutes=170"]),
      ("8", ["year=1986", "watched=2025-01-02", "minutes=long"]),
    ] {
      #expect(movies(["edit", movie, "-q"] + options.map { "--set=\($0)" }).status == .done)
    }
  }

  private func ids(_ arguments: [String]) -> [Int] {
    movies(arguments + ["--format", "ids"]).output.split(separator: "\n").compactMap { Int($0) }
  }

  /// Conditions, and the ids of the movies that meet all of them, in the order they were added.
  private static let conditions: [([String], [Int])] = [
    (["year=2001"], [1, 2]), (["year!=2001"], [3, 4, 5, 6, 7, 8, 9]), (["year<1995"], [8]),
    (["year<=1995"], [4, 8]), (["year>1995"], [1, 2]), (["year>=1995"], [1, 2, 4]),
    ([" year >= 1995 "], [1, 2, 4]), (["year~19"], [4, 8]), (["year"], [1, 2, 4, 8]),
    (["!year"], [3, 5, 6, 7, 9]), (["year>3000"], []), (["rating>=8.5"], [4]),
    (["rating=8.0"], [1]), (["tag=heist"], [1, 4]), (["tag=Heist"], []), (["tag~HEI"], [1, 4]),
    (["tag!=crime"], [2, 3, 4, 5, 6, 7, 8, 9]), (["tag>=heist"], [1, 4]),
    (["note~cafe"], [2]), (["note~, THE"], [2]), (["watched=2026"], [4]),
    (["watched=2026-11"], [4]), (["watched<2026"], [8]), (["watched<=2025-01-02"], [8]),
    (["watched>2025-01"], [4]), (["minutes>=124"], [1, 4]), (["minutes=long"], [8]),
    (["minutes<zzz"], [8]), (["tag=heist", "year<2000"], [4]), (["year", "!rating"], [2, 8]),
    (["tag=heist", "tag=crime"], [1]), (["tag=heist", "tag=Paris"], []),
  ]

  @Test("list, search and export find the movies that meet all conditions", arguments: conditions)
  func finds(conditions: [String], expected: [Int]) {
    let options = conditions.flatMap { ["--where", $0] }
    #expect(ids(["list", "--sort", "added"] + options) == expected)
    #expect(ids(["list", "--sort", "added", "--reverse"] + options) == expected.reversed())
    #expect(
      ids(["list", "--sort", "added", "--limit", "2"] + options) == Array(expected.prefix(2)))
    #expect(
      ids(["search", "heat", "--sort", "added"] + options)
        == expected.filter { [4, 8].contains($0) })
    let exported = movies(["export"] + options)
    #expect(exported.output.split(separator: "\n").count == expected.count)
  }

  @Test("favorite and delete change the movies that meet all conditions", arguments: conditions)
  func changes(conditions: [String], expected: [Int]) {
    let options = conditions.flatMap { ["--where", $0] }
    let marked = movies(["favorite", "--on", "-n", "--format", "ids"] + options)
    #expect(marked.output == expected.map { "\($0)\n" }.joined())
    #expect(marked.error.hasSuffix("no movies match; nothing to change\n") == expected.isEmpty)
    let deleted = movies(["delete", "-n", "--format", "ids"] + options)
    #expect(deleted.output == expected.map { "\($0)\n" }.joined())
    #expect(deleted.error.hasSuffix("no movies match; nothing to delete\n") == expected.isEmpty)
    let heat = movies(["delete", "-n", "--matching", "heat", "--format", "ids"] + options)
    #expect(heat.output == expected.filter { [4, 8].contains($0) }.map { "\($0)\n" }.joined())
  }

  @Test("favorite and delete store the change")
  func stored() {
    #expect(movies("favorite", "--where", "year=2001", "--on", "-q").status == .done)
    #expect(ids(["list", "--favorites", "--sort", "added"]) == [1, 2, 3, 7])
    #expect(movies("delete", "--where", "tag=heist", "--yes", "-q").status == .done)
    #expect(ids(["list", "--sort", "added"]) == [2, 3, 5, 6, 7, 8, 9])
    #expect(movies("favorite", "--where", "tag=heist", "-q").status == .notFound)
    #expect(movies("delete", "--where", "tag=heist", "-q").status == .notFound)
  }

  @Test("delete asks with the years of the movies")
  func question() {
    var console = Console.terminal
    console.typed = "n\n"
    let result = movies("delete", "--where", "tag=heist", on: console)
    #expect(result.status == .notFound)
    #expect((result.output + result.error).contains("4 Heat (1995) (Al Pacino"), "\(result)")
  }

  @Test(
    "a condition that is not valid is a usage error, and nothing is changed",
    arguments: [
      ("year>", "is not a condition such as"), ("", "is not a condition such as"),
      ("=1990", "is not a condition such as"), ("!year=1990", "is not a condition such as"),
      ("Year=1", "'Year' is not a valid key. Did you mean 'year'?"),
      ("year==1990", "'year==1990' is not a condition such as 'year>=1990'"),
      // Operators of other languages must not be values: `tag<>70mm` would delete what must stay.
      ("tag<>70mm", "'tag<>70mm' is not a condition such as"),
      ("tag=<x", "is not a condition such as"), ("tag=~x", "is not a condition such as"),
      ("note=>3", "a value that begins with '=', '<', '>' or '~' requires a space before it"),
      ("tag>>x", "is not a condition such as"), ("tag~~x", "is not a condition such as"),
      ("year:1990", "'year:1990' is not a condition such as"),
      ("year>=next", "'next' is not a year from 1870 to 2200"),
      ("watched=2026-13", "is not a date such as 2026-11-23"),
      ("note=\(String(repeating: "x", count: 17 << 10))", "has 17,408 bytes; the limit is 16,384"),
      ("note=a\0b", "The value of 'note' contains a NUL character"),
      ("tag~\u{301}", "The value of 'tag' is empty"),
    ])
  func invalid(condition: String, message: String) throws {
    let before = try SampleCatalog.bytes
    for command in [
      ["list"], ["search", "x"], ["export"], ["favorite"], ["delete", "--yes"],
      ["delete", "--matching", "heat", "--yes"],
    ] {
      let result = movies(command + ["--where", condition])
      #expect(result.status == .usage, "\(command)")
      #expect(result.output == "")
      let sentence = result.error.prefix { $0 != "\n" }
      #expect(sentence.contains(message), "\(command): \(sentence)")
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "an unknown key that no movie has is a usage error with similar keys",
    arguments: [
      ["list", "--where", "minuts>100"], ["search", "x", "--where", "!minuts"],
      ["export", "--where", "minuts"], ["favorite", "--where", "minuts"],
      ["delete", "--yes", "--where", "minuts"], ["list", "--sort", "minuts"],
      ["list", "--columns", "id,minuts"],
    ])
  func unknownKey(arguments: [String]) throws {
    let before = try SampleCatalog.bytes
    let result = movies(arguments)
    #expect(result.status == .usage)
    #expect(
      result.error.contains("no movie has the attribute 'minuts'. Did you mean 'minutes'"),
      "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
    // A known key is accepted without any movie that has it.
    #expect(movies("list", "--where", "note=none").status == .done)
  }

  @Test("movies or --where: one of them")
  func exclusive() {
    #expect(movies("favorite", "1", "--where", "year").status == .usage)
    #expect(movies("delete", "1", "--where", "year").status == .usage)
    #expect(movies("delete", "--all", "--where", "year").status == .usage)
    #expect(movies("favorite").status == .usage)
  }

  // MARK: Order

  @Test(
    "sorts by an attribute; movies without it are last",
    arguments: [
      (["--sort", "year"], [8, 4, 1, 2, 3, 5, 6, 7, 9]),
      (["--sort", "year", "--reverse"], [2, 1, 4, 8, 9, 7, 6, 5, 3]),
      (["--sort", "rating", "--reverse"], [4, 1, 9, 8, 7, 6, 5, 3, 2]),
      (["--sort", "minutes", "--limit", "4"], [1, 4, 8, 2]),
      (["--sort", "year", "--where", "tag=heist"], [4, 1]),
      (["--sort", "year", "--search", "heat"], [8, 4]),
    ])
  func order(options: [String], expected: [Int]) {
    #expect(ids(["list"] + options) == expected)
    var pages: [Int] = []
    if options.count == 2 {
      for offset in stride(from: 0, to: 9, by: 2) {
        pages += ids(["list", "--limit", "2", "--offset", "\(offset)"] + options)
      }
      #expect(pages == expected)
    }
  }

  // MARK: Columns

  private static let columns = [
    "--where", "year", "--sort", "added", "--columns", "id,title,year,tag,minutes",
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
    for format in ["json", "ndjson", "ids"] {
      #expect(movies(list + ["--format", format]).status == .usage)
    }
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
    arguments: HostileTextTests.hostile)
  func hostile(text: String) {
    let stored = movies("edit", "9", "-q", "--set=note=\(text)", "--set=own=\(text)")
    #expect(stored.status == .done)
    for arguments in [
      ["list", "--columns", "id,note,own"], ["show", "9"], ["show", "9", "--json"],
      ["list", "--where", "own=\(text)"], ["list", "--columns", "note", "--format", "csv"],
      ["export", "--where", "own"], ["history", "show", "6"], ["stats"],
      ["edit", "9", "--set=tag=\(text)\n\u{1B}"], ["list", "--where", "\(text)=x"],
      ["edit", "9", "--set=\(text)=x"], ["edit", "9", "--unset=\(text)"],
      ["list", "--sort", text], ["list", "--columns", text],
    ] {
      let result = movies(arguments, on: .terminal(columns: 60))
      #expect(HostileTextTests.forbidden(in: result.output) == [], "\(arguments)")
      #expect(HostileTextTests.forbidden(in: result.error) == [], "\(arguments)")
    }
    #expect(ids(["list", "--where", "own=\(text)"]) == [9])
    let tsv = movies(["list", "--where", "own", "--columns", "note"]).output
    let title = movies(["add", "--columns", "title", "-q", "--", text]).output
    #expect(Array(tsv.utf8) == Array(title.utf8))
  }
}
