internal import Dispatch
package import MovieStore
package import MovieSystem
internal import MovieTerminal
internal import Synchronization

/// Shows a line of progress, redrawn by a background thread.
///
/// The work that reports progress can hold a lock of the database, so it never waits for the terminal:
/// ``update(_:of:)`` needs only the lock of the numbers, which is never held during a write.
package final class ProgressReporter: Sendable {
  private struct Progress {
    var line: ProgressLine
    var pace = ProgressPace()
    /// The completed part in millionths, which shows how much is left if there is no total.
    var millionths: Int64?
    var partPace = ProgressPace()
  }

  private let progress: Mutex<Progress>
  /// Whether the line was erased permanently. The lock serializes writes to the terminal.
  private let hasEnded = Mutex(false)
  private let terminalLine: TransientLine
  private let columns: Int
  private let ellipsis: String
  private let started: Stopwatch

  /// - Returns: `nil` if the stream is no terminal.
  package init?(_ label: String, on stream: OutputWriter, since started: Stopwatch) {
    let columns = stream.columns - 1
    let terminalLine = stream.descriptor.flatMap { TransientLine(on: $0, columns: columns) }
    guard let terminalLine else { return nil }
    progress = Mutex(Progress(line: ProgressLine(label: label, done: 0, total: nil)))
    self.terminalLine = terminalLine
    self.columns = columns
    ellipsis = stream.glyphs.ellipsis
    self.started = started
    DispatchQueue.global().async { self.drawUntilEnd() }
  }

  /// - Parameter total: The number of units, if the operation does not know it.
  package func update(_ progress: OperationProgress, of total: Int? = nil) {
    self.progress.withLock {
      ($0.line.done, $0.line.total) = (
        Int64(progress.completed), (progress.total ?? total).map(Int64.init)
      )
      $0.millionths = Int64((progress.fraction ?? 0) * 1e6)
    }
  }

  /// Shows the name and the number of the phase that starts.
  func updatePhase(_ progress: OperationProgress) {
    update(OperationProgress(progress.phase, progress.completed + 1, of: progress.total ?? 0))
    self.progress.withLock { $0.line.step = progress.phase }
  }

  /// Erases the line until it is drawn again.
  func clear() { hasEnded.withLock { _ in terminalLine.erase() } }

  /// Erases the line permanently.
  package func end() {
    hasEnded.withLock {
      terminalLine.erase()
      $0 = true
    }
  }

  private func drawUntilEnd() {
    var continues = true
    while continues {
      Clock.sleep(microseconds: 100_000)
      let now = started.seconds
      let text = progress.withLock { Self.line(for: &$0, at: now) }
        .text(columns: columns, ellipsis: ellipsis)
      continues = hasEnded.withLock { hasEnded in
        if !hasEnded, now >= 1 { terminalLine.show(TerminalText.padded(text, to: columns)) }
        return !hasEnded
      }
    }
  }

  private static func line(for progress: inout Progress, at seconds: Double) -> ProgressLine {
    progress.pace.record(progress.line.done, at: seconds)
    if let part = progress.millionths { progress.partPace.record(part, at: seconds) }
    var line = progress.line
    let isMeasured = line.total.map { $0 > 0 } ?? (progress.millionths != nil)
    guard line.step == nil, isMeasured else {
      line.elapsed = seconds
      return line
    }
    line.perSecond = progress.pace.perSecond
    if let total = line.total {
      line.secondsLeft = progress.pace.secondsLeft(for: total - line.done)
    } else if let part = progress.millionths, part > 0 {
      line.fraction = Double(part) / 1e6
      line.secondsLeft = progress.partPace.secondsLeft(for: 1_000_000 - part)
    }
    return line
  }
}
