import Foundation
import TestSupport
import Testing

/// Random keys, with other programs that change the catalog all the time.
///
/// `SOAK=<keys>` makes it as long as that; see `Tests/README.md`.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseSoakTests {
  private static let keyCount =
    ProcessInfo.processInfo.environment["SOAK"].flatMap { Int($0) } ?? 300

  /// None of them quits: `q` at the first list would, and `Q` and `^C` do.
  private static let keys = [
    "j", "j", "j", "k", "\u{4}", "\u{15}", " ", "b", "g", "G", "\r", "\r", "l", "h", "h", "\u{7F}",
    "/e", "/star\r", "/\u{15}\r", "\u{1B}[200~a\u{1B}[201~", "\u{17}", "f", "F", "a", "x", "u", "u",
    "\u{12}", "s", "S", "R", "\u{C}", "?", "?", "\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~",
    "\u{1A}",
  ]

  /// Changes of every kind, until it is told to stop. That another program is busy, or was faster, is
  /// no fault.
  private static let writer = #"""
    calmly() { "$@" > /dev/null || case $? in 1|64|75) ;; *) exit 1;; esac; }
    until [ -e stop ]; do
      calmly "$MOVIES" add --random -q
      calmly "$MOVIES" favorite "$("$MOVIES" list --sort added --reverse --limit 1 --columns id)" -q
      calmly "$MOVIES" delete "$("$MOVIES" list --limit 1 --columns id)" --yes -q
    done
    """#

  private func startWriters() throws -> [RunningTool] {
    try (1...2).map { _ in
      try Tool(
        shell: "cd '\(TemporaryDirectory.current)'; \(Self.writer)", [],
        environment: ToolRunner.environment
      ).start()
    }
  }

  @Test("two writers and a person with random keys leave the catalog in order, and no banner")
  func soak() throws {
    try ToolRunner.seed(200)
    let program = try Browsing.start()
    let writers = try startWriters()
    var random = RandomSource(seed: UInt64(Self.keyCount))
    for _ in 0..<Self.keyCount {
      try program.type(Self.keys.randomElement(using: &random) ?? "")
      _ = try program.output(within: Int.random(in: 0...10, using: &random))
      try #require(!program.hasEnded)
    }
    try Files.touch(TemporaryDirectory.path("stop"))
    for writer in writers {
      let outcome = try writer.outcome()
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    // Out of any help or filter, to a list with no message.
    try program.type("\r")
    try program.wait { $0.hasCount }
    try program.type("R")
    try program.wait { grid in
      grid.hasCount && (grid.message == "" || grid.message.hasPrefix("/"))
    }
    try program.type("Q")
    #expect(try program.outcome() == 0)
    #expect(program.modes == program.modesBefore)
    let sent = String(decoding: program.output, as: UTF8.self)
    for word in ["internal error", "read-only", "SQLite"] { #expect(!sent.contains(word)) }
    let doctor = try ToolRunner.tool("doctor").run()
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.error)")
  }
}
