internal import MovieArguments
internal import MovieSystem
internal import MovieTerminal

/// Holds output back until it is taller than the terminal, and then starts the user's pager, such as
/// `less`, and writes to it.
final class PagerWriter {
  private let terminal: ByteSink
  private let start: () -> PipedCommand?
  /// `nil` once the output is known to be taller than the terminal.
  private var buffer: PagerBuffer?
  private var pager: (command: PipedCommand, sink: ByteSink)?
  private var isDeferred = false

  /// - Parameter sink: Writes to the terminal.
  init(_ sink: ByteSink, terminal descriptor: Int32, start: @escaping () -> PipedCommand?) {
    terminal = sink
    self.start = start
    let size = Terminal.size(of: descriptor)
    // Leaves room for a line with a count and for the shell's prompt.
    buffer = PagerBuffer(columns: size.columns, rows: max(1, size.rows - 2))
  }

  private var sink: ByteSink { pager?.sink ?? terminal }

  func write(_ bytes: [UInt8]) throws {
    guard buffer != nil else { return try sink.append(bytes) }
    buffer?.append(bytes)
    SignalSafeBuffer.append(bytes)
    if buffer?.isTooTall == true { try release(toPager: true) }
  }

  /// Writes everything except output that is held back.
  func flush() throws {
    if buffer == nil { try sink.flush() }
  }

  /// Writes the output that is held back, or blocks until the user closes the pager.
  func finish() throws {
    defer { pager?.command.finish() }
    try release(toPager: false)
    try sink.flush()
  }

  private func release(toPager: Bool) throws {
    guard let held = buffer.take() else { return }
    if toPager, let command = start() {
      pager = (command, ByteSink(descriptor: command.descriptor))
      if isDeferred { try sink.beginDeferral(isWhole: false) }
    }
    SignalSafeBuffer.clear()
    try sink.append(held.bytes)
    try sink.flush()
  }

  /// Begins a deferral of unread output. Commands that page do not defer all output.
  func beginDeferral() throws {
    isDeferred = true
    try pager?.sink.beginDeferral(isWhole: false)
  }

  func endDeferral() throws {
    isDeferred = false
    try pager?.sink.endDeferral()
  }
}

extension OutputWriter {
  /// Shows later output in the user's pager if it is taller than the terminal.
  ///
  /// - Returns: The pager that the environment names, if it does not exist.
  func startPaging(_ environment: Environment) throws -> String? {
    guard isTerminal, (environment["TERM"] ?? "dumb") != "dumb" else { return nil }
    let named = environment.value(of: "MOVIES_PAGER") ?? environment.value(of: "PAGER")
    let command = named ?? "less"
    if command.allSatisfy(\.isWhitespace) || command == "cat" { return nil }
    guard ShellCommand.exists(command, environment) else { return named }
    try startPaging { Self.startPager(command, environment) }
    return nil
  }

  /// - Returns: `nil` if the pager cannot be started; the output is then written without it.
  private static func startPager(_ command: String, _ environment: Environment) -> PipedCommand? {
    // By default, less shows colors, and exits if the output fits on one screen. With the user's own
    // options, it still needs -R, or it would print escape sequences as text.
    Environment.set("LESS", to: environment.value(of: "LESS").map { "-R \($0)" } ?? "FRX")
    if environment.value(of: "LV") == nil { Environment.set("LV", to: "-c") }
    do throws(SystemError) { return try PipedCommand(command, for: .writing) } catch { return nil }
  }
}
