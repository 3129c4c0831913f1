import Foundation
import TestSupport
import Testing

/// A shell on a pseudo-terminal that has loaded the completion script, with the running test's
/// database.
final class CompletingShell {
  enum Name: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Whether the shell is installed.
    var isInstalled: Bool {
      var tool = Tool([rawValue, "--version"])
      tool.executable = "/usr/bin/env"
      return (try? tool.run())?.status == 0
    }
  }

  static let installed = Name.allCases.filter(\.isInstalled)

  private let terminal: TerminalProgram
  private let record = TemporaryDirectory.path("record")

  init(_ name: Name) throws {
    let script = TemporaryDirectory.path("script")
    try Files.write(
      try ToolRunner.tool("completions", name.rawValue).run().outputBytes,
      to: script)
    let start = Self.start(name, sourcing: script, recordingIn: record)
    let file = TemporaryDirectory.path(name == .zsh ? ".zshrc" : "start")
    try Files.write(Array(start.utf8), to: file)
    var tool = Tool([name.rawValue] + Self.arguments(name, file), environment: Self.environment)
    tool.executable = "/usr/bin/env"
    terminal = try TerminalProgram(tool, columns: 200, rows: 24)
    try waitForPrompt()
  }

  /// The built program is first in the `PATH`.
  static var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return ToolRunner.environment.merging([
      "PATH": (Tool.movies as NSString).deletingLastPathComponent + ":" + path,
      "HOME": TemporaryDirectory.current, "ZDOTDIR": TemporaryDirectory.current,
      "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
    ]) { $1 }
  }

  private static func arguments(_ name: Name, _ file: String) -> [String] {
    switch name {
    case .bash: ["--noprofile", "--rcfile", file, "-i"]
    case .zsh: ["--no-globalrcs", "-i"]
    case .fish: ["--no-config", "--init-command", "source '\(file)'", "-i"]
    }
  }

  /// Replaces the program by a function that records its arguments. The completion script bypasses the
  /// function.
  private static func start(
    _ name: Name, sourcing script: String, recordingIn record: String
  ) -> String {
    switch name {
    case .bash:
      """
      PS1='ready> ' HISTFILE=
      bind 'set enable-bracketed-paste off' 2>/dev/null
      . '\(script)'
      movies() { printf '%s\\0' "$@" > '\(record).new'; mv '\(record).new' '\(record)'; }
      """
    case .zsh:
      """
      PS1='ready> '
      autoload -Uz compinit && compinit -u -D
      . '\(script)'
      movies() { printf '%s\\0' "$@" > '\(record).new'; mv '\(record).new' '\(record)'; }
      """
    case .fish:
      """
      function fish_prompt; printf 'ready> '; end
      source '\(script)'
      function movies
        printf '%s\\0' $argv > '\(record).new'; mv '\(record).new' '\(record)'
      end
      """
    }
  }

  /// Types the line, which can contain Tab, and Enter.
  ///
  /// - Returns: The arguments of the program.
  func words(of line: String) throws -> [String] {
    try? FileManager.default.removeItem(atPath: record)
    try terminal.type(line + "\r")
    try terminal.waitForOutput { _ in FileManager.default.fileExists(atPath: record) }
    let bytes = try Files.bytes(record)
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Types keys, waits until the output contains the text, and clears the line.
  func type(_ keys: String, until text: String) throws {
    let before = terminal.output.count
    try terminal.type(keys)
    try terminal.waitForOutput {
      String(decoding: $0[before...], as: UTF8.self).contains(text)
    }
    try terminal.type("\u{15}")
  }

  private func waitForPrompt() throws {
    try terminal.waitForOutput { String(decoding: $0, as: UTF8.self).contains("ready> ") }
  }
}
