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
        "Movies|2024\nName\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found 'Movies|2024'; begin the file "
          + "with the line 'title', or with the names of its columns"
      ),
      (
        "Const,Position,Heading\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found 'Const', 'Position', 'Heading'; a file "
          + "of IMDb (imdb:ratings) also has 'Created'; name it in a header, or with '--map title=<column>'"
      ),
      (
        "1::Toy Story (1995)::Animation\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found '1', 'Toy Story (1995)', "
          + "'Animation'; name it in a header, or with '--map title=<column>'"
      ),
      ("<html>\n", "1:1: \(formats) XML or HTML. Nothing was imported. Correct the file."),
      (
        "a,b\n1,2\n",
        "1:1: expected a column of titles, such as 'title' or 'name', found 'a', 'b'; name it in a header, or with "
          + "'--map title=<column>'"
      ),
      (
        #"[{"rating": 8, "movie": {"ids": {}, "title": "Heat"}}]"#,
        "1:2: expected a 'title', found one nested in 'movie'; move it out of 'movie'"
      ),
      (
        #"{"items": [{"title": "Heat"}]}"#,
        "1:1: expected a 'title', found none; if the movies are in 'items', import that array alone"
      ),
      (
        "\n<?xml version=\"1.0\"?>\n",
        "1:1: \(formats) XML or HTML. Nothing was imported. Correct the file."
      ),
      (
        "title,cast\nHeat,\"[{'name': 'Al Pacino'\"\n",
        "2:6: expected names or a JSON array in a cast, found '[{'name': 'Al Pacino''. Nothing was imported. Correct "
          + "the file, or skip invalid records with '--on-error skip' or fields with '--drop <field>'."
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
        "found the byte 0xE9, which is not valid UTF-8. Nothing was imported. Save the file as UTF-8, or "
          + "pass '--encoding' with its encoding: windows-1252 (Western Europe), windows-1250 or iso-8859-2 (Central "
          + "Europe), windows-1251 or koi8-r (Cyrillic), or macintosh. "
          + "Convert a file of DOS first: iconv -f cp850 -t UTF-8 <file> > <new file>.\n"
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
      (
        "title,watched\nHeat,14/5/2024\nX,5/14/2024\n",
        "one order of day and month in 'watched', found '14/5/2024' and '5/14/2024'"
      ),
    ] {
      let result = movies("import", "-", input: text)
      #expect(result.status == .usage && result.error.contains(end), "\(result.error)")
    }
  }

  @Test("--encoding reads the text of older programs")
  func windows1252() {
    let bytes = Array("title\nKr".utf8) + [0xE9] + Array("lie ".utf8) + [0x80, 0x0A]
    let result = movies(["import", "-", "--encoding", "windows-1252"], input: bytes)
    #expect(
      result.error.hasPrefix("standard input: 1 record\n  windows-1252\nimported 1 "),
      "\(result.error)")
    #expect(movies("list", "--title", "Krélie €", "--columns", "title").output == "Krélie €\n")
    // A file that is UTF-8 is read as such.
    let other = movies("import", "-", "--encoding", "windows-1252", input: "title\nAmélie\n")
    #expect(other.status == .done)
    #expect(movies("list", "--title", "Amélie", "--columns", "title").output == "Amélie\n")
  }

  @Test("an encoding has several names, and for an unknown one the error says how to convert")
  func encodingNames() {
    let bytes = Array("title\n".utf8) + [0xD1, 0xEE, 0xEB]
    #expect(movies(["import", "-", "--encoding", "CP1251"], input: bytes).status == .done)
    #expect(movies("list", "--title", "Сол", "--columns", "title").output == "Сол\n")
    let result = movies(["import", "-", "--encoding", "shift_jis"], input: bytes)
    #expect(result.status == .usage)
    #expect(
      result.error.contains(
        "koi8-r, macintosh, or convert the file first (iconv -f shift_jis -t UTF-8 <file> > <new file>)."
      ), "\(result.error)")
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
        "standard input: 1 record\n  columns: 'NAME' as title, 'Favourite' as favorite, 'Your Rating' as "
          + "rating, 'IMDb ID' as imdb\n  ratings up to 10\nimported 1 movie, 1 new actor in "),
      "\(result.error)")
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

  @Test("With --on-error skip, a cell that is not text costs only its value, but a title its row")
  func damagedCells() {
    let text =
      Array("title,note,rating\nA,caf".utf8) + [0xE9] + Array(",8\nB,a \"b\" c,7\nC".utf8)
      + [0xE9] + Array(",x,6\n".utf8)
    let result = movies(["import", "-", "--on-error", "skip"], input: text)
    #expect(result.status == .badInput)
    #expect(
      result.error.contains("standard input: left out 2 values of 'note', such as in line 2:"))
    #expect(result.error.contains("imported 2 movies") && result.error.contains("; 1 invalid"))
    let ratings = ["A", "B"].map {
      movies("list", "--title", $0, "--columns", "rating,note").output
    }
    #expect(ratings == ["8\t\n", "7\t\n"])
  }

  @Test(
    "One column has one scale: that of fractions, stars and per cents, if no number is above it",
    arguments: [
      ("4/5\n3\n4½", "8;6;9"), ("★★★½\n4\n5", "7;8;10"), ("85 %\n90\n7.5/10", ""),
      ("85%\n90\n40", "8.5;9;4"), ("4/5\n85%\n7 out of 10", "8;8.5;7"), ("8/10\n4\n3", "8;4;3"),
    ])
  func oneScale(cells: String, expected: String) {
    let result = movies("import", "-", input: "title,rating\n" + rows(cells))
    if expected.isEmpty {
      #expect(result.status == .usage)
      #expect(
        result.error.contains("expected one scale of ratings in 'rating', found '7.5/10' and '90'"))
    } else {
      let ratings = ["A0", "A1", "A2"].map {
        String(movies("list", "--title", $0, "--columns", "rating").output.dropLast())
      }
      #expect(ratings.joined(separator: ";") == expected, "\(result.error)")
    }
  }

  /// A row with a title for each cell.
  private func rows(_ cells: String) -> String {
    cells.split(separator: "\n").enumerated().map { "A\($0),\"\($1)\"\n" }.joined()
  }

  @Test(
    "A column that cannot be decided is refused with one of each",
    arguments: [
      ("rating", "4/5\n8", "found '4/5' and '8'; pass '--scale <highest>'"),
      ("rating", "85%\n9", "found '85%' and '9'; pass '--scale <highest>'"),
      (
        "rating", "12\n16\n18",
        "found only such as '18', which are ages; to leave them out, pass '--drop rating'"
      ),
      (
        "watched", "13/1/2024\n2/15/2024",
        "found '13/1/2024' and '2/15/2024'; pass '--date-order dmy'"
      ),
      ("watched", "2/1/2024\n1/1/1970", "found only such as '2/1/2024'; pass '--date-order dmy'"),
    ])
  func undecidable(field: String, cells: String, message: String) throws {
    let before = try SampleCatalog.bytes
    for options in [[], ["--on-error", "skip"]] {
      let result = movies(
        ["import", "-"] + options, input: Array("title,\(field)\n\(rows(cells))".utf8))
      #expect(result.status == .usage && result.error.contains(message), "\(result.error)")
    }
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("In a column of days, yes and plays are the tag 'seen', and a status is the watchlist")
  func marks() {
    let cells = "Yes\nno\n3\n0\nto watch\n1999\n✓\n☐\n2024-01-05"
    let result = movies("import", "-", input: "title,Watched\n" + rows(cells))
    let taken = "  yes as tag 'seen'\n  planned as tag 'watchlist'\n"
    #expect(result.error.contains(taken), "\(result.error)")
    let found = (0..<9).map {
      movies("list", "--title", "A\($0)", "--columns", "watched,tag").output
    }
    #expect(
      found == [
        "\tseen\n", "\t\n", "\tseen\n", "\t\n", "\twatchlist\n", "1999\t\n", "\tseen\n", "\t\n",
        "2024-01-05\t\n",
      ])
    // The tags of a movie stay, also if the list replaces what it has.
    _ = movies("tag", "title=A0", "heist", "-q")
    _ = movies("import", "-", "--replace", "-q", input: "title,Watched\nA0,yes\n")
    #expect(movies("list", "--title", "A0", "--columns", "tag").output == "seen;heist\n")
    #expect(
      movies("import", "-", input: "title,Watched\n" + rows(cells)).error.contains(
        "imported 0 movies"))
  }

  @Test(
    "--on-error skip leaves out a cell, a row without its title, year or id, and a column without values"
  )
  func skippedCells() {
    let text = """
      title,year,rating,watched,runtime,imdb
      A,1990,8,soon,90,tt0000001
      B,199x,8,2024-01-05,90,tt0000002
      C,1992,great,,7020,tt0000003
      D,1993,9,2024-01-06,long,x
      E,1994,7,,eternal,

      """
    let refused = movies("import", "-", input: text)
    #expect(refused.status == .badInput && refused.error.contains("found 'soon'. Nothing was"))
    let result = movies("import", "-", "--on-error", "skip", input: text)
    #expect(result.status == .badInput)
    for line in [
      "standard input:3:3: '199x' is not a year from 1870 to 2200",
      "standard input:5:26: 'x' is not an IMDb id",
      "standard input: left out 1 value of 'rating', such as in line 4: expected a rating up to 10, found 'great'",
      "standard input: left out 1 value of 'watched', such as in line 2: expected a date such as",
      "standard input: left out 2 values of 'runtime', such as in line 4: expected a running time",
    ] {
      #expect(result.error.contains(line), "\(result.error)")
    }
    let listed = movies("list", "year:1990..1994", "--columns", "title,rating,watched,runtime")
      .output
    #expect(listed == "A\t8\t\t90\nC\t\t\t\nE\t7\t\t\n")
    let column = movies(
      "import", "-", "-n", "--on-error", "skip", input: "title,rating\nNew,PG-13\nOther,R\n")
    #expect(
      column.error.contains("ignored 'rating', of which no value can be read, such as in line 2"))
    #expect(column.output.hasPrefix("new        2\n"))
    let whole = movies(
      "import", "-", "--unresolved", "rest", input: "title,rating,year\nA1,8,1990\nA2,great,1991\n")
    #expect(whole.error.contains("imported 1 movie"), "\(whole.error)")
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
