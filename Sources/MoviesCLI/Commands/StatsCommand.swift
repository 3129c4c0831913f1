internal import MovieArguments
internal import MovieStore
internal import MovieTerminal

/// `stats`: a page on a terminal, rows of names and numbers in a pipe, or one JSON object.
enum StatsCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let store = try session.store(for: .reading)
    let statistics = try store.statistics()
    let output = session.streams.output
    try session.startPager()
    if session.command.has(Options.json) {
      var json = JSONWriter()
      append(statistics, to: &json)
      try output.write(json: json.bytes)
      try output.write("\n")
    } else if output.isTerminal {
      try writePage(statistics, session)
    } else {
      for (name, value) in rows(statistics) { try output.write("\(name)\t\(value)\n") }
    }
    try output.flush()
    return .done
  }

  private static func append(_ statistics: CatalogStatistics, to json: inout JSONWriter) {
    json.beginObject()
    json.add("movies", Int64(statistics.movies))
    json.add("favorites", Int64(statistics.favorites))
    json.add("actors", Int64(statistics.actors))
    json.add("credits", Int64(statistics.credits))
    json.beginArray("busiest")
    for actor in statistics.busiest { ActorRecord(actor: actor).append(to: &json) }
    json.endArray()
    json.beginArray("castSizes")
    for size in statistics.castSizes {
      json.beginObject()
      json.add("names", Int64(size.names))
      json.add("movies", Int64(size.movies))
      json.endObject()
    }
    json.endArray()
    json.add("bytes", Int64(statistics.bytes))
    json.add("schemaVersion", Int64(statistics.schemaVersion.rawValue))
    json.endObject()
  }

  private static func rows(_ statistics: CatalogStatistics) -> [(String, String)] {
    let totals: [(String, Int)] = [
      ("movies", statistics.movies), ("favorites", statistics.favorites),
      ("actors", statistics.actors), ("credits", statistics.credits),
      ("bytes", statistics.bytes), ("schemaVersion", statistics.schemaVersion.rawValue),
    ]
    return totals.map { ($0, "\($1)") }
      + statistics.busiest.map { actor in
        var name: [UInt8] = []
        name.appendTSVCell(actor.actor.name.utf8.span)
        return ("busiest", "\(String(decoding: name, as: UTF8.self))\t\(actor.movieCount)")
      }
      + statistics.castSizes.map { ("castSize", "\($0.names)\t\($0.movies)") }
  }

  private static func writePage(_ statistics: CatalogStatistics, _ session: Session) throws {
    let output = session.streams.output
    let page = StatsPage(
      columns: output.columns, glyphs: output.glyphs, isColored: session.isColored(output))
    for line in page.lines(statistics) { try output.write(line + "\n") }
  }
}
