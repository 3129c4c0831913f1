package import MovieSystem

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
