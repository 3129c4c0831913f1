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
  static func all(with keys: [AttributeKey]) -> [InterchangeColumn] {
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
  ///
  /// - Throws: `StoreError.invalidInput`.
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
  private let format: InterchangeFormat
  private let columns: [InterchangeColumn]
  /// The keys that have a column.
  private let keys: Set<AttributeKey>
  private let sink: ByteSink
  /// What was written and left out.
  private(set) var report = Catalog.ExportReport()
  /// The current record and its cast. The buffers are reused.
  private var record: [UInt8] = []
  private var cast: [UInt8] = []

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
  ) throws {
    try write(title: title, isFavorite: isFavorite, attributes: attributes) { addName in
      for name in cast { addName(name.utf8.span) }
    }
  }

  /// Writes a movie.
  ///
  /// - Parameter addNames: Calls the given closure with each name of the cast.
  mutating func write(
    title: String, isFavorite: Bool, attributes: MovieAttributes,
    addNames: (_ addName: (Span<UInt8>) -> Void) throws -> Void
  ) throws {
    record.removeAll(keepingCapacity: true)
    cast.removeAll(keepingCapacity: true)
    var hasNames = false
    let isJSON = format == .ndjson || format == .json
    try addNames { name in
      if hasNames { cast += isJSON ? ", ".utf8 : ";".utf8 }
      if isJSON { cast.appendJSONString(name) } else { cast.appendCellValue(name) }
      hasNames = true
    }
    if isJSON {
      if format == .json { record += report.movies == 0 ? "\n".utf8 : ",\n".utf8 }
      record += "{\"title\": ".utf8
      record.appendJSONString(title.utf8.span)
      record += ", \"cast\": [".utf8
      record += cast
      record += isFavorite ? "], \"favorite\": true".utf8 : "], \"favorite\": false".utf8
      if !attributes.isEmpty {
        record += ", \"attributes\": ".utf8
        attributes.append(toJSON: &record)
      }
      record += format == .ndjson ? "}\n".utf8 : "}".utf8
    } else {
      for (index, column) in columns.enumerated() {
        if index > 0 { record.append(format == .csv ? .comma : .tab) }
        switch column {
        case .title: record.appendCell(title.utf8.span, format)
        case .favorite: record += isFavorite ? "true".utf8 : "false".utf8
        case .cast:
          let text = cast
          record.appendCell(text.span, format)
        case .attribute(let key):
          let text = ValueCell.text(of: attributes[key], for: key)
          record.appendCell(text.utf8.span, format)
        }
      }
      record.append(.lineFeed)
      countLosses(isFavorite: isFavorite, hasNames: hasNames, attributes)
    }
    report.movies += 1
    try sink.append(record)
  }

  /// Counts what CSV and TSV do not have of a movie.
  private mutating func countLosses(
    isFavorite: Bool, hasNames: Bool, _ attributes: MovieAttributes
  ) {
    if isFavorite, !columns.contains(.favorite) { report.omittedFields.add("favorite") }
    if hasNames, !columns.contains(.cast) { report.omittedFields.add("cast") }
    for entry in attributes.entries {
      // An empty cell is no value.
      if !keys.contains(entry.key) || entry.values.contains(where: { $0.byteCount == 0 }) {
        report.omittedFields.add(entry.key.name)
      } else if !entry.key.isKnown {
        report.numericTexts += entry.values.count {
          $0.isText && AttributeValue.printedNumber($0.description) != nil
        }
      }
    }
  }

  /// Writes the text after the last movie and flushes the sink.
  package func end() throws(SystemError) {
    if format == .json { try sink.append(report.movies == 0 ? "]\n" : "\n]\n") }
    try sink.flush()
  }
}

extension [UInt8] {
  fileprivate mutating func appendCell(_ cell: Span<UInt8>, _ format: InterchangeFormat) {
    if format == .csv { appendCSVCell(cell) } else { appendTSVCell(cell) }
  }
}
