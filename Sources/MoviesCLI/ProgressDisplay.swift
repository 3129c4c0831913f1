internal import Glibc
internal import MovieStore
internal import MovieTerminal
internal import Synchronization

/// A line of progress that a thread of its own draws, so that it moves on while the work has nothing
/// to tell. Until it has ended, nothing else is to be written there.
final class ProgressDisplay: Sendable {
  private struct State {
    var line: ProgressLine
    /// What is being done, where speed says nothing.
    var step: String?
    var pace = ProgressPace()
    var isShown = false
    var hasEnded = false
  }

  /// How wide a line is that is on the screen; 0 where there is none.
  private static let shownColumns = Atomic<Int>(0)

  private let state: Mutex<State>
  private let descriptor: Int32
  private let columns: Int
  private let ellipsis: String
  private let started: Stopwatch

  /// There is none of what is kept in memory.
  init?(_ label: String, on stream: OutputStream, since started: Stopwatch) {
    guard let descriptor = stream.descriptor else { return nil }
    state = Mutex(State(line: ProgressLine(label: label, done: 0, total: nil)))
    self.descriptor = descriptor
    columns = stream.columns - 1
    ellipsis = stream.signs.ellipsis
    self.started = started
    // Without a thread there is no line.
    do { try BackgroundThread.run { self.draw() } } catch {}
  }

  func update(_ done: Int64, of total: Int64) {
    state.withLock { ($0.line.done, $0.line.total) = (done, total) }
  }

  func update(_ step: String, _ done: Int64, of total: Int64) {
    state.withLock { ($0.step, $0.line.done, $0.line.total) = (step, done, total) }
  }

  /// Takes the line away.
  func end() {
    state.withLock {
      if $0.isShown { write("\r" + TerminalText.spaces(columns) + "\r") }
      Self.shownColumns.store(0, ordering: .sequentiallyConsistent)
      $0.hasEnded = true
    }
  }

  private func draw() {
    while true {
      _ = poll(nil, 0, 100)
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
    guard now >= 1 else { return }
    write("\r" + TerminalText.padded(text(of: state, at: now), to: columns))
    state.isShown = true
    Self.shownColumns.store(columns, ordering: .sequentiallyConsistent)
  }

  /// Takes a line away where the process is about to end. Only calls that a signal's handler may make.
  static func eraseAtOnce() {
    let columns = shownColumns.exchange(0, ordering: .sequentiallyConsistent)
    if columns == 0 { return }
    var (start, space) = (UInt8(ascii: "\r"), UInt8(ascii: " "))
    _ = unsafe Glibc.write(STDERR_FILENO, &start, 1)
    for _ in 0..<columns { _ = unsafe Glibc.write(STDERR_FILENO, &space, 1) }
    _ = unsafe Glibc.write(STDERR_FILENO, &start, 1)
  }

  /// `backing up 300 of 600 (50 %)  100/s  3 s left`, or `examining 3 of 9: integrity  4 s`.
  private func text(of state: State, at seconds: Double) -> String {
    var line = state.line
    guard state.step == nil, let total = line.total, total > 0 else {
      let place = state.step.map { step in
        " \(line.done) of \(line.total ?? 0): \(TerminalText.escaped(step))"
      }
      return TerminalText.truncated(
        "\(line.label)\(place ?? "")  \(ProgressLine.time(seconds))", to: columns,
        ellipsis: ellipsis)
    }
    line.perSecond = state.pace.perSecond
    line.secondsLeft = state.pace.secondsLeft(for: total - line.done)
    return line.text(columns: columns, ellipsis: ellipsis)
  }

  /// A line that is not seen is no failure.
  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
  }
}
