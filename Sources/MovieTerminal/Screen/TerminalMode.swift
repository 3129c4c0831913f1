internal import Glibc

/// What makes a screen of a terminal, and a terminal of a screen.
enum TerminalMode {
  /// The alternate screen, nothing that goes on in the next row by itself, and pastes that say so.
  static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"

  /// Whatever was on: updates, looks, the scroll region, pastes; and the cursor in any case.
  static let leaving: StaticString =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  static func settings(of descriptor: Int32) throws(TerminalError) -> termios {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { throw .last("tcgetattr") }
    return settings
  }

  /// Waits, as a process in the background, until it is in the foreground.
  static func set(_ settings: termios, on descriptor: Int32) throws(TerminalError) {
    var settings = settings
    while unsafe tcsetattr(descriptor, TCSADRAIN, &settings) == -1 {
      guard errno == EINTR else { throw .last("tcsetattr") }
    }
  }
}

extension termios {
  /// The settings by which every byte comes at once and as it is, and goes out as it is.
  var raw: termios {
    var raw = self
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | INPCK | ISTRIP)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_cflag = raw.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    raw.c_cc.6 = 1  // VMIN
    raw.c_cc.5 = 0  // VTIME
    return raw
  }
}
