internal import MovieFormats
internal import MovieMatching
internal import MovieStore
internal import MovieSystem

/// Writes the records of an import that are ambiguous or invalid as they came, with the fields of
/// `DecisionField`: one file for each header, and one for those of JSON.
struct UnresolvedRecords {
  /// The number of bytes above which a record is not written.
  private static let recordLimit = 16 << 20

  private let directory: String
  private var files: [File] = []

  private struct File {
    /// What the sources of one file have in common: the table, or `nil` for JSON, of which objects
    /// of an export and others are read in different ways.
    let table: TableStyle?
    let isOwnExport: Bool
    /// The kind of file of a preset, which the name can tell.
    let kind: ImportPreset.File?
    /// The name without and with the part after the dot.
    let (stem, suffix): (String, String)
    let content = SpooledBytes(limit: 1 << 20)
  }

  /// Writes the unresolved records of a stage.
  ///
  /// - Returns: The paths of the files.
  /// - Throws: `StoreError` if a file cannot be written; `SystemError` if a source cannot be read.
  static func write(
    _ stage: borrowing RecordStage, of run: ImportRun, to directory: String
  ) throws -> [String] {
    var records = UnresolvedRecords(directory: directory)
    var open: SourceRows?
    try stage.forEachUnresolved { source, row throws in
      if open?.index != source {
        open = try records.rows(of: source, run.sources[source], run.reading[source])
      }
      try open?.append(row)
    }
    do throws(SystemError) {
      if !records.files.isEmpty { try Directory.create(directory) }
      return try records.files.map { (file) throws(SystemError) in try records.write(file) }
    } catch {
      throw StoreError(error, path: error.path ?? directory)
    }
  }

  /// The rows of a source, from which their text is read again.
  private final class SourceRows {
    let index: Int
    private let name: String
    private var reader: InterchangeReader
    private let isXML: Bool
    private let table: TableStyle?
    private let content: SpooledBytes

    init(
      _ index: Int, _ source: ImportSource, _ reader: consuming InterchangeReader,
      _ table: TableStyle?, _ content: SpooledBytes
    ) {
      (self.index, self.table, self.content) = (index, table, content)
      (name, isXML) = (source.name, source.isXML)
      self.reader = reader
    }

    func append(_ row: UnresolvedRow) throws {
      var (text, row): ([UInt8], UnresolvedRow) = ([], row)
      if row.bytes.count > recordLimit {
        row.reason += "; it is too long to be written here"
      } else {
        let bytes = reader.cursor.bytes(in: row.bytes)
        if let failure = reader.cursor.failure { throw failure }
        if bytes.count < row.bytes.count {
          throw StoreError(.unreadable(path: name, reason: "it was changed during the import"))
        }
        text = isXML ? try XMLElements.json(of: bytes) : bytes.withoutLineEnds
      }
      let origin = "\(name):\(row.line)"
      if let table {
        let candidates = row.candidates.map(String.init).joined(separator: ";")
        try content.append(text + table.cells([row.reason, candidates, origin, ""]))
      } else {
        try content.append(UnresolvedRecords.json(text, row, source: origin))
      }
    }
  }

  private mutating func rows(
    of index: Int, _ source: ImportSource, _ options: ReadingOptions
  ) throws -> SourceRows {
    var reader = try source.reader(options)
    let table = try reader.readTableStyle()
    let content = try content(
      for: source.name, table, isOwnExport: reader.isOwnExport, options.file)
    return SourceRows(index, source, reader, table, content)
  }

  /// The content of the file for a header, to which the header is added first.
  private mutating func content(
    for source: String, _ table: TableStyle?, isOwnExport: Bool, _ kind: ImportPreset.File?
  ) throws(SystemError) -> SpooledBytes {
    let isSame = { (file: File) in
      file.table == table && file.isOwnExport == isOwnExport && file.kind == kind
    }
    if let file = files.first(where: isSame) { return file.content }
    let (name, suffix) = (FilePath.name(of: source), table?.suffix ?? ".ndjson")
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    // The name of an NFO file tells what it is.
    let isXML = kind?.roots.isEmpty == false
    let stem = dot == name.startIndex || isXML ? name : String(name[..<dot])
    let ending = isXML && !name.lowercased().contains(".nfo") ? ".nfo" : ""
    let file = File(
      table: table, isOwnExport: isOwnExport, kind: kind, stem: stem + ending, suffix: suffix)
    files.append(file)
    if let table { try file.content.append(table.header) }
    return file.content
  }

