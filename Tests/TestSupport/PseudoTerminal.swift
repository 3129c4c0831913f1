import Foundation

/// A terminal without a screen. It echoes nothing and passes every byte on as it is, so that a test
/// sees what the program sent.
struct PseudoTerminal: Sendable {
  let personSide: OpenFile
  let programSide: OpenFile

  // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init(columns: Int) throws {
    personSide = try OpenFile(open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC), "open")
    var (isLocked, number): (Int32, UInt32) = (0, 0)
    _ = ioctl(personSide.descriptor, Self.setLock, &isLocked)
    _ = ioctl(personSide.descriptor, Self.getNumber, &number)
    programSide = try OpenFile(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC), "open")
    var settings = termios()
    tcgetattr(programSide.descriptor, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(programSide.descriptor, TCSANOW, &settings)
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(programSide.descriptor, UInt(TIOCSWINSZ), &size)
  }
}
