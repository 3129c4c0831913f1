/// How fast work goes, smoothed, from what is told of it now and then.
package struct ProgressPace: Sendable {
  /// Seconds within which a new speed counts for half.
  private static let memory = 3.0

  private var last: (done: Int64, seconds: Double)?
  /// `nil` until something was done in some time.
  package private(set) var perSecond: Double?

  package init() {}

  /// Takes what is done by then. Work or a clock that goes back begins anew.
  package mutating func note(_ done: Int64, at seconds: Double) {
    guard let last, done >= last.done, seconds >= last.seconds else {
      perSecond = nil
      self.last = (done, seconds)
      return
    }
    let time = seconds - last.seconds
    guard time > 0, time.isFinite else { return }
    let speed = (Double(done) - Double(last.done)) / time
    let weight = time / (time + Self.memory)
    perSecond = perSecond.map { $0 + (speed - $0) * weight } ?? speed
    self.last = (done, seconds)
  }

  /// The seconds that so much takes; `nil` where nobody can tell.
  package func secondsLeft(for rest: Int64) -> Double? {
    guard let perSecond, perSecond > 0 else { return nil }
    let seconds = Double(max(0, rest)) / perSecond
    return seconds.isFinite ? seconds : nil
  }
}
