/// Writes movies in an interchange format: ``begin()``, ``write(title:cast:isFavorite:)`` for
/// each, ``end()``.
///
/// Reading what it wrote and writing that again gives the same bytes.
package struct InterchangeWriter {
  private let format: InterchangeFormat
  private let sink: ByteSink
  private var isEmpty = true
  /// The record being built; kept to be used again.
  private var record: [UInt8] = []
  private var castCell: [UInt8] = []

  package init(format: InterchangeFormat, sink: ByteSink) {
    self.format = format
    self.sink = sink
  }

  /// Writes what stands before the first movie.
  package func begin() throws(SystemError) {
    switch format {
    case .ndjson: break
    case .json: try sink.append("[")
    case .csv: try sink.append("title,favorite,cast\n")
    case .tsv: try sink.append("title\tfavorite\tcast\n")
    }
  }

  /// Writes a movie.
  package mutating func write(
    title: String, cast: [String], isFavorite: Bool
  ) throws(SystemError) {
    record.removeAll(keepingCapacity: true)
    switch format {
    case .ndjson: appendObject(title, cast, isFavorite)
    case .json:
      record += isEmpty ? "\n".utf8 : ",\n".utf8
      appendObject(title, cast, isFavorite)
    case .csv, .tsv: appendRow(title, cast, isFavorite)
    }
    if format != .json { record.append(.lineFeed) }
    isEmpty = false
    try sink.append(record)
  }

  /// Writes what stands behind the last movie and hands everything to the system.
  package func end() throws(SystemError) {
    if format == .json { try sink.append(isEmpty ? "]\n" : "\n]\n") }
    try sink.flush()
  }

  private mutating func appendObject(_ title: String, _ cast: [String], _ isFavorite: Bool) {
    record += "{\"title\": ".utf8
    JSONText.append(title, to: &record)
    record += ", \"cast\": [".utf8
    for (index, name) in cast.enumerated() {
      if index > 0 { record += ", ".utf8 }
      JSONText.append(name, to: &record)
    }
    record += "], \"favorite\": \(isFavorite)}".utf8
  }

  private mutating func appendRow(_ title: String, _ cast: [String], _ isFavorite: Bool) {
    castCell.removeAll(keepingCapacity: true)
    CastText.append(cast, to: &castCell)
    if format == .tsv {
      TSVText.append(title, to: &record)
      record += "\t\(isFavorite)\t".utf8
      TSVText.append(castCell, to: &record)
    } else {
      CSVText.append(title, to: &record)
      record += ",\(isFavorite),".utf8
      CSVText.append(castCell, to: &record)
    }
  }
}
