import FormatsTestSupport
import MovieFormats
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite("Limits of parsers", .limited) struct BoundsTests {
  private let limit = MovieDraft.textByteLimit

  private func document(title: String, _ format: InterchangeFormat) -> String {
    switch format {
    case .ndjson: "{\"title\":\"\(title)\"}\n{\"title\":\"Next\"}"
    case .json: "[{\"title\":\"\(title)\"},\n{\"title\":\"Next\"}]"
    case .csv: "title\n\"\(title)\"\nNext"
    case .tsv: "title\n\(title)\nNext"
    }
  }

  @Test("A title has at most 16 KiB", arguments: InterchangeFormat.allCases)
  func titles(_ format: InterchangeFormat) throws {
    let column = [.json: 11, .ndjson: 10, .csv: 1, .tsv: 1][format] ?? 0
    let line = format == .csv || format == .tsv ? 2 : 1
    for character in ["x", "😀"] {
      let size = character.utf8.count
      let title =
        String(repeating: "x", count: limit % size)
        + String(
          repeating: character, count: limit / size)
      #expect(try outline(document(title: title, format), format) == [title, "Next"])
      #expect(
        try outline(document(title: title + character, format), format) == [
          "bad \(line):\(column) the title has 16,\(384 + size) bytes; the limit is 16,384",
          "Next",
        ])
    }
  }

  @Test("A line of 300 KB is one invalid record", arguments: InterchangeFormat.allCases)
  func longLines(_ format: InterchangeFormat) throws {
    let title = String(repeating: "x", count: 300_000)
    let lines = try outline(document(title: title, format), format)
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("the title has 300,000 bytes; the limit is 16,384"))
  }

  @Test("A name has at most 16 KiB")
  func names() throws {
    let name = String(repeating: "x", count: limit)
    #expect(try outline("{\"title\":\"T\",\"cast\":[\"\(name)\"]}") == ["T [\(name)]"])
    let message = "an actor's name has 16,385 bytes; the limit is 16,384"
    #expect(try outline("{\"title\":\"T\",\"cast\":[\"\(name)x\"]}") == ["bad 1:22 \(message)"])
    #expect(try outline("title,cast\nT,A;\(name)x") == ["bad 2:3 \(message)"])
    #expect(try outline("title\tcast\nT\tA;\(name)x") == ["bad 2:3 \(message)"])
  }

  @Test("An escape counts as the character that it encodes")
  func escapes() throws {
    let title = String(repeating: "\\ud83d\\ude00", count: limit / 4)
    #expect(try outline("{\"title\":\"\(title)\"}").first?.hasPrefix("😀") == true)
    #expect(try outline("{\"title\":\"\(title)\\n\"}").first?.hasPrefix("bad 1:10") == true)
  }

  @Test("A cast has at most 100,000 names and 4 MiB")
  func casts() throws {
    let problem = "the cast has 100,001 names; the limit is 100,000"
    let many = (0..<100_001).map(String.init)
    #expect(try outline("title,cast\nT,\(many.joined(separator: ";"))") == ["bad 2:3 \(problem)"])

    let long = (0..<300).map { "\($0)" + String(repeating: "x", count: 16_000) }
    let size = "bytes; the limit is 4,194,304"
    #expect(try outline("title,cast\nT,\(long.joined(separator: ";"))")[0].hasSuffix(size))
    if !Tier.isFull { return }
    let ndjson = "{\"title\":\"T\",\"cast\":[\"\(many.joined(separator: "\",\""))\"]}"
    #expect(try outline(ndjson).first?.hasSuffix(problem) == true)
    let most = many.dropLast().joined(separator: ";")
    #expect(try movies(Array("title,cast\nT,\(most)".utf8)).first?.cast.count == 100_000)
    let lines = try outline("{\"title\":\"T\",\"cast\":[\"\(long.joined(separator: "\",\""))\"]}")
    #expect(lines.first?.hasSuffix(size) == true)
  }

  @Test("A cell can contain the separators and escapes of the longest cast", .fullTier)
  func longestCast() throws {
    let names = (100..<355).map { "\($0)" + String(repeating: "x", count: 16_381) }
    let cast = names + [String(repeating: ";", count: 16_384)]
    let longest = MovieDraft(title: "T", cast: cast)
    let sink = ByteSink()
    var writer = InterchangeWriter(format: .csv, sink: sink)
    try writer.begin()
    try writer.write(title: "T", cast: cast, isFavorite: false)
    try writer.end()
    #expect(try movies(sink.bytes, .csv) == [longest])
  }

  @Test("Arrays and objects can be nested 512 deep, not 513")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return "{\"title\":\"T\",\"x\":\(arrays)}"
    }
    let problem = "expected at most 512 nested arrays and objects, found more"
    #expect(try outline(nested(511)) == ["T"])
    #expect(
      try outline(nested(512) + "\n" + nested(3), .ndjson) == ["bad 1:529 \(problem)", "T"])
    #expect(try outline("[\(nested(510))]") == ["T"])
    #expect(try outline("[\(nested(511))]") == ["bad 1:529 \(problem)"])
    let objects = String(repeating: "{\"a\":", count: 100_000)
    #expect(try outline(objects, .ndjson).first?.hasSuffix(problem) == true)
    let open = String(repeating: "[", count: 400_000)
    #expect(try outline(open, .json).first?.hasSuffix(problem) == true)
  }

  @Test("The number of ignored keys is not limited, the number of columns is")
  func keys() throws {
    func object(_ count: Int) -> String {
      let keys = (1..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
      return "{\"title\":\"T\",\(keys)}"
    }
    #expect(try outline(object(5_000)) == ["T"])
    let key = String(repeating: "k", count: limit)
    #expect(try outline("{\"title\":\"T\",\"\(key)k\":0}") == ["T"])
    let columns = (1...16_384).map { "c\($0)" }.joined(separator: ",")
    #expect(
      try outline("title,\(columns)\n").first?.hasSuffix(
        "expected at most 16,384 columns, found more") == true)
    #expect(try outline("title,\(key)k\nT,1\n") == ["T"])
  }

  @Test("Many empty lines contain no records")
  func manyLines() throws {
    let lines = [UInt8](repeating: 0x0A, count: 100_000)
    for format in InterchangeFormat.allCases { #expect(try outline(lines, format).isEmpty) }
    #expect(
      try outline(lines + Array("{\"title\":1}".utf8)) == [
        "bad 100001:10 expected a string for 'title', found a number"
      ])
  }

  @Test("Reads a record after many spaces")
  func spaces() throws {
    let spaces = String(repeating: " ", count: 300_000)
    #expect(try outline(spaces + "{\"title\":\"T\"}", .ndjson) == ["T"])
    #expect(try outline(spaces + "\n" + spaces + "\n", .ndjson).isEmpty)
    #expect(try outline(spaces + "{\"title\":\"T\"}").first?.hasPrefix("bad 1:") == true)
    #expect(try outline("\n  \n\t\n{\"title\":\"T\"}") == ["T"])
  }
}
