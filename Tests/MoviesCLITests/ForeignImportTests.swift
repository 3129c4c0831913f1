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
        "Title,Year\nHeat,1995\n",
        "1:1: expected the column 'title', found 'Title'; rename it to 'title'"
      ),
      (
        "Date,Name,Year,Letterboxd URI,Rating\n2024-01-03,Heat,1995,u,4.5\n",
        "1:1: expected the column 'title', found 'Name' (this looks like a Letterboxd export); rename it to 'title'"
      ),
      (
        "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n",
        "1:1: expected a header with the column 'title', found a list of a Letterboxd export; delete the lines "
          + "before 'Position,Name,Year', and rename the column 'Name' to 'title'"
      ),
      (
        "Const,Your Rating,Date Rated,Title,Original Title\ntt0113277,9,2024-01-05,Heat,Heat\n",
        "1:1: expected the column 'title', found 'Title' (this looks like an IMDb export); rename it to 'title', "
          + "and 'Your Rating' to 'rating'"
      ),
      (
        "tconst\ttitleType\tprimaryTitle\n",
        "1:1: expected the column 'title', found 'primaryTitle' (this looks like an IMDb export); rename it to 'title'"
      ),
      (
        "title;year;rating\nHeat;1995;8\n",
        "1:1: expected commas between the columns (CSV) or tabs (TSV), found ';', which seems to be the separator; "
          + "save the file as CSV"
      ),
      (
        "1::Toy Story (1995)::Animation\n",
        "1:1: expected commas between the columns (CSV) or tabs (TSV), found '::', which seems to be the separator; save the file as CSV"
      ),
      ("<html>\n", "1:1: \(formats) XML or HTML. Nothing was imported. Correct the file."),
      (
        "a,b\n1,2\n",
        "1:1: expected a header with a 'title' column, found one that starts with 'a'. Nothing was imported. Correct the file."
      ),
      (
        "Score, Film Name, Year\n90, Heat, 1995\n",
        "1:1: expected the column 'title', found ' Film Name'; rename it to 'title'"
      ),
      (
        "标题,我的评分\nHeat,5\n",
        "1:1: expected the column 'title', found '标题'; rename it to 'title'"
      ),
      (
        #"[{"rating": 8, "movie": {"ids": {}, "title": "Heat"}}]"#,
        "1:2: expected a 'title', found one nested in 'movie'; move it out of 'movie'"
      ),
      (
        #"{"title": "Heat", "cast": "[\"Al Pacino\"]"}"#,
        "1:27: expected an array of names, found a string with JSON; replace it by an array"
      ),
      (#"[{"Title": "Heat"}]"#, "1:2: expected a 'title', found 'Title'; rename it to 'title'"),
      (
        #"{"movies": [{"title": "Heat"}]}"#,
        "1:1: expected a 'title', found none. Nothing was imported. Correct the file."
      ),
      (
        "title,cast\nHeat,\"[\"\"Al Pacino\"\", \"\"Val Kilmer\"\"]\"\n",
        "2:6: expected names separated by ';' in a cast, found JSON; replace it by names"
      ),
      (
        "title,cast\nHeat,\"[{'name': 'Al Pacino'}]\"\n",
        "2:6: expected names separated by ';' in a cast, found a Python list; replace it by names"
      ),
      (
        "\"title\";\"year\"\n\"Heat\";\"1995\"\n",
        "1:1: expected commas between the columns (CSV) or tabs (TSV), found ';', which seems to be the separator; save the file as CSV"
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

  @Test("the format of an option that does not fit is reported")
  func otherFormat() {
    for (format, text, error) in [
      ("tsv", "title,year\nA,1999\n", "found ','; the file seems to be CSV"),
      ("csv", "title\tyear\nA\t1999\n", "found a tab; the file seems to be TSV"),
    ] {
      let result = movies("import", "-", "-n", "--format", format, input: text)
      #expect(result.status == .badInput && result.error.contains(error), "\(result)")
    }
  }

  @Test(
    "the error names archives, documents and encodings",
    arguments: [
      (Array("PK\u{3}\u{4}\n\0\0\0ratings.csv".utf8), "\(formats) a zip archive; extract it first"),
      (
        Array("PK\u{3}\u{4}\n\0\0\0[Content_Types].xml".utf8),
        "\(formats) a spreadsheet; save it as CSV first"
      ),
      ([0x1F, 0x8B, 8, 0, 0, 0], "\(formats) a gzip file; extract it first"),
      (Array("%PDF-1.7\n".utf8), "\(formats) a PDF file. Nothing was imported. Correct the file."),
      (
        [0xFF, 0xFE, 0x74, 0],
        "expected UTF-8 text, found UTF-16 or UTF-32. Nothing was imported. Save the file as UTF-8."
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
        "found the byte 0xE9, which is not valid UTF-8. Nothing was imported. Save the file as UTF-8. "
          + "To convert Latin-1, run: iconv -f latin1 -t utf-8 <file>\n"
      ),
      "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
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
    arguments: ["Score,Film Name\n90,Heat\n", "title,title\nA,B\n", "PK\u{3}\u{4}\n\0\0\0a.csv"])
  func header(text: String) throws {
    let result = movies("import", "-", "--on-error", "skip", input: text)
    #expect(result.status == .badInput)
    #expect(result.error.hasPrefix("Error: standard input:1:"), "\(result.error)")
    #expect(!result.error.contains("skip") && !result.error.contains("record"))
    let good = TemporaryDirectory.path("good.csv")
    try Files.write(Array("title\nA\n".utf8), to: good)
    #expect(movies("import", good, "-", "--on-error", "skip", input: text) == result)
  }

  @Test("a rating of IMDb that was not kept is reported")
  func renamedRating() {
    let text = "Const,Your Rating,title\nt,9,Heat\n"
    let start = "\nignored field 'Your Rating'; to import it as 'rating', "
    let advice = "rename it and import the file again\n"
    let ignored = "ignored fields: Const (1). To import them, pass '--keep <field>'"
    let error = movies("import", "-", "-n", input: text).error
    #expect(error.hasPrefix(ignored + start + advice))
    #expect(
      movies("import", "-", input: text).error.contains("\(start)run 'movies undo', \(advice)"))
    for options in [["--keep", "all"], ["--drop", "Your Rating"]] {
      let result = movies(["import", "-", "-n"] + options, input: Array(text.utf8))
      #expect(!result.error.contains("as 'rating'"))
    }
  }

  @Test("a cast and a favorite in other letters are reported, and known attributes are found")
  func otherLetters() {
    let text = "title, Year,Favorite, cast\nA,1999,yes,B\n"
    let error = movies("import", "-", "-n", input: text).error
    let advice = "rename it and import the file again\n"
    #expect(error.contains("field 'Favorite'; to import it as 'favorite', \(advice)"))
    #expect(error.contains("field ' cast'; to import it as 'cast', \(advice)"))
    #expect(!error.contains("ignored fields"))
    let json = #"[{"title": "A", "Actors": ["B"]}]"#
    let jsonError = movies("import", "-", "-n", input: json).error
    #expect(jsonError.contains("field 'Actors'; to import it as 'cast', "))
    // Nothing to undo.
    let skipped = movies("import", "-", "--on-error", "skip", input: "title,Cast\n,A\n")
    #expect(skipped.error.contains("import it as 'cast', rename it"))
    let dropped = movies("import", "-", "--drop", "Cast", input: text)
    #expect(dropped.error.contains("such as 'cast'"))
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

  private static func rows(_ rest: String, count: Int) -> String {
    String(repeating: "A,\(rest)\n", count: count)
  }

  @Test(
    "five ratings or more of which none exceeds 5 are reported",
    arguments: [
      ("title,rating\n" + rows("5", count: 5), true),
      ("title,rating\n" + rows("5", count: 4), false),
      ("title,rating\nA,5.5\n" + rows("5", count: 5), false),
      ("title,rating\n" + rows("", count: 9), false),
      ("title,favorite,cast,rating\n" + rows("false,,3", count: 9), false),
      (String(repeating: #"{"title": "A", "rating": 3}"# + "\n", count: 5), true),
      (String(repeating: #"{"title": "A", "attributes": {"rating": 3}}"# + "\n", count: 9), false),
    ])
  func ratings(text: String, isReported: Bool) {
    let start =
      "\nall ratings in standard input are at most 5, but the scale is 0 to 10; if the file rates up to 5, "
    let advice = "double them in the file (4.5 becomes 9)"
    #expect(
      movies("import", "-", "-n", input: text).error.contains(
        "\(start)\(advice) and import it again\n") == isReported)
    #expect(
      movies("import", "-", input: text).error.contains(
        "\(start)run 'movies undo', \(advice) and import it again\n") == isReported)
    #expect(movies("import", "-", "-q", input: text) == CommandResult())
  }
}
