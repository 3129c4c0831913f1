internal import MovieStore
internal import MovieTerminal

/// A line of progress on standard error: on a terminal alone, after a second, ten times a second.
struct Progress {
  private let label: String
  private let session: Session
  private var nextTime = 1.0
  private var calls = 0
  private let stride: Int

  /// - Parameter stride: of how many calls one asks the clock.
  init(_ label: String, _ session: Session, stride: Int = 256) {
    self.label = label
    self.session = session
    self.stride = stride
  }

  mutating func update(_ done: Int64, of total: Int64?) throws {
    guard session.isPersonWatching else { return }
    // The clock is asked now and then: records are many.
    calls &+= 1
    guard calls.isMultiple(of: stride), session.started.seconds >= nextTime else { return }
    nextTime = session.started.seconds + 0.1
    let stream = session.streams.error
    let line = ProgressLine(label: label, done: done, total: total)
    try stream.showTransient(line.text(columns: stream.columns - 1))
  }

  /// Takes the line away.
  func clear() throws { try session.streams.error.clearTransient() }
}

extension Session {
  /// Shows how far the work has come, of how much, while it goes on.
  func showingProgress<Result>(
    _ label: String, _ work: ((_ done: Int64, _ total: Int64) throws -> Void) throws -> Result
  ) throws -> Result {
    // What is told of is much at a time.
    var progress = Progress(label, self, stride: 1)
    let result = Swift.Result { try work { try progress.update($0, of: $1) } }
    try progress.clear()
    return try result.get()
  }
}
