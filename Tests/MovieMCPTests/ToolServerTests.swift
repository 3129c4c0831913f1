import MovieMCP
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct ToolServerTests {
  private static func error(_ code: Int, _ message: String, id: String = "null") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"\#(message)"}}"#
  }
  private static let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#
  private static let shape = #"a message is an object with \"jsonrpc\": \"2.0\" and a method"#
  private static let idShape = "the id of a request is a text or a whole number"
  private static let notJSON = "the line is not JSON in UTF-8"

  /// Lines of requests and the answers to them.
  private static let exchanges: [(line: String, answer: String?)] = [
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, pong),
    (#" {"method": "ping", "params": {}, "id": 1, "jsonrpc": "2.0"} "# + "\r", pong),
    (
      #"{"jsonrpc":"2.0","id":"a\n\"","method":"ping"}"#, pong.replacing(":1,", with: #":"a\n\"","#)
    ),
    (
      #"{"jsonrpc":"2.0","id":-9007199254740993,"method":"ping"}"#,
      pong.replacing(":1,", with: ":-9007199254740993,")
    ),
    // Nothing is requested.
    (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, nil),
    (#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}"#, nil),
    (#"{"jsonrpc":"2.0","method":"unknown","params":[1]}"#, nil),
    (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, nil),
    (#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#, nil),
    ("", nil), (" \r", nil),
    // Not JSON.
    ("{", error(-32700, notJSON)), ("null null", error(-32700, notJSON)),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":"#
        + String(repeating: "[", count: 100_000), error(-32700, notJSON)
    ),
    // Not a request.
    ("null", error(-32600, shape)), ("1", error(-32600, shape)), ("[]", error(-32600, shape)),
    (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, error(-32600, shape)),
    (#"{"id":1,"method":"ping"}"#, error(-32600, shape, id: "1")),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, error(-32600, shape, id: "1")),
    (#"{"jsonrpc":"2.0","id":1}"#, error(-32600, shape, id: "1")),
    (#"{"jsonrpc":"2.0","id":1,"method":2}"#, error(-32600, shape, id: "1")),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, error(-32600, idShape)),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, error(-32600, idShape)),
    (#"{"jsonrpc":"2.0","id":+1,"method":"ping"}"#, error(-32600, idShape)),
    (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, error(-32600, idShape)),
    // Methods and parameters.
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/delete"}"#,
      error(-32601, "unknown method 'tools/delete'", id: "1")
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
      error(-32602, "params is not an object", id: "1")
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#,
      error(-32602, "protocolVersion is missing", id: "1")
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#,
      error(-32602, "unknown cursor", id: "1")
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
      error(-32602, "the name of the tool is missing", id: "1")
    ),
    (
      Serving.call("delete"),
      error(-32602, "unknown tool 'delete'; the tools are echo, fail", id: "1")
    ),
    (Serving.call("echo", "[]"), error(-32602, "arguments is not an object", id: "1")),
    (
      Serving.call("fail"),
      #"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"It failed."}],"isError":true}}"#
    ),
  ]

  @Test("each line has its answer, or none", arguments: exchanges.indices)
  func answer(index: Int) throws {
    let (line, answer) = Self.exchanges[index]
    #expect(try Serving.answers(to: line) == [answer].compactMap(\.self), "\(line.prefix(200))")
  }

  @Test("the answers are in the order of the requests, however the bytes arrive")
  func session() throws {
    let lines = Self.exchanges.map(\.line).joined(separator: "\n")
    let expected = Self.exchanges.compactMap(\.answer)
    for length in [7, 65_536] {
      #expect(try Serving.answers(to: Array(lines.utf8), chunkLength: length) == expected)
    }
  }

  @Test("bytes that are not UTF-8 are not JSON")
  func invalidUTF8() throws {
    let input = Array(#"{"jsonrpc":"2.0","id":"#.utf8) + [0x22, 0xFF, 0x22]
    #expect(try Serving.answers(to: input) == [Self.error(-32700, Self.notJSON)])
  }

  @Test("a message longer than the limit is refused, and the next one answered")
  func longMessage() throws {
    let text = String(repeating: "x", count: ToolServer.messageLimit - 200)
    let answer = try Serving.answers(to: Serving.call("echo", #"{"text":"\#(text)"}"#))[0]
    #expect(answer.contains(#""isError":false"#))
    let long = String(repeating: " ", count: 3 * ToolServer.messageLimit)
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let refusal = Self.error(-32600, "the message is longer than 1048576 bytes")
    #expect(try Serving.answers(to: long, ping) == [refusal, Self.pong])
  }

  // MARK: Versions

  @Test(
    "the handshake agrees on the client's version, or on the newest with a handshake",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
      ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("", "2025-11-25"),
    ])
  func handshake(asked: String, agreed: String) throws {
    let answer = try Serving.answers(to: Serving.initialize(asked))[0]
    #expect(
      answer
        == #"{"jsonrpc":"2.0","id":0,"result":{"capabilities":{"tools":{}},"instructions":"Echo.","#
        + #""protocolVersion":"\#(agreed)","serverInfo":{"name":"test","version":"1.0"}}}"#)
  }

  @Test(
    "the result of a tool is a value where the version has it",
    arguments: [
      ("2024-11-05", false), ("2025-03-26", false), ("2025-06-18", true), ("2025-11-25", true),
    ])
  func structure(version: String, isStructured: Bool) throws {
    let answers = try Serving.answers(
      to: Serving.initialize(version), Serving.call("echo", #"{"a":1}"#))
    let structure = isStructured ? #","structuredContent":{"a":1}"# : ""
    #expect(
      answers[1] == #"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","#
        + #""text":"{\"a\":1}"}],"isError":false\#(structure)}}"#)
  }

  private static let completion =
    #""resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0"}}"#

  @Test("a request that names the version needs no handshake")
  func stateless() throws {
    let discovery = try Serving.answers(to: Serving.stateless("server/discover", "2026-07-28"))[0]
    #expect(
      discovery == #"{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"tools":{}},"#
        + #""instructions":"Echo.","supportedVersions":["2024-11-05","2025-03-26","2025-06-18","#
        + #""2025-11-25","2026-07-28"],"ttlMs":0,"cacheScope":"private",\#(Self.completion)}}"#)
    let list = try Serving.answers(to: Serving.stateless("tools/list", "2026-07-28"))[0]
    #expect(list.contains(#""name":"echo""#))
    #expect(list.hasSuffix(#"],"ttlMs":0,"cacheScope":"private",\#(Self.completion)}}"#))
    let arguments = #""name":"echo","arguments":{"a":1},"#
    let call = try Serving.answers(to: Serving.stateless("tools/call", "2026-07-28", arguments))[0]
    #expect(call.hasSuffix(#""structuredContent":{"a":1},\#(Self.completion)}}"#))
    for version in ["2025-11-25", "2099-01-01", ""] {
      let answer = try Serving.answers(to: Serving.stateless("tools/list", version))[0]
      #expect(
        answer.contains(#"{"code":-32022,"message":"unsupported protocol version '\#(version)'"#))
      #expect(answer.contains(#""2026-07-28"],"requested":"\#(version)"}}"#))
    }
  }

  @Test("a batch has the answers to its requests, only in the version with batches")
  func batch() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let notification = #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#
    let many = Array(repeating: ping, count: 101).joined(separator: ",")
    let answers = try Serving.answers(
      to: Serving.initialize("2025-03-26"), "[\(ping),\(notification),1]", "[\(notification)]",
      "[]",
      "[\(many)]")
    let size = Self.error(-32600, "a batch has 1 to 100 messages")
    #expect(answers[1...] == ["[\(Self.pong),\(Self.error(-32600, Self.shape))]", size, size])
    let later = try Serving.answers(to: Serving.initialize("2025-06-18"), "[\(ping)]")
    #expect(later[1] == Self.error(-32600, Self.shape))
  }

  @Test("a tool that ends the server is not answered")
  func ending() throws {
    struct End: Error {}
    var server = ToolServer(
      name: "test", release: "1.0", instructions: "",
      tools: [Tool("end", description: "", schema: .null, effect: .reads) { _ in throw End() }])
    var isAnswered = false
    #expect(throws: End.self) {
      try server.serve(.init(bytes: Array(Serving.call("end").utf8))) { _ in isAnswered = true }
    }
    #expect(!isAnswered)
  }

  // MARK: Generated input

  @Test("random changes of messages give one line of JSON for each request, and nothing else")
  func mutations() throws {
    var random = RandomSource(seed: 1)
    let lines = Self.exchanges.map { Array($0.line.utf8.prefix(300)) }
    for _ in 0..<Tier.amount(3_000, full: 20_000) {
      var line = lines.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &random) where !line.isEmpty {
        let position = Int.random(in: line.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: line.remove(at: position)
        case 1: line[position] = UInt8.random(in: .min ... .max, using: &random)
        default: line.insert(Array(#"[]{}",:\0e-"#.utf8).randomElement() ?? 0, at: position)
        }
      }
      let answers = try Serving.answers(to: line)
      #expect(answers.count <= line.count { $0 == 0x0A } + 1)
      for answer in answers {
        let value = try #require(JSONValue(Array(answer.utf8)), "\(answer)")
        #expect((value["result"] == nil) != (value["error"] == nil), "\(answer)")
      }
    }
  }
}
