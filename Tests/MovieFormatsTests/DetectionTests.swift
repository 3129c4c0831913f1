import FormatsTestSupport
import MovieFormats
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite("Format detection", .limited) struct DetectionTests {
  @Test(
    "Detects the format from the first bytes",
    arguments: [
      ("[{\"title\":\"T\"}]", InterchangeFormat.json),
      ("\n \n[\n{\"title\":\"T\"}]", .json),
      ("{\n\"title\":\"T\"}", .json),
      ("{ \r\n\"title\":\"T\"}", .json),
      ("{\"title\":\"T\"}", .ndjson),
      ("\r\n\t {\"title\":\"T\"}\n", .ndjson),
      ("title\nT\n", .csv),
      ("title,x\nT,\ty\n", .csv),
      ("x\ttitle\n\tT\n", .tsv),
      ("\ttitle\n1\tT\n", .tsv),
    ])
  func detected(_ text: String, _ format: InterchangeFormat) throws {
    for start in ["", "\u{FEFF}"] where !(start != "" && text.first?.isNewline == true) {
      for chunkLength in [1, 3, .max] {
        let bytes = Array((start + text).utf8)
        var reader = InterchangeReader(
          source: ByteSource(bytes: bytes, chunkLength: chunkLength), fileName: "f")
        let item = try reader.next()
        guard case .success(let movie) = item else {
          Issue.record("\(String(describing: item))")
          return
        }
        #expect(movie.title == "T")
        #expect(reader.format == format)
      }
    }
  }

  @Test("Empty input has no records", arguments: ["", "\n", "\r\n\r\n", "\u{FEFF}"])
  func empty(_ text: String) throws {
    #expect(try outline(text).isEmpty)
    for format in InterchangeFormat.allCases { #expect(try outline(text, format).isEmpty) }
  }

  @Test("Archives, which only the program reads, are named")
  func archives() throws {
    #expect(
      try outline([0x1F, 0x8B, 8, 0]).first?.hasSuffix("a gzip file; extract it first") == true)
    #expect(
      try outline(Array("PK\u{3}\u{4}".utf8)).first?.hasSuffix("zip archive; extract it first")
        == true)
  }

  @Test("A byte order mark is not counted as a column")
  func byteOrderMark() throws {
    #expect(
      try outline("\u{FEFF}{\"title\":1}") == [
        "bad 1:10 expected a string for 'title', found a number"
      ])
  }

  @Test(
    "Names other encodings",
    arguments: [
      ([0xFF, 0xFE, 0x00, 0x00], "UTF-32"),
      ([0x7B, 0x00, 0x22, 0x00], "a NUL character at the start"),
      ([0x00], "a NUL character at the start"),
    ] as [([UInt8], String)])
  func otherEncodings(_ bytes: [UInt8], _ found: String) throws {
    for format in [nil] + InterchangeFormat.allCases {
      #expect(
        try outline(bytes, format).first?.hasSuffix(" text, found \(found)") == true)
    }
  }

  @Test("UTF-16 is read with either byte order", arguments: [true, false], [1, 3, .max])
  func utf16(isBigEndian: Bool, chunkLength: Int) throws {
    let text = "\u{FEFF}title,year\nAmélie 😀,2001\n\"A\nB\",\n"
    let bytes = text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    let lines = try outline(bytes, chunkLength: chunkLength)
    #expect(lines == [#"Amélie 😀 {"year": 2001}"#, "A\nB"])
  }

  @Test(
    "A file name extension selects a format",
    arguments: [
      ("a.ndjson", .ndjson), ("a.JSONL", .ndjson), ("/x.csv/a.b.Json", .json), ("a.csv", .csv),
      (".tsv", .tsv), ("a.txt", nil), ("json", nil), ("a.json/b", nil), ("", nil), ("a.", nil),
      ("a.jsonx", nil), ("a.json ", nil),
    ] as [(String, InterchangeFormat?)])
  func fileNames(_ name: String, _ format: InterchangeFormat?) {
    #expect(InterchangeFormat(fileName: name) == format)
  }
}
