internal import MovieArguments
internal import MovieStore

/// `path`.
enum PathCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let output = session.streams.output
    let path = session.location.path
    if session.command.has(Options.json) {
      var json = JSONWriter()
      json.beginObject()
      json.add("path", path)
      json.add("source", session.location.reason.rawValue)
      json.add("reason", session.location.explanation)
      json.add("exists", session.location.exists)
      json.endObject()
      try output.write(json: json.bytes)
      try output.write("\n")
    } else {
      try output.write(session.shown(path, on: output) + "\n")
    }
    try output.flush()
    if output.isTerminal {
      let state = session.location.exists ? "" : "; it does not exist yet"
      try session.say("(\(session.location.explanation)\(state))")
    }
    return .done
  }
}
