internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Lets the user edit movies, applies the changes, and tells what was changed.
typealias MovieEditor = (
  _ movies: [Movie], _ store: inout Catalog, _ tell: @escaping (String) throws -> Void
) throws -> Void

struct ScreenBrowser: ~Copyable {
  private var browser: Browser
  private let screen: TerminalScreen
  private let input: Int32
  private let glyphs: Glyphs
  /// Opens movies in the user's editor.
  private let editor: MovieEditor
  private let usesClipboard: Bool
  private var latestClick: (event: MouseEvent, time: ContinuousClock.Instant)?

  private var latestKeys = ContinuousClock.now

  private static let doubleClickTime = Duration.milliseconds(400)
  /// A message that was shown for less time was not read, such as while a key repeats.
  private static let readingTime = Duration.milliseconds(100)
  /// The longest time between two keys of one that is held down.
  private static let repeatMilliseconds = 200

  init(
    _ browser: consuming Browser, on screen: TerminalScreen, input: Int32, glyphs: Glyphs,
    usesClipboard: Bool, editor: @escaping MovieEditor
  ) {
    self.browser = browser
    self.screen = screen
    self.input = input
    self.glyphs = glyphs
    self.usesClipboard = usesClipboard
    self.editor = editor
  }

  /// Runs until the user quits, the terminal hangs up or a signal ends the program.
  mutating func run() throws {
    defer { screen.leave() }
    browser.resize(to: screen.size)
    do {
      while try runOnce() {}
    } catch let error as TerminalError where error.isHangUp {
      // Writing, or setting the terminal, can detect the hangup before reading does.
    }
  }

  /// - Returns: Whether to continue.
  private mutating func runOnce() throws -> Bool {
    // Typed text, and the header of a list, appear before its rows, which can need time.
    if browser.state.mode == .prompt || !browser.state.list.query.source.isOfMovies { try show() }
    browser.read(untilInputFrom: input)
    try show()
    while browser.readDetails(untilInputFrom: input) { try show() }
    let continues = try handle(screen.next(within: DatabaseVersion.pollingMilliseconds))
    browser.checkForExternalChange()
    // A change delays signals.
    return continues && Interruption.signal == nil
  }

  private func show() throws { try screen.show(browser.frame(screen.size, glyphs: glyphs)) }

  private mutating func handle(_ event: ScreenEvent) throws -> Bool {
    switch event {
    case .keys(let keys): return try handle(keys)
    case .resized, .continued: browser.resize(to: screen.size)
    case .suspension: try suspend()
    case .nothing: break
    case .ended: return false
    }
    return true
  }

  /// - Returns: Whether to continue.
  private mutating func handle(_ keys: [Key]) throws -> Bool {
    var next = ScreenEvent.nothing
    if ContinuousClock.now - latestKeys >= Self.readingTime {
      // Of a key that is held down, the next one comes soon.
      if browser.state.hasOffer { next = try screen.next(within: Self.repeatMilliseconds) }
      if case .keys = next {} else { browser.messageWasSeen() }
    }
    for key in keys where try !handle(key) { return false }
    latestKeys = .now
    return next == .nothing ? true : try handle(next)
  }

  /// - Returns: Whether to continue.
  private mutating func handle(_ key: Key) throws -> Bool {
    var effect = browser.handle(key)
    switch key {
    case .mouse(let event) where event.kind == .press:
      if isDoubleClick(event) {
        effect = browser.perform(browser.state.mode == .menu ? .accept : .open)
      }
    case .unknown: break  // Such as a release of the mouse.
    default: latestClick = nil
    }
    switch effect {
    case .quit: return false
    case .repaint: screen.repaint()
    case .suspend: try suspend()
    case .copy(let texts): try copy(texts)
    case .editor(let movies):
      // Errors of the editor are shown by the browser.
      try screen.interlude { browser.edit(movies, editor) }
      browser.resize(to: screen.size)
    case nil: break
    }
    return true
  }

  private mutating func isDoubleClick(_ event: MouseEvent) -> Bool {
    guard browser.state.index(at: event.position) != nil else { return false }
    let now = ContinuousClock.now
    let isSecond =
      latestClick.map { $0.event == event && now - $0.time < Self.doubleClickTime } ?? false
    latestClick = isSecond ? nil : (event, now)
    return isSecond
  }

  private mutating func copy(_ texts: [String]) throws {
    if !usesClipboard {
      return browser.state.message = BrowseMessage("the clipboard is off: '--no-clipboard'")
    }
    try screen.copy(texts.joined(separator: "\n"))
    browser.state.message =
      texts.count == 1
      ? BrowseMessage("copied ", title: texts[0])
      : BrowseMessage("copied \(Formatting.pluralized(texts.count, "line"))")
  }

  private mutating func suspend() throws {
    try screen.suspend()
    browser.resize(to: screen.size)
  }
}
