import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The language of queries.
@Suite(.limited) struct QueryTextTests {
  @Test(
    "Reads terms",
    arguments: [
      ("heat", [.text("heat")]), ("top gun", [.text("top"), .text("gun")]),
      ("\"top gun\"", [.text("top gun")]), ("title:heat", [.title("heat")]),
      ("TITLE:heat Year=1995", [.title("heat"), .year == 1995]),
      ("title=heat", [.title(is: "heat")]), ("title!=heat", [!.title(is: "heat")]),
      ("actor:\"al pacino\"", [.actor("al pacino")]), ("actor=id:7", [.actor(id: 7)]),
      ("rating>=8.5", [.rating >= 8.5]), ("year<1950", [.year < 1950]),
      ("year!=1995", [.year != 1995]),
      ("tag:heist", [.contains(.tag, "heist")]), ("tag=heist", [.tag == "heist"]),
      ("has:rating", [.has(.rating)]), ("is:favorite", [.isFavorite]), ("is:Watched", [.isWatched]),
      ("!is:watched", [!.isWatched]), ("!heat", [!.text("heat")]),
      ("!tag!=heist", [.tag == "heist"]), ("note:\"a \"\"b\"\"\"", [.contains(.note, "a \"b\"")]),
      ("3:10", [.text("3:10")]), ("2:37", [.text("2:37")]), ("https://x", [.text("https://x")]),
      ("8½", [.text("8½")]), ("\"", [.text("\"")]), ("-", [.text("-")]),
      ("!", [.text("!")]), ("mission: impossible", [.text("mission:"), .text("impossible")]),
      ("Foo:bar", [.text("Foo:bar")]), ("spider - man", [.text("spider"), .text("man")]),
      ("it's \"", [.text("it's")]), ("a\"b", [.text("a\"b")]),
    ] as [(String, [MovieQuery.Term])])
  func terms(text: String, terms: [MovieQuery.Term]) throws {
    #expect(try MovieQuery(text).description == MovieQuery(terms).description)
  }

  @Test(
    "Reads ranges, decades, periods and values separated by commas",
    arguments: [
      ("year:1990s", "year:1990..1999"), ("year:1990s..2000s", "year:1990..2009"),
      ("year:..1999", "year:..1999"),
      ("rating:8..", "rating:8.."), ("rating:7.0", "rating:7.0"),
      ("watched:2026-01..2026-03", "watched:2026-01..2026-03"),
      ("year:1994,1999", "year:1994,1999"), ("genre:horror,thriller", "genre:horror,thriller"),
      ("genre:\"a, b\",c", "genre:\"a, b\",\"c\""), ("tag:a,", "tag:a,"),
      ("title:a,b", "title:a,b"),
      ("has:rating,note", "has:rating,note"),
    ])
  func values(text: String, printed: String) throws {
    #expect(try MovieQuery(text).description == printed)
  }

  @Test(
    "An argument that begins with a key and an operator is one term",
    arguments: [
      (["actor=al pacino"], [.actorNamed("al pacino")]),
      (["title:top gun", "year=1986"], [.title("top gun"), .year == 1986]),
      (["de niro"], [.text("de"), .text("niro")]),
      (["!note:two words"], [!.contains(.note, "two words")]),
      (["actor=\"al pacino\" year=1995"], [.actorNamed("al pacino"), .year == 1995]),
      (["tag:a b,c d"], [.tags("a b", "c d")]), (["tag:a , b"], [.tags("a", "b")]),
      (["tag:a,\"b,c\""], [.tags("a", "b,c")]), (["tag:\"b,c\",a"], [.tags("b,c", "a")]),
      (["tag:a b, \"c\"\"d, e\" ,f"], [.tags("a b", "c\"d, e", "f")]),
      (["!tag:a,b,\"c year:1990\""], [!.tags("a", "b", "c year:1990")]),
      (["tag:a,\"b c\" year=1995"], [.tags("a", "b c"), .year == 1995]),
      (["tag:a\"b,c\""], [.tags("a\"b", "c\"")]), (["tag:a b,,c"], [.tags("a b,,c")]),
      (["title:the \"burbs\", a"], [.title("the \"burbs\", a")]),
    ] as [([String], [MovieQuery.Term])])
  func arguments(arguments: [String], terms: [MovieQuery.Term]) throws {
    #expect(try MovieQuery(arguments: arguments).description == MovieQuery(terms).description)
  }

