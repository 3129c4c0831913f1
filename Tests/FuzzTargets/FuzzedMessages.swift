import MovieMCP
import MovieSystem

/// Each line has at most one answer, which is one line of JSON with a result or an error.
func checkMessages(_ bytes: [UInt8]) throws {
  let tool = Tool("echo", description: "Echoes.", schema: .object([]), effect: .reads) {
    ToolResult([text($0.bytes)], value: $0)
  }
  var server = ToolServer(name: "fuzz", release: "1", instructions: "", tools: [tool])
  var count = 0
  try server.serve(ByteSource(bytes: bytes, chunkLength: 7)) { line in
    count += 1
    try require(line.last == UInt8(ascii: "\n"), "an answer ends with a line feed")
    let body = Array(line.dropLast())
    try require(!body.contains(UInt8(ascii: "\n")), "an answer is one line")
    guard let value = JSONValue(body) else { throw FuzzFinding(description: "an answer is JSON") }
    for answer in value.array ?? [value] {
      let members = [answer["result"], answer["error"]].compactMap(\.self)
      try require(members.count == 1, "\(text(body)) has a result or an error")
      try require(answer["id"] != nil, "\(text(body)) has an id")
    }
  }
  let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
  try require(count <= lines, "\(count) answers to \(lines) lines")
}
