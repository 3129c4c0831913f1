internal import MovieSystem

/// What one line of progress says; when to write it, and over what, is for the writer to decide.
package struct ProgressLine: Sendable {
  package var label: String
  package var done: Int64
  /// Nil where the end is not known, as on a pipe.
  package var total: Int64?
  /// How much of the work is done, from 0 to 1, where that is known without a total.
  package var portion: Double?
  package var perSecond: Double?
  package var secondsLeft: Double?

  package init(label: String, done: Int64, total: Int64?) {
    self.label = label
    self.done = done
    self.total = total
  }

  /// The line, escaped, as in `importing 12,345 of 36,273 (34%)  8,210/s  3 s left`; where that is
  /// wider than the columns, less the time and the speed, and cut.
  package func text(columns: Int, ellipsis: String = "…") -> String {
    let count = [TerminalText.escaped(label), count].filter { !$0.isEmpty }.joined(separator: " ")
    var parts = [count] + [speed, timeLeft].compactMap { $0 }
    while parts.count > 1, DisplayWidth.columns(of: parts.joined(separator: "  ")) > columns {
      parts.removeLast()
    }
    return TerminalText.truncated(parts.joined(separator: "  "), to: columns, ellipsis: ellipsis)
  }

  private var count: String {
    let done = max(0, done)
    if let total, total > 0 {
      let percentage = percentage(Double(min(done, total)) / Double(total))
      return "\(Formatting.grouped(done)) of \(Formatting.grouped(total)) (\(percentage))"
    }
    return Formatting.grouped(done) + (portion.map { " (\(percentage($0)))" } ?? "")
  }

  private func percentage(_ portion: Double) -> String {
    "\(portion.isFinite ? Int(min(max(portion, 0), 1) * 100) : 0)%"
  }

  private var speed: String? {
    guard let perSecond, perSecond.isFinite, perSecond >= 0 else { return nil }
    let tenths = Int64(min(perSecond, 1e15) * 10)
    if tenths >= 100 { return "\(Formatting.grouped(tenths / 10))/s" }
    return "\(tenths / 10).\(tenths % 10)/s"
  }

  /// What is days away nobody can foretell.
  private var timeLeft: String? {
    guard let secondsLeft, 0...360_000 ~= secondsLeft else { return nil }
    return "\(Self.time(secondsLeft)) left"
  }

  /// Such as `3 s`, `2 min 5 s` or `1 h 3 min`, rounded up.
  package static func time(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.isFinite ? seconds : 0, 0), 1e9).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
  }
}
