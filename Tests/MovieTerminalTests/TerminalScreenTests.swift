import Foundation
import MovieSystem
import MovieTerminal
import TestSupport
import Testing

enum Signals {
  /// Unblocks all signals in this thread: those of the test runner block most.
  static func unblock() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }
}

/// Serialized, because a process has one screen.
@Suite(.limited, .serialized) struct TerminalScreenTests {
  private static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  private static let enablingMouse = "\u{1B}[?1000h\u{1B}[?1006h"
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l"
    + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal(columns: 40, rows: 10)
    Signals.unblock()
  }

  private func screen(usesMouse: Bool = false) throws -> TerminalScreen {
    let descriptor = terminal.descriptor
    let screen = try TerminalScreen(
      input: descriptor, output: descriptor, error: STDERR_FILENO, isColored: false,
      usesMouse: usesMouse)
    #expect(try terminal.output() == Self.entering + (usesMouse ? Self.enablingMouse : ""))
    return screen
  }

  private func frame(_ text: String, _ size: ScreenSize) -> Frame {
    Frame(
      size: size, rows: [FrameRow([FrameText(text, at: 1, width: 20)])],
      cursor: ScreenPosition(row: 1, column: 1))
  }

  /// Reads this many keys, or until the timeout.
  private func keys(_ screen: TerminalScreen, _ count: Int) throws -> [Key] {
    var keys: [Key] = []
    for _ in 0..<1_000 where keys.count < count {
      if case .keys(let more) = try screen.next(within: 100) { keys += more }
    }
    return keys
  }

  @Test("entering sets raw mode, and leaving restores the terminal once")
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

  @Test("leaves the screen on deinitialization")
  func released() throws {
    let before = terminal.modes
    do { _ = try screen() }
    #expect(terminal.modes == before)
    #expect(try terminal.output() == Self.leaving)
  }

  @Test("preserves typed input for the next process")
  func typedAhead() throws {
    let screen = try screen()
    try terminal.type("ls\r")
    screen.leave()
    #expect(Descriptor.hasInput(terminal.descriptor))
  }

  @Test("restores the default signal handlers")
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

  @Test("rejects descriptors that are no terminals, and a second screen")
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

  @Test("an equal frame sends nothing, and a repaint sends the complete frame")
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

  @Test(
    "copies text to the clipboard, which the screen does not show",
    arguments: [
      ("", ""), ("The Score", "VGhlIFNjb3Jl"), ("é\n\u{1B}]52;c;!\u{7}", "w6kKG101MjtjOyEH"),
    ])
  func copied(text: String, encoded: String) throws {
    let screen = try screen()
    try screen.show(frame("one", screen.size))
    _ = try terminal.output()
    try screen.copy(text)
    #expect(try terminal.output() == "\u{1B}]52;c;\(encoded)\u{1B}\\")
    try screen.show(frame("one", screen.size))
    #expect(try terminal.output() == "")
  }

  @Test("a terminal of unknown size has 80 columns and 24 rows")
  func unknownSize() throws {
    terminal.resize(columns: 0, rows: 0)
    #expect(try screen().size == ScreenSize(columns: 80, rows: 24))
  }

  @Test("keys of one read are one event; without input there is no event")
  func typed() throws {
    let screen = try screen()
    #expect(try screen.next(within: 0) == .nothing)
    #expect(!Descriptor.hasInput(terminal.descriptor))
    try terminal.type("j\u{1B}[A\u{3}\r\u{1A}é")
    let keys: [Key] = [.text("j"), .up, .control("c"), .enter, .control("z"), .text("é")]
    #expect(try screen.next(within: 1_000) == .keys(keys))
    #expect(try screen.next(within: 0) == .nothing)
  }

  @Test("reports the mouse if it is used, also after the process was stopped")
  func mouse() throws {
    let screen = try screen(usesMouse: true)
    try terminal.type("\u{1B}[<0;3;2M\u{1B}[<0;3;2m")
    let event = MouseEvent(kind: .press, position: ScreenPosition(row: 2, column: 3))
    #expect(try screen.next(within: 1_000) == .keys([.mouse(event), .unknown]))
    raise(SIGCONT)
    #expect(try screen.next(within: 5_000) == .continued)
    #expect(try terminal.output() == Self.entering + Self.enablingMouse)
    screen.leave()
    #expect(try terminal.output() == Self.leaving)
  }

  @Test("a slow paste is one key")
  func paste() throws {
    let screen = try screen()
    try terminal.type("\u{1B}[200~qq")
    #expect(try screen.next(within: 100) == .nothing)
    #expect(try screen.next(within: 60) == .nothing)
    try terminal.type("\u{1B}x\rQ\u{1B}[201~j")
    #expect(try keys(screen, 2) == [.paste("qqx\nQ"), .text("j")])
  }

  @Test("ESC is the Escape key only if no byte follows")
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

  @Test("reports a new size")
  func resized() throws {
    let screen = try screen()
    terminal.resize(columns: 100, rows: 30)
    raise(SIGWINCH)
    #expect(try screen.next(within: 5_000) == .resized)
    #expect(screen.size == ScreenSize(columns: 100, rows: 30))
    #expect(try screen.next(within: 0) == .nothing)
  }

  @Test("many resizes neither lose nor split keys")
  func storm() throws {
    let screen = try screen()
    let thread = pthread_self()
    let done = DispatchSemaphore(value: 0)
    let terminal = terminal
    let typist = Thread {
      for index in 0..<150 {
        pthread_kill(thread, SIGWINCH)
        try? terminal.type(["\u{1B}", "[", "A"][index % 3])
        pthread_kill(thread, SIGWINCH)
        usleep(300)
      }
      done.signal()
    }
    typist.start()
    let keys = try keys(screen, 50)
    done.wait()
    #expect(keys == Array(repeating: .up, count: 50))
  }

  @Test("reports SIGTSTP without stopping, and sets the modes again after SIGCONT")
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

  @Test("an interlude restores the terminal, and then shows the complete screen again")
  func interlude() throws {
    let before = terminal.modes
    let screen = try screen(usesMouse: true)
    let raw = terminal.modes
    try screen.show(frame("one", screen.size))
    let first = try terminal.output()
    let result = try screen.interlude {
      let output = try terminal.output()
      #expect(output == Self.leaving)
      #expect(terminal.modes == before)
      terminal.resize(columns: 50, rows: 10)
      return "result"
    }
    #expect(result == "result")
    #expect(terminal.modes == raw)
    #expect(try terminal.output() == Self.entering + Self.enablingMouse)
    #expect(screen.size.columns == 50)
    try screen.show(frame("one", ScreenSize(columns: 40, rows: 10)))
    #expect(try terminal.output() == first)
    #expect(try screen.next(within: 0) == .nothing)
    screen.leave()
    #expect(terminal.modes == before)
    #expect(try terminal.output() == Self.leaving)
  }

  @Test("an interlude that fails shows the screen again")
  func failedInterlude() throws {
    struct Failure: Error, Equatable {}
    let screen = try screen()
    for _ in 0..<2 {
      #expect(throws: Failure()) { try screen.interlude { throw Failure() } }
      #expect(terminal.modes.isRaw)
      #expect(try terminal.output() == Self.leaving + Self.entering)
    }
    try terminal.type("j")
    #expect(try screen.next(within: 1_000) == .keys([.text("j")]))
  }

  @Test(
    "keys from before an interlude are the next event, and those of the time after it follow",
    arguments: [
      ("", "jk\u{1B}[A", [.text("j"), .text("k"), .up]),
      ("\u{1B}", "", [.escape]), ("\u{1B}", "[A", [.up]), ("\u{1B}[", "", [.unknown]),
      ("j", "\u{1B}", [.text("j"), .escape]),
      ("", "\u{1B}[200~a\rb\u{1B}[201~", [.paste("a\nb")]), ("", "\u{1B}[200~a", []),
    ] as [(String, String, [Key])])
  func typedBeforeInterlude(read: String, unread: String, expected: [Key]) throws {
    let screen = try screen()
    try terminal.type(read)
    var typed: [Key] = []
    if !read.isEmpty, case .keys(let keys) = try screen.next(within: 1_000) { typed += keys }
    try terminal.type(unread)
    try screen.interlude {
      #expect(!Descriptor.hasInput(terminal.descriptor))
      try terminal.type("[Bx\r")
    }
    let after: [Key] = [.text("["), .text("B"), .text("x"), .enter]
    typed += try keys(screen, expected.count - typed.count + after.count)
    #expect(typed == expected + after)
  }

  @Test("an interlude begins although the input does not end")
  func endlessInput() throws {
    let screen = try screen()
    let terminal = terminal
    let done = Latch()
    let typist = Thread {
      while !done.isSet(within: 0) { try? terminal.type("jjjjjjjj") }
    }
    typist.start()
    #expect(Descriptor.waitForInput(terminal.descriptor, milliseconds: 20_000) == .readable)
    try screen.interlude { done.set() }
    #expect(try keys(screen, 1).first == .text("j"))
  }

  @Test("an interlude has the default signal handlers, and the screen has its own again")
  func signalsOfInterlude() throws {
    let screen = try screen()
    try screen.interlude {
      var action = sigaction()
      sigaction(SIGTSTP, nil, &action)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
      #expect(handler == unsafeBitCast(SIG_DFL, to: UInt.self))
      raise(SIGWINCH)
    }
    #expect(try screen.next(within: 0) == .nothing)
    raise(SIGTSTP)
    #expect(try screen.next(within: 5_000) == .suspension)
  }

  @Test("an interlude in which the terminal hangs up ends with an error")
  func interludeWithoutEnd() throws {
    var other: PseudoTerminal? = try PseudoTerminal(columns: 40)
    let descriptor = open(try #require(other?.path), O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    let screen = try TerminalScreen(
      input: descriptor, output: descriptor, error: STDERR_FILENO, isColored: false)
    #expect(throws: TerminalError.self) { try screen.interlude { other = nil } }
    try TerminalRestorer.requireNone()
  }

  @Test("reports the end of the input")
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

  @Test("leaving does not wait for a stopped terminal")
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
