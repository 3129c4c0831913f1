import FormatsTestSupport
import MovieFormats
import TestSupport
import Testing

@Suite("Rows of CSV and TSV", .limited) struct RowTests {
  @Test(
    "Valid CSV",
    arguments: [
      Reading(""), Reading("\n\n"), Reading("title"), Reading("title,favorite,cast\n"),
      Reading("title\nJaws", "Jaws"),
      Reading("title\r\nJaws\r\n\r\nAlien\r\n", "Jaws", "Alien"),
      Reading(
        "title,favorite,cast\nJaws,true,Roy;Robert\nAlien,,\n", "Jaws [Roy|Robert] *", "Alien"),
      Reading("\"title\",\"cast\"\n\"Jaws\",\"Roy\"\n", "Jaws [Roy]"),
      Reading("actors,year,title\nA; B,1975,Jaws\n", #"Jaws [A|B] {"year": 1975}"#),
      Reading("title\n\"a \"\"b\"\", c\"\n", "a \"b\", c"),
      Reading(
        "title,cast\n\"two\nlines\",A\n\"and\r\ncrlf\",B", "two\nlines [A]", "and\r\ncrlf [B]"),
      Reading("title\n\"\"\"\"\n", "\""),
      Reading("title,cast\nT,A\\;B;C\\\\;D\n", "T [A;B|C\\|D]"),
      Reading("title,cast\nT, \n", "T"),
      Reading("title,cast\nT,A;B;A\n", "T [A|B]"),
      Reading("title\n日本 é 😀\n", "日本 é 😀"),
      Reading("title\n a\tb \n", "a\tb"),
      Reading("title\na\u{1B}\u{1}b\n", "a\u{1B}\u{1}b"),
      Reading(
        "title,favorite\nA,1\nB,Yes\nC,*\nD,TRUE\nE,0\nF,no\nG,False\nH,\n",
        "A *", "B *", "C *", "D *", "E", "F", "G", "H"),
    ])
  func csv(_ reading: Reading) throws {
    #expect(try outline(reading.text, .csv) == reading.outline)
  }

  @Test(
    "Invalid rows of CSV",
    arguments: [
      Reading("title,cast\nT\n", "bad 2:1 expected 2 fields (as in the header), found 1"),
      Reading("title\nT,U\n", "bad 2:1 expected 1 field (as in the header), found 2"),
      Reading("title,cast\n,A\n", "bad 2:1 the title is empty"),
      Reading("title,favorite,cast\nT,,A;;B\n", "bad 2:4 an actor's name is empty"),
      Reading("title,favorite,cast\nT,,A;\n", "bad 2:4 an actor's name is empty"),
      Reading(
        "title,favorite,cast\nT,,AC\\DC\n",
        "bad 2:4 expected '\\;' or '\\\\' in a cast, found a lone '\\'"),
      Reading(
        "title,favorite,cast\nT,,A\\\n",
        "bad 2:4 expected '\\;' or '\\\\' in a cast, found a lone '\\'"),
      Reading(
        "title,favorite\nT,maybe\n",
        "bad 2:3 expected true, false, 1, 0, yes, no, * or an empty field for 'favorite', "
          + "found 'maybe'"),
      Reading(
        "title\na\"b\n",
        "bad 2:2 expected quotes only around a whole field, found a quote inside it"),
      Reading(
        "title\n\"a\"b\n",
        "bad 2:4 expected ',' or the end of the line after the quoted field, found 'b'"),
      Reading(
        "title\n\"a\"\"b\"\"\" \"\n",
        "bad 2:9 expected ',' or the end of the line after the quoted field, found ' '"),
      Reading("title\na\u{0}b\n", "bad 2:2 expected text without NUL characters, found one"),
      Reading("title\n\"\u{0}\"\n", "bad 2:2 expected text without NUL characters, found one"),
      Reading(
        "title\na\rb\n",
        "bad 2:2 expected a line feed after the carriage return, found none"),
      Reading(
        "title\n\"a\"\rb\n",
        "bad 2:4 expected ',' or the end of the line after the quoted field, "
          + "found a carriage return without a line feed"),
    ])
  func invalidRows(_ reading: Reading) throws {
    #expect(try outline(reading.text, .csv) == reading.outline)
    let cells = reading.text.split(separator: "\n")[0].split(separator: ",").count
    let next = "Next" + String(repeating: ",", count: cells - 1)
    #expect(try outline(reading.text + next, .csv) == reading.outline + ["Next"])
  }

  @Test(
    "Errors that end the reading of rows",
    arguments: [
      Reading(
        "\n\nheading,cast\nT,A\n",
        "bad 3:1 expected a column of titles, such as 'title' or 'name', found 'heading', 'cast'; name "
          + "it in a header, or with '--map title=<column>'"),
      Reading("Name,NAME\n", "bad 1:6 expected each column once, found 'NAME' twice"),
      Reading("title,title\n", "bad 1:7 expected each column once, found 'title' twice"),
      Reading("cast,title,\"cast\"\n", "bad 1:12 expected each column once, found 'cast' twice"),
      Reading(
        "title,favorite,cast,actors\n", "bad 1:1 expected either 'cast' or 'actors', found both"),
      Reading("title\rT\n", "bad 1:6 expected a line feed after the carriage return, found none"),
      Reading(
        "title,a\"b\n",
        "bad 1:8 expected quotes only around a whole field, found a quote inside it"),
      Reading(
        "title,cast\nA,B\nC,\"D\nE,F\n", "A [B]",
        "bad 3:3 expected '\"' at the end of this field, found none"),
    ])
  func ends(_ reading: Reading) throws {
    #expect(try outline(reading.text, .csv) == reading.outline)
  }

  @Test(
    "Valid TSV",
    arguments: [
      Reading("title\tfavorite\tcast\nJaws\ttrue\tRoy;Robert\n", "Jaws [Roy|Robert] *"),
      Reading("title\r\n\"quoted\"\r\n", "\"quoted\""),
      Reading("title\na\\tb\\nc\\rd\\\\e\n", "a\tb\nc\rd\\e"),
      Reading("title\tcast\nT\tA\\\\;B;C\\\\\\\\D\n", "T [A;B|C\\D]"),
      Reading("title\tcast\nT\tA\\tB\n", "T [A\tB]"),
      Reading("cast\ttitle\n\tT, U\n", "T, U"),
    ])
  func tsv(_ reading: Reading) throws {
    #expect(try outline(reading.text, .tsv) == reading.outline)
  }

  @Test(
    "Invalid rows of TSV",
    arguments: [
      Reading(
        "title\tfavorite\tcast\na\\;b\t\t\n",
        "bad 2:2 expected one of \\t \\n \\r \\\\, found '\\' before ';'"),
      Reading(
        "title\tfavorite\tcast\na\\\n",
        "bad 2:2 expected one of \\t \\n \\r \\\\, found '\\' before the end of the line"),
      Reading(
        "title\tfavorite\tcast\na\\",
        "bad 2:2 expected one of \\t \\n \\r \\\\, found '\\' before the end of the input"),
      Reading(
        "title\na\rb\n",
        "bad 2:2 expected a line feed after the carriage return, found none"),
      Reading("title\tcast\nT\tA\tB\n", "bad 2:1 expected 2 fields (as in the header), found 3"),
      Reading(
        "title\tfavorite\tcast\nT\t\tA\\\\xB\n",
        "bad 2:4 expected '\\;' or '\\\\' in a cast, found a lone '\\'"),
    ])
  func invalidTSV(_ reading: Reading) throws {
    #expect(try outline(reading.text, .tsv) == reading.outline)
  }

  @Test("Unknown columns are reported in order")
  func unknownColumns() throws {
    #expect(try ignoredFields("decade,title,themes\n1,T,x\n,U,\n") == ["decade 1", "themes 1"])
    #expect(try ignoredFields("\ttitle\n1\tT\n", .tsv) == [])
    #expect(try ignoredFields("title,themes\n") == [])
  }

  @Test("Line numbers count line feeds within cells")
  func linesInCells() throws {
    #expect(
      try outline("title,favorite,cast\n\"a\nb\nc\",,;\nT,,\n,,", .csv) == [
        "bad 4:5 an actor's name is empty", "T",
        "bad 6:1 the title is empty",
      ])
  }
}
