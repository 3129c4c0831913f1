// To add a format, add a case. The compiler then asks for its parser in `InterchangeReader.nextRecord()`
// and for its encoder in `InterchangeWriter`. `InterchangeReader.detectedFormat()` detects formats by the
// first line.

/// A file format for export and import, in UTF-8.
public enum InterchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object (RFC 8259) per line, with the keys `title`, `cast` (an array of names in
  /// billing order) and `favorite`.
  case ndjson
  /// A JSON array of the same objects.
  case json
  /// Comma-separated values (RFC 4180) with the header `title,favorite,cast`. The names of a cast
  /// are separated by semicolons.
  case csv
  /// Tab-separated values with the same columns. Characters that a cell cannot contain are written
  /// as `\t`, `\n`, `\r` and `\\`.
  case tsv

  /// Creates the format for the extension of a file name, or returns `nil` if the extension is
  /// unknown.
  ///
  /// Case is ignored. Both `ndjson` and `jsonl` stand for NDJSON.
  public init?(fileName: String) {
    let name = fileName.utf8.split(separator: UInt8(ascii: "/")).last ?? fileName.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = Substring(name[name.index(after: dot)...]).lowercased()
    self.init(rawValue: suffix == "jsonl" ? "ndjson" : suffix)
  }
}
