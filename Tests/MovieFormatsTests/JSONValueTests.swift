import FormatsTestSupport
import MovieFormats
import TestSupport
import Testing

/// Single objects, as a line of NDJSON and as an element of an array.
@Suite("JSON objects of movies", .limited) struct JSONValueTests {
  @Test(
    "Valid movies",
    arguments: [
      Reading(#"{"title":"Jaws"}"#, "Jaws"),
      Reading(#" { "title" : "Jaws" , "cast" : [ ] } "#, "Jaws"),
      Reading("\t{\"title\"\t:\"Jaws\"}\t", "Jaws"),
      Reading(
        #"{"title":"Jaws","cast":["Roy Scheider","Robert Shaw"]}"#,
        "Jaws [Roy Scheider|Robert Shaw]"),
      Reading(#"{"title":"Jaws","actors":["Roy Scheider"]}"#, "Jaws [Roy Scheider]"),
      Reading(
        #"{"actors":[{"id":3,"name":"A"},{"name":"B","born":{"year":[1]}}],"title":"T"}"#,
        "T [A|B]"),
      Reading(#"{"title":"T","cast":["A",{"name":"B"}]}"#, "T [A|B]"),
      Reading(#"{"title":"T","cast":null,"favorite":null}"#, "T"),
      Reading(#"{"title":"T","favorite":true}"#, "T *"),
      Reading(#"{"title":"T","favorite":false}"#, "T"),
      Reading(#"{"title":"T","favorite":1}"#, "T *"),
      Reading(#"{"title":"T","favorite":0}"#, "T"),
      Reading(#"{"title":"T","favorite":"YES"}"#, "T *"),
      Reading(#"{"title":"T","favorite":"*"}"#, "T *"),
      Reading(#"{"title":"T","favorite":"No"}"#, "T"),
      Reading(#"{"title":"T","favorite":""}"#, "T"),
      Reading(#"{"title":"  T\t","cast":[" A\u00a0"]}"#, "T [A]"),
      Reading(#"{"title":"T","cast":["A","B"," A "]}"#, "T [A|B]"),
      Reading(#"{"\u0074itle":"T"}"#, "T"),
      Reading(#"{"title":"T","x":{"title":"U","y":[1,-0.5e+3,"a",true,false,null,{}]}}"#, "T"),
      Reading(#"{"title":"T","x":{"a":1,"a":2},"x":"\u0000\ud800","x":{"\udfff\u0000":1}}"#, "T"),
      Reading(#"{"title":"\"\\\/\b\f\n\r\tA"}"#, "\"\\/\u{8}\u{C}\n\r\tA"),
      Reading(#"{"title":"\ud83d\uDE00\u20AC"}"#, "😀€"),
      Reading(#"{"title":"日本 é 😀"}"#, "日本 é 😀"),
      Reading("{\"title\":\"a\u{7F}\u{85}b\"}", "a\u{7F}\u{85}b"),
    ])
  func accepted(_ reading: Reading) throws {
    #expect(try outline(reading.text, .ndjson) == reading.outline)
    #expect(try outline("[\(reading.text)]", .json) == reading.outline)
  }

  @Test(
    "Invalid movies are reported with position and reason",
    arguments: [
      Reading("{}", "bad 1:1 expected a 'title', found none"),
      Reading(#"{"cast":["A"]}"#, "bad 1:1 expected a 'title', found none"),
      Reading(#"{"title":7}"#, "bad 1:10 expected a string for 'title', found a number"),
      Reading(#"{"title":null}"#, "bad 1:10 expected a string for 'title', found null"),
      Reading(#"{"title":["T"]}"#, "bad 1:10 expected a string for 'title', found an array"),
      Reading(#"{"title":{"a":1}}"#, "bad 1:10 expected a string for 'title', found an object"),
      Reading(#"{"title":" \n"}"#, "bad 1:10 the title is empty"),
      Reading(
        #"{"title":"é","title":"U"}"#, "bad 1:14 expected each key once, found 'title' twice"),
      Reading(
        #"{"title":"T","cast":[],"cast":[]}"#,
        "bad 1:24 expected each key once, found 'cast' twice"),
      Reading(
        #"{"title":"T","favorite":1,"x":0,"favorite":1}"#,
        "bad 1:33 expected each key once, found 'favorite' twice"),
      Reading(
        #"{"title":"T","cast":[{"name":"A","name":"A"}]}"#,
        "bad 1:34 expected each key once, found 'name' twice"),
      Reading(
        #"{"title":"T","cast":"A","favorite":true}"#,
        "bad 1:21 expected an array of names, found a string"),
      Reading(
        #"{"title":"T","cast":[7]}"#,
        "bad 1:22 expected a string or an object for an actor, found a number"),
      Reading(
        #"{"title":"T","cast":[null]}"#,
        "bad 1:22 expected a string or an object for an actor, found null"),
      Reading(#"{"title":"T","cast":["A",""]}"#, "bad 1:26 an actor's name is empty"),
      Reading(
        #"{"title":"T","cast":[{}]}"#, "bad 1:22 expected a 'name' for the actor, found none"),
      Reading(
        #"{"title":"T","cast":[{"name":1}]}"#,
        "bad 1:30 expected a string for 'name', found a number"),
      Reading(
        #"{"title":"T","favorite":true,"cast":[],"actors":[]}"#,
        "bad 1:40 expected either 'cast' or 'actors', found both"),
      Reading(
        #"{"title":"T","favorite":2}"#,
        "bad 1:25 expected true or false for 'favorite', found '2'"),
      Reading(
        #"{"title":"T","favorite":"jaja"}"#,
        "bad 1:25 expected true or false for 'favorite', found 'jaja'"),
      Reading(
        #"{"title":"T","favorite":[]}"#,
        "bad 1:25 expected true or false for 'favorite', found an array"),
      Reading(
        #"{"title":"a\u0000b"}"#,
        #"bad 1:12 expected text without NUL characters, found \u0000"#),
      Reading(
        #"{"title":"\ud800"}"#, #"bad 1:11 expected a surrogate pair, found a lone \ud800"#),
      Reading(
        #"{"title":"\ud800\ud801"}"#,
        #"bad 1:11 expected a surrogate pair, found a lone \ud800"#),
      Reading(
        #"{"title":"\udc00x"}"#,
        #"bad 1:11 expected a surrogate pair, found a lone \udc00"#),
      Reading(
        #"{"title":"T","title\ud800":1}"#,
        #"bad 1:20 expected a surrogate pair, found a lone \ud800"#),
      Reading(
        #"{"title":"T","k\u0000":2}"#,
        #"bad 1:16 expected text without NUL characters, found \u0000"#),
      Reading(
        #"{"title":"T","attributes":{"\udfff":1}}"#,
        #"bad 1:29 expected a surrogate pair, found a lone \udfff"#),
      Reading(
        #"{"title":"T","cast":[{"name":"A","\u0000":1}]}"#,
        #"bad 1:35 expected text without NUL characters, found \u0000"#),
      Reading(#""T""#, "bad 1:1 expected an object, found a string"),
      Reading(#"["T"]"#, "bad 1:1 expected an object, found an array"),
      Reading("null", "bad 1:1 expected an object, found null"),
      Reading("-12.5E-7", "bad 1:1 expected an object, found a number"),
    ])
  func rejected(_ reading: Reading) throws {
    let next = #"{"title":"Next"}"#
    #expect(try outline(reading.text, .ndjson) == reading.outline)
    #expect(try outline("\(reading.text)\n\(next)", .ndjson) == reading.outline + ["Next"])
    // An array that begins with a text is a list of titles.
    if reading.text.hasPrefix("\"") { return }
    let array = try outline("[\(reading.text)\n,\(next)]", .json)
    #expect(array.count == 2 && array[0].hasPrefix("bad 1:") && array[1] == "Next")
  }

  @Test(
    "Malformed JSON is reported with position and reason",
    arguments: [
      Reading("{", "bad 1:2 expected a key in double quotes, found the end of the input"),
      Reading("{title:1}", "bad 1:2 expected a key in double quotes, found 'title'"),
      Reading("{'title':1}", "bad 1:2 expected a key in double quotes, found '''"),
      Reading(#"{"title"}"#, "bad 1:9 expected ':' after the key, found '}'"),
      Reading(#"{"title"="T"}"#, "bad 1:9 expected ':' after the key, found '='"),
      Reading(#"{"title":}"#, "bad 1:10 expected a value, found '}'"),
      Reading(#"{"title":"T",}"#, "bad 1:14 expected a key in double quotes, found '}'"),
      Reading(#"{"title":"T","cast":["A",]}"#, "bad 1:26 expected a value, found ']'"),
      Reading(#"{"title":"T","cast":[,]}"#, "bad 1:22 expected a value, found ','"),
      Reading(#"{"title":"T" "cast":[]}"#, #"bad 1:14 expected ',' or '}', found '"'"#),
      Reading(#"{"title":"T","cast":["A" "B"]}"#, #"bad 1:26 expected ',' or ']', found '"'"#),
      Reading(#"{"title":"T","cast":["A"}"#, "bad 1:25 expected ',' or ']', found '}'"),
      Reading(#"{"title":"T","favorite":True}"#, "bad 1:25 expected a value, found 'True'"),
      Reading(#"{"title":"T","favorite":truly}"#, "bad 1:25 expected a value, found 'truly'"),
      Reading(#"{"title":"T","favorite":truex}"#, "bad 1:29 expected ',' or '}', found 'x'"),
      Reading(#"{"title":"T","born":01}"#, "bad 1:22 expected ',' or '}', found '1'"),
      Reading(#"{"title":"T","born":+1}"#, "bad 1:21 expected a value, found '+1'"),
      Reading(#"{"title":"T","born":1.}"#, "bad 1:23 expected a digit, found '}'"),
      Reading(#"{"title":"T","born":-}"#, "bad 1:22 expected a digit, found '}'"),
      Reading(#"{"title":"T","born":1e}"#, "bad 1:23 expected a digit, found '}'"),
      Reading(#"{"title":"T","born":NaN}"#, "bad 1:21 expected a value, found 'NaN'"),
      Reading(#"{"title":"T","x":nul"#, "bad 1:18 expected a value, found 'nul'"),
      Reading(
        #"{"title":"日本\x"}"#,
        #"bad 1:14 expected one of " \ / b f n r t u after '\', found 'x'"#),
      Reading(
        #"{"title":"\u12g4"}"#,
        #"bad 1:15 expected four hexadecimal digits after '\u', found 'g4'"#),
      Reading(
        #"{"title":"\u"}"#,
        #"bad 1:13 expected four hexadecimal digits after '\u', found '"'"#),
      Reading(
        "{\"title\":\"a\tb\"}",
        "bad 1:12 expected control characters to be escaped, found '\t'"),
      Reading(
        "{\"title\":\"a\u{0}b\"}",
        "bad 1:12 expected control characters to be escaped, found a NUL character"),
      Reading(#"{"title":"T"#, #"bad 1:10 expected '"' at the end of this string, found none"#),
      Reading(#"{"title":"T"} x"#, "bad 1:15 expected the end of the line, found 'x'"),
      Reading(#"{"title":"T"}{"title":"U"}"#, "bad 1:14 expected the end of the line, found '{'"),
      Reading("/* */ {}", "bad 1:1 expected a value, found '/'"),
      Reading("\u{FEFF}\u{FEFF}{}", "bad 1:1 expected a value, found '\u{FEFF}'"),
    ])
  func malformed(_ reading: Reading) throws {
    #expect(try outline(reading.text, .ndjson) == reading.outline)
    let array = try outline("[\(reading.text),{\"title\":\"Next\"}]", .json)
    #expect(array.last?.hasPrefix("bad 1:") == true)
  }

  /// A JSON value whose keys may repeat and whose text may have NUL characters and lone surrogates.
  private func value(_ random: inout RandomSource, depth: Int) -> String {
    func text(_ random: inout RandomSource) -> String {
      let pieces = [
        "a", "é", "日本", "😀", " ", #"\u0000"#, #"\ud800"#, #"\uDFFF"#, #"\ud83d\ude00"#, #"\n"#,
        #"\""#, "title", "name",
      ]
      let text = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      return "\"\(text.joined())\""
    }
    let count = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &random) {
    case 0: return text(&random)
    case 1: return ["0", "-1.5e+3", "1E9", "123456789012345678901234567890"][count]
    case 2: return ["true", "false", "null", "{}"][count]
    case 3: return "[]"
    case 4:
      let values = (0..<count).map { _ in value(&random, depth: depth - 1) }
      return "[\(values.joined(separator: ", "))]"
    default:
      let members = (0..<count).map { _ in
        "\(text(&random)) : \(value(&random, depth: depth - 1))"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test("An ignored value only has to be well-formed", arguments: 0..<60)
  func ignoredValues(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let values = (0..<3).map { _ in value(&random, depth: 4) }
    let record = """
      {"x":\(values[0]),"title":"T","x":\(values[1]),"cast":[{"y":\(values[2]),"name":"A","y":1}]}
      """
    #expect(try outline(record, .ndjson) == ["T [A]"])
    #expect(try outline("[\(record),\(record)]", chunkLength: 7) == ["T [A]", "T [A]"])
    let malformed =
      [",", "}", "\u{1}", "tru", "\"\\u12\"", "[1 2]"].randomElement(using: &random) ?? ""
    let refused = record.replacing("\"y\":1", with: "\"y\":[\(values[2]),\(malformed)]")
    #expect(try outline(refused, .ndjson).first?.hasPrefix("bad 1:") == true, "\(refused)")
  }

  @Test("Messages quote the beginning of a long text")
  func excerpts() throws {
    let word = String(repeating: "x", count: 90)
    #expect(
      try outline(word, .ndjson) == ["bad 1:1 expected a value, found '\(word.prefix(40))'"])
    #expect(
      try outline("{\"title\":\"T\",\"favorite\":\"\(word)\"}", .ndjson) == [
        "bad 1:25 expected true or false for 'favorite', found '\(word.prefix(40))…'"
      ])
  }

  @Test("Unknown keys are counted once per record, in order of first appearance")
  func unknownKeys() throws {
    let text = """
      {"title":"T","Decade":1,"themes":[{"inner":1}],"favorite":true,"themes":2}
      {"href":null,"title":"U","themes":[],"cast":[{"name":"A","id":1}]}
      """
    #expect(try ignoredFields(text) == ["Decade 1", "themes 2", "href 1"])
  }

  @Test("The first 64 unknown keys are reported")
  func manyUnknownKeys() throws {
    let keys = (0..<500).map { "\"k\($0)\":0" }.joined(separator: ",")
    let names = try ignoredFields("{\"title\":\"T\",\(keys)}")
    #expect(names == (0..<64).map { "k\($0) 1" })
  }
}
