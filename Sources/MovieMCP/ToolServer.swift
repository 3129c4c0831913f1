package import MovieSystem

/// A server of the Model Context Protocol that provides tools: one JSON message per line.
///
/// It answers one request after the other, and sends nothing on its own.
package struct ToolServer {
  /// The maximum length of a message in bytes.
  package static let messageLimit = 1 << 20
  private static let batchLimit = 100

  private let information: JSONValue
  private let instructions: String
  private let tools: [Tool]
  /// The version that the client and the server agreed on, for requests that name none.
  private var version = ProtocolVersion.november2025

  /// - Parameter instructions: How to use the tools, for the client's model.
  package init(name: String, release: String, instructions: String, tools: [Tool]) {
    information = ["name": .text(name), "version": .text(release)]
    self.instructions = instructions
    self.tools = tools
  }

  /// Answers the messages of the input to its end.
  ///
  /// - Parameter write: Writes a line.
  /// - Throws: Errors of the input, of `write` and of a tool.
  package mutating func serve(
    _ input: ByteSource, write: ([UInt8]) throws -> Void
  ) throws {
    while let line = try input.nextLine(limit: Self.messageLimit) {
      if let answer = try answer(to: line) { try write(answer.bytes + [UInt8(ascii: "\n")]) }
    }
  }

  /// - Returns: `nil` if the line requests nothing.
  private mutating func answer(to line: [UInt8]) throws -> JSONValue? {
    if line.count > Self.messageLimit {
      let error = RequestError.invalidRequest(
        "the message is longer than \(Self.messageLimit) bytes")
      return Self.failure(error, of: nil)
    }
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return nil }
    guard let value = JSONValue(line) else {
      return Self.failure(.notJSON("the line is not JSON in UTF-8"), of: nil)
    }
    guard version == .march2025, let batch = value.array else { return try answer(to: value) }
    guard 1...Self.batchLimit ~= batch.count else {
      let error = RequestError.invalidRequest("a batch has 1 to \(Self.batchLimit) messages")
      return Self.failure(error, of: nil)
    }
    let answers = try batch.compactMap { try answer(to: $0) }
    return answers.isEmpty ? nil : .array(answers)
  }

  private mutating func answer(to value: JSONValue) throws -> JSONValue? {
    do {
      guard let message = try Message(value), let id = message.id else { return nil }
      return ["jsonrpc": "2.0", "id": id, "result": try result(of: message)]
    } catch let error as RequestError {
      return Self.failure(error, of: Message.id(of: value))
    }
  }

  private static func failure(_ error: RequestError, of id: JSONValue?) -> JSONValue {
    ["jsonrpc": "2.0", "id": id ?? .null, "error": error.object]
  }

  // MARK: Methods

  private mutating func result(of message: Message) throws -> JSONValue {
    let parameters = message.parameters
    guard let version = try Self.version(namedBy: parameters) else {
      return try result(of: message.method, parameters, version)
    }
    let result = try result(of: message.method, parameters, version)
    return result.with([
      "resultType": "complete", "_meta": ["io.modelcontextprotocol/serverInfo": information],
    ])
  }

  private mutating func result(
    of method: String, _ parameters: JSONValue, _ version: ProtocolVersion
  ) throws -> JSONValue {
    // The server does not report when its tools change, because they never do.
    let freshness: JSONValue = version.hasHandshake ? [:] : ["ttlMs": 0, "cacheScope": "private"]
    switch method {
    case "initialize":
      let agreed: JSONValue = try .text(initialize(parameters).rawValue)
      return description.with(["protocolVersion": agreed, "serverInfo": information])
    case "server/discover":
      return description.with(["supportedVersions": ProtocolVersion.names]).with(freshness)
    case "ping": return [:]
    case "tools/list":
      guard parameters["cursor"] ?? .null == .null else {
        throw RequestError.invalidParameters("unknown cursor")
      }
      return (["tools": .array(tools.map(\.object))] as JSONValue).with(freshness)
    case "tools/call": return try call(parameters).object(version)
    default: throw RequestError.unknownMethod(method)
    }
  }

  private var description: JSONValue {
    ["capabilities": ["tools": [:]], "instructions": .text(instructions)]
  }

  /// The version that a request names; `nil` for one after a handshake.
  private static func version(
    namedBy parameters: JSONValue
  ) throws(RequestError) -> ProtocolVersion? {
    guard let value = parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"] else {
      return nil
    }
    guard let name = value.text else {
      throw .invalidParameters("the protocol version is not a text")
    }
    guard let version = ProtocolVersion(rawValue: name), !version.hasHandshake else {
      throw .unsupportedVersion(name)
    }
    return version
  }

  /// Agrees on the client's version, or else on the newest one with a handshake.
  private mutating func initialize(
    _ parameters: JSONValue
  ) throws(RequestError) -> ProtocolVersion {
    guard let name = parameters["protocolVersion"]?.text else {
      throw .invalidParameters("protocolVersion is missing")
    }
    version = .november2025
    if let known = ProtocolVersion(rawValue: name), known.hasHandshake { version = known }
    return version
  }

  private func call(_ parameters: JSONValue) throws -> ToolResult {
    guard let name = parameters["name"]?.text else {
      throw RequestError.invalidParameters("the name of the tool is missing")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      let names = tools.map(\.name).joined(separator: ", ")
      throw RequestError.invalidParameters("unknown tool '\(name)'; the tools are \(names)")
    }
    let arguments = parameters["arguments"] ?? [:]
    guard arguments.members != nil else {
      throw RequestError.invalidParameters("arguments is not an object")
    }
    return try tool.call(arguments)
  }
}
