import Foundation

/// A pseudo-terminal without echo and output processing, so that a test reads exactly the bytes that
/// the program wrote.
package struct PseudoTerminal: Sendable {
  /// The side of the user.
  let primary: OpenFile
  /// The side of the program.
  let secondary: OpenFile
  /// The path at which another process opens the secondary side.
  package let path: String

  // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  package init(columns: Int, rows: Int = 24) throws {
    primary = try OpenFile(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC), "open")
    var (isLocked, number): (Int32, UInt32) = (0, 0)
    _ = ioctl(primary.descriptor, Self.setLock, &isLocked)
    _ = ioctl(primary.descriptor, Self.getNumber, &number)
    path = "/dev/pts/\(number)"
    secondary = try OpenFile(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC), "open")
    var settings = termios()
    tcgetattr(secondary.descriptor, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(secondary.descriptor, TCSANOW, &settings)
    resize(columns: columns, rows: rows)
  }

  /// The descriptor that the program reads from and writes to.
  package var descriptor: Int32 { secondary.descriptor }

  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(secondary.descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Sends input to the program.
  package func type(_ text: String) throws { try primary.write(Array(text.utf8)) }

  /// Reads what the program has written or, with a text, waits until the program has written that.
  package func output(upTo end: String? = nil) throws -> String {
    var output = ""
    while primary.isReadable(within: end == nil ? 0 : 20_000), let chunk = try primary.next() {
      output += String(decoding: chunk, as: UTF8.self)
      if let end, output.contains(end) { break }
    }
    return output
  }

  /// The terminal settings that the program can change.
  package var modes: Modes {
    var settings = termios()
    tcgetattr(secondary.descriptor, &settings)
    return Modes(settings)
  }

  package struct Modes: Equatable, Sendable {
    package let flags: [UInt32]
    package let characters: [UInt8]

    init(_ settings: termios) {
      flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
      characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }

    /// Whether input arrives immediately, without echo and unprocessed.
    package var isRaw: Bool {
      let local = tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
      return flags[3] & local == 0 && flags[0] & tcflag_t(ICRNL | IXON) == 0
        && flags[1] & tcflag_t(OPOST) == 0
    }
  }
}
