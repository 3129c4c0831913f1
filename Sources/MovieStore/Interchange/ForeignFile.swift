/// Files that cannot be imported as they are, recognized by their first bytes or their header.
enum ForeignFile {
  /// The maximum number of bytes that are compared.
  static let startLength = 512
  /// The number of columns that are compared, and of the bytes of a column.
  static let (columnLimit, columnByteLimit) = (64, 256)

  /// Returns the problem of a file that is not text, with what to do, or `nil` for any other file.
  static func problem(inFirstBytes start: [UInt8]) -> String? {
    let extract = "; extract it first"
    let kinds: [(bytes: [UInt8], name: String)] = [
      (Array("SQLite format 3".utf8), "an SQLite database"),
      (Array("PK\u{3}\u{4}".utf8), isDocument(start) ? spreadsheet : "a zip archive" + extract),
      ([0xD0, 0xCF, 0x11, 0xE0], spreadsheet), ([0x1F, 0x8B], "a gzip file" + extract),
      (Array("BZh".utf8), "a bzip2 file" + extract), ([0xFD, 0x37, 0x7A], "an xz file" + extract),
      ([0x28, 0xB5, 0x2F, 0xFD], "a zstd file" + extract),
      (Array("7z".utf8) + [0xBC, 0xAF], "a 7-zip archive" + extract),
      (Array("Rar!".utf8), "a RAR archive" + extract), (Array("%PDF".utf8), "a PDF file"),
    ]
    return kinds.first { start.starts(with: $0.bytes) }.map {
      "expected movies as JSON, NDJSON, CSV or TSV, found \($0.name)"
    }
  }

  private static let spreadsheet = "a spreadsheet; save it as CSV first"

  /// Whether the start of a zip archive has the name of a part that the documents of spreadsheet
  /// programs have.
  private static func isDocument(_ start: [UInt8]) -> Bool {
    ["[Content_Types].xml", "xl/", "_rels/", "mimetypeapplication/vnd.oasis"].contains {
      start.contains($0.utf8)
    }
  }

  /// Returns the problem of another separator in the first column, with what to do.
  static func separatorProblem(in column: String) -> String? {
    // A binary file.
    if column.utf8.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") }) { return nil }
    let found = ["::", ";", "|", "\t", ","].first { column.utf8.contains($0.utf8) }
    return switch found {
    case nil: nil
    case "\t": "expected commas between the columns of CSV, found a tab; the file seems to be TSV"
    case ",": "expected tabs between the columns of TSV, found ','; the file seems to be CSV"
    case .some(let separator):
      "expected commas between the columns (CSV) or tabs (TSV), found '\(separator)', which seems to be "
        + "the separator; save the file as CSV"
    }
  }

  /// Returns the problem of a header without a column `title`, with what to do.
  ///
  /// - Parameter columns: The first columns.
  static func problem(inHeader columns: [String]) -> String? {
    guard let first = columns.first else { return nil }
    if first.utf8.first == UInt8(ascii: "<") {
      return "expected movies as JSON, NDJSON, CSV or TSV, found XML or HTML"
    }
    if let problem = separatorProblem(in: first) { return problem }
    if first.utf8.starts(with: "Letterboxd list export".utf8) {
      return
        "expected a header with the column 'title', found a list of a Letterboxd export; delete the "
        + "lines before 'Position,Name,Year', and rename the column 'Name' to 'title'"
    }
    guard let title = titleName(among: columns) else { return nil }
    let lowercased = columns.map { $0.lowercased() }
    let source =
      lowercased.contains("letterboxd uri")
      ? " (this looks like a Letterboxd export)"
      : lowercased.contains("const") || lowercased.contains("tconst")
        ? " (this looks like an IMDb export)" : ""
    let rating = columns.first { $0.lowercased() == "your rating" }
    return "expected the column 'title', found '\(title)'\(source); rename it to 'title'"
      + (rating.map { ", and '\($0)' to 'rating'" } ?? "")
  }

  /// Returns the column or key that has the titles, in order of preference.
  static func titleName(among names: [String]) -> String? {
    ["title", "primarytitle", "originaltitle", "name", "movie", "filmname", "film", "标题", "片名"]
      .lazy.compactMap { wanted in
        names.first { $0.lowercased().filter { $0 != " " } == wanted }
      }.first
  }

  /// Returns the notation of a cast that is an array of texts or objects, or `nil` for names.
  static func listName(_ text: [UInt8]) -> String? {
    guard text.first == .leftBracket, text.last == .rightBracket else { return nil }
    let inside = text.dropFirst().drop { $0.isBlank || $0 == .leftBrace }.first
    return inside == .quote ? "JSON" : inside == UInt8(ascii: "'") ? "a Python list" : nil
  }
}

extension Collection<UInt8> {
  fileprivate func contains(_ text: String.UTF8View) -> Bool {
    indices.contains { self[$0...].starts(with: text) }
  }
}
