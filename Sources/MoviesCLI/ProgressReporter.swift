internal import MovieStore
internal import MovieSystem
internal import MovieTerminal
internal import Synchronization

/// A line of progress that a thread of its own draws, so that it moves on while the work reports nothing.
///
/// Nothing here waits for the terminal: neither the work, whose locks other processes need, nor a signal
/// handler. A terminal that was stopped by Ctrl-S misses the line until it goes on.
final class ProgressReporter: Sendable {
  private struct State {
    var line: ProgressLine
    /// What is being done, where speed says nothing.
    var step: String?
    var pace = ProgressPace()
    /// The bytes of the source, which show how much is left where there is no total.
    var bytes: (read: Int64, total: Int64)?
    var bytePace = ProgressPace()
    var hasEnded = false
  }

  private let state: Mutex<State>
  private let terminalLine: TransientLine
  private let columns: Int
  private let ellipsis: String
  private let started: Stopwatch

  /// `nil` where there is no terminal that can be written without waiting.
  init?(_ label: String, on stream: OutputWriter, since started: Stopwatch) {
    let columns = stream.columns - 1
    let terminalLine = stream.descriptor.flatMap { TransientLine(on: $0, columns: columns) }
    guard let terminalLine else { return nil }
    state = Mutex(State(line: ProgressLine(label: label, done: 0, total: nil)))
    self.terminalLine = terminalLine
    self.columns = columns
    ellipsis = stream.glyphs.ellipsis
    self.started = started
    // Without a thread there is no line.
    do { try BackgroundThread.run { self.draw() } } catch {}
  }

  func update(_ done: Int64, of total: Int64) {
    state.withLock { ($0.line.done, $0.line.total) = (done, total) }
  }

  /// - Parameter total: The number of records, or `nil` if it is not known.
  func update(_ progress: TransferProgress, of total: Int64? = nil) {
    state.withLock {
      ($0.line.done, $0.line.total) = (Int64(progress.records), total)
      $0.bytes = (progress.bytes, progress.totalBytes ?? 0)
    }
  }

  func update(_ step: String, _ done: Int64, of total: Int64) {
    state.withLock { ($0.step, $0.line.done, $0.line.total) = (step, done, total) }
  }

  /// Erases the line until it is drawn again.
  func clear() { state.withLock { _ in terminalLine.erase() } }

  /// Erases the line for good.
  func end() {
    state.withLock {
      terminalLine.erase()
      $0.hasEnded = true
    }
  }

  private func draw() {
    while true {
      Clock.sleep(microseconds: 100_000)
      let goesOn = state.withLock {
        if !$0.hasEnded { draw(&$0) }
        return !$0.hasEnded
      }
      if !goesOn { return }
    }
  }

  private func draw(_ state: inout State) {
    let now = started.seconds
    state.pace.note(state.line.done, at: now)
    if let bytes = state.bytes { state.bytePace.note(bytes.read, at: now) }
    guard now >= 1 else { return }
    terminalLine.show(TerminalText.padded(text(of: state, at: now), to: columns))
  }

  /// `backing up 300 of 600 (50%)  100/s  3 s left`, or `checking 3 of 9: integrity  4 s`.
  private func text(of state: State, at seconds: Double) -> String {
    var line = state.line
    let isMeasured = line.total.map { $0 > 0 } ?? (state.bytes != nil)
    guard state.step == nil, isMeasured else {
      let place = state.step.map { step in
        " \(line.done) of \(line.total ?? 0): \(TerminalText.escaped(step))"
      }
      return TerminalText.truncated(
        "\(line.label)\(place ?? "")  \(ProgressLine.time(seconds))", to: columns,
        ellipsis: ellipsis)
    }
    line.perSecond = state.pace.perSecond
    if let total = line.total {
      line.secondsLeft = state.pace.secondsLeft(for: total - line.done)
    } else if let bytes = state.bytes, bytes.total > 0 {
      line.portion = Double(bytes.read) / Double(bytes.total)
      line.secondsLeft = state.bytePace.secondsLeft(for: bytes.total - bytes.read)
    }
    return line.text(columns: columns, ellipsis: ellipsis)
  }
}

extension Session {
  /// Shows how far the work has come, of how much, while it goes on.
  func showingProgress<Result>(
    _ label: String, _ work: ((_ done: Int64, _ total: Int64) throws -> Void) throws -> Result
  ) throws -> Result {
    try reportingProgress(label) { reporter in
      try work { done, total in reporter?.update(done, of: total) }
    }
  }

  /// Shows at which of the steps of unlike length the work is, and for how long it has gone on.
  func showingSteps<Result>(
    _ label: String,
    _ work: ((_ step: String, _ done: Int64, _ total: Int64) throws -> Void) throws -> Result
  ) throws -> Result {
    try reportingProgress(label) { reporter in
      try work { step, done, total in reporter?.update(step, done + 1, of: total) }
    }
  }

  /// Runs work that reports how far it has come, if a user watches it.
  func reportingProgress<Result>(
    _ label: String, _ work: (ProgressReporter?) throws -> Result
  ) throws -> Result {
    let reporter =
      isPersonWatching ? ProgressReporter(label, on: streams.error, since: started) : nil
    defer { reporter?.end() }
    return try work(reporter)
  }
}
