import TestSupport
import Testing

/// Files of other programs that cannot be imported as they are.
@Suite(.limited, .temporaryDirectory) struct ForeignImportTests {
  init() throws { try SampleCatalog.install() }

  private static let formats = "expected movies as JSON, NDJSON, CSV or TSV, found"

  @Test(
    "the error says what the file seems to be, and what to do",
    arguments: [
      (
        "Movies of 2024\nName\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found 'Movies of 2024'; begin the file "
          + "with a line of names, or pass '--delimiter <text>'"
      ),
      (
        "Const,Position,Heading\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found 'Const', 'Position', 'Heading'; a file "
          + "of IMDb (imdb:ratings) also has 'Created'; to name it, pass '--map title=<column>'"
      ),
      (
        "1::Toy Story (1995)::Animation\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found '1', 'Toy Story (1995)', "
          + "'Animation'; to name it, pass '--map title=<column>'"
      ),
      ("<html>\n", "1:1: \(formats) XML or HTML. Nothing was imported. Correct the file."),
      (
        "a,b\n1,2\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found 'a', 'b'; to name it, pass "
          + "'--map title=<column>'"
      ),
      (
        #"[{"rating": 8, "movie": {"ids": {}, "title": "Heat"}}]"#,
        "1:2: expected a 'title', found one nested in 'movie'; move it out of 'movie'"
      ),
      (
        #"{"movies": [{"title": "Heat"}]}"#,
        "1:1: expected a 'title', found none; if the movies are in 'movies', import that array alone"
      ),
      (
        "\n<?xml version=\"1.0\"?>\n",
        "1:1: \(formats) XML or HTML. Nothing was imported. Correct the file."
      ),
      (
        "title,cast\nHeat,\"[{'name': 'Al Pacino'}]\"\n",
        "2:6: expected names separated by ';' or a JSON array in a cast, found a Python list; replace it by names"
      ),
      (
        "title\tyear\nHeat\t\\N\n",
        "2:6: expected an empty cell for no value, found '\\N'; replace it"
      ),
      (
        "title,year\nHeat,\\N\n",
        "2:6: expected an empty cell for no value, found '\\N'; replace it"
      ),
    ])
  func text(_ text: String, error: String) throws {
    try expectError(Array(text.utf8), error)
  }

  @Test(
    "the error names archives, documents and encodings",
    arguments: [
      (Array("Rar!".utf8), "\(formats) a RAR archive; extract it first"),
      ([0xD0, 0xCF, 0x11, 0xE0], "\(formats) a spreadsheet; save it as CSV first"),
      (Array("%PDF-1.7\n".utf8), "\(formats) a PDF file. Nothing was imported. Correct the file."),
      (
        [0xFF, 0xFE, 0, 0],
        "expected UTF-8 or UTF-16 text, found UTF-32. Nothing was imported. Save the file as UTF-8."
      ),
    ])
  func bytes(_ bytes: [UInt8], error: String) throws { try expectError(bytes, "1:1: \(error)") }

