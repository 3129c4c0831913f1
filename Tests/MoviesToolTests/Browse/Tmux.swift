import Foundation
import TestSupport
import Testing

/// A private `tmux` server, as an independent terminal.
final class Tmux {
  private let socket = TemporaryDirectory.path("tmux")

  /// Runs `movies browse` in a window of this size.
  init(columns: Int, rows: Int) throws {
    let settings = TemporaryDirectory.path("tmux.conf")
    try Files.write(Array("set -g status off\nset -g remain-on-exit on\n".utf8), to: settings)
    let start = try run(
      "-f", settings, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "'\(Tool.movies)' browse")
    #expect(start.status == 0, "\(start.error)")
  }

  deinit { _ = try? run("kill-server") }

  func type(_ keys: String...) throws {
    for key in keys { _ = try run("send-keys", key) }
  }

  func resize(columns: Int, rows: Int) throws {
    _ = try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Returns the screen when it matches and was stable for a tenth of a second: tmux can show a part
  /// of a frame.
  func screen(until matches: ([String]) -> Bool) throws -> String {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(20)
    var (last, changed) = ("", clock.now)
    while clock.now < deadline {
      let screen = try run("capture-pane", "-p").output
      let rows = screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if screen != last { (last, changed) = (screen, clock.now) }
      let isStable = clock.now - changed >= .milliseconds(100)
      if isStable, matches(Array(rows.dropLast())) { return screen }
    }
    throw TerminalProgram.TimeoutError(rows: last.split(separator: "\n").map(String.init))
  }

  private func run(_ words: String...) throws -> Tool.Outcome {
    let environment = ToolRunner.environment.merging(
      ["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "SHELL": "/bin/sh"]
    ) { $1 }
    return try Tool(
      shell: #"exec tmux "$@" \#(RunningTool.lifeDescriptor)>&-"#, ["-S", socket] + words,
      environment: environment
    ).run()
  }
}