  /// A line of NDJSON with the members of an object, or the text of another value.
  private static func json(_ text: [UInt8], _ row: UnresolvedRow, source: String) -> [UInt8] {
    var json = JSONBuilder()
    json.open("{")
    json.add("\(DecisionField.reason)", row.reason)
    json.addToken("\(DecisionField.candidates)", jsonArray(row.candidates))
    json.add("\(DecisionField.source)", source)
    json.add("\(DecisionField.decision)", "")
    // Between the members of an object, a line feed is white space.
    let members = text.map { $0 == .lineFeed || $0 == .carriageReturn ? .space : $0 }
    guard members.first == .leftBrace || members.first == .comma else {
      json.add("record", members.span)
      json.close("}")
      return json.bytes + [.lineFeed]
    }
    let rest = members.dropFirst().drop { $0.isBlank }
    return json.bytes + (rest.first == .rightBrace ? "" : ", ").utf8 + rest + [.lineFeed]
  }

  /// Writes a file under a name that no other file has: the user can have decided in that one.
  private func write(_ file: File) throws(SystemError) -> String {
    let content = try file.content.source()
    var number = 1
    while true {
      let path = "\(directory)/\(file.stem)\(number == 1 ? "" : "-\(number)")\(file.suffix)"
      number += 1
      do {
        var target = try AtomicFile(target: path, replacing: false)
        try target.sink.append(contentsOf: content)
        try target.commit()
        return path
      } catch {
        if !error.isExistingFile { throw error }
        let isSame = try content.hasSameBytes(as: ByteSource(path: path))
        try content.rewind()
        if isSame { return path }
      }
    }
  }
}

/// How the rows of a table are written.
struct TableStyle: Equatable {
  let delimiter: [UInt8]
  let isTSV: Bool
  /// The header of the source.
  let source: TableHeader

  /// The lines before the first row.
  var header: [UInt8] {
    (source.hasByteOrderMark ? Array("\u{FEFF}".utf8) : [])
      + (source.hasSeparatorLine ? "sep=".utf8 + delimiter + source.lineEnd : [])
      + source.preamble + (source.text ?? []) + cells(DecisionField.allCases.map(\.rawValue))
  }

  var suffix: String { isTSV ? ".tsv" : ".csv" }

  /// Returns the last cells of a row, which follow others.
  func cells(_ texts: [String]) -> [UInt8] {
    var cells: [UInt8] = []
    for text in texts {
      cells += delimiter
      if isTSV {
        cells.appendTSVCell(text.utf8.span)
      } else if text.utf8.contains(delimiter[0]) {
        cells += "\"\(text.replacing("\"", with: "\"\""))\"".utf8
      } else {
        cells.appendCSVCell(text.utf8.span)
      }
    }
    return cells + source.lineEnd
  }
}

extension InterchangeReader {
  /// Reads the header, and returns how rows are written; `nil` for JSON.
  mutating func readTableStyle() throws -> TableStyle? {
    try readStart()
    guard format == .csv || format == .tsv else { return nil }
    if header.text == nil {
      throw cursor.error("expected a header of at most 65,536 bytes for unresolved records")
    }
    return TableStyle(
      delimiter: format == .tsv ? [.tab] : delimiter, isTSV: format == .tsv, source: header)
  }
}

extension [UInt8] {
  /// The bytes without line ends around them.
  fileprivate var withoutLineEnds: [UInt8] {
    func isText(_ byte: UInt8) -> Bool { byte != .lineFeed && byte != .carriageReturn }
    guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else {
      return []
    }
    return Array(self[first...last])
  }
}
