package import MovieStore

/// A function that a client can call.
package struct Tool {
  package let name: String
  let description: String
  /// The JSON schema of the arguments.
  package let schema: JSONValue
  let effect: Effect
  /// Calls it with an object. Throws only if the server must end without an answer.
  let call: (JSONValue) throws -> ToolResult

  /// What a call does to the environment, for clients that ask their user first.
  package enum Effect {
    case reads
    /// Only adds something.
    case adds
    /// Replaces something.
    case changes
  }

  package init(
    _ name: String, description: String, schema: JSONValue, effect: Effect,
    call: @escaping (JSONValue) throws -> ToolResult
  ) {
    self.name = name
    self.description = description
    self.schema = schema
    self.effect = effect
    self.call = call
  }

  var object: JSONValue {
    [
      "name": .text(name), "description": .text(description), "inputSchema": schema,
      "annotations": [
        "readOnlyHint": .bool(effect == .reads), "destructiveHint": .bool(effect == .changes),
        "openWorldHint": false,
      ],
    ]
  }
}

/// The result of a call.
package struct ToolResult {
  /// The output, then messages about it.
  let texts: [String]
  let isError: Bool
  /// The output as a value, if it is JSON.
  let value: JSONValue?

  package init(_ texts: [String], value: JSONValue? = nil, isError: Bool = false) {
    self.texts = texts
    self.value = value
    self.isError = isError
  }

  package static func error(_ text: String) -> Self { Self([text], isError: true) }

  func object(_ version: ProtocolVersion) -> JSONValue {
    let content = texts.map { ["type": "text", "text": .text($0)] as JSONValue }
    let object: JSONValue = ["content": .array(content), "isError": .bool(isError)]
    guard let value, version.allows(value) else { return object }
    return object.with(["structuredContent": value])
  }
}