  private static let rejected: [(String, String)] = [
    ("", "the query has no terms"), (" \t", "the query has no terms"),
    ("year:", "'year:' has no value, as in 'year:1995'"),
    ("title: heat", "'title:' has no value, as in 'title:heat'"),
    ("year:abc", "'abc' is not a year, such as 1995, 1990..1999 or 1990s"),
    ("year:1995-1999", "'year:1995-1999' is not a range: 'year:1995..1999'"),
    ("year:90s", "'year:90s' is not a decade: 'year:1990s'"),
    ("year:20s", "'year:20s' is not a decade: 'year:2020s'"),
    ("year=1970s", "a decade has the operator ':', as in 'year:1970s'"),
    (
      "rating=>8",
      "'rating=>8' has two operators; did you mean 'rating>=8'? For a value that begins with "
        + "an operator, use quotes"
    ),
    (
      "Cast:pacino",
      "'Cast' is not a key; use 'actor:pacino'. For the text, use quotes: '\"Cast:pacino\"'"
    ),
    (
      "favorite=no",
      "'favorite' is not a key; use 'is:favorite'. For the text, use quotes: '\"favorite=no\"'"
    ),
    ("year:1999..1995", "the range 'year:1999..1995' is reversed; write 'year:1995..1999'"),
    (
      "rating > 8",
      "'>' is not a term: write key, operator and value without spaces, as in 'year>=1990'. "
        + "For the text, use quotes: '\">\"'"
    ),
    ("rating:..", "the range 'rating:..' has no bound, as in 'rating:8..'"),
    ("watched:2026-13", "the calendar does not have '2026-13'"),
    (
      "watched:2026..2025", "the range 'watched:2026..2025' is reversed; write 'watched:2025..2026'"
    ),
    ("!!heat", "a term has one '!' at most. For the text, use quotes: '\"!!heat\"'"),
    ("\"top gun", "the quote in '\"top gun' is not closed"),
    ("tag:\"a", "the quote in '\"a' is not closed"),
    ("title:\"", "the quote in '\"' is not closed"),
    ("title:\" a", "the quote in '\" a' is not closed"),
    ("tag:a,\"b", "the quote in '\"b' is not closed"),
    ("tag:a,\"", "the quote in '\"' is not closed"),
    (
      "tag:a,,\"b\"",
      "'a,,\"b\"' has no value on one side of a comma: remove the comma, or put it in quotes"
    ),
    ("tag:a,\"\"", "the value of 'tag:\"a\",\"\"' is empty"),
    (
      "year<>1995",
      "'year<>1995' has two operators; did you mean 'year!=1995'? For a value that begins with "
        + "an operator, use quotes"
    ),
    ("is:seen", "'is:seen' is not known; use 'is:watched'"),
    ("has:favorite", "'has:favorite' is 'is:favorite'"),
    ("has:cast", "'has:cast' is 'has:actor'"),
    ("has:A-B", "'has:A-B' has no valid key, as in 'has:rating'"),
    ("actor<x", "'actor' has the operators ':' and '='"),
    ("is=favorite", "'is' has the operator ':', as in 'is:watched'"),
    ("title=\"\"", "the value of 'title=\"\"' is empty"),
    ("\"\"", "the value of '\"\"' is empty"),
    ("tag=\"\"", "the value of 'tag' is empty"),
    ("\u{301}", "'\u{301}' has no letters to look for"),
    ("a\0", "the text to search for contains a NUL character"),
    (
      "year >=",
      "'>=' is not a term: write key, operator and value without spaces, as in 'year>=1990'. "
        + "For the text, use quotes: '\">=\"'"
    ),
    (Array(repeating: "a", count: 65).joined(separator: " "), "the query has more than 64 terms"),
    (
      "tag:" + Array(repeating: "a", count: 65).joined(separator: ","),
      "the query has more than 64 terms"
    ),
    (String(repeating: "a", count: 65_537), "the query is longer than 64 KiB"),
  ]

  @Test("Rejects what is not a query, with the correction", arguments: rejected)
  func errors(text: String, sentence: String) {
    expectInvalid(sentence) { try MovieQuery(text) }
  }

  @Test("Rejects a second term in an argument, which the shell did not separate")
  func twoArguments() {
    expectInvalid(
      "'rating>=8' is a second term in one argument: pass each term as a separate argument or option, or put the value of 'title:' in quotes",
      .query
    ) { try MovieQuery(arguments: ["title:heat rating>=8"]) }
  }

  @Test(
    "Rejects a second value of an argument as in a text",
    arguments: [
      ("tag:a,\"b", "the quote in '\"b' is not closed"),
      ("tag:a b, \" c", "the quote in '\" c' is not closed"),
      (
        "tag:\"a b\", ",
        "'\"a b\",' has no value on one side of a comma: remove the comma, or put it in quotes"
      ),
      ("year:1990,\"x\"", "'x' is not a year, such as 1995, 1990..1999 or 1990s"),
      (
        "tag:\"a\", year=1990",
        "'year=1990' is a second term in one argument: pass each term as a separate argument or option, or put the value of 'tag:' in quotes"
      ),
    ])
  func argumentErrors(argument: String, sentence: String) {
    expectInvalid(sentence, .query) { try MovieQuery(arguments: [argument]) }
  }

