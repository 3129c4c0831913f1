/// A format that `export` writes and `import` reads.
public enum InterchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object a line.
  case ndjson
  /// A JSON array of objects.
  case json
  /// Comma-separated values as in RFC 4180, with a heading.
  case csv
  /// Tab-separated values with a heading; `\t \n \r \\` stand for what a cell cannot hold.
  case tsv

  /// The format that a file's extension names, upper or lower case; nil for any other extension.
  public init?(fileName: String) {
    let name = fileName.utf8.split(separator: UInt8(ascii: "/")).last ?? fileName.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = Substring(name[name.index(after: dot)...]).lowercased()
    self.init(rawValue: suffix == "jsonl" ? "ndjson" : suffix)
  }
}
