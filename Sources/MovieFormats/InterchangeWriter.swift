public import MovieStore
package import MovieSystem

/// A column of CSV or TSV.
public enum InterchangeColumn: Hashable, Sendable {
  /// The title.
  case title
  /// `true` or `false`.
  case favorite
  /// The names of the cast, separated by `;`.
  case cast
  /// The values of an attribute, separated by `;`; empty if the movie has none.
  case attribute(AttributeKey)

  /// The columns that every movie has, with which an export begins by default.
  public static let standard = [title, favorite, cast]

  /// The default columns of a catalog with these attributes.
  package static func all(with keys: [AttributeKey]) -> [InterchangeColumn] {
    Array((standard + keys.map(attribute)).prefix(InterchangeLimits.columns))
  }

  /// The name of the column in the header.
  package var name: String {
    switch self {
    case .title: "title"
    case .favorite: "favorite"
    case .cast: "cast"
    case .attribute(let key): key.name
    }
  }

  /// Creates a column from its name, or the name of an attribute.
  package init(_ name: String) throws(StoreError) {
    switch name {
    case "title": self = .title
    case "favorite": self = .favorite
    case "cast", "actors": self = .cast
    default: self = .attribute(try AttributeKey(name))
    }
  }

  var key: AttributeKey? { if case .attribute(let key) = self { key } else { nil } }
}

/// Writes movies in an interchange format: ``begin()``, ``write(title:cast:isFavorite:attributes:)`` for each,
/// ``end()``.
///
/// Reading the output and writing it again gives the same bytes.
package struct InterchangeWriter {
  /// What was written and left out.
  package struct Counts {
    /// The number of movies.
    package fileprivate(set) var movies = 0
    /// The fields that movies have and CSV or TSV leaves out: without a column, or with an empty
    /// text.
    package fileprivate(set) var omittedFields: [FieldCount] = []
    /// The number of texts that look like numbers in CSV or TSV.
    package fileprivate(set) var numericTexts = 0
  }

  private let format: InterchangeFormat
  private let columns: [InterchangeColumn]
  /// The keys that have a column.
  private let keys: Set<AttributeKey>
  private let sink: ByteSink
  package private(set) var counts = Counts()
  private var isEmpty = true
  /// Whether the current movie has a name already.
  private var hasNames = false
  /// The current record. The buffers are reused.
  private var json = JSONBuilder()
  private var record: [UInt8] = []
  private var titleCell: [UInt8] = []
  private var castCell: [UInt8] = []

  /// - Parameter columns: The columns of CSV and TSV.
  package init(
    format: InterchangeFormat, columns: [InterchangeColumn] = InterchangeColumn.standard,
    sink: ByteSink
  ) {
    self.format = format
    self.columns = columns
    keys = Set(columns.compactMap(\.key))
    self.sink = sink
  }

  /// Writes the text before the first movie.
  package func begin() throws(SystemError) {
    switch format {
    case .ndjson: break
    case .json: try sink.append("[")
    case .csv: try sink.append(columns.map(\.name).joined(separator: ",") + "\n")
    case .tsv: try sink.append(columns.map(\.name).joined(separator: "\t") + "\n")
    }
  }

  package mutating func write(
    title: String, cast: [String], isFavorite: Bool, attributes: MovieAttributes = MovieAttributes()
  ) throws(SystemError) {
    beginMovie(titled: title.utf8.span)
    for name in cast { addName(name.utf8.span) }
    try endMovie(isFavorite: isFavorite, attributes: attributes)
  }

  /// Begins a movie. `addName` for each name of the cast and `endMovie` must follow.
  package mutating func beginMovie(titled title: Span<UInt8>) {
    hasNames = false
    switch format {
    case .ndjson, .json:
      json.removeAll()
      json.open("{")
      json.add("title", title)
      json.open("[", "cast")
    case .csv, .tsv:
      record.removeAll(keepingCapacity: true)
      titleCell.removeAll(keepingCapacity: true)
      titleCell.append(title)
      castCell.removeAll(keepingCapacity: true)
    }
  }

  package mutating func addName(_ name: Span<UInt8>) {
    switch format {
    case .ndjson, .json: json.add(nil, name)
    case .csv, .tsv:
      if hasNames { castCell.append(.semicolon) }
      castCell.appendCellValue(name)
    }
    hasNames = true
  }

  package mutating func endMovie(
    isFavorite: Bool, attributes: MovieAttributes
  ) throws(SystemError) {
    counts.movies += 1
    defer { isEmpty = false }
    switch format {
    case .ndjson, .json:
      json.close("]")
      json.add("favorite", isFavorite)
      if !attributes.isEmpty { json.add("attributes", attributes) }
      json.close("}")
      if format == .ndjson { json.endLine() } else { try sink.append(isEmpty ? "\n" : ",\n") }
      try sink.append(json.bytes)
    case .csv, .tsv:
      for (index, column) in columns.enumerated() {
        if index > 0 { record.append(format == .csv ? .comma : .tab) }
        switch column {
        case .title: appendCell(titleCell)
        case .favorite: record += isFavorite ? "true".utf8 : "false".utf8
        case .cast: appendCell(castCell)
        case .attribute(let key):
          appendCell(Array(ValueCell.text(of: attributes[key], for: key).utf8))
        }
      }
      record.append(.lineFeed)
      countLosses(isFavorite: isFavorite, attributes)
      try sink.append(record)
    }
  }

  /// Counts what CSV and TSV do not have of a movie.
  private mutating func countLosses(isFavorite: Bool, _ attributes: MovieAttributes) {
    if isFavorite, !columns.contains(.favorite) { counts.omittedFields.add("favorite") }
    if hasNames, !columns.contains(.cast) { counts.omittedFields.add("cast") }
    for entry in attributes.entries {
      // An empty cell is no value.
      if !keys.contains(entry.key) || entry.values.contains(where: { $0.byteCount == 0 }) {
        counts.omittedFields.add(entry.key.name)
      } else if !entry.key.isKnown {
        counts.numericTexts += entry.values.count {
          $0.isText && AttributeValue.printedNumber($0.description) != nil
        }
      }
    }
  }

  private mutating func appendCell(_ cell: [UInt8]) {
    if format == .csv { record.appendCSVCell(cell.span) } else { record.appendTSVCell(cell.span) }
  }

  /// Writes the text after the last movie and flushes the sink.
  package func end() throws(SystemError) {
    if format == .json { try sink.append(isEmpty ? "]\n" : "\n]\n") }
    try sink.flush()
  }
}
