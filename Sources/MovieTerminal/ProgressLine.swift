internal import MovieSystem

package struct ProgressLine: Sendable {
  package var label: String
  package var done: Int64
  /// `nil` if the end is not known, as on a pipe.
  package var total: Int64?
  /// The completed part, from 0 to 1, if it is known without a total.
  package var fraction: Double?
  package var perSecond: Double?
  package var secondsLeft: Double?
  /// The name of the current step. Steps differ in length, so their line has no percentage or speed.
  package var step: String?
  /// The seconds since the start, if there is nothing to estimate from.
  package var elapsed: Double?

  package init(label: String, done: Int64, total: Int64?) {
    self.label = label
    self.done = done
    self.total = total
  }

  /// The escaped line: `importing 12,345 of 36,273 (34%)  8,210/s  3 s left`,
  /// `checking 3 of 9: integrity  4 s` or `copying  4 s`.
  ///
  /// If it is too wide, it first loses the time and the speed, and is then truncated.
  package func text(columns: Int, ellipsis: String = "…") -> String {
    let start = [label, count].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    var parts = [TerminalText.escaped(start)]
    if let elapsed { parts[0] += "  \(Self.duration(elapsed))" }
    if elapsed == nil { parts += [speed, timeLeft].compactMap { $0 } }
    while parts.count > 1, DisplayWidth.columns(of: parts.joined(separator: "  ")) > columns {
      parts.removeLast()
    }
    return TerminalText.truncated(parts.joined(separator: "  "), to: columns, ellipsis: ellipsis)
  }

  private var count: String? {
    if let step { return "\(done) of \(total ?? 0): \(step)" }
    if elapsed != nil { return nil }
    let done = max(0, done)
    if let total, total > 0 {
      let percentage = percentage(Double(min(done, total)) / Double(total))
      return "\(Formatting.grouped(done)) of \(Formatting.grouped(total)) (\(percentage))"
    }
    return Formatting.grouped(done) + (fraction.map { " (\(percentage($0)))" } ?? "")
  }

  private func percentage(_ fraction: Double) -> String {
    "\(fraction.isFinite ? Int(min(max(fraction, 0), 1) * 100) : 0)%"
  }

  private var speed: String? {
    guard let perSecond, perSecond.isFinite, perSecond >= 0 else { return nil }
    let tenths = Int64(min(perSecond, 1e15) * 10)
    if tenths >= 100 { return "\(Formatting.grouped(tenths / 10))/s" }
    return "\(tenths / 10).\(tenths % 10)/s"
  }

  /// Estimates of days are unreliable.
  private var timeLeft: String? {
    guard let secondsLeft, 0...360_000 ~= secondsLeft else { return nil }
    return "\(Self.duration(secondsLeft)) left"
  }

  /// Such as `3 s`, `2 min 5 s` or `1 h 3 min`, rounded up.
  private static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.isFinite ? seconds : 0, 0), 1e9).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
  }
}

package struct ProgressPace: Sendable {
  /// The seconds after which a new speed has half of the weight.
  private static let halfLife = 3.0

  private var latest: (done: Int64, seconds: Double)?
  package private(set) var perSecond: Double?

  package init() {}

  /// Adds a sample. A count or a clock that goes backward restarts the estimate.
  package mutating func record(_ done: Int64, at seconds: Double) {
    guard let latest, done >= latest.done, seconds >= latest.seconds else {
      perSecond = nil
      self.latest = (done, seconds)
      return
    }
    let time = seconds - latest.seconds
    guard time > 0, time.isFinite else { return }
    let speed = (Double(done) - Double(latest.done)) / time
    let weight = time / (time + Self.halfLife)
    perSecond = perSecond.map { $0 + (speed - $0) * weight } ?? speed
    self.latest = (done, seconds)
  }

  package func secondsLeft(for rest: Int64) -> Double? {
    guard let perSecond, perSecond > 0 else { return nil }
    let seconds = Double(max(0, rest)) / perSecond
    return seconds.isFinite ? seconds : nil
  }
}
