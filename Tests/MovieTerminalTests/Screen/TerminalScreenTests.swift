import Foundation
import MovieSystem
import MovieTerminal
import TestSupport
import Testing

enum Signals {
  /// Lets signals through to this thread: the runner's own block most.
  static func unblock() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }
}

/// What the screen does to a terminal, on one that is made for each test; one screen at a time.
@Suite("The screen", .limited, .serialized) struct TerminalScreenTests {
  private static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal(columns: 40, rows: 10)
    Signals.unblock()
  }

  private func screen() throws -> TerminalScreen {
    let descriptor = terminal.descriptor
    let screen = try TerminalScreen(
      input: descriptor, output: descriptor, error: STDERR_FILENO, isColored: false)
    #expect(try terminal.output() == Self.entering)
    return screen
  }

  private func frame(_ text: String, _ size: ScreenSize) -> Frame {
    Frame(
      size: size, rows: [FrameRow([FrameText(text, at: 1, width: 20)])],
      cursor: ScreenPlace(row: 1, column: 1))
  }

  /// Listens until the time is over, or until so many keys have come.
  private func keys(_ screen: TerminalScreen, _ count: Int) throws -> [Key] {
    var keys: [Key] = []
    for _ in 0..<1_000 where keys.count < count {
      if case .keys(let more) = try screen.next(within: 100) { keys += more }
    }
    return keys
  }

  @Test("entering sets the raw mode, and leaving sets everything back, once")
  func leaving() throws {
    let before = terminal.modes
    let screen = try screen()
    #expect(terminal.modes.isRaw && !before.isRaw)
    screen.leave()
    #expect(terminal.modes == before)
    #expect(try terminal.output() == Self.leaving)
    screen.leave()
    TerminalRestorer.restoreInSignalHandler()
    #expect(try terminal.output() == "")
  }

  @Test("a screen that is let go is left")
  func released() throws {
    let before = terminal.modes
    do { _ = try screen() }
    #expect(terminal.modes == before)
    #expect(try terminal.output() == Self.leaving)
  }

  @Test("what is typed before the program leaves is for whoever reads next")
  func typedAhead() throws {
    let screen = try screen()
    try terminal.type("ls\r")
    screen.leave()
    #expect(Descriptor.hasInput(terminal.descriptor))
  }

  @Test("handlers of signals are the default ones after the screen")
  func handlers() throws {
    func handler(_ signal: Int32) -> UInt {
      var action = sigaction()
      sigaction(signal, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
    let signals = [SIGSEGV, SIGQUIT, SIGTSTP, SIGWINCH, SIGCONT, SIGUSR1, SIGTERM, SIGINT, SIGHUP]
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let before = signals.map(handler)
    let screen = try screen()
    #expect(signals.map(handler).prefix(6).elementsEqual(before.prefix(6)) { $0 != $1 })
    #expect(signals.map(handler).suffix(3) == before.suffix(3))
    #expect(handler(SIGUSR2) == unsafeBitCast(SIG_IGN, to: UInt.self))
    screen.leave()
    #expect(
      signals.map(handler).prefix(6).allSatisfy { $0 == unsafeBitCast(SIG_DFL, to: UInt.self) })
    #expect(signals.map(handler).suffix(3) == before.suffix(3))
  }

  @Test("what is no terminal is refused, and so is a second screen")
  func refused() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(throws: TerminalError.self) {
      try TerminalScreen(input: null, output: null, error: STDERR_FILENO, isColored: false)
    }
    let first = try screen()
    #expect(throws: TerminalError.self) { try screen() }
    #expect(terminal.modes.isRaw)
    first.leave()
  }

  @Test("frames are shown, an equal one by nothing, and after a repaint whole")
  func frames() throws {
    let screen = try screen()
    #expect(screen.size == ScreenSize(columns: 40, rows: 10))
    try screen.show(frame("one", screen.size))
    let first = try terminal.output()
    #expect(first.contains("one") && first.hasSuffix("\u{1B}[?2026l"))
    try screen.show(frame("one", screen.size))
    #expect(try terminal.output() == "")
    screen.repaint()
    try screen.show(frame("one", screen.size))
    #expect(try terminal.output() == first)
  }

  @Test("a terminal that was never told its size has 80 columns and 24 rows")
  func unknownSize() throws {
    terminal.resize(columns: 0, rows: 0)
    #expect(try screen().size == ScreenSize(columns: 80, rows: 24))
  }

  @Test("keys of one read come together; nothing comes where nothing is typed")
  func typed() throws {
    let screen = try screen()
    #expect(try screen.next(within: 0) == .nothing)
    #expect(!Descriptor.hasInput(terminal.descriptor))
    try terminal.type("j\u{1B}[A\u{3}\r\u{1A}é")
    let keys: [Key] = [.text("j"), .up, .control("c"), .enter, .control("z"), .text("é")]
    #expect(try screen.next(within: 1_000) == .keys(keys))
    #expect(try screen.next(within: 0) == .nothing)
  }

  @Test("a paste is one key, however long it takes")
  func paste() throws {
    let screen = try screen()
    try terminal.type("\u{1B}[200~qq")
    #expect(try screen.next(within: 100) == .nothing)
    #expect(try screen.next(within: 60) == .nothing)
    try terminal.type("\u{1B}x\rQ\u{1B}[201~j")
    #expect(try keys(screen, 2) == [.paste("qqx Q"), .text("j")])
  }

  @Test("Escape alone is a key after a moment, and the beginning of one before")
  func escape() throws {
    let screen = try screen()
    try terminal.type("\u{1B}")
    #expect(try screen.next(within: 5_000) == .nothing)
    #expect(try screen.next(within: 5_000) == .keys([.escape]))
    try terminal.type("\u{1B}")
    #expect(try screen.next(within: 5_000) == .nothing)
    try terminal.type("[B")
    #expect(try screen.next(within: 5_000) == .keys([.down]))
  }

  @Test("a new size is told, and the next frame is of it")
  func resized() throws {
    let screen = try screen()
    terminal.resize(columns: 100, rows: 30)
    raise(SIGWINCH)
    #expect(try screen.next(within: 5_000) == .resized)
    #expect(screen.size == ScreenSize(columns: 100, rows: 30))
    #expect(try screen.next(within: 0) == .nothing)
  }

  @Test("a storm of new sizes loses no key and tears none apart")
  func storm() throws {
    let screen = try screen()
    let thread = pthread_self()
    let isOver = DispatchSemaphore(value: 0)
    let terminal = terminal
    let typist = Thread {
      for piece in 0..<150 {
        pthread_kill(thread, SIGWINCH)
        try? terminal.type(["\u{1B}", "[", "A"][piece % 3])
        pthread_kill(thread, SIGWINCH)
        usleep(300)
      }
      isOver.signal()
    }
    typist.start()
    let keys = try keys(screen, 50)
    isOver.wait()
    #expect(keys == Array(repeating: .up, count: 50))
  }

  @Test("a request to stop is told, not followed, and a continued process has its modes anew")
  func signals() throws {
    let screen = try screen()
    raise(SIGTSTP)
    #expect(try screen.next(within: 5_000) == .suspension)
    let raw = terminal.modes
    var settings = termios()
    tcgetattr(terminal.descriptor, &settings)
    settings.c_lflag |= tcflag_t(ECHO | ICANON)
    tcsetattr(terminal.descriptor, TCSANOW, &settings)
    raise(SIGCONT)
    #expect(try screen.next(within: 5_000) == .continued)
    #expect(terminal.modes == raw)
    #expect(try terminal.output() == Self.entering)
  }

  @Test("the end of the input is told")
  func ended() throws {
    let (descriptor, screen) = try {
      let other = try PseudoTerminal(columns: 40)
      let descriptor = open(other.path, O_RDWR | O_NOCTTY)
      let screen = try TerminalScreen(
        input: descriptor, output: descriptor, error: STDERR_FILENO, isColored: false)
      return (descriptor, screen)
    }()
    defer { close(descriptor) }
    #expect(try screen.next(within: 5_000) == .ended)
    #expect(throws: TerminalError.self) {
      try screen.show(frame("x", ScreenSize(columns: 40, rows: 10)))
    }
    screen.leave()
  }

  @Test("leaving does not wait for a terminal that was stopped")
  func stopped() throws {
    let before = terminal.modes
    let screen = try screen()
    tcflow(terminal.descriptor, TCOOFF)
    let start = ContinuousClock.now
    screen.leave()
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(terminal.modes == before)
    tcflow(terminal.descriptor, TCOON)
  }
}
