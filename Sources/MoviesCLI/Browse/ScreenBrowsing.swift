internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The browser on a terminal's screen: frames out, keys in, until it is ended.
struct ScreenBrowsing: ~Copyable {
  private let time = Stopwatch()
  private var latestCheck = 0.0
  private var browser: Browser
  private let screen: TerminalScreen
  private let input: Int32
  private let glyphs: BrowseGlyphs

  init(_ browser: consuming Browser, on screen: TerminalScreen, input: Int32, glyphs: BrowseGlyphs)
  {
    self.browser = browser
    self.screen = screen
    self.input = input
    self.glyphs = glyphs
  }

  /// Shows the browser until the person, the terminal or a signal ends it.
  mutating func run() throws {
    defer { screen.leave() }
    browser.resize(to: screen.size)
    do {
      while try goOn() {}
    } catch let error as TerminalError where error.isHangUp {
      // A write, or the settings, can learn before the input does that it ended.
    }
  }

  private mutating func goOn() throws -> Bool {
    // What is typed is seen at once, however long the titles with it take to find.
    if browser.state.isTyping { try show() }
    browser.read(givingWayTo: input)
    try show()
    if browser.count(givingWayTo: input) { try show() }
    let isGoingOn = try take(screen.next(within: DatabaseVersion.pollingMilliseconds))
    checkForExternalChange()
    // A signal that came during a change is still to be obeyed.
    return isGoingOn && Interruption.signal == nil
  }

  private func show() throws { try screen.show(browser.frame(screen.size, glyphs: glyphs)) }

  private mutating func take(_ event: ScreenEvent) throws -> Bool {
    switch event {
    case .keys(let keys): return try take(keys)
    case .resized: browser.resize(to: screen.size)
    case .continued:
      browser.resize(to: screen.size)
      screen.repaint()
    case .suspension: try suspend()
    case .nothing: break
    case .ended: return false
    }
    return true
  }

  /// Checks at the polling interval, also while keys come faster.
  private mutating func checkForExternalChange() {
    let interval = Double(DatabaseVersion.pollingMilliseconds) / 1_000
    guard time.seconds - latestCheck >= interval else { return }
    latestCheck = time.seconds
    browser.checkForExternalChange()
  }

  private mutating func take(_ keys: [Key]) throws -> Bool {
    var isHeldUp = false
    for key in keys {
      // Each would wait for the lock by itself, and those behind it with it.
      if isHeldUp, KeyBinding.action(of: key) != .quit { continue }
      defer { isHeldUp = browser.isHeldUp }
      switch browser.take(key) {
      case .quit: return false
      case .repaint: screen.repaint()
      case .suspend: try suspend()
      case .change, nil: break
      }
    }
    return true
  }

  private mutating func suspend() throws {
    try screen.suspend()
    browser.resize(to: screen.size)
  }
}
