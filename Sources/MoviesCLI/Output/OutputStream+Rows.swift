internal import MovieTerminal

extension OutputWriter {
  /// Writes rows: a table on a terminal, else TSV without a heading.
  func write(rows: [some Tabular], _ columns: [Column], isColored: Bool) throws {
    let format = RecordFormat(
      kind: isTerminal ? .table : .tsv, columns: columns, hasHeading: isTerminal,
      endsWithNull: false)
    if isTerminal {
      var table = TableRenderer(format, isColored: isColored, output: self)
      for row in rows { try table.add(row) }
      try table.finish()
    } else {
      var lines = DelimitedRenderer(format, output: self)
      for row in rows { try lines.add(row) }
      try lines.finish()
    }
  }
}
