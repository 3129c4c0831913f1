import MovieMCP
import MovieSystem
import TestSupport
import Testing

/// Results that are too long for a client.
@Suite(.limited) struct ResultLimitTests {
  /// The answer to a call of a tool with the result.
  private static func answer(_ result: ToolResult, version: String) throws -> JSON {
    var server = ToolServer(
      name: "test", release: "1", instructions: "",
      tools: [Tool("long", description: "", schema: [:], effect: .reads) { _ in result }])
    let input = [Serving.initialize(version), Serving.call("long")].joined(separator: "\n") + "\n"
    var lines: [[UInt8]] = []
    try server.serve(ByteSource(bytes: Array(input.utf8))) { lines.append($0) }
    #expect(lines[1].count <= ToolResult.byteLimit + 100)
    return try #require(JSON(String(decoding: lines[1], as: UTF8.self))["result"])
  }

  private static func texts(_ answer: JSON) -> [String] {
    answer["content"]?.elements.compactMap { $0["text"]?.string } ?? []
  }

  private static func result(
    _ value: JSONValue, _ messages: [String] = [], page: ToolPage? = nil,
    narrowing: [String] = []
  ) -> ToolResult {
    ToolResult(
      [String(decoding: value.bytes, as: UTF8.self)] + messages, value: value, page: page,
      narrowing: narrowing)
  }

  private static func text(_ length: Int) -> JSONValue {
    .text(String(repeating: "x", count: length))
  }

  /// A tenth of the bytes is more than fits, too.
  private static let size = Tier.amount(1, full: 10)
  private static let versions = ["2024-11-05", "2025-06-18", "2025-11-25"]

  @Test("A list is cut between elements, and says how it continues", arguments: versions)
  func list(version: String) throws {
    let movies = JSONValue.array((1...500).map { ["id": .integer($0), "title": Self.text(990)] })
    let page = ToolPage(
      of: "movies", offset: 100, total: 2_000, isTotalExact: true, isContinued: true)
    let answer = try Self.answer(
      Self.result(movies, ["A message."], page: page, narrowing: ["offset", "limit"]),
      version: version)
    let texts = Self.texts(answer)
    let count = try JSON(texts[0]).elements.count
    #expect(count > 20 && count < 60)
    #expect(
      texts.dropFirst() == [
        "\(count) of 2,000 movies; offset \(100 + count) continues. A result has at most 60,000 "
          + "bytes. To get the rest, use these arguments: 'offset', 'limit'.",
        "A message.",
      ])
    #expect(answer["isError"] == .boolean(false))
    guard version != Self.versions[0] else { return }
    let structure = try #require(answer["structuredContent"])
    #expect(structure["movies"] == (try JSON(texts[0])))
    #expect(structure["total"] == .number(2_000))
    #expect(structure["nextOffset"] == .number(Double(100 + count)))
  }

  @Test(
    "A part of a list says the total, and how it continues",
    arguments: [
      (0, 3, true, true, nil, "total", nil),
      (0, 9, true, true, "3 of 9 movies; offset 3 continues.", "total", 3),
      (6, 9, true, true, "3 of 9 movies.", "total", nil),
      (5, 9, true, true, "3 of 9 movies; offset 8 continues.", "total", 8),
      (0, 9, false, true, "3 of at least 9 movies; offset 3 continues.", "totalAtLeast", 3),
      (0, 9, true, false, "3 of 9 movies.", "total", nil),
      (.max, 9, true, true, "3 of 9 movies.", "total", nil),
    ] as [(Int, Int, Bool, Bool, String?, String, Int?)])
  func page(
    offset: Int, total: Int, isExact: Bool, isContinued: Bool, text: String?, key: String,
    next: Int?
  ) throws {
    let page = ToolPage(
      of: "movies", offset: offset, total: total, isTotalExact: isExact, isContinued: isContinued)
    let answer = try Self.answer(Self.result([1, 2, 3], page: page), version: "2025-06-18")
    #expect(Self.texts(answer) == ["[1,2,3]"] + [text].compactMap(\.self))
    let structure = try #require(answer["structuredContent"])
    #expect(structure[key] == .number(Double(total)))
    #expect(structure["nextOffset"] == next.map { .number(Double($0)) })
  }

  @Test("A long element is cut by its members, which are named", arguments: versions)
  func element(version: String) throws {
    let count = 2_000 * Self.size
    let actors = JSONValue.array((1...Int64(count)).map { ["id": .integer($0)] })
    let attributes = JSONValue.object(
      (1...Int64(count)).map { .init(key: "key\($0)", value: .integer($0)) })
    let movie: JSONValue = [
      "id": 7, "note": Self.text(70_000 * Self.size), "actors": actors, "attributes": attributes,
      "number": .number("1." + String(repeating: "1", count: 100_000)),
    ]
    let page = ToolPage(
      of: "movies", offset: 0, total: 2, isTotalExact: true, isContinued: true)
    let answer = try Self.answer(
      Self.result([movie, movie], page: page), version: version)
    let texts = Self.texts(answer)
    let cut = try #require(try JSON(texts[0]).elements.first)
    #expect(cut["id"] == .number(7))
    let counts = [
      try #require(cut["note"]?.string).count - 1, cut["actors"]?.elements.count ?? 0,
      cut["attributes"]?.members.count ?? 0,
    ]
    #expect(counts.allSatisfy { $0 > 200 })
    let all =
      ["\(Formatting.grouped(70_000 * Self.size)) bytes"]
      + Array(repeating: Formatting.grouped(count), count: 2)
    let notes = zip(["note", "actors", "attributes"], zip(counts, all)).map {
      "movies[0].\($0) (\(Formatting.grouped($1.0)) of \($1.1))"
    }
    #expect(
      texts[1].hasPrefix(
        "1 of 2 movies; offset 1 continues. Cut: \(notes.joined(separator: ", ")), "
          + "movies[0].number."))
    let structure = answer["structuredContent"]
    #expect(structure?["cut"]?.elements.count ?? 4 == 4)
  }

  @Test(
    "Any output and any message fits",
    arguments: [
      ToolResult([String(repeating: "\u{1}\"", count: 20_000 * size)], isError: true),
      ToolResult(Array(repeating: String(repeating: "\n", count: 50_000), count: 4 * size)),
      result(.text(String(repeating: "\\", count: 40_000 * size))),
      result(.array((1...15_000 * Int64(size)).map { .integer($0) })),
      result(.array([.array((1...15_000 * Int64(size)).map { .integer($0) }), 1])),
      result(
        ["a": ["b": ["c": .array([text(100_000 * size)])]]],
        [String(repeating: "七", count: 30_000 * size)]),
    ])
  func anything(result: ToolResult) throws {
    for version in Self.versions {
      let texts = Self.texts(try Self.answer(result, version: version))
      #expect(texts.contains { $0.contains(" of ") }, "\(texts.map { $0.prefix(90) })")
    }
  }
}
