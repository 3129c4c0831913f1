import FormatsTestSupport
import MovieFormats
import MovieStore
import TestSupport
import Testing

@Suite("UTF-8 validation", .limited) struct EncodingTests {
  @Test(
    "Rejects invalid UTF-8 with its position",
    arguments: [
      [0xFF], [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0xE2, 0x28, 0xA1],
    ] as [[UInt8]])
  func rejected(_ bytes: [UInt8]) throws {
    let found = String(bytes[0], radix: 16, uppercase: true)
    let message = "expected UTF-8 text, found the byte 0x\(found), which is not valid UTF-8"
    let json = Array("{\"title\":\"é".utf8) + bytes + Array("\"}".utf8)
    #expect(try outline(json, .ndjson) == ["bad 1:12 \(message)"])
    #expect(try outline([.init(ascii: "[")] + json, .json) == ["bad 1:13 \(message)"])
    for format in [InterchangeFormat.csv, .tsv] {
      let rows = Array("title\né".utf8) + bytes + Array("\nNext".utf8)
      #expect(try outline(rows, format) == ["bad 2:2 \(message)", "Next"])
    }
    let ignored = Array("{\"title\":\"T\",\"x\":\"".utf8) + bytes + Array("\"}".utf8)
    #expect(try outline(ignored, .ndjson) == ["bad 1:19 \(message)"])
  }

  @Test("Accepts every character in its shortest form")
  func accepted() throws {
    let edges: [UInt32] = [
      0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x3FFFF,
      0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
    ]
    for value in edges {
      let scalar = try #require(Unicode.Scalar(value))
      let title = "a\(scalar)b"
      for format in InterchangeFormat.allCases {
        let movie = MovieDraft(title: title)
        #expect(try movies(written([movie], format), format) == [movie])
      }
    }
  }

  @Test(
    "Random bytes are a title if and only if they are valid UTF-8",
    arguments: 0..<4 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let pieces: [[UInt8]] = [
      [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xED], [0xA0], [0xF4], [0x8F],
      [0xBF], [0xE0], [0x61],
    ]
    for _ in 0..<200 {
      let count = Int.random(in: 1...5, using: &random)
      let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
      let isText = String(validating: bytes, as: UTF8.self) != nil
      for format in [InterchangeFormat.csv, .tsv] {
        let lines = try outline(Array("title\nx".utf8) + bytes, format)
        #expect(lines.count == 1 && lines[0].hasPrefix("bad") != isText)
      }
      let lines = try outline(Array("{\"title\":\"".utf8) + bytes + Array("\"}".utf8))
      #expect(lines.count == 1 && lines[0].hasPrefix("bad") != isText)
    }
  }

  @Test("Preserves NFC and NFD spellings")
  func normalization() throws {
    for format in InterchangeFormat.allCases {
      let drafts = [
        MovieDraft(title: "Am\u{E9}lie", cast: ["Z\u{FC}", "Zu\u{308}"]),
        MovieDraft(title: "Ame\u{301}lie"),
      ]
      let back = try movies(written(drafts, format), format)
      #expect(back.map { Array($0.title.utf8) } == drafts.map { Array($0.title.utf8) })
      #expect(back[0].cast.count == 2)
    }
  }
}
