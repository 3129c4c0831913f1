internal import CLibrary

/// Properties of the terminal that a descriptor refers to.
package enum TerminalDevice {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns and rows of the window, either of which is 0 if it is unknown; `nil` if
  /// the descriptor is no terminal.
  package static func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// The line settings of a terminal.
package struct TerminalSettings: Sendable {
  private var settings = termios()

  /// Reads the settings of a terminal.
  package init(of descriptor: Int32) throws(SystemError) {
    try valueOrErrno("tcgetattr", nil) { unsafe tcgetattr(descriptor, &settings) }
  }

  /// Raw mode: every byte is read immediately and unchanged, and written unchanged.
  package var raw: TerminalSettings {
    var raw = self
    raw.settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    raw.settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | INPCK | ISTRIP)
    raw.settings.c_oflag &= ~tcflag_t(OPOST)
    raw.settings.c_cflag = raw.settings.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    raw.settings.c_cc.6 = 1  // VMIN
    raw.settings.c_cc.5 = 0  // VTIME
    return raw
  }

  /// Applies the settings. A process in the background waits until it is in the foreground.
  package func apply(to descriptor: Int32) throws(SystemError) {
    var settings = settings
    try valueOrErrno("tcsetattr", nil) { unsafe tcsetattr(descriptor, TCSADRAIN, &settings) }
  }

  /// Applies the settings immediately, unless another process is in the foreground and controls them.
  /// Safe to call from a signal handler in which SIGTTOU is blocked.
  ///
  /// - Parameter discardsInput: Whether unread input is discarded, so that the next program does not read
  ///   it.
  func restore(on descriptor: Int32, discardsInput: Bool) {
    let foreground = tcgetpgrp(descriptor)
    guard foreground < 0 || foreground == getpgrp() else { return }
    if discardsInput { tcflush(descriptor, TCIFLUSH) }
    var settings = settings
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }
}
