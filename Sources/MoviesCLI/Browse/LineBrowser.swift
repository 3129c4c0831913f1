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
  /// Opens movies in the user's editor; `nil` without a terminal.
  private let editor: MovieEditor?
  /// The latest printed page. An equal page is not printed again.
  private var printedPage: [String] = []

  private var list: BrowseList { browser.state.list }
  private var isOfMovies: Bool { list.query.source.isOfMovies }
  private var rows: ArraySlice<BrowseRow> { list.visibleRows(pageRows: Self.pageRows) }

  init(
    _ browser: consuming Browser, input: ByteSource, output: OutputWriter, editor: MovieEditor?
  ) {
    self.browser = browser
    self.input = input
    self.output = output
    self.editor = editor
  }

  static func state(filter: String) -> BrowseState {
    // Three rows are for the header, the message and the footer.
    BrowseState(filter: filter, size: ScreenSize(columns: 80, rows: pageRows + 3), for: .lines)
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
    case .filter(let text): try setFilter(text)
    case .action(.help, _, _): try printHelp()
    case .action(.back, _, _) where browser.state.isAtRoot: try print("this is the first list")
    case .action(.pane, let target, _): try printDetails(target)
    case .action(let action, let target, let text):
      browser.state.message = previous
      browser.messageWasSeen()
      // The rows are the printed ones until the browser reads them again.
      if case .row(let row) = target { browser.state.list.select(row.id) }
      if try !perform(action, target, text) { return false }
    }
    readAndCount()
    let isSamePage = page == printedPage
    switch command {
    case .action(.pageDown, _, _) where isSamePage, .action(.last, _, _) where isSamePage:
      try print("this is the last page")
    case .action(.pageUp, _, _) where isSamePage, .action(.first, _, _) where isSamePage:
      try print("this is the first page")
    case .action(.mark, _, _), .action(.markRange, _, _), .action(.markAll, _, _):
      if browser.state.message == nil {
        try print(Formatting.pluralized(list.marks.count, "marked movie"))
      }
    default: break
    }
    let message = browser.state.message
    if let message { try print(message.text) }
    browser.messageWasSeen()
    let isSearch =
      switch command {
      case .action(.position, _, _), .action(.random, _, _), .action(.nextMatch, _, _),
        .action(.previousMatch, _, _):
        message == nil
      default: false
      }
    let isReload = if case .action(.reload, _, _) = command { true } else { command == .list }
    if !isSamePage || isReload || message == .listChanged { try printList() }
    if isSearch { try printSelectedRow() }
    return true
  }

  /// Performs an action, and gives its prompt, menu or form the text.
  ///
  /// - Returns: Whether to continue.
  private mutating func perform(
    _ action: BrowseAction, _ target: LineCommand.LineTarget?, _ text: String
  ) throws -> Bool {
    if target == .marked, list.marks.isEmpty {
      browser.state.message = BrowseMessage("no movie is marked; 'mark 1' marks one")
      return true
    }
    browser.state.usesMarks = target == .marked
    let offer = browser.state.message
    switch browser.perform(action) {
    case .quit: return false
    case .copy(let texts): for text in texts { try print(text) }
    case .editor(let movies): try edit(movies)
    case .repaint, .suspend, nil: break
    }
    switch browser.state.overlay {
    case .prompt(var prompt):
      if text.unicodeScalars.count > LineEditor.scalarLimit {
        browser.state.message = .textTooLong(limit: LineEditor.scalarLimit)
      } else if text.isEmpty {
        let usage = KeyBinding.documented.first { $0.action == action }?.usage(
          forMovies: isOfMovies)
        browser.state.message = BrowseMessage("usage: \(usage ?? "")")
      } else {
        prompt.editor = LineEditor(text)
        browser.state.overlay = .prompt(prompt)
        browser.state.message = offer
        browser.messageWasSeen()
        _ = browser.perform(.accept)
      }
    case .menu(let menu): try choose(text, in: menu)
    case .form(let form): try fill(form, text, isNew: action == .addMovie)
    case nil: break
    }
    browser.state.overlay = nil
    return true
  }

  private mutating func setFilter(_ text: String) throws {
    if text.isEmpty { return browser.state.clearFilter() }
    let before = list.query.filter
    _ = browser.perform(.filter)
    _ = browser.perform(.edit(.deleteToStart))
    _ = browser.handle(.paste(text))
    if browser.state.message == nil { _ = browser.perform(.accept) }
    // A text that is not a query.
    if browser.state.overlay != nil {
      browser.state.overlay = nil
      browser.state.list.change(readingAt: .first) { $0.filter = before }
    }
  }

  /// Chooses the line of a menu with this name, or prints the names.
  private mutating func choose(_ text: String, in menu: BrowseMenu) throws {
    guard let item = menu.matches.first(where: { $0.isNamed(text.lowercased()) }) else {
      let names = menu.matches.map {
        $0.name(Self.glyphs) + (browser.state.isChosen($0.choice) ? " (chosen)" : "")
      }
      let reason = text.isEmpty ? "" : "no '\(text)'; "
      return try print("\(reason)\(menu.title.lowercased()): \(names.joined(separator: ", "))")
    }
    _ = browser.choose(item.choice)
    printedPage = []
  }

  /// Sets a field of the form, `key=value`, and saves it; without a text, prints the fields.
  private mutating func fill(_ form: MovieForm, _ text: String, isNew: Bool) throws {
    if isNew {
      if text.isEmpty { return browser.state.message = BrowseMessage("usage: add <title>") }
      _ = browser.state.setField("title=\(text)")
    } else {
      if text.isEmpty {
        for field in form.fields where !field.texts.isEmpty {
          try print("\(field.name)=\(field.texts.joined(separator: "; "))")
        }
        return
      }
      let isSet = browser.state.setField(text)
      if !isSet { return try print("usage: edit <number> <field>=<value>, such as year=1995") }
    }
    let value = isNew ? text[...] : text.drop { $0 != "=" }.dropFirst()
    if value.unicodeScalars.count > TextArea.scalarLimit {
      return browser.state.message = .textTooLong(limit: TextArea.scalarLimit)
    }
    _ = browser.perform(.save)
    if case .form(let form) = browser.state.overlay {
      for error in form.fields.compactMap(\.error) { try print(error) }
    }
  }

  private mutating func edit(_ movies: [Movie]) throws {
    guard let editor else { return try print("the editor needs a terminal") }
    try output.flush()
    browser.edit(movies, editor)
  }

  private mutating func readAndCount() {
    browser.read()
    while browser.readDetails() {}
  }

  /// All that is printed except favorites and counts.
  private var page: [String] {
    let query = list.query
    return ["\(browser.state.lists.count)", query.source.noun, query.label, query.filter]
      + rows.map { "\($0.id) \($0.name) \($0.movie?.cast.map(\.name) ?? [])" }
  }

  private mutating func printList() throws {
    printedPage = page
    try print(heading)
    for (index, row) in rows.enumerated() {
      try print("\(index + 1). \(label(of: row))")
    }
    if let banner = browser.state.banner { try print(banner) }
    for suggestion in list.suggestions ?? [] { try print(suggestion) }
    if list.isRead { try print(summary) }
  }

  private mutating func printDetails(_ target: LineCommand.LineTarget?) throws {
    var movie = browser.state.detailedMovie
    if case .row(let row) = target { movie = row.movie }
    guard let movie else { return try print("'show' works only on a movie") }
    browser.readCounts(of: movie)
    let lines = browser.state.detailLines(of: movie, columns: 80, Self.glyphs)
    for line in lines { try print(line) }
  }

  /// Prints the row that a command went to.
  private func printSelectedRow() throws {
    guard let row = list.selected, let index = rows.firstIndex(of: row) else { return }
    try print("\(index - rows.startIndex + 1). \(label(of: row))")
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
    let count = Formatting.pluralized(total, list.query.source.noun)
    let hint =
      shown == total
      ? ""
      : list.hasMore(pageRows: Self.pageRows)
        ? "n for the next page, " : "p for the previous page, "
    return (shown == list.count ? count : "\(shown) of \(count)") + ". \(hint)? for help."
  }

  private func label(of row: BrowseRow) -> String {
    guard let movie = row.movie else {
      return "\(row.name), \(Formatting.pluralized(row.movieCount ?? 0, "movie"))"
    }
    var parts = [movie.titleWithYear]
    if list.marks.contains(movie.id) { parts.append("marked") }
    if movie.isFavorite { parts.append("favorite") }
    var columns = browser.state.columns
    if case .attribute(let key) = list.query.order, !columns.contains(.attribute(key)) {
      columns.append(.attribute(key))
    }
    let hasDates = !movie.attributes[.watched].isEmpty && columns.contains(.attribute(.watched))
    if movie.attributes.isSeen, !hasDates {
      parts.append("watched")
    }
    for case .attribute(let key) in columns where key != .year && !movie.attributes[key].isEmpty {
      let values = movie.attributes[key].map(\.description).joined(separator: " / ")
      parts.append("\(key) \(values)")
    }
    if columns.contains(.id) { parts.append("id \(movie.id)") }
    let title = parts.joined(separator: ", ")
    guard !movie.cast.isEmpty, columns.contains(.cast) else { return title }
    let names = movie.cast.prefix(Self.maximumNames).map(\.name).joined(separator: ", ")
    let more = movie.cast.count - Self.maximumNames
    return title + ": " + names + (more > 0 ? " and \(more) more" : "")
  }

  private func printHelp() throws {
    for binding in KeyBinding.help(for: list.query.source) {
      guard let usage = binding.usage(forMovies: isOfMovies) else { continue }
      try print("\(usage)  \(binding.command?.help ?? binding.help)")
    }
    try print("(empty line)  print the list again")
  }

  private func print(_ line: String) throws {
    try output.write(escaped: TerminalText.escaped(line) + "\n")
  }
}
