import FormatsTestSupport
import MovieStore
import TestSupport
import Testing

/// Values as other programs write them.
@Suite(.limited) struct ForeignValueTests {
  @Test(
    "Cells become values",
    arguments: [
      ("genre", "Crime|Drama", #"{"genre": ["Crime", "Drama"]}"#),
      ("genre", "Crime, Drama", #"{"genre": ["Crime", "Drama"]}"#),
      ("genre", "Crime, Thriller;Drama", #"{"genre": ["Crime, Thriller", "Drama"]}"#),
      ("director", "Joel Coen, Jr.;A|B", #"{"director": ["Joel Coen, Jr.", "A|B"]}"#),
      ("runtime", "170 min", #"{"runtime": 170}"#), ("runtime", "90", #"{"runtime": 90}"#),
      ("runtime", "95 Mins.", #"{"runtime": 95}"#),
      ("rating", "8/10", #"{"rating": 8}"#), ("rating", "4.5 / 5", #"{"rating": 9}"#),
      ("rating", "8,5", #"{"rating": 8.5}"#), ("rating", "87/100", #"{"rating": 8.7}"#),
      ("rating", "N/A", ""), ("rating", "-", ""),
      ("year", "N/A", ""), ("watched", "n/a", ""), ("runtime", "null", ""), ("imdb", "None", ""),
      ("genre", "N/A", ""), ("note", "N/A", #"{"note": "N/A"}"#),
      ("tag", "none", #"{"tag": ["none"]}"#),
      ("imdb", "0113277", #"{"imdb": "tt0113277"}"#), ("imdb", "-1", ""), ("tmdb", "0", ""),
    ])
  func cell(column: String, text: String, expected: String) throws {
    let row = "Heat" + (expected.isEmpty ? "" : " \(expected)")
    #expect(try outline("Title\t\(column.capitalized)\nHeat\t\(text)\n") == [row])
    #expect(try outline(#"{"Title": "Heat", "\#(column)": "\#(text)"}"#) == [row])
  }

  @Test(
    "Of several names of a field, the best is read, in any order",
    arguments: [
      #"{"title": "Heat", "name": "X", "myRating": 8, "rating": 9}"#,
      #"{"name": "X", "rating": 9, "Title": "Heat", "my rating": 8}"#,
    ])
  func names(text: String) throws {
    #expect(try outline(text) == [#"Heat {"rating": 8}"#])
    #expect(try outline(#"{"Title": "Heat", "Title": "X"}"#).first?.hasPrefix("bad ") == true)
  }

  @Test("True and false of JSON are yes and no in a list of days, and any scale is read in JSON")
  func words() throws {
    #expect(try outline(#"{"Title": "Heat", "watched": true}"#) == [#"Heat {"tag": ["seen"]}"#])
    #expect(try outline(#"{"Title": "Heat", "watched": [false, null]}"#) == ["Heat"])
    #expect(
      try outline(#"{"Title": "Heat", "watched": ["5 Jan 2024", "2023年5月1日"], "rating": "★★★½"}"#)
        == [#"Heat {"rating": 7, "watched": ["2023-05-01", "2024-01-05"]}"#])
  }

  @Test("Whether a movie was watched and when can be two columns")
  func watchedTwice() throws {
    let rows = "Heat\tyes\t2026-01-05\nRan\tno\t\nAlien\tyes\t\n"
    let expected = [#"Heat {"watched": ["2026-01-05"]}"#, "Ran", #"Alien {"tag": ["seen"]}"#]
    #expect(try outline("Title\tWatched\tDate Watched\n" + rows) == expected)
    #expect(
      try outline(#"{"Title": "Heat", "Date Watched": "2026-01-05", "watched": true}"#)
        == [expected[0]])
  }

  @Test("A list that cannot be read is refused, and one without quotes has genres")
  func unreadableLists() throws {
    #expect(
      try outline("Title\tGenre\nHeat\t[Crime, Drama]\n") == [
        #"Heat {"genre": ["Crime", "Drama"]}"#
      ])
    #expect(
      try outline("Title\tGenre\nHeat\t('Crime', 'Drama')\n") == [
        #"Heat {"genre": ["Crime", "Drama"]}"#
      ])
    for column in ["Genre", "Director", "Tag"] {
      let result = try outline("Title\t\(column)\nHeat\t['Crime', 'Drama'\n")
      #expect(
        result.first?.hasPrefix("bad 2:6 expected texts or a list such as") == true, "\(result)")
    }
  }

  @Test("Texts of programs for no date are none")
  func noDates() throws {
    for text in [
      "NaT", "#N/A", "<NA>", "12/30/1899", "1899-12-30", "30.12.1899", "0000-00-00", "never",
    ] {
      #expect(try outline("Title\tWatched\nHeat\t\(text)\n") == ["Heat"], "\(text)")
    }
    #expect(try outline("Title\tWatched\nHeat\t2019.0\n") == [#"Heat {"watched": ["2019"]}"#])
    #expect(
      try outline("Title\tWatched\nHeat\t5 Jan\n") == [
        "bad 2:6 expected a date with its year, found '5 Jan'"
      ])
  }

  @Test("Commas separate directors if they separate names")
  func directors() throws {
    let text = "Title\tDirector\nHeat\tA, B\n"
    #expect(try outline(text) == [#"Heat {"director": ["A, B"]}"#])
    #expect(
      try outline(text, splitting: ",")
        == [#"Heat {"director": ["A", "B"]}"#])
  }

  @Test("Elements of a JSON array are whole values")
  func array() throws {
    #expect(
      try outline(#"{"Title": "Heat", "genre": ["Crime, Drama", "A|B"], "tag": ["a;b"]}"#)
        == [#"Heat {"genre": ["Crime, Drama", "A|B"], "tag": ["a;b"]}"#])
  }

  @Test(
    "A cast is a cell, also in JSON",
    arguments: [
      ("Al Pacino; Val Kilmer", " [Al Pacino|Val Kilmer]"), ("Al Pacino, Jr.", " [Al Pacino, Jr.]"),
      ("N/A", ""), (#"[\"Al Pacino\"]"#, " [Al Pacino]"), ("['Al Pacino', None]", " [Al Pacino]"),
      (
        "[{'name': 'Al Pacino', 'order': 1}, {'name': 'Val Kilmer', 'order': 0}]",
        " [Val Kilmer|Al Pacino]"
      ),
      ("[REC]", " [[REC]]"), ("[]", ""),
    ])
  func cast(text: String, expected: String) throws {
    #expect(try outline(#"{"Title": "Heat", "Actors": "\#(text)"}"#) == ["Heat" + expected])
  }

  @Test("Cells in quotes that spreadsheet programs write in TSV are their text")
  func quotedTSV() throws {
    let rows = [
      #""Tiger, Dragon"\#t"he said ""wow""""#, "\"two\nlines\"\tx", #""Heat"\#t"a" b"#,
    ]
    #expect(
      try outline("Title\tNote\r\n" + rows.joined(separator: "\r\n") + "\r\n") == [
        #"Tiger, Dragon {"note": "he said \"wow\""}"#, "two\nlines {\"note\": \"x\"}",
        #""Heat" {"note": "\"a\" b"}"#,
      ])
  }

  @Test("Rows of separators are empty, and the original title is no other title if it is the title")
  func emptyRows() throws {
    #expect(
      try outline("Title;Year;Original Title\nHeat;1995;HEAT\n;;\nRan;;Chaos\n;;\n") == [
        #"Heat {"year": 1995}"#, #"Ran {"aka": ["Chaos"]}"#,
      ])
    #expect(try outline("title,favorite,cast\n,,\n").first?.hasPrefix("bad") == true)
  }

  @Test("A line with the separator begins files of spreadsheet programs")
  func separatorLine() throws {
    #expect(try outline("sep=;\r\nTitle;Year\r\nA,B;1990\r\n") == [#"A,B {"year": 1990}"#])
    #expect(try outline("sep=|\nTitle|Year\nA|1990\n") == [#"A {"year": 1990}"#])
  }

  @Test("UTF-16 that ends within a character is an error")
  func cutUTF16() throws {
    let bytes: [UInt8] = [0xFF, 0xFE] + "title\nA\n".utf8.flatMap { [$0, 0] }
    #expect(try outline(bytes) == ["A"])
    #expect(
      try outline(bytes + [0x41], chunkLength: 7).last?.hasSuffix("a part of a character") == true)
    #expect(try outline(bytes + [0x41]).last?.hasSuffix("a part of a character") == true)
    #expect(
      try outline(bytes + [0, 0xD8, 0x41, 0]).last?.hasSuffix("a part of a character") == true)
  }
}
