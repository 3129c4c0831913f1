import Foundation
import MovieSystem
import MovieTerminal
import MoviesCLI
import Synchronization
import TestSupport
import Testing

/// A command in this process that blocks at some point until the test releases it.
final class HeldCommand: Sendable {
  /// The point at which the command waits.
  enum Point: Sendable {
    /// For a reader of standard output.
    case output
    /// For a reader of standard error.
    case error
    /// For more standard input.
    case input
    /// For the answer to a question.
    case answer
  }

  private let status = Mutex<MoviesCLI.ExitStatus?>(nil)
  private let ended = DispatchSemaphore(value: 0)
  private let (input, output, error): (Pipe, Pipe, Pipe)
  private let terminal: PseudoTerminal
  private let point: Point
  private let drained = DispatchSemaphore(value: 0)

  /// Starts the command and returns when it waits.
  init(
    _ arguments: [String], database: String, at point: Point, input start: String
  ) throws {
    self.point = point
    (input, output, error) = (try Pipe(), try Pipe(), try Pipe())
    terminal = try PseudoTerminal(columns: 80)
    try input.write(start)
    if point != .output { drain(output) }
    if point != .error { drain(error) }
    Thread.detachNewThread { [self] in
      run(arguments, database)
      ended.signal()
    }
    try waitForPoint()
  }

  private func run(_ arguments: [String], _ database: String) {
    let environment = Environment(["MOVIES_DB": database, "MOVIES_PAGER": "", "TERM": "xterm"])
    do {
      let streams = IOStreams(
        input: try ByteSource(descriptor: input.end, path: "standard input"),
        isInputTerminal: point == .answer, controllingTerminal: { nil },
        output: OutputWriter(
          descriptor: output.start, named: "standard output", environment: environment),
        error: OutputWriter(
          descriptor: point == .answer ? terminal.descriptor : error.start,
          named: "standard error", environment: environment))
      let result = CommandLineTool.run(arguments, environment: environment, streams: streams)
      status.withLock { $0 = result }
    } catch {
      Issue.record(error)
    }
  }

  /// Lets the command continue.
  ///
  /// - Returns: Its exit status, or `nil` if it does not end within ten seconds.
  func release(input rest: String) throws -> MoviesCLI.ExitStatus? {
    if point == .output { drain(output) }
    if point == .error { drain(error) }
    try input.write(rest)
    input.closeStart()
    let isOver = ended.wait(timeout: .now() + 10) == .success
    for pipe in [output, error] { pipe.closeStart() }
    for _ in 0..<2 { drained.wait() }
    return isOver ? status.withLock { $0 } : nil
  }

  /// The output on the terminal after the question.
  var messages: String {
    do { return try terminal.output() } catch { return "\(error)" }
  }

  private func waitForPoint() throws {
    switch point {
    case .output: output.waitUntil { $0 > 0 }
    case .error: error.waitUntil { $0 > 0 }
    case .input:
      input.waitUntil { $0 == 0 }
      // The command has read everything, and will now wait for more.
      usleep(20_000)
    case .answer: _ = try terminal.output(upTo: "[y/N] ")
    }
  }

  /// Reads a pipe to its end.
  private func drain(_ pipe: Pipe) {
    Thread.detachNewThread { [drained] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while read(pipe.end, &buffer, buffer.count) > 0 {}
      drained.signal()
    }
  }

  /// A pipe with a small buffer.
  private final class Pipe: Sendable {
    let (start, end): (Int32, Int32)
    private let isOpen = Mutex(true)

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
      (end, start) = (ends[0], ends[1])
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // F_SETPIPE_SZ, which Swift does not import.
      _ = fcntl(start, 1031, 4_096)
    }

    deinit {
      closeStart()
      close(end)
    }

    func closeStart() {
      isOpen.withLock {
        if $0 { close(start) }
        $0 = false
      }
    }

    func write(_ text: String) throws {
      let bytes = Array(text.utf8)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(start, $0.baseAddress, $0.count) }
        // The command ended without reading the rest.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Waits, for at most ten seconds, until the number of bytes in the pipe satisfies the condition.
    func waitUntil(_ isSatisfied: (Int32) -> Bool) {
      for _ in 0..<10_000 {
        var count: Int32 = 0
        _ = ioctl(end, UInt(FIONREAD), &count)
        if isSatisfied(count) { return }
        usleep(1_000)
      }
    }
  }
}
