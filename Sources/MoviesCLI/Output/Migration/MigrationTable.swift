internal import MovieStore
internal import MovieTerminal

/// The answers of a `migrate` command as rows: a table on a terminal, else TSV without a heading.
package struct MigrationTable {
  private let answers: [MigrationAnswer]
  private let output: OutputWriter
  private let isColored: Bool

  package init(_ answers: [MigrationAnswer], on output: OutputWriter, isColored: Bool) {
    self.answers = answers
    self.output = output
    self.isColored = isColored
  }

  /// Prints everything and hands it on.
  ///
  /// - Throws: `SystemError` where the output fails.
  package func print() throws {
    switch answers.first?.content {
    case .migrate: try print(steps, StepRecord.doneColumns)
    case .plan: try print(steps, StepRecord.plannedColumns)
    case .rehearse: try print(steps, StepRecord.rehearsedColumns)
    case .status: try print(answers.compactMap(\.statusRecord), StatusRecord.columns)
    case .check: try print(answers.flatMap(\.checkRecords), checkColumns)
    case .log(let entries, _):
      try print(entries.map { LogRecord(entry: $0) }, LogRecord.columns)
    case .schema(let sql, _): try output.write(lines: sql ?? "")
    case nil: break
    }
    try output.flush()
  }

  private var steps: [StepRecord] { answers.flatMap(\.steps).map { StepRecord(step: $0) } }

  /// In a pipe the columns are the same however many files there are.
  private var checkColumns: [Column] {
    let namesFile = answers.count > 1 || !output.isTerminal
    return namesFile ? CheckRecord.columns : Array(CheckRecord.columns.dropFirst())
  }

  private func print(_ rows: [some Tabular], _ columns: [Column]) throws {
    try output.write(rows: rows, columns, isColored: isColored)
  }
}

extension MigrationAnswer {
  fileprivate var statusRecord: StatusRecord? {
    guard case .status(let status?) = content, let file else { return nil }
    return StatusRecord(file: file, status: status)
  }

  fileprivate var checkRecords: [CheckRecord] {
    guard case .check(let checked?) = content else { return [] }
    return checked.checks.map { CheckRecord(file: file, check: $0) }
  }
}

extension OutputWriter {
  /// Writes lines of text as they are; on a terminal, without what it would obey.
  func write(lines text: String) throws {
    guard isTerminal else { return try write(text) }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    try write(lines.map { TerminalText.escaped(String($0)) }.joined(separator: "\n"))
  }
}
