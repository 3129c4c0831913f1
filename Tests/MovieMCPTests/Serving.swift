import Foundation
import MovieArguments
import MovieMCP
import MovieSystem

/// A server with two tools: `echo` returns its arguments, `fail` is an error.
enum Serving {
  static func server() -> ToolServer {
    let schema: JSONValue = .object([])
    return ToolServer(
      name: "test", release: "1.0", instructions: "Echo.",
      tools: [
        Tool("echo", description: "Echoes.", schema: schema, effect: .reads) {
          ToolResult([String(decoding: $0.bytes, as: UTF8.self)], value: $0)
        },
        Tool("fail", description: "Fails.", schema: schema, effect: .changes) { _ in
          .error("It failed.")
        },
      ])
  }

  /// The answers to the input, one line each, without the line feed that ends each.
  static func answers(to input: [UInt8], chunkLength: Int = .max) throws -> [String] {
    var server = server()
    var answers: [String] = []
    try server.serve(ByteSource(bytes: input, chunkLength: chunkLength)) { line in
      answers.append(String(decoding: line.dropLast(), as: UTF8.self))
    }
    return answers
  }

  static func answers(to lines: String...) throws -> [String] {
    try answers(to: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// A request whose `_meta` names a version.
  static func stateless(_ method: String, _ version: String, _ parameters: String = "") -> String {
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"\#(version)"}"#
    return #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)\#(meta)}}"#
  }

  static func initialize(_ version: String) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)","#
      + #""capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#
  }

  static func call(_ tool: String, _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }
}
