import FormatsTestSupport
import MovieFormats
import MovieStore
import MovieSystem
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
    "Reads the bytes of other encodings",
    arguments: [
      (.windows1250, [0x8E, 0x9A, 0xB3, 0xF9, 0x80, 0xFF], "Žšłů€˙", 5),
      (.windows1251, [0x80, 0xA8, 0xD1, 0xEE, 0xFF], "ЂЁСоя", 1),
      (.windows1252, [0x80, 0xA0, 0xE9, 0xFF], "€\u{A0}éÿ", 5),
      (.iso88592, [0xA0, 0xA1, 0xF9, 0xFF], "\u{A0}Ąů˙", 32),
      (.iso885915, [0xA4, 0xA6, 0xBC, 0xFF], "€ŠŒÿ", 32),
      (.koi8r, [0x80, 0x9A, 0xA3, 0xC1, 0xF3, 0xFF], "─\u{A0}ёаСЪ", 0),
      (.macintosh, [0x80, 0x8E, 0xCA, 0xDB, 0xF0, 0xFF], "Äé\u{A0}€\u{F8FF}ˇ", 0),
    ] as [(ReadingOptions.Encoding, [UInt8], String, Int)])
  func tables(
    encoding: ReadingOptions.Encoding, bytes: [UInt8], text: String, missing: Int
  ) throws {
    #expect(try record([0x61] + bytes + [0x62], encoding).get().title == "a\(text)b")
    // Every byte is one character, and each of these is another one; or it is no text.
    var characters: Set<Unicode.Scalar> = []
    for byte in UInt8(0x80)...0xFF {
      switch try record([0x61, byte, 0x62], encoding) {
      case .success(let movie):
        let scalars = Array(movie.title.unicodeScalars)
        #expect(scalars.count == 3)
        characters.insert(scalars[1])
      case .failure(let error): #expect(error.scope == .encoding)
      }
    }
    #expect(characters.count == 128 - missing)
    #expect(ReadingOptions.Encoding(name: encoding.rawValue.uppercased()) == encoding)
  }

  private func record(
    _ bytes: [UInt8], _ encoding: ReadingOptions.Encoding
  ) throws -> ImportRecord {
    var reader = InterchangeReader(
      source: ByteSource(bytes: Array("title\n".utf8) + bytes, chunkLength: 7), fileName: "f",
      ReadingOptions(format: .csv, encoding: encoding))
    return try #require(try reader.next())
  }

  @Test(
    "Encodings have other names",
    arguments: [
      ("UTF8", .utf8), ("us-ascii", .utf8), ("CP1250", .windows1250), ("cp1251", .windows1251),
      ("ISO-8859-1", .windows1252), ("iso8859_1", .windows1252), ("Latin-1", .windows1252),
      ("latin2", .iso88592), ("ISO_8859-15", .iso885915), ("KOI8_R", .koi8r),
      ("MacRoman", .macintosh), ("shift_jis", nil), ("iso-8859-5", nil), ("", nil),
    ] as [(String, ReadingOptions.Encoding?)])
  func names(name: String, encoding: ReadingOptions.Encoding?) {
    #expect(ReadingOptions.Encoding(name: name) == encoding)
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
    for _ in 0..<Tier.amount(60, full: 200) {
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