  @Test(
    "the advice for an encoding is to change it",
    arguments: [
      Array("title,x\nAm".utf8) + [0xE9] + Array("lie,1\n".utf8),
      Array("titl".utf8) + [0xE9] + Array(",x\nA,1\n".utf8),
      Array("title\tx\nAm".utf8) + [0xE9] + Array("lie\t1\n".utf8),
      Array(#"{"title": "Am"#.utf8) + [0xE9] + Array("\"}\n".utf8),
    ])
  func encoding(bytes: [UInt8]) throws {
    let before = try SampleCatalog.bytes
    let result = movies(["import", "-"], input: bytes)
    #expect(result.status == .badInput)
    #expect(
      result.error.hasSuffix(
        "found the byte 0xE9, which is not valid UTF-8. Nothing was imported. For a file of an older program "
          + "on Windows, pass '--encoding windows-1252'.\n"
      ),
      "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "options that contradict each other are wrong usage",
    arguments: [
      (["--map", "title=X", "--map", "note=x"], "'--map' names the column 'X' twice."),
      (["--keep", "a", "--drop", "A"], "'--keep' and '--drop' both name 'a'."),
      (
        ["--scale", "5", "--map", "rating=X:5"],
        "'--scale' and the scale in '--map' exclude each other."
      ),
      (
        ["--on-error", "stop", "--unresolved", "x"],
        "'--unresolved' skips invalid records, but '--on-error"
      ),
      (["--time-zone", "Mars"], "The value 'Mars' is invalid for '--time-zone <zone>'."),
      (["--time-zone", "../x"], "The value '../x' is invalid for '--time-zone <zone>'."),
    ])
  func contradictions(options: [String], error: String) {
    let result = movies(["import", "-"] + options)
    #expect(result.status == .usage && result.error.hasPrefix("Error: \(error)"), "\(result.error)")
  }

  @Test("A mapped key that no object has is named")
  func mappedKey() {
    let result = movies("import", "-", "-n", "--map", "rating=Stars", input: "{\"Title\": \"A\"}\n")
    #expect(result.error.contains("no record has the field 'Stars' of '--map'"), "\(result.error)")
    let found = movies(
      "import", "-", "-n", "--map", "year=Jahr", input: "{\"Title\": \"A\", \"Jahr\": 1990}\n")
    #expect(!found.error.contains("no record"), "\(found.error)")
  }

  @Test("An undecided scale or order of dates names the column and an example")
  func undecided() {
    for (text, end) in [
      ("title,Your Rating\nHeat,4\n", "ratings up to 10 in 'Your Rating', found none above 5"),
      ("title,date watched\nHeat,4/5/2024\n", "in 'date watched', found only such as '4/5/2024'"),
      ("title,watched\nHeat,14/5/2024\nX,5/14/2024\n", "one order of day and month, found both"),
    ] {
      let result = movies("import", "-", input: text)
      #expect(result.status == .usage && result.error.contains(end), "\(result.error)")
    }
  }

  @Test("--encoding reads the text of older programs")
  func windows1252() {
    let bytes = Array("title\nKr".utf8) + [0xE9] + Array("lie ".utf8) + [0x80, 0x0A]
    let result = movies(["import", "-", "--encoding", "windows-1252"], input: bytes)
    #expect(result.error.hasPrefix("standard input: Windows-1252\nimported 1 "), "\(result.error)")
    #expect(movies("list", "--title", "Krélie €", "--columns", "title").output == "Krélie €\n")
    // A file that is UTF-8 is read as such.
    let other = movies("import", "-", "--encoding", "windows-1252", input: "title\nAmélie\n")
    #expect(other.status == .done)
    #expect(movies("list", "--title", "Amélie", "--columns", "title").output == "Amélie\n")
  }

  private func expectError(_ bytes: [UInt8], _ error: String) throws {
    let before = try SampleCatalog.bytes
    let result = movies(["import", "-"], input: bytes)
    #expect(result.status == .badInput)
    let end = error.contains("Nothing was imported") ? "" : ". Nothing was imported."
    #expect(result.error == "Error: standard input:\(error)\(end)\n")
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "an invalid start of a file is an error of the whole import",
    arguments: ["Score,Heading\n90,Heat\n", "title,title\nA,B\n", "%PDF-1.7\n"])
  func header(text: String) throws {
    let result = movies("import", "-", "--on-error", "skip", input: text)
    #expect(result.status == .badInput)
    #expect(result.error.hasPrefix("Error: standard input:1:"), "\(result.error)")
    #expect(!result.error.contains("skip") && !result.error.contains("record"))
    let good = TemporaryDirectory.path("good.csv")
    try Files.write(Array("title\nA\n".utf8), to: good)
    #expect(movies("import", good, "-", "--on-error", "skip", input: text) == result)
  }

  @Test("columns have their names in any case, and some other names")
  func otherNames() {
    let text = "NAME, Year,Favourite,CAST,Your Rating,IMDb ID\nA (1999),,yes,B,9,113277\n"
    let result = movies("import", "-", input: text)
    #expect(
      result.error.hasPrefix(
        "standard input: columns 'NAME' as title, 'Favourite' as favorite, 'Your Rating' as rating, 'IMDb ID' as "
          + "imdb; ratings up to 10\nimported 1 movie, 1 new actor in "), "\(result.error)")
    let movie = #"""
      {"title": "A", "cast": ["B"], "favorite": true, "attributes": {"year": 1999, "rating": 9, "imdb": "tt0113277"}}

      """#
    #expect(movies("export", "--title", "A", "-q").output == movie)
    let json = #"[{"Name": "A (1999)", "Actors": ["B"], "myRating": 9}]"#
    #expect(movies("import", "-", input: json).error.contains("; 1 unchanged\n"))
  }

  @Test("empty cells of an ignored column do not count, and a binary file has no separator")
  func emptyCells() {
    let text = "title,a,b\nA,,\nB,x,\n"
    #expect(movies("import", "-", "-n", input: text).error.hasPrefix("ignored fields: a (1). "))
    let binary = Array("\u{1}ELF;|\u{0}\n".utf8) + [0xFF]
    #expect(!movies(["import", "-", "-n"], input: binary).error.contains("separator"))
  }

  @Test("an export has any text as it is")
  func own() {
    let text = "title,favorite,cast,note\nA,false,\"[\"\"B\"\"]\",\\N\n"
    let copy = TemporaryDirectory.path("copy.db")
    #expect(movies("import", "-", "-q", "--db", copy, input: text) == CommandResult())
    #expect(movies("export", "--format", "csv", "-q", "--db", copy).output == text)
  }

  @Test(
    "ratings of which none exceeds 5 need a scale, unless an export has them",
    arguments: [
      ("title,rating\nA,5\n", false), ("title,rating\nA,5.5\nB,5\n", true),
      ("title,rating\nA,\nB,0\n", true), ("title,favorite,cast,rating\nA,false,,3\n", true),
      (#"{"title": "A", "rating": 3}"# + "\n", false),
      (#"{"title": "A", "attributes": {"rating": 3}}"# + "\n", true),
    ])
  func ratings(text: String, isRead: Bool) {
    let result = movies("import", "-", "-q", input: text)
    #expect(result.status == (isRead ? .done : .usage))
    if isRead { return }
    #expect(
      result.error
        == "Error: standard input:1:1: expected ratings up to 10 in 'rating', found none above 5; pass '--scale 5' if "
        + "the highest rating is 5, or '--scale 10'. Nothing was imported.\n")
    #expect(
      movies("import", "-", "--scale", "5", input: text).error.contains("become ratings up to 10"))
    #expect(movies("export", "--title", "A", "-q").output.contains(text.contains("5") ? "10" : "6"))
  }

  @Test("a spreadsheet of a European Excel")
  func excel() {
    let text =
      "\u{FEFF}Titel;Jahr;Bewertung;Gesehen\r\nDune (1984);;8,5;2.1.2024\r\nBrazil;1985;9;\r\n"
    let maps = ["title=Titel", "year=Jahr", "rating=Bewertung", "watched=Gesehen"]
    let arguments = ["import", "-"] + maps.flatMap { ["--map", $0] }
    let first = movies(arguments, input: Array(text.utf8))
    #expect(first.status == .done && first.error.contains("separator ';'"), "\(first.error)")
    #expect(
      movies("list", "--where", "rating:8.5", "--columns", "title,year,watched").output
        == "Dune\t1984\t2024-01-02\n")
    #expect(movies(arguments, input: Array(text.utf8)).error.contains("2 unchanged"))
    let missing = movies("import", "-", "--map", "title=Name", input: text)
    #expect(
      missing.status == .usage
        && missing.error.contains("found 'Titel', 'Jahr', 'Bewertung', 'Gesehen'"))
  }

  @Test("the order of day and month is decided by the whole file, or an option")
  func dates() {
    let text = "title,watched\nA,2/5/19\n"
    let refused = movies("import", "-", input: text)
    #expect(refused.status == .usage && refused.error.contains("'--date-order dmy'"))
    func dates(_ text: String, _ options: String...) -> String {
      _ = movies("delete", "--where", "title=A", "--yes", "-q")
      #expect(movies(["import", "-", "-q"] + options, input: Array(text.utf8)).status == .done)
      return movies("list", "--where", "title=A", "--columns", "watched").output
    }
    #expect(dates(text, "--date-order", "dmy") == "2019-05-02\n")
    #expect(dates(text, "--date-order", "mdy") == "2019-02-05\n")
    #expect(dates(text + "B,20/10/2020\n") == "2019-05-02\n")
    #expect(dates(text + "B,10/20/2020\n") == "2019-02-05\n")
  }

  @Test("rows that are not movies are counted by kind")
  func kinds() {
    let text = "title,type\nA,Movie\nB,TV Series\nC,tvEpisode\nD,\nE,TV Series\n"
    let result = movies("import", "-", "-n", input: text)
    #expect(
      result.output == "new        2\nleft out   3   TV series 2, TV episodes 1\n", "\(result)")
  }

  @Test("casts are JSON, or names with semicolons, or with the character of --split")
  func casts() {
    func cast(_ cell: String, _ options: String...) -> String {
      let text = "title,cast\nA,\"\(cell.replacing("\"", with: "\"\""))\"\n"
      #expect(
        movies(["import", "-", "-q", "--add"] + options, input: Array(text.utf8)).status == .done)
      defer { _ = movies("delete", "--where", "title=A", "--yes", "-q") }
      return movies("list", "--where", "title=A", "--columns", "actors").output
    }
    #expect(cast(#"["B", {"name": "C"}]"#) == "B;C\n")
    #expect(cast("B; C;") == "B;C\n")
    #expect(cast("B, C") == "B, C\n")
    #expect(cast("B, Jr., C, III, D", "--split", ",") == "B, Jr.;C, III;D\n")
  }
}
