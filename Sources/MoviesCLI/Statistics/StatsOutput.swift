internal import MovieArguments
internal import MovieCharts
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Statistics in the formats of `stats`.
struct StatsOutput {
  /// One object on a line.
  let json: [UInt8]
  /// Cells of names and numbers.
  let rows: [[String]]
  /// The lines of a terminal.
  let page: (ChartStyle) -> [String]
  /// What is drawn; `nil` if there are several charts.
  var chart: (any Chart)?
}

enum StatsFormat: String, CaseIterable, ExpressibleByArgument {
  case page, tsv, json, svg
}

/// Where and how statistics are printed.
struct StatsOptions: ParsableArguments {
  @Option(
    name: "--format",
    help: ArgumentHelp(
      "The output format; by default, that of the file extension, a page on a terminal, otherwise TSV."
    ),
    flags: [ValueFlag("--json", for: "json", help: "Same as '--format json'.")])
  var format: StatsFormat?
  @OptionGroup var file: OutputFileOption

  /// The format of the option or the file extension.
  var chosenFormat: StatsFormat? {
    get throws {
      if format != nil || file.path == nil { return format }
      if let path = file.path, let format = StatsFormat(rawValue: FilePath.fileExtension(of: path))
      {
        return format
      }
      throw ValidationError(
        "'\(file.path ?? "")' has an unknown extension. Use .svg, .json or .tsv.")
    }
  }

  func write(
    _ statistics: StatsOutput, isPlain: Bool, from store: borrowing Catalog,
    _ context: CommandContext
  ) throws {
    let output = context.output
    let format = try chosenFormat ?? (output.isTerminal ? .page : .tsv)
    let isOnTerminal = output.isTerminal && file.path == nil
    // A page that is stored is shown by programs that use the locale.
    let isUTF8 =
      isOnTerminal
      ? output.glyphs.isUTF8
      : LocaleEncoding.isUTF8(environment: context.environment.value(of:))
    let style = ChartStyle(
      columns: isOnTerminal ? output.columns : 80, glyphs: Glyphs(isUTF8: isUTF8 && !isPlain),
      isColored: file.path == nil && context.isColored)
    let text: [UInt8] =
      switch format {
      case .json: statistics.json
      case .svg: Array((statistics.chart?.svgFile(width: 720) ?? "").utf8)
      case .page: Array(statistics.page(style).map { $0 + "\n" }.joined().utf8)
      case .tsv: Self.tsv(statistics.rows, isTerminal: isOnTerminal)
      }
    if let path = file.path {
      try file.write(to: path, from: store) { sink in try sink.append(text) }
      try context.ui.info("wrote \(path)")
      return
    }
    try context.startPager()
    switch format {
    case .json: try output.write(json: text)
    case .svg: try output.write(lines: String(decoding: text, as: UTF8.self))
    case .page, .tsv: try output.write(text)
    }
    try output.flush()
  }

  private static func tsv(_ rows: [[String]], isTerminal: Bool) -> [UInt8] {
    let lines = rows.map { row in
      row.map { text in
        var cell: [UInt8] = []
        cell.appendTSVCell(text.utf8.span)
        let escaped = String(decoding: cell, as: UTF8.self)
        return isTerminal ? TerminalText.escaped(escaped) : escaped
      }.joined(separator: "\t") + "\n"
    }
    return Array(lines.joined().utf8)
  }
}

/// The file that a command creates instead of printing.
struct OutputFileOption: ParsableArguments {
  @Option(
    name: ["-o", "--output"],
    help: ArgumentHelp(
      "The file to create; by default, standard output.", valueName: "file",
      suggestedFor: ["--file", "--out"]),
    completion: .file)
  var output: String?
  @OptionGroup var replacement: ForceOption

  /// `nil` for standard output.
  var path: String? { output == "-" ? nil : output }

  func validate() throws {
    if path == nil, replacement.force {
      throw ValidationError("'--force' requires a file to replace")
    }
  }

  /// Writes a file, which appears when it is complete.
  func write(
    to path: String, from store: borrowing Catalog, _ body: (ByteSink) throws -> Void
  ) throws {
    do {
      try store.writeFile(path, replacing: replacement.force, body)
    } catch let error as StoreError {
      throw error.suggestingForce
    }
  }
}
