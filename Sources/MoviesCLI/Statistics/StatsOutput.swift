internal import MovieArguments
internal import MovieCharts
internal import MovieFormats
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
      "By default, a page on a terminal, otherwise TSV."
    ),
    flags: [ValueFlag("--json", for: "json", help: "Same as '--format json'.")])
  var format: StatsFormat?
  @OptionGroup var file: OutputFileOption
  @Flag(
    name: "--plain",
    help: ArgumentHelp("Print a page with ASCII only.", suggestedFor: ["--ascii"]))
  var plain = false

  func validate() throws {
    if plain, let format = try chosenFormat, format != .page {
      throw ValidationError("'--plain' is for pages, not for '--format \(format.rawValue)'")
    }
  }

  /// The format of the options or the file extension.
  var chosenFormat: StatsFormat? {
    get throws {
      if let format { return format }
      if plain { return .page }
      guard let path = file.path else { return nil }
      if let format = StatsFormat(rawValue: FilePath.fileExtension(of: path)) { return format }
      throw ValidationError(
        "'\(path)' has an unknown extension. Use .svg, .json or .tsv, or pass '--format <format>'.")
    }
  }

  func write(
    _ statistics: StatsOutput, from store: borrowing Catalog, _ context: CommandContext
  ) throws {
    let output = context.output
    let isOnTerminal = output.isTerminal && file.path == nil
    let text: [UInt8] =
      switch try chosenFormat ?? (isOnTerminal ? .page : .tsv) {
      case .json: statistics.json
      case .svg: Array((statistics.chart?.svgFile(width: 720) ?? "").utf8)
      case .page: Array(statistics.page(style(context)).map { $0 + "\n" }.joined().utf8)
      case .tsv: Self.tsv(statistics.rows, isTerminal: isOnTerminal)
      }
    if let path = file.path {
      try file.replacement.write(to: path, from: store) { sink in try sink.append(text) }
      try context.ui.info("wrote \(path)")
      return
    }
    try context.startPager()
    switch try chosenFormat {
    case .json: try output.write(json: text)
    case .svg: try output.write(String(decoding: text, as: UTF8.self))
    case .page, .tsv, nil: try output.write(escaped: text)
    }
    try output.flush()
  }

  /// A page that is stored is shown by programs that use the locale.
  private func style(_ context: CommandContext) -> ChartStyle {
    let output = context.output
    let isUTF8 =
      output.isTerminal && file.path == nil
      ? output.glyphs.isUTF8
      : LocaleEncoding.isUTF8(environment: context.environment.value(of:))
    return ChartStyle(
      columns: file.path == nil ? output.columns : 80, glyphs: Glyphs(isUTF8: isUTF8 && !plain),
      isColored: file.path == nil && context.isColored)
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
