import TestSupport
import Testing

/// A value that is stored is found, removed and completed by the same text.
@Suite(.limited, .temporaryDirectory) struct AttributeEqualityTests {
  private func ids(_ arguments: String...) -> String {
    let result = movies(arguments + ["--format", "ids", "--sort", "added"])
    #expect(result.status == .done, "\(result)")
    return result.output.replacing("\n", with: " ")
  }

  private func attributes(of movie: String) -> String {
    let json = movies("show", movie, "--format", "ndjson").output
    return String(json.split(separator: "\"attributes\": ").last ?? "").replacing("}\n", with: "")
  }

  private static let texts =
    [
      "1e5", "-0", "007", "1e400", "12345678901234567890", "true", "=x", "<5", "~x", "!x", "a=b",
      "e\u{301}", "'", "\"\"", "a \"b\"", "a,b", "id:7", "%", "a\nb", "2026-11-23", "--", "5.",
    ]
    + (0..<4 as Range<UInt64>).map { seed in
      var random = RandomSource(seed: seed)
      return (0...Int.random(in: 0...5, using: &random)).map { _ in
        ["0", "1", "-", ".", "e", "E", "+", "=", "a", "é", "~", "5", ",", "\"", "\"", " x"]
          .randomElement(using: &random) ?? ""
      }.joined()
    }

