import Foundation
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ImportTests {
  init() throws { try SampleCatalog.install() }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = TemporaryDirectory.path(name)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func imported(_ text: String, _ options: String...) -> CommandResult {
    movies(["import", "-"] + options, input: Array(text.utf8))
  }

  @Test("the summary counts movies, new actors and skipped records")
  func counts() {
    let result = imported(
      """
      {"title": "A", "cast": ["X", "Y", "Al Pacino"]}
      {"title": "B", "cast": ["Y"]}
      """)
    #expect(result.output == "")
    #expect(result.error.contains(/^imported 2 movies, 2 new actors in \d+\.\d s\n$/))
    #expect(imported("title\nA\n", "-q") == CommandResult())
  }

  @Test("The movies of another catalog are imported as its export is")
  func catalog() throws {
    let other = TemporaryDirectory.path("other.db")
    _ = movies("add", "Usual Suspects, The (1995)", "--set", "shelf=A", "--tag", "x", "--db", other)
    let result = movies("import", other, "--tag", "y", "-n")
    #expect(result.output == "new        1\n" && result.error.isEmpty)
    #expect(movies("import", other, "--new-only").error.hasPrefix("imported 1 movie, "))
    #expect(movies("import", other).error.hasSuffix("; 1 unchanged\n"))
    #expect(
      movies("list", "shelf:a", "--columns", "title,year,tag,shelf").output
        == movies("list", "--columns", "title,year,tag,shelf", "--db", other).output)
    #expect(movies("undo", "-q").status == .done)
    #expect(movies("list", "suspects").output.isEmpty)
    let piped = movies(["import", "-"], input: try Files.bytes(other))
    #expect(piped.status == .badInput && piped.error.contains("pass the path of its file"))
  }

  @Test("The order of a list is kept, by which commands sort")
  func positions() throws {
    let list = try file(
      "list.csv",
      """
      Letterboxd list export v7
      Date,Name,Tags,URL,Description
      2024-08-01,Top 3,,https://boxd.it/y,

      Position,Name,Year,URL,Description
      1,Ran,1985,https://boxd.it/1,
      2,Dreams,1990,https://boxd.it/2,
      3,Ikiru,1952,https://boxd.it/3,

      """)
    let result = movies("import", list, "--lists", "--keep", "Position")
    #expect(result.error.contains("\n  'Position' as top_3_position\n"))
    #expect(
      movies("import", list, "--lists", "--keep", "Position").error.hasSuffix("; 3 unchanged\n"))
    let options = ["tag:top-3", "--sort", "top_3_position"]
    let rows = movies(["list", "--columns", "title,top_3_position"] + options).output
    #expect(rows == "Ran\t1\nDreams\t2\nIkiru\t3\n")
    let page = TemporaryDirectory.path("list")
    for arguments in [["--format", "csv"], ["--format", "html"], ["--as", "letterboxd"]] {
      _ = movies(
        ["export", page, "--force", "--where"] + options + arguments)
      let text = try String(decoding: Files.bytes(page), as: UTF8.self)
      #expect(text.contains(/Ran(.|\n)*Dreams(.|\n)*Ikiru/), "\(arguments)")
    }
    #expect(movies("export", "--sort", "relevance").status == .usage)
    #expect(movies("import", list, "--lists", "-n").output == "unchanged  3\n")
  }

  @Test("A database that is not a catalog is refused")
  func otherDatabases() throws {
    let foreign = TemporaryDirectory.path("foreign.db")
    try Files.touch(foreign)
    try CatalogFiles.change(foreign, "CREATE TABLE movie(title)")
    let result = movies("import", foreign)
    #expect(result.status == .badInput)
    #expect(result.error.contains("found an SQLite database of another program; export its movies"))
    #expect(movies("compare", foreign).status == .badInput)
    let newer = try movies("import", CatalogFiles.newer(named: "newer.db"))
    #expect(newer.status == .wrongDatabase && newer.error.contains("newer version"))
    #expect(movies("import", SampleCatalog.path).error.contains("it is the database itself"))
  }

  @Test("a value that replaces another one is counted apart, with examples")
  func replaced() {
    for (title, rating) in [("Ran", "10"), ("Ikiru", "9"), ("Yojimbo", "9.5"), ("Stray Dog", "7")] {
      _ = movies("add", "\(title) (1985)", "--rating", rating)
    }
    _ = movies("edit", "ran", "--set", "note=Rain.", "--set", "shelf=A")
    _ = movies("add", "Dreams (1985)")
    let list = """
      title,year,rating,runtime,note,shelf
      Ran,1985,8,162,"Fire,
      and rain in the castle of the old lord, who has lost everything",B
      Ikiru,1985,8,143,,
      Yojimbo,1985,8,,,
      Stray Dog,1985,8,,,
      Dreams,1985,6,,,

      """
    let values =
      "4 ratings: Ran 10 by 8, Ikiru 9 by 8, Yojimbo 9.5 by 8, …; "
      + "1 note: Ran 'Rain.' by 'Fire, and rain in the castle of the old…'; "
      + "1 value of 'shelf': Ran 'A' by 'B'; to keep such values, "
    let preview = imported(list, "--keep", "shelf", "-n")
    #expect(
      preview.error.contains("\nwould replace \(values)pass '--fill'\n"), "\(preview.error)")
    let records = imported(list, "--keep", "shelf", "-n", "--json").output
    #expect(
      records.contains(#""replaced": [{"field": "rating", "before": "9", "after": "8"}]"#),
      "\(records)")
    #expect(records.contains(#""replaced": []"#))
    let filled = imported(list, "--keep", "shelf", "-n", "--fill")
    #expect(!filled.error.contains("replace"))
    let replaced = imported(list, "--keep", "shelf", "--cast", "replace")
    #expect(
      replaced.error.contains(
        "\nreplaced \(values)run 'movies undo' and pass '--fill' instead of '--cast'\n"),
      "\(replaced.error)")
    #expect(imported(list, "--keep", "shelf").error.contains("5 unchanged"))
  }

  @Test("a value that '--replace' removes is counted as replaced by nothing")
  func removed() {
    _ = movies(
      "add", "Kes (1969)", "--rating", "8", "--note", "first", "--tag", "a", "--tag", "seen")
    let result = imported("title,year,rating,note,tag\nKes,1969,,,b\n", "--replace", "-n")
    #expect(
      result.error.contains(
        "would replace 1 rating: Kes 8 by nothing; 1 value of 'tag': Kes 'a' by nothing; 1 note: Kes "
          + "'first' by nothing; to keep such values, "), "\(result.error)")
  }

  @Test(
    "detects the format from the first bytes",
    arguments: [
      "{\"title\": \"A\", \"cast\": [\"X\"], \"favorite\": true}\n",
      "[{\"title\": \"A\", \"actors\": [{\"name\": \"X\"}], \"favorite\": true}]",
      "\n\n{\"title\":\"A\",\"cast\":[\"X\"],\"favorite\":true}",
      "title,favorite,cast\nA,true,X\n", "favorite,cast,title\r\n*,X,A\r\n",
      "cast\ttitle\tfavorite\nX\tA\tYES\n",
      "\u{FEFF}title,cast,favorite\nA,X,1\n",
    ])
  func detection(text: String) {
    #expect(imported(text).status == .done)
    #expect(
      movies("show", "10", "--columns", "title,favorite,actors", "--format", "tsv").output
        == "A\t*\tX\n")
  }

  @Test(
    "reports an invalid record with file, line and column, and imports nothing",
    arguments: [
      ("a.ndjson", "{\"title\": \"A\"}\n{\"title\": }\n", ":2:11: "),
      ("a.json", "[{\"title\": \"A\"},\n {\"title\": 1}]", ":2:12: "),
      ("a.csv", "title,favorite\nA,true\nB\n", ":3:1: "),
      ("a.csv", "title,favorite\nA,maybe\n", ":2:3: "),
      ("a.csv", "heading,favorite\nA,true\n", ":1:1: "),
      ("a.tsv", "title\tcast\nA\tB\tC\n", ":2:1: "),
      ("a.ndjson", "{\"title\": \"A\"}\n{\"title\": \"\"}", ":2:11: "),
      ("a.ndjson", "{\"title\": \"A\", \"title\": \"B\"}", ":1:"),
      ("a.ndjson", "{\"title\": \"A\",}", ":1:"),
      ("a.ndjson", "{\"title\": \"\\ud800\"}", ":1:"),
      ("a.ndjson", "{\"title\": \"a\\u0000b\"}", ":1:"),
      ("a.ndjson", "{\"title\": \"\(String(repeating: "a", count: 16_385))\"}", ":1:"),
      ("a.ndjson", "{\"title\": \"A\"}\r{\"title\": \"B\"}", ":1:"),
      ("a.json", "[{\"title\": \"A\"}", ":1:"),
      (
        "a.csv", "title,year\nA,next\n", ":2:3: 'next' is not a year from 1870 to 2200"
      ),
      ("a.ndjson", "{\"title\": \"A\", \"tag\": [{}]}", ":1:24: "),
    ])
  func badRecord(name: String, text: String, location: String) throws {
    let before = try SampleCatalog.bytes
    let path = try file(name, text)
    let result = movies("import", path)
    #expect(result.status == .badInput)
    #expect(result.error.hasPrefix("Error: \(path)\(location)"), "\(result.error)")
    #expect(result.error.contains(". Nothing was imported."))
    let isRecord = !text.hasPrefix("heading") && text != #"[{"title": "A"}"#
    #expect(result.error.contains("--on-error skip") == isRecord, "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "rejects bytes that are not UTF-8",
    arguments: [
      [0x7B, 0x22, 0x74, 0x69, 0x74, 0x6C, 0x65, 0x22, 0x3A, 0x22, 0xFF, 0x22, 0x7D],
      [0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B],
      Array("title\n".utf8) + [0xC3, 0x28, 0x0A], Array("title\tcast\na\t".utf8) + [0x80, 0x0A],
    ])
  func notUTF8(bytes: [UInt8]) throws {
    let before = try SampleCatalog.bytes
    let result = movies(["import", "-"], input: bytes)
    #expect(result.status == .badInput)
    #expect(result.error.hasPrefix("Error: standard input:"))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("imports no file if one of them is invalid")
  func severalFiles() throws {
    let before = try SampleCatalog.bytes
    let good = try file("good.csv", "title\nA\n")
    let other = try file("other.ndjson", "{\"title\": \"B\"}\n")
    let bad = try file("bad.json", "[{\"title\": \"C\"}, 7]")
    let result = movies("import", good, other, bad)
    #expect(result.status == .badInput)
    #expect(result.error.hasPrefix("Error: \(bad):1:18: "))
    #expect(try SampleCatalog.bytes == before)
    #expect(movies("import", good, "-", other, input: "title\nC\n").error.hasPrefix("imported 3 "))
    #expect(
      movies("list", "--offset", "9", "--sort", "added", "--columns", "title").output
        == "A\nC\nB\n")
  }

  @Test("reports an unreadable file and imports nothing")
  func missing() throws {
    let good = try file("good.csv", "title\nA\n")
    let path = TemporaryDirectory.path("none.csv")
    #expect(
      movies("import", good, path)
        == CommandResult(
          .missingFile,
          error: "Error: cannot open '\(path)': No such file or directory. Check the path.\n"))
    let empty = TemporaryDirectory.path("empty")
    try Files.makeDirectory(empty)
    #expect(
      movies("import", good, empty)
        == CommandResult(
          .badInput,
          error: "Error: \(empty):1:1: expected lists of movies, found none. Nothing was imported. "
            + "Correct the file.\n"))
    #expect(movies("list", "--offset", "9").output == "")
  }

  @Test("--on-error skip reports each bad record, imports the rest, and exits 65")
  func skipping() {
    let text = "title,year\nA,1990\nB,maybe\nC\nD,1991\n"
    let result = imported(text, "--on-error", "skip")
    let lines = result.error.split(separator: "\n")
    #expect(result.status == .badInput)
    #expect(lines.count == 3)
    #expect(lines[0] == "standard input:3:3: 'maybe' is not a year from 1870 to 2200")
    #expect(lines[1].hasPrefix("standard input:4:1: expected 2 fields (as in the header), found 1"))
    #expect(lines[2].hasPrefix("imported 2 movies, 0 new actors in "))
    #expect(lines[2].hasSuffix("; 2 invalid"))
    #expect(
      movies("list", "--sort", "added", "--offset", "9", "--columns", "title").output
        == "A\nD\n")
  }

  @Test(
    "--on-error skip says if what follows an error was not read",
    arguments: [
      (#"[{"title":"A"},{"title" "B"},{"title":"C"}]"#, true),
      ("title\nA\n\"B\nC\nD\n", true),
      (#"[{"title":"A"},{"title":"B"}"#, false),
      ("title\nA\n\"B", false),
      ("{\"title\":\"A\"}\n{\"title\" \"B\"}\n{\"title\":\"C\"}\n", false),
    ])
  func unreadRest(text: String, isUnread: Bool) {
    let result = movies("import", "-", "-n", "--on-error", "skip", input: text)
    #expect(result.status == .badInput)
    #expect(
      result.error.contains("; what follows in the file was not read\n") == isUnread,
      "\(result.error)")
  }

  @Test("a key with NUL in a skipped record is reported once, without the character")
  func skippedKey() {
    let result = movies(
      "import", "-", "-n", "--on-error", "skip",
      input: #"[{"title":"A","a\u0000":1},{"title":"B"}]"#)
    #expect(
      result.error
        == "standard input:1:17: expected text without NUL characters, found \\u0000\n")
    #expect(result.output == "new        1\ninvalid    1\n")
  }

  @Test("--quiet still prints errors")
  func quiet() {
    let result = imported("title,year\nB,maybe\nC,1995\n", "--on-error", "skip", "--quiet")
    #expect(result.status == .badInput)
    #expect(result.error.hasPrefix("standard input:2:3: 'maybe' is not a year"))
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test("--skip-existing skips the movies of an earlier import")
  func skipExisting() {
    let first = movies("import", "-", "--skip-existing", input: SampleCatalog.movies)
    #expect(first.error.hasPrefix("imported 0 movies, 0 new actors in "))
    #expect(first.error.hasSuffix("; 9 left out\n"))
    let more = SampleCatalog.movies + "{\"title\": \"Heat\", \"cast\": [\"Al Pacino\"]}\n"
    #expect(
      movies("import", "-", "--new-only", input: more).error
        .hasPrefix("imported 0 movies, 0 new actors in "))
    // Each record of an import is one movie.
    #expect(
      movies("import", "-", input: more).error.hasPrefix(
        "1 new movie can be the same as others. To see them: movies duplicates\nimported 1 movie, ")
    )
    #expect(
      movies("import", "-", "--add", input: more).error.hasPrefix(
        "10 new movies can be the same as others. To see them: movies duplicates\n"
          + "imported 10 movies, "))
  }

  @Test(
    "--new-only leaves out a record that can be a movie of the catalog",
    arguments: [
      ("title\nHeat\n", 0), ("title,year\nDune,1984\n", 0), ("title,year\nDune,\n", 0),
      ("title,year\nDune,2021\n", 1), ("title,cast\nHeat,New\n", 0),
      ("title,cast\nHeat,New;Newer\n", 0),
      ("title,cast\nKoyaanisqatsi,New\n", 0), ("title\nheat\n", 0), ("title\nNew\nnew\n", 1),
    ])
  func newOnly(text: String, added: Int) {
    _ = movies("add", "Dune", "--set", "year=1984", "--actor", "Kyle MacLachlan", "-q")
    let result = movies("import", "-", "--new-only", input: text)
    #expect(result.error.hasPrefix("imported \(added) movie"), "\(result.error)")
    #expect(movies("list", "--format", "ids").output.split(separator: "\n").count == 10 + added)
  }

  @Test("reports fields of --keep and --drop that no record has")
  func missingFields() {
    let csv = "title,Year,href\nA,1999,x\n"
    func notes(_ text: String, _ options: String...) -> [Substring] {
      let result = movies(["import", "-", "-n"] + options, input: Array(text.utf8))
      return result.error.split(separator: "\n").filter { !$0.contains("import") }
    }
    #expect(notes(csv, "--keep", "HREF", "--drop", "year") == [])
    #expect(
      notes(csv, "--keep", "href,genre", "--drop", "rating") == [
        "no record has the field 'genre' of '--keep'",
        "no record has the field 'rating' of '--drop'",
      ])
    let json = #"{"title": "A", "x": 1, "attributes": {"year": 1999, "y": 2}}"#
    #expect(notes(json, "--keep", "x,y", "--drop", "year") == [])
    #expect(notes(csv, "--keep", "all") == [])
  }

  @Test("--drop also drops attributes of an export", arguments: ["json", "csv"])
  func droppedAttributes(format: String) {
    _ = movies("edit", "1", "--set", "rating=7", "--set", "year=1999", "-q")
    let text = movies("export", "--format", format, "-q").output
    let copy = TemporaryDirectory.path("copy.db")
    _ = movies("import", "-", "--drop", "rating", "--db", copy, "-q", input: text)
    #expect(movies("list", "--db", copy, "--where", "has:year").output.hasPrefix("1\t"))
    #expect(movies("list", "--db", copy, "--where", "has:rating").output == "")
  }

  @Test("counts the fields that are not kept")
  func ignoredFields() throws {
    let rows = (0..<1_200).map { "T\($0),1999,x\n" }.joined()
    let large = try file("large.csv", "title,year,themes\n" + rows)
    let csv = try file("a.csv", "title,year,themes\nA,1999,x\n")
    let json = try file("a.json", #"[{"title": "B", "themes": [], "extra": {"title": 1}}]"#)
    let result = movies("import", large, json, "-n")
    #expect(result.status == .done)
    #expect(
      result.error.hasPrefix(
        "ignored fields: themes (1,201), extra (1). To import them, pass '--keep <field>', or '--map "
          + "year=<field>' for the year, or '--map rating=<field>' for your rating, or '--map "
          + "watched=<field>' for days of watching\n"
      ))
    let kept = movies("import", csv, json, "-n", "--keep", "themes")
    #expect(
      kept.error.hasPrefix(
        "ignored fields: extra (1). To import them, pass '--keep <field>', or '--map "
          + "year=<field>' for the year, or '--map rating=<field>' for your rating, or '--map "
          + "watched=<field>' for days of watching\n"
      ))
    let dated = movies("import", csv, "-n")
    #expect(
      dated.error.contains("'--keep <field>', or '--map rating=<field>' for"), "\(dated.error)")
    // An object cannot be stored.
    for names in ["all", "themes,extra"] {
      let all = movies("import", csv, json, "-n", "--keep", names)
      #expect(
        all.error.hasPrefix(
          "ignored fields, which cannot be kept: extra (1)\n"))
    }
  }

  @Test("--drop leaves fields out, also those of known keys")
  func dropped() throws {
    let csv = try file("a.csv", "title,Rating,year\nJaws,PG,1975\n")
    let refused = movies("import", csv)
    #expect(refused.status == .badInput)
    #expect(refused.error.contains("expected a rating up to 10, found 'PG'"))
    #expect(refused.error.contains("or fields with '--drop <field>'"))
    let result = movies("import", csv, "--drop", "rating")
    #expect(result.status == .done)
    #expect(result.error.hasPrefix("imported 1 movie, "))
    #expect(movies("list", "--where", "year=1975", "--columns", "year,rating").output == "1975\t\n")
  }

  @Test(
    "--keep stores fields as attributes",
    arguments: [
      (["--keep", "Trakt URI"], #"{"year": 1995, "trakt_uri": ["u"]}"#),
      (
        ["--keep", "trakt_uri,mood"],
        #"{"year": 1995, "mood": [4.5], "trakt_uri": ["u"]}"#
      ),
      (["--keep", "all"], #"{"year": 1995, "mood": [4.5], "trakt_uri": ["u"]}"#),
      ([], #"{"year": 1995}"#),
    ])
  func kept(options: [String], attributes: String) {
    let text = "title,Year,Trakt URI,mood\nA,1995,u,4.5\n"
    #expect(movies(["import", "-", "-q"] + options, input: Array(text.utf8)) == CommandResult())
    #expect(
      movies("export", "--title", "A", "-q").output.contains(
        #"{"title": "A", "cast": [], "favorite": false, "attributes": \#(attributes)}"#))
  }

  @Test("A column that --keep or --drop names by its own name has no other meaning")
  func namedColumns() {
    let text = "title,stars\nA,4.5\n"
    #expect(imported(text, "-q", "--keep", "Stars") == CommandResult())
    #expect(
      movies("export", "--title", "A", "-q").output.contains(#""attributes": {"stars": [4.5]}"#))
    #expect(imported(text.replacing("A,", with: "B,"), "-q", "--drop", "stars") == CommandResult())
    #expect(movies("export", "--title", "B", "-q").output.contains(#""favorite": false}"#))
  }

  @Test("genres and directors are names of known keys")
  func plurals() {
    let text = "title,genres,Directors\nA,Crime;Drama,Mann\n"
    #expect(imported(text, "-q") == CommandResult())
    #expect(
      movies("export", "--title", "A", "-q").output.contains(
        #""attributes": {"genre": ["Crime", "Drama"], "director": ["Mann"]}}"#))
    #expect(
      imported(text.replacing("A,", with: "B,"), "-q", "--drop", "genres,director").status == .done)
    #expect(movies("export", "--title", "B", "-q").output.contains(#""favorite": false}"#))
  }

  @Test("--keep rejects a name that cannot become a key", arguments: ["", "themes,", "東京", "a,!"])
  func invalidKeep(names: String) {
    let result = imported("title\nA\n", "--keep", names)
    #expect(result.status == .usage)
    #expect(result.error.contains("Please provide the name of a field that can be an attribute: "))
  }

  @Test("trims white space, and removes repeated names and empty records")
  func cleaned() {
    let text = """
      {"title": "  A\\n", "cast": [" X ", "X", "Y"], "favorite": null, "x": 1}
      {"title": "B", "cast": null}

      {"title": "C"}
      """
    #expect(imported(text, "-q").status == .done)
    #expect(
      movies("list", "--sort", "added", "--offset", "9", "--columns", "title,actors").output
        == "A\tX;Y\nB\t\nC\t\n")
  }

  @Test("reports a file without records", arguments: ["", "\n\n", "[]", "title\n"])
  func empty(text: String) throws {
    let path = try file("empty", text)
    let result = movies("import", path, "-", input: text)
    #expect(result.status == .done)
    #expect(
      result.error.hasPrefix(
        """
        '\(path)' contains no records
        standard input contains no records
        imported 0 movies, 0 new actors in
        """))
    #expect(movies("import", path, "-q") == CommandResult())
    let records = try file("records.ndjson", "{\"title\": \"A\"}\n")
    #expect(
      movies("import", path, records).error.hasPrefix(
        "'\(path)' contains no records\nimported 1 "))
    let bad = movies("import", "-", "--on-error", "skip", input: "{}\n")
    #expect(!bad.error.contains("contains no records"))
  }

  @Test("creates the database")
  func newDatabase() {
    let path = TemporaryDirectory.path("new/x.db")
    let result = movies("import", "-", "--db", path, input: "title\nA\n")
    #expect(result.status == .done)
    #expect(result.error.hasPrefix("created '\(path)'\nimported 1 movie, "))
    #expect(movies("list", "--db", path).output == "1\t\tA\t\n")
  }

  @Test("says that a database which it created stays without movies if nothing is imported")
  func emptyDatabase() {
    let path = TemporaryDirectory.path("new.db")
    let result = movies("import", "-", "--db", path, input: "title,year\nA,x\n")
    #expect(result.status == .badInput)
    #expect(result.error.hasPrefix("created '\(path)', which has no movies\nError: "))
    #expect(movies("import", "-", "--db", path, input: "title\nA\n").error.hasPrefix("imported 1"))
  }
}
