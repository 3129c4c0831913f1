import Foundation
import MovieSystem
import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct TerminalTests {
  /// No terminal in any environment.
  private static let noTerminal: Int32 = -1

  @Test(
    "COLUMNS is used if it is a positive number",
    arguments: [
      ("1", 1), ("40", 40), ("080", 80), ("132", 132), ("10000", 10_000), ("10001", 10_000),
      ("9223372036854775807", 10_000), ("9223372036854775808", 10_000),
      ("99999999999999999999999999999999", 10_000),
      ("0", 80), ("000", 80), ("-1", 80), ("", 80), ("wide", 80), ("80x", 80), (" 40", 80),
      ("+40", 80), ("4.5", 80), ("0x20", 80), ("٤٠", 80), ("-9223372036854775808", 80), ("\0", 80),
    ])
  func environment(value: String, columns: Int) {
    #expect(Terminal.columns(of: Self.noTerminal, environmentColumns: value) == columns)
  }

  @Test("without COLUMNS and a terminal there are 80 columns", arguments: [-1, 9_999] as [Int32])
  func fallback(descriptor: Int32) {
    #expect(Terminal.columns(of: descriptor, environmentColumns: nil) == 80)
  }

  @Test("any value of COLUMNS gives columns within the range", arguments: 0..<10)
  func anyValue(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let value = source.text(upTo: 6)
      let columns = Terminal.columns(of: Self.noTerminal, environmentColumns: value)
      #expect(Terminal.columnRange.contains(columns))
    }
  }

  @Test("a pseudoterminal has its window size")
  func pseudoterminal() throws {
    var (primary, terminal): (Int32, Int32) = (-1, -1)
    try #require(openpty(&primary, &terminal, nil, nil, nil) == 0)
    defer { for descriptor in [primary, terminal] { close(descriptor) } }

    #expect(TerminalDevice.isTerminal(terminal))
    #expect(Terminal.columns(of: terminal, environmentColumns: nil) == 80)
    var size = winsize(ws_row: 24, ws_col: 57, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    #expect(Terminal.columns(of: terminal, environmentColumns: nil) == 57)
    #expect(Terminal.columns(of: terminal, environmentColumns: "0") == 57)
    #expect(Terminal.columns(of: terminal, environmentColumns: "33") == 33)
  }

  @Test("files, pipes and closed descriptors are no terminals", .temporaryDirectory)
  func noTerminals() throws {
    let file = open(TemporaryDirectory.path("file"), O_CREAT | O_RDWR, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let pipe = Pipe()
    #expect(!TerminalDevice.isTerminal(file))
    #expect(!TerminalDevice.isTerminal(pipe.fileHandleForWriting.fileDescriptor))
    #expect(!TerminalDevice.isTerminal(Self.noTerminal))
  }
}
