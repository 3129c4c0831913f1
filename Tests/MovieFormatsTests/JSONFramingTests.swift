import FormatsTestSupport
import MovieFormats
import MovieSystem
import TestSupport
import Testing

@Suite("JSON arrays and lines", .limited) struct JSONFramingTests {
  @Test(
    "Valid arrays",
    arguments: [
      Reading("[]"), Reading(" [ ] \n"), Reading(""), Reading(" \r\n\t\n"),
      Reading(#"[{"title":"A"}]"#, "A"),
      Reading("[\n{\"title\": \"A\"},\n{\"title\": \"B\"}\n]\n", "A", "B"),
      Reading("[\r\n  {\r\n    \"title\": \"A\"\r\n  }\r\n]", "A"),
      Reading("{\n  \"title\": \"A\",\n  \"cast\": [\n    \"B\"\n  ]\n}\n", "A [B]"),
      Reading("[\r{\"title\":\"A\"}]", "A"),
    ])
  func arrays(_ reading: Reading) throws {
    #expect(try outline(reading.text, .json) == reading.outline)
  }

  @Test(
    "Malformed arrays",
    arguments: [
      Reading("[", "bad 1:2 expected a value, found the end of the input"),
      Reading("\"A\"", "bad 1:1 expected '[', found '\"'"),
      Reading("[{\"title\":\"A\"},]", "A", "bad 1:16 expected a value, found ']'"),
      Reading(
        "[{\"title\":\"A\"}", "A", "bad 1:15 expected ',' or ']', found the end of the input"),
      Reading(
        "[{\"title\":\"A\"}\n{\"title\":\"B\"}]", "A", "bad 2:1 expected ',' or ']', found '{'"),
      Reading("[{\"title\":\"A\"}] []", "A", "bad 1:17 expected the end of the input, found '['"),
      Reading("{\"title\":\"A\"},", "A", "bad 1:14 expected the end of the input, found ','"),
      Reading(
        "[\n  {\n    \"title\": \"é\",\n    \"cast\": [\"日本\" 7]\n}]",
        "bad 4:19 expected ',' or ']', found '7'"),
      Reading(
        "[\"a\nb\"]", "bad 1:4 expected '\"' at the end of the string, found the end of the line"),
    ])
  func malformedArrays(_ reading: Reading) throws {
    #expect(try outline(reading.text, .json) == reading.outline)
  }

  @Test("Reading continues after an invalid element")
  func invalidElements() throws {
    let text = """
      [7, {"title": "A"}, {"title": 1, "x": [{"y": "z"}]},
        {"title": "B", "cast": [{"name": "C"}, 1, {"name": "D"}]}, {"title": "E"}]
      """
    #expect(
      try outline(text, .json) == [
        "bad 1:2 expected an object, found a number", "A",
        "bad 1:31 expected a string for 'title', found a number",
        "bad 2:42 expected a string or an object for an actor, found a number", "E",
      ])
  }

  @Test(
    "Valid lines",
    arguments: [
      Reading(""), Reading("\n\r\n  \n"),
      Reading("{\"title\":\"A\"}", "A"),
      Reading("{\"title\":\"A\"}\n{\"title\":\"B\"}\n", "A", "B"),
      Reading("{\"title\":\"A\"}\r\n{\"title\":\"B\"}\r\n", "A", "B"),
      Reading("\n\n {\"title\":\"A\"} \r\n \t\r\n\n{\"title\":\"B\"}", "A", "B"),
    ])
  func lines(_ reading: Reading) throws {
    #expect(try outline(reading.text, .ndjson) == reading.outline)
  }

  @Test(
    "Reading continues after a malformed line",
    arguments: [
      Reading(
        "{\"title\":\"A\",\"attributes\":{\"year\":[\"x\":1]}}\n{\"title\":\"B\"}",
        "bad 1:39 expected ',' or ']', found ':'", "B"),
      Reading(
        "{\"title\":\n\"A\"}\n{\"title\":\"B\"}",
        "bad 1:10 expected a value, found the end of the line",
        "bad 2:1 expected an object, found a string", "B"),
      Reading(
        "{\"title\":\"A\"}\r{\"title\":\"B\"}\n{\"title\":\"C\"}",
        "bad 1:14 expected the end of the line, found a carriage return without a line feed", "C"),
      Reading(
        "\r{\"title\":\"A\"}\n{\"title\":\"C\"}",
        "bad 1:1 expected a value, found a carriage return without a line feed", "C"),
      Reading(
        "{\"title\":\"A\n{\"title\":\"B\"}",
        "bad 1:12 expected '\"' at the end of the string, found the end of the line", "B"),
      Reading(
        "{\"a\":{\"b\":[[[\n{\"title\":\"B\",\"cast\":[\"C\"]}",
        "bad 1:14 expected a value, found the end of the line", "B [C]"),
      Reading(
        "{\"title\":7,\"cast\":!}\n{\"title\":\"B\"}",
        "bad 1:10 expected a string for 'title', found a number", "B"),
    ])
  func malformedLines(_ reading: Reading) throws {
    #expect(try outline(reading.text, .ndjson) == reading.outline)
  }

  @Test("An error is described by file, line, column and message")
  func description() throws {
    let source = ByteSource(bytes: Array("\n{\"title\"=1}".utf8))
    var reader = InterchangeReader(source: source, fileName: "movies.ndjson")
    let item = try reader.next()
    guard case .failure(let error) = item else {
      Issue.record("expected a bad record, got \(String(describing: item))")
      return
    }
    #expect(error.description == "movies.ndjson:2:9: expected ':' after the key, found '='")
  }

  @Test("Reading ends after malformed JSON")
  func end() throws {
    var reader = InterchangeReader(
      source: ByteSource(bytes: Array("[!]".utf8)), fileName: "f", ReadingOptions(format: .json))
    let first = try reader.next()
    let second = try reader.next()
    #expect(first != nil && second == nil)
  }
}
