/// A format that an export writes and an import reads, in UTF-8.
public enum InterchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object (RFC 8259) a line, with `title`, `cast` (an array of names in billing order) and
  /// `favorite`.
  case ndjson
  /// A JSON array of such objects.
  case json
  /// Comma-separated values as in RFC 4180, with the heading `title,favorite,cast`; names of a cast are
  /// parted by semicolons.
  case csv
  /// Tab-separated values with the same heading; `\t \n \r \\` stand for what a cell cannot hold.
  case tsv

  /// The format that a file's extension names, upper or lower case (`jsonl` is NDJSON, too); `nil` for any
  /// other extension.
  public init?(fileName: String) {
    let name = fileName.utf8.split(separator: UInt8(ascii: "/")).last ?? fileName.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = Substring(name[name.index(after: dot)...]).lowercased()
    self.init(rawValue: suffix == "jsonl" ? "ndjson" : suffix)
  }
}
