internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

struct ScreenBrowser: ~Copyable {
  private var browser: Browser
  private let screen: TerminalScreen
  private let input: Int32
  private let glyphs: Glyphs

  init(_ browser: consuming Browser, on screen: TerminalScreen, input: Int32, glyphs: Glyphs) {
    self.browser = browser
    self.screen = screen
    self.input = input
    self.glyphs = glyphs
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
    // Typed text appears before its results, which can need time.
    if browser.state.mode == .filter { try show() }
    browser.read(untilInputFrom: input)
    try show()
    if browser.count(untilInputFrom: input) { try show() }
    let continues = try handle(screen.next(within: DatabaseVersion.pollingMilliseconds))
    browser.checkForExternalChange()
    // A change delays signals.
    return continues && Interruption.signal == nil
  }

  private func show() throws { try screen.show(browser.frame(screen.size, glyphs: glyphs)) }

  private mutating func handle(_ event: ScreenEvent) throws -> Bool {
    switch event {
    case .keys(let keys):
      for key in keys {
        switch browser.handle(key) {
        case .quit: return false
        case .repaint: screen.repaint()
        case .suspend: try suspend()
        case .change, nil: break
        }
      }
    case .resized, .continued: browser.resize(to: screen.size)
    case .suspension: try suspend()
    case .nothing: break
    case .ended: return false
    }
    return true
  }

  private mutating func suspend() throws {
    try screen.suspend()
    browser.resize(to: screen.size)
  }
}
