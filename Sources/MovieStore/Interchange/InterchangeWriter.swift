package import MovieSystem

/// Writes movies in an interchange format: ``begin()``, ``write(title:cast:isFavorite:)`` for each,
/// ``end()``.
///
/// Reading the output and writing it again gives the same bytes.
package struct InterchangeWriter {
  private let format: InterchangeFormat
  private let sink: ByteSink
  private var isEmpty = true
  /// Whether the current movie has a name already.
  private var hasNames = false
  /// The current record. The buffers are reused.
  private var record: [UInt8] = []
  private var castCell: [UInt8] = []

  package init(format: InterchangeFormat, sink: ByteSink) {
    self.format = format
    self.sink = sink
  }

  /// Writes the text before the first movie.
  package func begin() throws(SystemError) {
    switch format {
    case .ndjson: break
    case .json: try sink.append("[")
    case .csv: try sink.append("title,favorite,cast\n")
    case .tsv: try sink.append("title\tfavorite\tcast\n")
    }
  }

  package mutating func write(
    title: String, cast: [String], isFavorite: Bool
  ) throws(SystemError) {
    beginMovie(titled: title.utf8.span)
    for name in cast { addName(name.utf8.span) }
    try endMovie(isFavorite: isFavorite)
  }

  /// Begins a movie. `addName` for each name of the cast and `endMovie` must follow.
  mutating func beginMovie(titled title: Span<UInt8>) {
    record.removeAll(keepingCapacity: true)
    castCell.removeAll(keepingCapacity: true)
    hasNames = false
    switch format {
    case .ndjson, .json:
      if format == .json { record += isEmpty ? "\n".utf8 : ",\n".utf8 }
      record += "{\"title\": ".utf8
      record.appendJSONString(title)
      record += ", \"cast\": [".utf8
    case .csv: record.appendCSVCell(title)
    case .tsv: record.appendTSVCell(title)
    }
    isEmpty = false
  }

  mutating func addName(_ name: Span<UInt8>) {
    switch format {
    case .ndjson, .json:
      if hasNames { record += ", ".utf8 }
      record.appendJSONString(name)
    case .csv, .tsv:
      if hasNames { castCell.append(.semicolon) }
      castCell.appendCastName(name)
    }
    hasNames = true
  }

  mutating func endMovie(isFavorite: Bool) throws(SystemError) {
    let cast = castCell
    switch format {
    case .ndjson, .json:
      record += isFavorite ? "], \"favorite\": true}".utf8 : "], \"favorite\": false}".utf8
      if format == .ndjson { record.append(.lineFeed) }
    case .csv:
      record += isFavorite ? ",true,".utf8 : ",false,".utf8
      record.appendCSVCell(cast.span)
      record.append(.lineFeed)
    case .tsv:
      record += isFavorite ? "\ttrue\t".utf8 : "\tfalse\t".utf8
      record.appendTSVCell(cast.span)
      record.append(.lineFeed)
    }
    try sink.append(record)
  }

  /// Writes the text after the last movie and flushes the sink.
  package func end() throws(SystemError) {
    if format == .json { try sink.append(isEmpty ? "]\n" : "\n]\n") }
    try sink.flush()
  }
}