  @Test(
    "Quotes hold in every value, also of a number, a date or a range",
    arguments: [
      ("year:1990,\"1991\"", "year:1990,1991"),
      ("year:\"1990..1992\",\"1980s\"", "year:1990..1992,1980..1989"),
      ("rating=8,\"9\", 7.5", "rating=8,9,7.5"),
      ("watched:2026,\"2025-01\"", "watched:2026,2025-01"),
      ("has:year,\"note\"", "has:year,note"), ("minutes!=a,\"b, c\"", "!minutes=\"a\",\"b, c\""),
      ("genre:a,\"b,c\",d", "genre:\"a\",\"b,c\",\"d\""),
    ])
  func quotedValues(argument: String, printed: String) throws {
    #expect(try MovieQuery(arguments: [argument]).description == printed)
    let text = argument.replacing("\", 7", with: "\",7")
    #expect(try MovieQuery(text).description == printed)
  }

  @Test("An argument that does not begin with a key is split at white space")
  func splitArgument() throws {
    #expect(
      try MovieQuery(arguments: ["heat year:1995 title:rio", "actor:al pacino"])
        == MovieQuery("heat year:1995 title:rio actor:\"al pacino\""))
    #expect(
      try MovieQuery(arguments: ["\"john wayne\" year:1950s rio"])
        == MovieQuery("\"john wayne\" year:1950s rio"))
  }

  @Test("While a user types, a quote can be open and the text can be empty")
  func typing() throws {
    #expect(try MovieQuery(typing: "").isEmpty)
    #expect(try MovieQuery(typing: "\"top gu") == [.text("top gu")])
    #expect(try MovieQuery(typing: "actor:\"al pa") == [.actor("al pa")])
    #expect(try MovieQuery(typing: "tag:a,\"b, c") == [.tags("a", "b, c")])
    #expect(throws: StoreError.self) { try MovieQuery(typing: "tag:a,\"") }
  }

  @Test("The text of a query is that query, also as JSON")
  func printed() throws {
    var random = RandomSource(seed: 9)
    for _ in 0..<Tier.amount(200, full: 600) {
      let terms = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        PlainTerm.random(&random).text
      }
      let query = try MovieQuery(terms.joined(separator: " "))
      #expect(try MovieQuery(query.description) == query, "\(query)")
    }
    let values: [MovieQuery.Term] = Generated.texts.flatMap { text in
      [.text(text), .title(text), .title(is: text), .actor(text), .contains(.tag, text)]
    }
    for term in values {
      guard let read = Self.read(term.description) else { continue }
      #expect(read == [term], "\(term)")
    }
  }

  @Test("A printed term is that term, as a text and as an argument, whatever its values are")
  func printedValues() throws {
    var random = RandomSource(seed: 11)
    let pieces = ["a", "b", ",", ",", "\"", "\"", " ", "year:1990", "!", "=", "..", "id:7", "\\"]
    for _ in 0..<Tier.amount(600, full: 6_000) {
      let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Int.random(in: 0..<4, using: &random) == 0
          ? Generated.texts.randomElement(using: &random) ?? ""
          : (0..<Int.random(in: 1...5, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }.joined()
      }
      let values = texts.filter { !$0.unicodeScalars.contains("\0") }
        .map { MovieQuery.Term.Value.text($0) }
      for subject in [MovieQuery.Term.Subject.attribute(.tag), .attribute(.own), .attribute(.note)]
      {
        let isList = subject != .attribute(.note)
        let term = MovieQuery.Term(subject, .matches, isList ? values : Array(values.prefix(1)))
        do { try MovieQuery([term]).validate() } catch { continue }
        if values.isEmpty { continue }
        let negated = Bool.random(using: &random) ? !term : term
        let printed = negated.description
        #expect(try MovieQuery(printed) == [negated], "\(printed)")
        #expect(try MovieQuery(arguments: [printed]) == [negated], "\(printed)")
        #expect(try MovieQuery(arguments: ["x", printed, "y"]).terms[1] == negated, "\(printed)")
      }
    }
  }

  private static func read(_ text: String) -> MovieQuery? {
    do { return try MovieQuery(text) } catch { return nil }
  }
}

extension MovieQuery.Term {
  static func tags(_ values: String...) -> Self {
    Self(.attribute(.tag), .matches, values.map { .text($0) })
  }

  static func actorNamed(_ name: String) -> Self { Self(.actor, .equal, [.text(name)]) }
}
