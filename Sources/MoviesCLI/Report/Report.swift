internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

/// The output of a command that inspects database files: a table or text, the same as JSON, and messages.
package struct Report {
  package struct Message {
    package let text: String
    /// Whether the message is printed even with `--quiet`.
    var isProblem = false
  }

  /// The path as the user specified it; `nil` for the built-in migrations and a generated catalog.
  var file: String?
  /// The schema version of the file: 0 before its first write, `nil` if it is unknown.
  var version: Int?
  package let json: [UInt8]
  private(set) var columns: [Column] = []
  private(set) var rows: [[CellValue]] = []
  /// Lines below the table.
  var text = ""
  package var messages: [Message] = []
  package var status = ExitStatus.done
  /// Whether the command changed the file.
  var isChange = false
  /// The results of `migrate check`; for a file that cannot be read, one named `file`.
  var checks: [CheckReport.Check] = []
  /// The migrations of `migrate check`, on a copy of the file.
  var rehearsals: [MigrationRehearsal] = []
  /// The migrations of sample catalogs, if `migrate check` checked the built-in migrations.
  var pairs: [MigrationPair] = []
  var isReadable = true
}

extension Report {
  /// The reports of several files. Their JSON is an array with one object per line.
  package init(merging reports: [Report]) {
    let objects = reports.map { $0.json.dropLast() }.joined(separator: ",\n".utf8)
    json = reports.count == 1 ? reports[0].json : [UInt8]("[\n".utf8) + objects + "\n]\n".utf8
    columns = reports.map(\.columns).first { !$0.isEmpty } ?? []
    rows = reports.flatMap(\.rows)
    text = reports.map(\.text).joined()
    messages = reports.flatMap(\.messages)
    status = .mostSevere(of: reports.map(\.status))
  }

  func withTable<Row>(_ rows: [Row], _ columns: [RecordColumn<Row>]) -> Report {
    var report = self
    report.columns = columns.map(\.column)
    report.rows = rows.map { row in columns.map { $0.value(row) } }
    return report
  }

  /// Writes a table on a terminal, and otherwise TSV.
  package func writeBody(to output: OutputWriter, isColored: Bool) throws {
    let layout = RecordLayout(columns: columns, hasHeading: true, isColored: isColored)
    var writer: any RowWriter =
      output.isTerminal ? TableWriter(layout, to: output) : DelimitedWriter(tsv: layout, to: output)
    for row in rows { try writer.write(row) }
    try writer.finish()
    try output.write(text)
    try output.flush()
  }
}

extension [Finding] {
  /// The messages, escaped also in a pipe: a name in a database must not begin a line.
  func messages(about file: String? = nil) -> [Report.Message] {
    map {
      Report.Message(
        text: TerminalText.escaped($0.line(about: file)), isProblem: $0.severity == .error)
    }
  }
}

/// The columns of the results of checks.
extension [RecordColumn<CheckReport.Check>] {
  static var checks: Self {
    [
      .init(Column(name: "check")) { .text($0.name) },
      .init(Column(name: "result", minimumWidth: 12)) { .text($0.findings.withSeverities) },
    ]
  }
}

extension CommandContext {
  /// Prints the table or the JSON of a report, and then its messages. A closed pipe hides neither
  /// the messages nor the exit status.
  ///
  /// - Returns: The exit status of the report.
  func print(_ report: Report, asJSON: Bool) throws -> ExitStatus {
    try printing(afterChange: report.isChange) {
      do {
        if asJSON {
          try print(json: report.json)
        } else {
          try report.writeBody(to: output, isColored: isColored)
        }
      } catch let error as SystemError where error.isBrokenPipe {}
      try ui.print(report.messages)
    }
    return report.status
  }
}

extension UserInterface {
  fileprivate func print(_ messages: [Report.Message]) throws {
    for message in messages {
      if message.isProblem { try warn(message.text) } else { try info(message.text) }
    }
  }

  /// Prints findings with their hints. With `--quiet`, only errors are printed.
  func report(_ findings: [Finding]) throws { try print(findings.messages()) }
}

/// The argument `[<file>]` of commands that inspect a database file.
struct DatabaseFileArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A database file; by default, the current database.", valueName: "file"),
    completion: .catalog)
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
