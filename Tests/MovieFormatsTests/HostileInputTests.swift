import FormatsTestSupport
import MovieFormats
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Any input is parsed or rejected; the positions of errors are inside the text.
@Suite("Hostile input", .limited) struct HostileInputTests {
  @Test(
    "Parses or rejects randomly changed documents",
    arguments: 0..<2 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let drafts = hostileMovies(seed: seed, count: 6)
    for format in InterchangeFormat.allCases {
      let document = try written(drafts, format)
      for _ in 0..<10 {
        let bytes = mutated(document, using: &random)
        try check(bytes, format)
        try check(bytes, nil)
      }
    }
  }

  @Test("Parses or rejects a document truncated anywhere", arguments: InterchangeFormat.allCases)
  func truncations(_ format: InterchangeFormat) throws {
    let document = try written(hostileMovies(seed: 7, count: 2), format)
    for count in document.indices { try check(Array(document.prefix(count)), format) }
  }

  @Test("Parses or rejects random tokens", arguments: 0..<3 as Range<UInt64>)
  func tokens(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let tokens = [
      "{", "}", "[", "]", ":", ",", "\"title\"", "\"cast\"", "\"actors\"", "\"name\"",
      "\"favorite\"",
      "\"T\"", "1", "-", "0.5e", "true", "null", "\n", "\r\n", "\r", " ", "\t", "\"", "\\", ";",
      "title", "\"attributes\"", "\"year\"", "\"tag\"", "1995", "rating", "note", "x_1",
      "\\u0041", "\\ud83d", "\u{FEFF}", "é", "\u{0}",
    ]
    for _ in 0..<Tier.amount(20, full: 40) {
      let count = Int.random(in: 0...30, using: &random)
      let text = (0..<count).map { _ in tokens.randomElement(using: &random) ?? "" }.joined()
      for format in [nil] + InterchangeFormat.allCases { try check(Array(text.utf8), format) }
      let attributes = "{\"title\":\"T\",\"attributes\":{\(text)},\"x\":[\(text)]}"
      try check(Array(attributes.utf8), .ndjson)
    }
  }

  @Test("The result does not depend on the size of the reads", arguments: 0..<2 as Range<UInt64>)
  func pieces(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    for format in InterchangeFormat.allCases {
      let document = try written(hostileMovies(seed: seed), format)
      for bytes in [document, mutated(document, using: &random)] {
        let whole = try outline(bytes, format)
        for length in [1, 3, 64, 4_095] {
          #expect(try outline(bytes, format, chunkLength: length) == whole)
        }
      }
    }
  }

  @Test(
    "Error positions are correct in a document longer than the buffer",
    arguments: [InterchangeFormat.json, .csv])
  func longDocuments(_ format: InterchangeFormat) throws {
    let movies = hostileMovies(seed: 3, count: format == .json ? 800 : 1_300)
    var bytes = try written(movies, format)
    #expect(bytes.count > 75_000)
    #expect(try FormatsTestSupport.movies(bytes, format) == movies)
    let lines = bytes.count { $0 == 0x0A }
    if format == .json { bytes.removeLast(3) }
    bytes += Array((format == .json ? ",\n7]" : "\u{1}").utf8)
    let last = try #require(try outline(bytes, format, chunkLength: 999).last)
    #expect(last.hasPrefix("bad \(format == .json ? lines : lines + 1):1 "))
  }

  @Test("A record of more values than a movie can have is a problem, and the next one is read")
  func manyValues() throws {
    let values = Array(repeating: "0", count: 1 << 18).joined(separator: ",")
    // Without a title, that is the problem.
    let untitled = Tier.isFull ? values : "0"
    let lines = [
      #"{"title": "A", "x": [\#(values)]}"#, #"{"title": "B"}"#, #"{"x": [\#(untitled)]}"#,
    ]
    #expect(
      try outline(Array(lines.joined(separator: "\n").utf8), .ndjson) == [
        "bad 1:1 expected a record of at most 262,144 values and 32.0 MiB of text, found a larger one",
        "B", "bad 3:1 expected a 'title', found none",
      ])
  }

  /// Reads bytes to the end and checks the positions of all errors.
  private func check(_ bytes: [UInt8], _ format: InterchangeFormat?) throws {
    var reader = InterchangeReader(
      source: ByteSource(bytes: bytes), fileName: "f", ReadingOptions(format: format, keeping: .all)
    )
    // Without a line feed, carriage returns end the lines of a table.
    let lines = max(bytes.count { $0 == 0x0A }, bytes.count { $0 == 0x0D }) + 1
    var items = 0
    while let item = try reader.next() {
      items += 1
      if items > bytes.count { break }
      switch item {
      case .success(let movie):
        let again = try MovieDraft(
          title: movie.title, cast: movie.cast, isFavorite: movie.isFavorite,
          attributes: movie.attributes
        ).validated()
        #expect(again == movie)
      case .failure(let error):
        #expect((1...lines).contains(error.line))
        #expect((1...bytes.count + 1).contains(error.column))
        #expect(!error.message.isEmpty)
        #expect(error.message.unicodeScalars.count < 200)
      }
    }
    #expect(items <= bytes.count)
  }

  private func mutated(_ bytes: [UInt8], using random: inout RandomSource) -> [UInt8] {
    let marks = Array("{}[]\",:;\\\n\r\tu0e+-.tfn ".utf8) + [0, 0x80, 0xC3, 0xED, 0xF0, 0xFF]
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      let mark = marks.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[index] = mark
      case 1: bytes.insert(mark, at: index)
      case 2: bytes.remove(at: index)
      case 3: bytes.removeSubrange(index..<min(bytes.count, index + 9))
      default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: index)
      }
    }
    return bytes
  }
}
