internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The line-based mode of the browser: prints numbered rows and reads commands. It needs no terminal.
struct PlainBrowsing: ~Copyable {
  private static let pageRows = 20
  private static let mostNames = 3

  private var browser: Browser
  private let input: ByteSource
  private let output: OutputWriter
  /// The rows as they were printed, to which numbers refer.
  private var printed: [BrowseRow] = []
  /// What was seen then.
  private var printedList: [String] = []
  private var printedSubject: BrowseSubject?

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
    while let line = try nextLine() {
      browser.forgetMessage()
      browser.checkForExternalChange()
      readAndCount()
      if try !obey(line) { break }
    }
  }

  private func nextLine() throws -> String? {
    try output.write("> ")
    try output.flush()
    let line = try input.nextLine()
    if line == nil { try output.write("\n") }
    return line
  }

  // MARK: Words

  private mutating func obey(_ line: String) throws -> Bool {
    do {
      let order = try PlainOrder(
        line, rows: printed, areMovies: browser.state.level.query.subject.isOfMovies)
      if try !carryOut(order) { return false }
      readAndCount()
      try sayWhereItEnds(order)
      if let message = browser.state.message { try say(message.text) }
      if order.printsList || list != printedList { try printList() }
    } catch let error as PlainOrder.Problem {
      try say(error.text)
    }
    return true
  }

  /// - Returns: whether to go on.
  private mutating func carryOut(_ order: PlainOrder) throws -> Bool {
    switch order {
    case .list: break
    case .filter(let text): browser.setFilter(text)
    case .action(.help, _): for line in help { try say(line) }
    case .action(.back, _) where browser.state.isAtRoot: try say("this is the first list")
    case .action(.favorite, nil) where isOtherMovie, .action(.delete, nil) where isOtherMovie:
      try say("another process deleted or changed the movie; check the list and try again")
      try printList()
    case .action(let action, let row):
      if browser.perform(action, on: row) == .quit { return false }
    }
    return true
  }

  /// Whether another process has since replaced or renamed the movie whose cast was printed.
  private var isOtherMovie: Bool {
    guard case .cast(let printed) = printedSubject,
      case .cast(let movie) = browser.state.level.query.subject
    else { return false }
    return movie.id != printed.id || !movie.title.isExactly(printed.title)
  }

  /// Reports that there is no further page, instead of printing the same page again.
  private func sayWhereItEnds(_ order: PlainOrder) throws {
    guard list == printedList else { return }
    switch order {
    case .action(.pageDown, _), .action(.last, _): try say("this is the last page")
    case .action(.pageUp, _), .action(.first, _): try say("this is the first page")
    default: break
    }
  }

  private mutating func readAndCount() {
    browser.read()
    _ = browser.count()
  }

  // MARK: The list

  private var visibleRows: [BrowseRow] {
    Array(browser.state.level.visibleRows(pageRows: Self.pageRows))
  }

  /// Which list is seen, and which rows: where they are others, the list is printed.
  private var list: [String] {
    let state = browser.state
    let query = state.level.query
    return ["\(state.levels.count)", query.orderLabel, "\(query.favoritesOnly)", query.filter]
      + visibleRows.map { "\($0.id) \($0.name) \($0.movie?.cast.map(\.name) ?? [])" }
  }

  private var heading: String {
    let glyphs = BrowseGlyphs(isUTF8: false)
    let names = browser.state.levels.map { $0.query.subject.name(glyphs) }
    let query = browser.state.level.query
    let filter = query.isFiltered ? ", matching '\(query.filter)'" : ""
    return names.joined(separator: " > ") + ", \(query.favoritesOnly ? "favorites, " : "")"
      + query.orderLabel + filter
  }

  private mutating func printList() throws {
    printed = visibleRows
    printedList = list
    printedSubject = browser.state.level.query.subject
    try say(heading)
    for (index, row) in printed.enumerated() { try say("\(index + 1). \(Self.label(of: row))") }
    if let banner = browser.state.banner { try say(banner) }
    if browser.state.level.isRead { try say(summary) }
  }

  private var summary: String {
    let level = browser.state.level
    let noun = level.query.subject.isOfMovies ? "movie" : "actor"
    let count = Formatting.pluralized(level.count ?? printed.count, noun)
    let part = printed.count == level.count ? count : "\(printed.count) of \(count)"
    let isPart = level.count.map { printed.count < $0 } ?? false
    return part + (isPart ? ". n for the next page, ? for help." : ". ? for help.")
  }

  private static func label(of row: BrowseRow) -> String {
    switch row {
    case .actor(let actor):
      return "\(actor.actor.name), \(Formatting.pluralized(actor.movieCount, "movie"))"
    case .movie(let movie):
      let star = movie.movie.isFavorite ? ", favorite" : ""
      guard !movie.cast.isEmpty else { return movie.movie.title + star }
      let names = movie.cast.prefix(mostNames).map(\.name).joined(separator: ", ")
      let more = movie.cast.count - mostNames
      return movie.movie.title + star + ": " + names + (more > 0 ? " and \(more) more" : "")
    }
  }

  /// Prints a line, with control characters escaped.
  private func say(_ line: String) throws {
    try output.write(TerminalText.escaped(line) + "\n")
  }

  // MARK: Help

  private var help: [String] {
    let forMovies = browser.state.level.query.subject.isOfMovies
    return KeyBinding.all.compactMap { binding in
      guard let word = binding.word, binding.action.isMeant(forMovies: forMovies) else {
        return nil
      }
      return "\(word.label(forMovies: forMovies))  \(word.help ?? binding.help)"
    } + ["(empty line)  print the list again"]
  }
}

extension KeyBinding.PlainWord {
  /// The command as in the help. In a cast, changes apply to the movie and take no row number.
  package func label(forMovies: Bool) -> String {
    text + (takesRow && forMovies ? " <number>" : "")
  }
}
