import Foundation
import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import Synchronization
import TestSupport
import Testing

/// A command of this process that waits at a point of its own until the test lets it go on.
final class HeldCommand: Sendable {
  /// What the command waits for.
  enum Point: Sendable {
    /// A reader of standard output, which has taken nothing.
    case output
    /// A reader of standard error.
    case error
    /// More standard input.
    case input
    /// The answer to a question.
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
      let streams = Streams(
        input: try ByteSource(descriptor: input.end, path: "standard input"),
        isInputTerminal: point == .answer, controllingTerminal: { nil },
        output: OutputStream(
          descriptor: output.start, named: "standard output", environment: environment),
        error: OutputStream(
          descriptor: point == .answer ? terminal.descriptor : error.start,
          named: "standard error", environment: environment))
      let result = CommandLineTool.run(arguments, environment: environment, streams: streams)
      status.withLock { $0 = result }
    } catch {
      Issue.record(error)
    }
  }

  /// Lets the command go on.
  ///
  /// - Returns: its exit status; `nil` if it does not end within ten seconds.
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

  /// What the command wrote on its terminal since it asked.
  var messages: String {
    do { return try terminal.heard() } catch { return "\(error)" }
  }

  private func waitForPoint() throws {
    switch point {
    case .output: output.waitUntil { $0 > 0 }
    case .error: error.waitUntil { $0 > 0 }
    case .input:
      input.waitUntil { $0 == 0 }
      // The command has read everything; a moment later it waits for more.
      usleep(20_000)
    case .answer: _ = try terminal.heard(to: "[y/N] ")
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

  /// A pipe that holds little.
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
        // The command ended without reading on.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Waits until the number of bytes in the pipe is so, for ten seconds at most.
    func waitUntil(_ isSo: (Int32) -> Bool) {
      for _ in 0..<10_000 {
        var count: Int32 = 0
        _ = ioctl(end, UInt(FIONREAD), &count)
        if isSo(count) { return }
        usleep(1_000)
      }
    }
  }
}
