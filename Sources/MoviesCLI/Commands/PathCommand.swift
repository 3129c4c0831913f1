internal import MovieArguments
internal import MovieStore

/// `path`.
enum PathCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let output = session.streams.output
    let location = try session.location
    if session.command.has(Options.json) {
      var json = JSONWriter()
      json.beginObject()
      json.add("path", location.path)
      json.add("source", location.reason.rawValue)
      json.add("reason", location.explanation)
      json.add("exists", location.exists)
      json.endObject()
      try output.write(json: json.bytes)
      try output.write("\n")
    } else {
      try output.write(session.shown(location.path, on: output) + "\n")
    }
    try output.flush()
    if output.isTerminal {
      let state = location.exists ? "" : "; it does not exist yet"
      try session.say("(\(location.explanation)\(state))")
    }
    return .done
  }
}
