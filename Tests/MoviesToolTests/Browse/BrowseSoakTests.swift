import Foundation
import TestSupport
import Testing

/// Random keys while other processes change the catalog.
///
/// `SOAK=<count>` sets the number of keys; see `Tests/README.md`.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseSoakTests {
  private static let keyCount =
    ProcessInfo.processInfo.environment["SOAK"].flatMap { Int($0) } ?? 300

  /// Keys that never quit.
  private static let keys = [
    "j", "j", "j", "k", "\u{4}", "\u{15}", " ", "b", "g", "G", "\r", "\r", "l", "h", "h", "\u{7F}",
    "/e", "/star\r", "/\u{15}\r", "\u{1B}[200~a\u{1B}[201~", "\u{17}", "f", "F", "a", "x", "u", "u",
    "uu", "\u{12}", "\u{12}\u{12}", "sadded\r", "srating\r", "S", "R", "\u{C}", "?rate\r8\r",
    "?\u{1B}[Z\r",
    "r7.5\r", "r\u{7F}", "w", "W\r", "tsoak\r", "Tsoak\r", "v", "V", "*", "n", "N", ":a\r", ":7\r",
    "1", "2", "3", "i", "J", "K", "e!\u{13}", "ex\t\t\r\u{13}", "Asoak\u{13}",
    "\u{1B}[<0;9;5M", "\u{1B}[<65;9;5M", "\u{1B}[A", "\u{1B}[B",
    "\u{1B}[5~", "\u{1B}[6~",
    "\u{1A}",
  ]

  /// Changes the catalog until the file `stop` exists. Locks and missing movies are expected.
  private static let writer = #"""
    tolerant() { "$@" > /dev/null || case $? in 1|64|75) ;; *) exit 1;; esac; }
    until [ -e stop ]; do
      tolerant "$MOVIES" add --random -q
      tolerant "$MOVIES" favorite "$("$MOVIES" list --sort added --reverse --limit 1 --columns id)" -q
      tolerant "$MOVIES" delete "$("$MOVIES" list --limit 1 --columns id)" --yes -q
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

  @Test("random keys and two writers leave a sound catalog and no error")
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
    // Close a form, a menu or a prompt, and clear the message.
    for _ in 0..<3 {
      try program.type("\u{1B}")
      _ = try program.output(within: 500)
    }
    try program.wait { $0.hasCount }
    try program.type("\u{1B}[15~")
    try program.wait { grid in
      grid.hasCount && (grid.message == "" || grid.message.hasPrefix("/"))
    }
    try program.type("Q")
    #expect(try program.outcome() == 0)
    #expect(program.modes == program.modesBefore)
    let sent = String(decoding: program.output, as: UTF8.self)
    for word in ["internal error", "read-only", "SQLite"] { #expect(!sent.contains(word)) }
    // The session is over, but its changes, or their undo, are in the history.
    let history = try ToolRunner.tool("history", "--search", "browse").run()
    #expect(history.status == 0 && history.output.contains("movies browse"))
    let doctor = try ToolRunner.tool("doctor").run()
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.error)")
  }
}
