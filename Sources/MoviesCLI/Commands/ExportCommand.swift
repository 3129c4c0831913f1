internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `export`.
enum ExportCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let path = command.arguments.first.flatMap { $0 == "-" ? nil : $0 }
    let chosen =
      command.text(Options.exportFormat).flatMap(InterchangeFormat.init(rawValue:))
      ?? path.flatMap(InterchangeFormat.init(fileName:))
    if chosen == nil, let path, hasExtension(path) {
      throw session.misuse(
        "'\(path)' has an unknown extension. Use .ndjson, .jsonl, .json, .csv or .tsv, "
          + "or pass '--format <format>'.")
    }
    let format = chosen ?? .ndjson
    let query = MovieQuery(
      search: try session.searchText(command.texts(Options.search), of: "'--search <text>'") ?? "",
      favoritesOnly: command.has(Options.favorites), order: .added)
    if path == nil, command.has(Options.force) {
      throw session.misuse("'--force' requires a file to replace")
    }
    let store = try session.store(for: .reading)
    let count =
      if let path {
        try export(query, as: format, to: path, from: store, session)
      } else {
        try export(query, as: format, from: store, session)
      }
    let target = path.map { " to \($0)\(chosen == nil ? " as NDJSON" : "")" } ?? ""
    try session.say("exported \(Formatting.pluralized(count, "movie"))\(target)")
    return session.status(ofCount: count)
  }

  /// Whether the file's name has text before and after its last dot.
  private static func hasExtension(_ path: String) -> Bool {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return dot > name.startIndex && dot < name.index(before: name.endIndex)
  }

  private static func export(
    _ query: MovieQuery, as format: InterchangeFormat, from store: borrowing MovieStore,
    _ session: Session
  ) throws -> Int {
    let output = session.streams.output
    let sink = output.isTerminal ? ByteSink() : output.dataSink
    let count = try session.deferringOutput {
      try store.exportMovies(query, as: format, to: sink) {
        if output.isTerminal { try write(sink.takeBytes(), as: format, onTerminal: output) }
      }
    }
    if output.isTerminal { try write(sink.takeBytes(), as: format, onTerminal: output) }
    try output.flush()
    return count
  }

  private static func write(
    _ bytes: [UInt8], as format: InterchangeFormat, onTerminal output: OutputWriter
  ) throws {
    if format == .json || format == .ndjson { return try output.write(json: bytes) }
    let separators: Set<Unicode.Scalar> = format == .tsv ? ["\n", "\t"] : ["\n"]
    var value = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if separators.contains(scalar) {
        try output.write(TerminalText.escaped(String(value)) + "\(scalar)")
        value.removeAll()
      } else {
        value.append(scalar)
      }
    }
    try output.write(TerminalText.escaped(String(value)))
  }

  private static func export(
    _ query: MovieQuery, as format: InterchangeFormat, to path: String,
    from store: borrowing MovieStore, _ session: Session
  ) throws -> Int {
    if FileMetadata.refersToSameFile(path, store.path) {
      throw session.misuse("'\(path)' is the database itself. Use another file.")
    }
    do {
      return try session.reportingProgress("exporting") { reporter in
        try store.exportMovies(
          query, to: path, as: format, replacing: session.command.has(Options.force),
          progress: { reporter?.update($0) })
      }
    } catch let error as StoreError {
      throw error.suggestingForce
    }
  }
}
