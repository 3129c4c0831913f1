internal import MovieStore
internal import MovieTerminal

/// Where a file stands among the schema versions, as a row.
struct StatusRecord: Tabular {
  /// The file as it was named.
  let file: String
  let status: MigrationStatus

  static let columns = [
    Column("file", minimumWidth: 12, cut: .start), Column("version", minimumWidth: 7),
    Column("newest", minimumWidth: 6), Column("pending"), Column("schema", minimumWidth: 11),
  ]

  func text(of column: Column) -> String {
    switch column.name {
    case "file": file
    case "version": status.version.map(name) ?? "none"
    case "newest": name(.newest)
    case "pending": status.pending.map(name).joined(separator: " ")
    default: status.findings.isEmpty ? "as expected" : status.findings.summary
    }
  }

  private func name(_ version: SchemaVersion) -> String { "v\(version.rawValue)" }
}

extension [Finding] {
  /// The messages alone, on one line.
  var summary: String { map(\.message).joined(separator: "; ") }
}
