internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The output of a command that inspects database files: a table or text, the same as JSON, and messages.
package struct Report {
  enum Body: Sendable {
    case table(Table)
    case text(String)
  }

  struct Table: Sendable {
    var columns: [Column]
    var rows: [[CellValue]]
    var hidesFirstColumnOnTerminal = false

    init<Row>(_ rows: [Row], _ columns: [RecordColumn<Row>]) {
      self.columns = columns.map(\.column)
      self.rows = rows.map { row in columns.map { $0.value(row) } }
    }
  }

  struct Message {
    let text: String
    /// Whether the message is printed even with `--quiet`.
    var isProblem = false
  }

  let body: Body
  let json: [UInt8]
  let messages: [Message]
  package let status: ExitStatus

  /// Writes a table on a terminal, and otherwise TSV.
  package func writeBody(to output: OutputWriter, isColored: Bool) throws {
    switch body {
    case .text(let text): try output.write(lines: text)
    case .table(let table):
      let start = table.hidesFirstColumnOnTerminal && output.isTerminal ? 1 : 0
      let layout = RecordLayout(
        columns: Array(table.columns[start...]), hasHeading: true, isColored: isColored)
      var writer: any RowWriter =
        output.isTerminal
        ? TableWriter(layout, to: output) : DelimitedWriter(tsv: layout, to: output)
      for row in table.rows { try writer.write(Array(row[start...])) }
      try writer.finish()
    }
    try output.flush()
  }
}

extension Report.Message {
  /// The finding, escaped also in a pipe: a name in a database must not begin a line.
  init(_ finding: Finding, line: String) {
    self.init(text: TerminalText.escaped(line), isProblem: finding.severity == .error)
  }
}

extension CommandContext {
  /// Prints the table or the JSON of a report, and then its messages.
  ///
  /// - Returns: The exit status of the report.
  func print(_ report: Report, asJSON: Bool) throws -> ExitStatus {
    if asJSON {
      try io.print(json: report.json)
    } else {
      try report.writeBody(to: io.output, isColored: io.isColored)
    }
    for message in report.messages { try ui.print(message) }
    return report.status
  }
}

extension UserInterface {
  func print(_ message: Report.Message) throws {
    if message.isProblem { try warn(message.text) } else { try info(message.text) }
  }

  /// Prints findings with their hints. With `--quiet`, only errors are printed.
  func report(_ findings: [Finding]) throws {
    for finding in findings { try print(Report.Message(finding, line: finding.line())) }
  }
}

/// The argument `[<file>]` of commands that inspect a database file.
struct DatabaseFileArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A database file; by default, the current database.", valueName: "file"),
    completion: .file)
  var file: String?

  func validate(_ global: GlobalOptions) throws {
    if file != nil { try global.requireNoDatabase() }
  }

  func path(_ context: CommandContext) throws -> String { try file ?? context.database.path }
}

extension GlobalOptions {
  /// Throws if `--db` is given in addition to file arguments.
  func requireNoDatabase() throws {
    if db != nil { throw ValidationError("'<file>' and '--db' cannot be used together") }
  }
}
