internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The line-based mode of the browser: prints numbered rows and reads commands. It needs no terminal.
struct LineBrowser: ~Copyable {
  private static let pageRows = 20
  private static let maximumNames = 3
  private static let glyphs = Glyphs(isUTF8: false)

  private var browser: Browser
  private let input: ByteSource
  private let output: OutputWriter
  /// The latest printed page, whose rows the numbers of commands refer to.
  private var printed = Page()

  private struct Page {
    var rows: [BrowseRow] = []
    var source: ListSource?
    /// All that is printed except favorites and counts. An equal page is not printed again.
    var identity: [String] = []
  }

  private var list: BrowseList { browser.state.list }
  private var isOfMovies: Bool { list.query.source.isOfMovies }

  init(_ browser: consuming Browser, input: ByteSource, output: OutputWriter) {
    self.browser = browser
    self.input = input
    self.output = output
  }

  static func state(filter: String) -> BrowseState {
    BrowseState(filter: filter, pageRows: pageRows)
  }

  /// Reads and executes commands until the user quits or the input ends.
  mutating func run() throws {
    readAndCount()
    try printList()
    while true {
      try output.write("> ")
      try output.flush()
      guard let line = try input.nextLine() else { return try output.write("\n") }
      browser.state.message = nil
      browser.checkForExternalChange()
      readAndCount()
      if try !execute(line) { return }
    }
  }

  /// - Returns: Whether to continue.
  private mutating func execute(_ line: String) throws -> Bool {
    // Any line but the same command cancels an offer.
    let offer = browser.state.offer
    browser.state.offer = nil
    do {
      let command = try LineCommand(line, rows: printed.rows, areMovies: isOfMovies)
      if try !execute(command, accepting: offer) { return false }
      readAndCount()
      let isSamePage = page.identity == printed.identity
      switch command {
      case .action(.pageDown, _) where isSamePage, .action(.last, _) where isSamePage:
        try print("this is the last page")
      case .action(.pageUp, _) where isSamePage, .action(.first, _) where isSamePage:
        try print("this is the first page")
      default: break
      }
      if let message { try print(message) }
      if [.list, .action(.reload, nil)].contains(command) || !isSamePage { try printList() }
    } catch let error as LineCommand.ParseError {
      try print(error.message)
    }
    return true
  }

  private mutating func execute(
    _ command: LineCommand, accepting offer: BrowseOffer?
  ) throws -> Bool {
    switch command {
    case .list: break
    case .filter(let text): browser.state.setFilter(text)
    case .action(.help, _): try printHelp()
    case .action(.back, _) where browser.state.isAtRoot: try print("this is the first list")
    case .action(.favorite, nil) where isOtherMovie, .action(.watched, nil) where isOtherMovie,
      .action(.delete, nil) where isOtherMovie:
      try print("another process deleted or changed the movie; check the list and try again")
      try printList()
    case .action(let action, let row):
      browser.state.offer = offer
      if browser.perform(action, on: row) == .quit { return false }
    }
    return true
  }

  /// Whether another process replaced or renamed the movie after its cast was printed.
  private var isOtherMovie: Bool {
    guard case .cast(let printed) = printed.source,
      case .cast(let movie) = list.query.source
    else { return false }
    return movie.id != printed.id || !movie.title.isExactly(printed.title)
  }

  private var message: String? {
    browser.state.offer?.replayText(redoKey: "r") ?? browser.state.message?.text
  }

  private mutating func readAndCount() {
    browser.read()
    _ = browser.count()
  }

  private var page: Page {
    let query = list.query
    let rows = Array(list.visibleRows(pageRows: Self.pageRows))
    let depth = browser.state.lists.count
    return Page(
      rows: rows, source: query.source,
      identity: ["\(depth)", query.orderLabel, "\(query.favoritesOnly)", query.filter]
        + rows.map { "\($0.id) \($0.name) \($0.movie?.cast.map(\.name) ?? [])" })
  }

  private mutating func printList() throws {
    printed = page
    try print(heading)
    for (index, row) in printed.rows.enumerated() {
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
    return names.joined(separator: Self.glyphs.separator)
      + ", \(query.favoritesOnly ? "favorites, " : "")" + query.orderLabel + filter
  }

  private var summary: String {
    let shown = printed.rows.count
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
      guard let command = binding.command else { continue }
      try print("\(command.usage(forMovies: isOfMovies))  \(command.help ?? binding.help)")
    }
    try print("(empty line)  print the list again")
  }

  private func print(_ line: String) throws {
    try output.write(TerminalText.escaped(line) + "\n")
  }
}
