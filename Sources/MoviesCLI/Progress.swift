internal import MovieStore
internal import MovieTerminal

/// A line of progress on standard error: on a terminal alone, after a second, ten times a second.
struct Progress {
  private let label: String
  private let session: Session
  private var pace = ProgressPace()
  private var bytePace = ProgressPace()
  private var nextTime = 0.0
  private var calls = 0
  private let stride: Int

  /// - Parameter stride: of how many calls one asks the clock.
  init(_ label: String, _ session: Session, stride: Int = 256) {
    self.label = label
    self.session = session
    self.stride = stride
  }

  /// - Parameter bytes: of the source at hand, which say how much is left where no total does.
  mutating func update(
    _ done: Int64, of total: Int64?, bytes: (read: Int64, total: Int64?)? = nil
  ) throws {
    guard session.isPersonWatching else { return }
    // The clock is asked now and then: records are many.
    calls &+= 1
    guard calls == 1 || calls.isMultiple(of: stride), session.started.seconds >= nextTime
    else { return }
    let now = session.started.seconds
    nextTime = now + 0.1
    pace.note(done, at: now)
    bytes.map { bytePace.note($0.read, at: now) }
    if now >= 1 { try show(line(done, total, bytes)) }
  }

  private func line(
    _ done: Int64, _ total: Int64?, _ bytes: (read: Int64, total: Int64?)?
  ) -> ProgressLine {
    var line = ProgressLine(label: label, done: done, total: total)
    line.perSecond = pace.perSecond
    if let total {
      line.secondsLeft = pace.secondsLeft(for: total - done)
    } else if let bytes, let total = bytes.total, total > 0 {
      line.portion = Double(bytes.read) / Double(total)
      line.secondsLeft = bytePace.secondsLeft(for: total - bytes.read)
    }
    return line
  }

  private func show(_ line: ProgressLine) throws {
    let stream = session.streams.error
    try stream.showTransient(
      line.text(columns: stream.columns - 1, ellipsis: stream.signs.ellipsis))
  }

  /// Takes the line away.
  func clear() throws { try session.streams.error.clearTransient() }
}

extension Session {
  /// Shows how far the work has come, of how much, while it goes on.
  func showingProgress<Result>(
    _ label: String, _ work: ((_ done: Int64, _ total: Int64) throws -> Void) throws -> Result
  ) throws -> Result {
    let display = progressDisplay(label)
    defer { display?.end() }
    return try work { done, total in display?.update(done, of: total) }
  }

  /// Shows at which of the steps of unlike length the work is, and for how long it has gone on.
  func showingSteps<Result>(
    _ label: String,
    _ work: ((_ step: String, _ done: Int64, _ total: Int64) throws -> Void) throws -> Result
  ) throws -> Result {
    let display = progressDisplay(label)
    defer { display?.end() }
    return try work { step, done, total in display?.update(step, done + 1, of: total) }
  }

  private func progressDisplay(_ label: String) -> ProgressDisplay? {
    isPersonWatching ? ProgressDisplay(label, on: streams.error, since: started) : nil
  }
}
