internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The line-based mode of the browser: prints numbered rows and reads commands. It needs no terminal.
struct LineBrowser: ~Copyable {
  private static let pageRows = 20
  private static let maximumNames = 3
  /// A longer line is not typed. It would be read for as long as its writer writes.
  private static let lineLimit = 65_536
  private static let glyphs = Glyphs(isUTF8: false)

  private var browser: Browser
  private let input: ByteSource
  private let output: OutputWriter
  /// The latest printed page. An equal page is not printed again.
  private var printedPage: [String] = []

  private var list: BrowseList { browser.state.list }
  private var isOfMovies: Bool { list.query.source.isOfMovies }
  private var rows: ArraySlice<BrowseRow> { list.visibleRows(pageRows: Self.pageRows) }

  init(_ browser: consuming Browser, input: ByteSource, output: OutputWriter) {
    self.browser = browser
    self.input = input
    self.output = output
  }

  static func state(filter: String) -> BrowseState {
    BrowseState(filter: filter, pageRows: pageRows, for: .lines)
  }

  /// Reads and executes commands until the user quits or the input ends.
  mutating func run() throws {
    readAndCount()
    try printList()
    while true {
      try output.write("> ")
      try output.flush()
      guard let line = try input.nextLine(limit: Self.lineLimit) else {
        return try output.write("\n")
      }
      if line.count > Self.lineLimit {
        try output.write("\n")
        throw CommandError.badInput(
          "a line on standard input is longer than \(Formatting.grouped(Self.lineLimit)) bytes.")
      }
      browser.checkForExternalChange()
      if try !execute(line) { return }
    }
  }

  /// - Returns: Whether to continue.
  private mutating func execute(_ line: [UInt8]) throws -> Bool {
    // Any line but the same command cancels an offer.
    let previous = browser.state.message
    browser.state.message = nil
    let command: LineCommand
    do {
      command = try LineCommand(line, rows: Array(rows), areMovies: isOfMovies)
    } catch {
      try print(error.message)
      return true
    }
    switch command {
    case .list: break
    case .filter(let text): browser.state.setFilter(text)
    case .action(.help, _): try printHelp()
    case .action(.back, _) where browser.state.isAtRoot: try print("this is the first list")
    case .action(let action, let row):
      browser.state.message = previous
      // The rows are the printed ones until the browser reads them again.
      if let row { browser.state.list.select(row.id) }
      if browser.perform(action) == .quit { return false }
    }
    readAndCount()
    let isSamePage = page == printedPage
    switch command {
    case .action(.pageDown, _) where isSamePage, .action(.last, _) where isSamePage:
      try print("this is the last page")
    case .action(.pageUp, _) where isSamePage, .action(.first, _) where isSamePage:
      try print("this is the first page")
    default: break
    }
    let message = browser.state.message
    if let message { try print(message.text) }
    if !isSamePage || [.list, .action(.reload, nil)].contains(command) || message == .listChanged {
      try printList()
    }
    return true
  }

  private mutating func readAndCount() {
    browser.read()
    _ = browser.count()
  }

  /// All that is printed except favorites and counts.
  private var page: [String] {
    let query = list.query
    return ["\(browser.state.lists.count)", query.label, query.filter]
      + rows.map { "\($0.id) \($0.name) \($0.movie?.cast.map(\.name) ?? [])" }
  }

  private mutating func printList() throws {
    printedPage = page
    try print(heading)
    for (index, row) in rows.enumerated() {
      try print("\(index + 1). \(Self.label(of: row))")
    }
    if let banner = browser.state.banner { try print(banner) }
    for suggestion in list.suggestions ?? [] { try print(suggestion) }
    if list.isRead { try print(summary) }
  }

  private var heading: String {
    let names = browser.state.lists.map { $0.query.source.name(Self.glyphs) }
    let query = list.query
    let filter = query.isFiltered ? ", matching '\(query.filter)'" : ""
    return names.joined(separator: Self.glyphs.separator) + ", \(query.label)" + filter
  }

  private var summary: String {
    let shown = rows.count
    let total = list.count ?? shown
    let count = Formatting.pluralized(total, isOfMovies ? "movie" : "actor")
    return (shown == list.count ? count : "\(shown) of \(count)")
      + (shown < total ? ". n for the next page, ? for help." : ". ? for help.")
  }

  private static func label(of row: BrowseRow) -> String {
    switch row {
    case .actor(let actor):
      return "\(actor.actor.name), \(Formatting.pluralized(actor.movieCount, "movie"))"
    case .movie(let movie):
      let title = movie.titleWithYear + (movie.isFavorite ? ", favorite" : "")
      guard !movie.cast.isEmpty else { return title }
      let names = movie.cast.prefix(maximumNames).map(\.name).joined(separator: ", ")
      let more = movie.cast.count - maximumNames
      return title + ": " + names + (more > 0 ? " and \(more) more" : "")
    }
  }

  private func printHelp() throws {
    for binding in KeyBinding.help(forMovies: isOfMovies) {
      guard let usage = binding.usage(forMovies: isOfMovies) else { continue }
      try print("\(usage)  \(binding.commandHelp ?? binding.help)")
    }
    try print("(empty line)  print the list again")
  }

  private func print(_ line: String) throws {
    try output.write(TerminalText.escaped(line) + "\n")
  }
}