  @Test(
    "a stored text is found in quotes by =, not by !=, and removed by --unset", arguments: texts)
  func agreement(text: String) throws {
    try SampleCatalog.install()
    #expect(movies("edit", "1", "-q", "--set=own=\(text)").status == .done)
    #expect(movies("edit", "2", "-q", "--set=own=other").status == .done)
    // CSV stores the same value.
    let quoted = "\"\(text.replacing("\"", with: "\"\""))\""
    let csv = "title,own\nX,\(quoted)\n"
    #expect(movies("import", "-", "--keep", "own", "-q", input: csv).status == .done)
    #expect(ids("list", "--where", "own=\(quoted)") == "1 10 ")
    #expect(ids("list", "--where", "own!=\(quoted)") == "2 3 4 5 6 7 8 9 ")
    let startsSpecial = text.unicodeScalars.first.map("\"=<>~".unicodeScalars.contains) ?? true
    if !startsSpecial, !text.contains(","), !text.contains(" ") {
      #expect(ids("list", "own=\(text)") == "1 10 ")
    }
    let sorted = movies("list", "--where", "own=\(quoted)", "--sort", "own", "--format", "ids")
    #expect(sorted.output == "1\n10\n")
    #expect(movies("edit", "1", "--unset=own=\(text)").error.hasPrefix("changed '"))
    #expect(attributes(of: "1") == "{}")
  }

  @Test("texts are equal when case and accents are folded; numbers and parts of texts are not")
  func folding() throws {
    try SampleCatalog.install()
    let options = ["--set=own=Élan Vital", "--set=own=7", "--set=tag=Film-Noir"]
    #expect(movies(["edit", "1", "-q"] + options).status == .done)
    for (query, isFound) in [
      ("own=élan vital", true), ("own=ELAN VITAL", true), ("own=elan  vital", false),
      ("own=elan", false), ("own=elanvital", false), ("tag=film-noir", true),
      ("tag=film noir", false), ("tag=FÍLM-NOIR", true), ("own=7.0", true), ("own=07", false),
      ("own=７", false),
      ("own=x,elan vital", true), ("own=\"x,elan vital\"", false),
    ] {
      #expect(ids("list", "--where", query) == (isFound ? "1 " : ""), "\(query)")
      let others = ids("list", "--where", query.replacing("=", with: "!="))
      #expect(others == (isFound ? "" : "1 ") + "2 3 4 5 6 7 8 9 ", "\(query)")
    }
  }

  @Test("every completed term finds the movie that has the value")
  func completion() throws {
    try SampleCatalog.install()
    let texts = [
      "1e5", "0.5", "1.5", "=x", "<y", "!z", "a=b", "007", "Él", "a b", "a,b", "\"q\"", "~t",
    ]
    #expect(movies(["edit", "1", "-q"] + texts.map { "--set=own=\($0)" }).status == .done)
    for typed in ["own=", "own:", "own!=", "!own=", "!own:"] {
      let result = movies("complete", "--shell", "zsh", "--", "list", "--where", typed)
      let terms = result.output.split(separator: "\n").dropFirst()
        .map { String($0.prefix { $0 != "\t" }) }
      #expect(terms.count == texts.count, "\(terms)")
      for term in terms {
        #expect((ids("list", "--where", term) == "1 ") == !typed.contains("!"), "\(term)")
      }
    }
  }

  @Test("a value that begins with '-' is completed after the key")
  func negativeCompletion() throws {
    try SampleCatalog.install()
    #expect(movies("edit", "1", "-q", "--set=own=-5", "--set=own=-x").status == .done)
    let result = movies("complete", "--shell", "zsh", "--", "list", "--where", "own=")
    #expect(result.output.contains("\nown=-5\t"), "\(result.output)")
    #expect(result.output.contains("\nown=-x\t"), "\(result.output)")
  }

  @Test("delete with != keeps a movie that has the text")
  func deletion() throws {
    try SampleCatalog.install()
    #expect(movies("edit", "1..3", "-q", "--set=code=1e5").status == .done)
    let deleted = movies("delete", "--where", "code!=1e5", "--yes", "--format", "ids")
    #expect(deleted.output == "4\n5\n6\n7\n8\n9\n")
    #expect(ids("list") == "1 2 3 ")
  }

  @Test("numbers are equal by value, also to a text of JSON")
  func numbers() throws {
    try SampleCatalog.install()
    #expect(movies("edit", "1", "-q", "--set=x=1.0").status == .done)
    let json = #"{"title":"J","x":"1","version":"1.10","zip":"01234"}"#
    #expect(movies("import", "-", "--keep", "all", "-q", input: json).status == .done)
    for text in ["1", "1.0", "1.00", "1e0"] {
      #expect(ids("list", "--where", "x=\(text)") == (text.count < 3 ? "1 10 " : "1 "), "\(text)")
    }
    #expect(ids("list", "--where", "version=1.10") == "10 ")
    #expect(ids("list", "--where", "version=1.1") == "")
    #expect(movies("edit", "10", "--unset=version=1.10").error.hasPrefix("changed '"))
    #expect(movies("edit", "10", "--unset=x=1").error.hasPrefix("changed '"))
    #expect(movies("edit", "1", "--unset=x=1").error.hasPrefix("changed '"))
    #expect(attributes(of: "1") == "{}")
    #expect(attributes(of: "10") == #"{"zip": ["01234"]}"#)
    #expect(movies("edit", "1", "-q", "--set=m=1", "--set=m=1.0", "--set=m=2").status == .done)
    #expect(attributes(of: "1") == #"{"m": [1, 2]}"#)
  }

  @Test(
    "a bound can be larger than any stored number",
    arguments: [
      ("rating>99999999999999999999", ""), ("rating<99999999999999999999", "1 "),
      ("rating>-99999999999999999999", "1 "), ("year<=1e400", "1 "), ("year>1e400", ""),
      ("year>-1e400", "1 "), ("own<99999999999999999999", "1 "), ("own>=1e400", ""),
      ("rating=99999999999999999999", ""),
    ])
  func largeBounds(condition: String, expected: String) throws {
    try SampleCatalog.install()
    let options = ["--set=rating=8", "--set=year=1995", "--set=own=5", "--set=own=text"]
    #expect(movies(["edit", "1", "-q"] + options).status == .done)
    #expect(ids("list", "--where", condition) == expected)
  }

  @Test("a key that another program stored twice is found in every order")
  func repeatedKey() throws {
    try SampleCatalog.install()
    #expect(movies("edit", "2", "-q", "--set=year=1993").status == .done)
    try PlainConnection(SampleCatalog.path).run(
      """
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO MovieAttribute VALUES (1, 'year', 0, 1990), (1, 'year', 1, 1995),
        (3, 'year', 5, 1991), (4, 'year', 0, 1980), (4, 'year', 1, 2000), (4, 'year', 2, 1985),
        (5, 'year', -1, 1995), (5, 'year', 0, 1996);
      """)
    for conditions in [
      ["year>=1990"], ["year!=1995"], ["!has:year"], ["year>1990", "year<1990"],
      ["year=1995", "year=1990"], ["year:1980,1995"], [],
    ] {
      let options = conditions.flatMap { ["--where", $0] }
      func sorted(_ order: String...) -> [String] {
        movies(["list", "--format", "ids", "--sort"] + order + options).output
          .split(separator: "\n").map(String.init)
      }
      let expected = sorted("added").sorted()
      for order in ["year", "title", "rating", "random"] {
        #expect(sorted(order).sorted() == expected, "\(conditions) \(order)")
        #expect(sorted(order, "--reverse").sorted() == expected, "\(conditions) \(order)")
      }
      var pages: [String] = []
      for offset in 0..<12 { pages += sorted("year", "--limit", "1", "--offset", "\(offset)") }
      #expect(pages == sorted("year"))
    }
    #expect(
      movies("list", "--sort", "year", "--where", "has:year", "--format", "ids").output
        == "4\n1\n3\n2\n5\n")
  }
}
