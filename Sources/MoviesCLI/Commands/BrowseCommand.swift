internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `browse`: full screen, or line-based with `--plain` and on dumb terminals.
enum BrowseCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let filter = session.command.arguments.joined(separator: " ")
    if !filter.isEmpty { _ = try session.searchText([filter], of: "'<text>'") }
    let isPlain = session.command.has(Options.plain)
    if !isPlain, !session.streams.isInputTerminal || !session.streams.output.isTerminal {
      throw CommandError.usage(
        "'browse' requires a terminal on standard input and output. "
          + "Use 'movies browse --plain' instead.")
    }
    if isPlain || isTerminalDumb(session) {
      try browsePlainly(filter, session)
    } else {
      try browse(filter, session)
    }
    return .done
  }

  private static func isTerminalDumb(_ session: Session) -> Bool {
    (session.environment["TERM"] ?? "dumb") == "dumb"
  }

  private static func browsePlainly(_ filter: String, _ session: Session) throws {
    let browser = Browser(try catalog(of: session), state: PlainBrowsing.state(filter: filter))
    var browsing = PlainBrowsing(
      browser, input: session.streams.input, output: session.streams.output)
    try browsing.run()
  }

  private static func browse(_ filter: String, _ session: Session) throws {
    let browser = Browser(
      try catalog(of: session), state: BrowseState(filter: filter, pageRows: 1))
    let screen = try TerminalScreen(
      input: Descriptor.standardInput, output: Descriptor.standardOutput,
      error: Descriptor.standardError,
      isColored: session.isColored(session.streams.output))
    let isUTF8 = TextEncoding.isUTF8(environment: session.environment.value(of:))
    var browsing = ScreenBrowsing(
      browser, on: screen, input: Descriptor.standardInput, glyphs: BrowseGlyphs(isUTF8: isUTF8))
    try browsing.run()
  }

  /// A missing default file is an empty catalog, and made by the first change.
  private static func catalog(of session: Session) throws -> BrowseCatalog {
    let location = try session.location
    if location.isDefault, !location.exists {
      return try BrowseCatalog(unmadePath: location.path)
    }
    guard location.exists || location.path == ":memory:" else {
      throw StoreError.fileNotFound(path: location.path)
    }
    return try BrowseCatalog(try session.store(for: .writing, waitingInTotal: false))
  }
}
