import FormatsTestSupport
import MovieFormats
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

@Suite("Reading attributes", .limited) struct AttributeReadingTests {
  @Test(
    "JSON",
    arguments: [
      Reading(#"{"title":"T","year":1995}"#, #"T {"year": 1995}"#),
      Reading(
        #"{"YEAR":"1995","title":"T","Rating":8.0,"tAg":["b","a","b"],"cast":["A"]}"#,
        #"T [A] {"year": 1995, "rating": 8, "tag": ["b", "a"]}"#),
      Reading(
        #"{"title":"T","note":42,"watched":"2026-11-23","tag":true}"#,
        #"T {"watched": ["2026-11-23"], "tag": ["true"], "note": "42"}"#),
      Reading(
        #"{"title":"T","watched":[2026,"2025-03-04","2026"]}"#,
        #"T {"watched": ["2025-03-04", "2026"]}"#),
      Reading(
        #"{"title":"T","Genres":["Crime"],"directors":"Mann","runtime":"170","IMDB":113277}"#,
        #"T {"genre": ["Crime"], "director": ["Mann"], "runtime": 170, "imdb": "tt0113277"}"#),
      Reading(
        #"{"title":"T","attributes":{"genres":["a"],"genre":["b","a"],"actor":"x"}}"#,
        #"T {"genre": ["a", "b"], "actor_": ["x"]}"#),
      // No values.
      Reading(
        #"{"title":"T","year":null,"rating":"","tag":[],"note":" \t","watched":[null,""]}"#, "T"),
      Reading(#"{"title":"T","attributes":null,"year":[1995]}"#, #"T {"year": 1995}"#),
      // Both places.
      Reading(
        #"{"attributes":{"tag":["a"],"year":1995},"title":"T","tag":["b","a"],"year":1995}"#,
        #"T {"year": 1995, "tag": ["a", "b"]}"#),
      // Numbers and texts keep their types; an integer of more than 64 bits becomes text.
      Reading(
        #"{"title":"T","attributes":{"z":[1,-0.5,2.0,1e2,"1",9223372036854775808,1e999,false]}}"#,
        #"T {"z": [1, -0.5, 2.0, 100.0, "1", "9223372036854775808", "1e999", "false"]}"#),
      Reading(#"{"title":"T","attributes":{}}"#, "T"),
      Reading(#"{"title":"T","Year_":1995,"attributes_":1,"Attributes":{}}"#, "T"),
      Reading(#"{"title":"T"," Year ":1995}"#, #"T {"year": 1995}"#),
      Reading(#"{"title":"T","yea\u0301r":1995}"#, #"T {"year": 1995}"#),
    ])
  func json(_ reading: Reading) throws {
    #expect(try outline(reading.text, .ndjson) == reading.outline)
    #expect(try outline(reading.text, .ndjson, chunkLength: 3) == reading.outline)
  }

  @Test(
    "Invalid JSON values are problems of the record, and the next record is read",
    arguments: [
      (#""year":"next""#, "bad 1:21 'next' is not a year from 1870 to 2200"),
      (#""year":1869"#, "bad 1:21 '1869' is not a year from 1870 to 2200"),
      (#""year":[1995,1996]"#, "bad 1:21 'year' can have only one value"),
      (#""Year":1995,"YEAR":1996"#, "bad 1:33 'year' can have only one value"),
      (
        #""rating":11"#,
        "bad 1:23 expected a rating up to 10, found '11'; for another scale, pass '--scale <highest>'"
      ),
      (
        #""watched":202611231"#,
        "bad 1:24 expected a date such as 2026-11-23 or 28.11.2026, found '202611231'"
      ),
      (#""tag":"a\nb""#, "bad 1:20 'a\nb' is not text of one line"),
      (
        #""tag":{"a":1}"#,
        "bad 1:20 expected text or a number for a value of 'tag', found an object"
      ),
      (
        #""tag":["a",["b"]]"#,
        "bad 1:25 expected text or a number for a value of 'tag', found an array"
      ),
      (
        #""note":"a\u0000b""#,
        "bad 1:23 expected text without NUL characters, found \\u0000"
      ),
      (#""attributes":[1]"#, "bad 1:27 expected an object for 'attributes', found an array"),
      (
        #""attributes":{"z":{}}"#,
        "bad 1:32 expected text or a number for a value of 'z', found an object"
      ),
      (
        #""attributes":{"IMDb ID":1}"#,
        "bad 1:28 expected keys such as 'year' or 'imdb_id' in 'attributes', found 'IMDb ID'"
      ),
      (
        #""attributes":{},"attributes":{}"#,
        "bad 1:30 expected each key once, found 'attributes' twice"
      ),
    ])
  func invalidJSON(member: String, problem: String) throws {
    let text = #"{"title":"T",\#(member)}"# + "\n" + #"{"title":"U","year":1995}"#
    #expect(try outline(text, .ndjson) == [problem, #"U {"year": 1995}"#])
  }

  @Test(
    "CSV",
    arguments: [
      Reading("Title,title,YEAR\nx,T,1995\ny,U,\n", #"T {"year": 1995}"#, "U"),
      Reading(
        "title,rating,watched,tag,note\nT,7.50,2026-11-23,a; b;;a\\;\\\\;c\\d;\\,\"a;b\\;c\n\"\n",
        #"T {"rating": 7.5, "watched": ["2026-11-23"], "tag": ["a", "b", "a;\\", "c\\d", "\\"], "#
          + #""note": "a;b\\;c"}"#),
      Reading("year,title,Year\n1995,T,1996\n", #"T {"year": 1995}"#),
      Reading(
        "title,year\nT,next\nU,1995\n",
        "bad 2:3 'next' is not a year from 1870 to 2200", #"U {"year": 1995}"#),
      Reading(
        "title,year,year\nT,1995,1996\n", "bad 2:8 'year' can have only one value"),
      Reading("title,note\nT,a\0b\n", "bad 2:4 expected text without NUL characters, found one"),
      Reading("title,attributes\nT,{}\n", "T"),
      Reading(
        "title,Genres,director,aka\nT,Crime;Drama,\"Mann, M.\",a\\;b\n",
        #"T {"genre": ["Crime", "Drama"], "director": ["Mann, M."], "aka": ["a;b"]}"#),
    ])
  func csv(_ reading: Reading) throws {
    #expect(try outline(reading.text, .csv) == reading.outline)
  }

  @Test("Cells of other keys are texts or numbers")
  func numbersInCells() throws {
    #expect(
      try outline("title\tx\nT\t1; 1.50 ;01;1995 ;-2e3;9223372036854775808\n", .tsv, keeping: .all)
        == [#"T {"x": [1, 1.5, "01", 1995, "-2e3", "9223372036854775808"]}"#])
  }

  @Test(
    "Other fields are kept by name, compared as keys",
    arguments: [
      (KeptFields.named(["Trakt URI"]), #" {"trakt_uri": ["u"]}"#, ["extra 1", "x 1"]),
      (
        .named(["trakt_uri", "X", "東"]), #" {"trakt_uri": ["u"], "x": [1, "b"]}"#,
        ["extra 1"]
      ),
      (.all, #" {"trakt_uri": ["u"], "x": [1, "b"]}"#, ["extra 1"]),
      (.named([]), "", ["Trakt URI 1", "extra 1", "x 1"]),
    ])
  func kept(_ kept: KeptFields, attributes: String, ignored: [String]) throws {
    let text =
      #"{"Trakt URI":"u","extra":[1,{"a":[2]}],"title":"T","x":[1,"b",null],"y":null}"#
    #expect(try outline(text, .ndjson, keeping: kept) == ["T" + attributes])
    let names = try ignoredFields(text, .ndjson, keeping: kept).filter { $0 != "y 1" }
    #expect(names == ignored)
  }

  @Test("Names without a key are not kept")
  func namesWithoutKeys() throws {
    let long = String(repeating: "k", count: 65)
    let text = #"{"title":"T","東京":1,"":2,"\#(long)":3,"\#(long.dropLast())":4}"#
    let key = String(long.dropLast())
    #expect(try outline(text, .ndjson, keeping: .all) == [#"T {"\#(key)": [4]}"#])
    #expect(try ignoredFields(text, .ndjson, keeping: .all) == ["東京 1", " 1", "\(long) 1"])
  }

  @Test("Keeps fields after the names that are remembered")
  func manyNames() throws {
    let many = (0..<300).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let text = #"{"title":"T",\#(many),"year":1995}"#
    #expect(
      try outline(text, .ndjson, keeping: .named(["k7", "k299"]))
        == [#"T {"year": 1995, "k299": [299], "k7": [7]}"#])
    #expect(try ignoredFields(text, .ndjson).count == 64)
    #expect(try movies(text.bytes, .ndjson, keeping: .all).first?.attributes.keys.count == 301)
  }

  // MARK: Limits

  @Test("A value has at most 16 KiB, a tag 256 bytes", arguments: InterchangeFormat.allCases)
  func longTexts(_ format: InterchangeFormat) throws {
    for (key, limit) in [("note", 16_384), ("tag", 256), ("x", 16_384)] {
      for (size, isValid) in [(limit, true), (limit + 1, false), (150_000, false)] {
        let value = String(repeating: "x", count: size)
        let text: String
        switch format {
        case .ndjson: text = "{\"title\":\"T\",\"\(key)\":\"\(value)\"}\n{\"title\":\"U\"}"
        case .json: text = "[{\"title\":\"T\",\"\(key)\":\"\(value)\"},{\"title\":\"U\"}]"
        case .csv: text = "title,\(key)\nT,\(value)\nU,\n"
        case .tsv: text = "title\t\(key)\nT\t\(value)\nU\t\n"
        }
        let lines = try outline(text, format, keeping: .all)
        #expect(lines.count == 2 && lines[1] == "U")
        #expect(
          lines[0].hasPrefix(isValid ? "T {" : "bad "), "\(key) \(size) \(lines[0].prefix(90))")
        let (most, found) = (Formatting.grouped(limit), Formatting.grouped(size))
        let message = "the value of '\(key)' has \(found) bytes; the limit is \(most)"
        #expect(isValid || lines[0].hasSuffix(message))
      }
    }
  }

  @Test("A movie has at most 1,000 values and 1 MiB of attributes")
  func manyValues() throws {
    let problem = "a movie can have at most 1,000 attribute values"
    let values = (0...1_000).map(String.init)
    func json(_ values: [String]) -> String {
      #"{"title":"T","attributes":{"x":[\#(values.joined(separator: ","))]}}"#
    }
    #expect(try movies(json(values.dropLast()).bytes).first?.attributes.keys.map(\.name) == ["x"])
    #expect(try outline(json(values)).first?.hasSuffix(problem) == true)
    let tags =
      "title,tag\nT,\(values.joined(separator: ";"))\nU,\(values.dropLast().joined(separator: ";"))"
    let lines = try outline(tags)
    #expect(lines[0] == "bad 2:3 \(problem)")
    #expect(lines[1].hasPrefix("U {"))
    let keys = (0...1_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(try outline("{\"title\":\"T\",\(keys)}", keeping: .all)[0].hasSuffix(problem))

    let long = (0..<65).map { "\"\($0)" + String(repeating: "x", count: 16_200) + "\"" }
    #expect(
      try outline(json(long)).first?.hasSuffix(
        "the attributes of a movie can have at most 1 MiB") == true)
    #expect(try outline(json(long.dropLast())).first?.hasPrefix("T {") == true)
    let nested = String(repeating: "[", count: 600)
    #expect(
      try outline(#"{"title":"T","x":\#(nested)"#, .ndjson, keeping: .all).first?.hasSuffix(
        "expected at most 512 nested arrays and objects, found more") == true)
  }

  @Test("Rejects bytes that are not UTF-8")
  func invalidUTF8() throws {
    let note = Array(#"{"title":"T","note":""#.utf8) + [0xFF] + Array("\"}".utf8)
    #expect(try outline(note).first?.contains("not valid UTF-8") == true)
    #expect(
      try outline(Array("title,tag\nT,".utf8) + [0xC3, 0x28]).first?.contains("not valid UTF-8")
        == true)
  }
}
