import Foundation

/// A terminal without a screen. It echoes nothing and passes every byte on as it is, so that a test
/// sees what the program sent.
package struct PseudoTerminal: Sendable {
  let personSide: OpenFile
  let programSide: OpenFile
  /// Where a process of its own opens the program's side.
  package let path: String

  // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  package init(columns: Int, rows: Int = 24) throws {
    personSide = try OpenFile(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC), "open")
    var (isLocked, number): (Int32, UInt32) = (0, 0)
    _ = ioctl(personSide.descriptor, Self.setLock, &isLocked)
    _ = ioctl(personSide.descriptor, Self.getNumber, &number)
    path = "/dev/pts/\(number)"
    programSide = try OpenFile(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC), "open")
    var settings = termios()
    tcgetattr(programSide.descriptor, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(programSide.descriptor, TCSANOW, &settings)
    resize(columns: columns, rows: rows)
  }

  /// The descriptor that the program reads and writes.
  package var descriptor: Int32 { programSide.descriptor }

  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(programSide.descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Types bytes as a person, or a paste, would.
  package func type(_ text: String) throws { try personSide.write(Array(text.utf8)) }

  /// What the program sent, up to the text or, without one, until it says nothing more.
  package func heard(to end: String? = nil) throws -> String {
    var heard = ""
    while personSide.isReadable(within: end == nil ? 0 : 20_000), let piece = try personSide.next()
    {
      heard += String(decoding: piece, as: UTF8.self)
      if let end, heard.hasSuffix(end) { break }
    }
    return heard
  }

  /// Everything that the program may have set about the terminal.
  package var modes: Modes {
    var settings = termios()
    tcgetattr(programSide.descriptor, &settings)
    return Modes(settings)
  }

  package struct Modes: Equatable, Sendable {
    package let flags: [UInt32]
    package let characters: [UInt8]

    init(_ settings: termios) {
      flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
      characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }

    /// Whether what is typed comes at once, unseen and as it is.
    package var isRaw: Bool {
      let local = tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
      return flags[3] & local == 0 && flags[0] & tcflag_t(ICRNL | IXON) == 0
        && flags[1] & tcflag_t(OPOST) == 0
    }
  }
}
