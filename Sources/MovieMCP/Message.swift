internal import MovieSystem

/// A request or a notification of JSON-RPC 2.0.
struct Message {
  /// A text or a whole number; `nil` for a notification, which is not answered.
  let id: JSONValue?
  let method: String
  /// An object; empty if the message has none.
  let parameters: JSONValue

  /// - Returns: `nil` for a response. The server sends no requests, so that it answers none.
  /// - Throws: `RequestError` for any other value that is not a message.
  init?(_ value: JSONValue) throws(RequestError) {
    if value["method"] == nil, value["result"] != nil || value["error"] != nil { return nil }
    guard value["jsonrpc"] == "2.0", let method = value["method"]?.text else {
      throw .invalidRequest("a message is an object with \"jsonrpc\": \"2.0\" and a method")
    }
    id = Self.id(of: value)
    guard id != nil || value["id"] == nil else {
      throw .invalidRequest("the id of a request is a text or a whole number")
    }
    self.method = method
    parameters = value["params"] ?? [:]
    if id != nil, parameters.members == nil {
      throw .invalidParameters("params is not an object")
    }
  }

  /// The id of a request, also if the rest is invalid.
  static func id(of value: JSONValue) -> JSONValue? {
    switch value["id"] {
    case .text?, .integer?: value["id"]
    default: nil
    }
  }
}

/// A request that has no result.
struct RequestError: Error {
  /// A code of JSON-RPC, or of the Model Context Protocol.
  let code: Int64
  let message: String
  var data: JSONValue?

  static func notJSON(_ message: String) -> Self { Self(code: -32700, message: message) }
  static func invalidRequest(_ message: String) -> Self { Self(code: -32600, message: message) }
  static func unknownMethod(_ method: String) -> Self {
    Self(code: -32601, message: "unknown method '\(method)'")
  }
  static func invalidParameters(_ message: String) -> Self { Self(code: -32602, message: message) }
  static func unsupportedVersion(_ version: String) -> Self {
    Self(
      code: -32022, message: "unsupported protocol version '\(version)'",
      data: ["supported": ProtocolVersion.names, "requested": .text(version)])
  }

  var object: JSONValue {
    let object: JSONValue = ["code": .integer(code), "message": .text(message)]
    return data.map { object.with(["data": $0]) } ?? object
  }
}

/// A version of the Model Context Protocol.
enum ProtocolVersion: String, CaseIterable {
  case november2024 = "2024-11-05"
  /// The only version with batches.
  case march2025 = "2025-03-26"
  /// The first version in which the result of a tool can be JSON; until 2026, only an object.
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Has no handshake: each request names the version.
  case july2026 = "2026-07-28"

  static let names = JSONValue.array(allCases.map { .text($0.rawValue) })

  var hasHandshake: Bool { self != .july2026 }

  /// Whether the result of a tool can be the value.
  func allows(_ value: JSONValue) -> Bool {
    switch self {
    case .november2024, .march2025: false
    case .june2025, .november2025: value.members != nil
    case .july2026: true
    }
  }
}
