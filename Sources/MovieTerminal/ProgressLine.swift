/// What one line of progress says; when to write it, and over what, is for the writer to decide.
package struct ProgressLine: Sendable {
  package var label: String
  package var done: Int64
  /// Nil where the end is not known, as on a pipe.
  package var total: Int64?

  package init(label: String, done: Int64, total: Int64?) {
    self.label = label
    self.done = done
    self.total = total
  }

  /// The line, escaped and cut to the columns, as in `importing 12,345 of 36,273 (34 %)`.
  package func text(columns: Int) -> String {
    let line = [TerminalText.escaped(label), count].filter { !$0.isEmpty }.joined(separator: " ")
    return TerminalText.truncated(line, to: columns)
  }

  private var count: String {
    let done = max(0, done)
    guard let total, total > 0 else { return Thousands.grouped(done) }
    let percentage = Int(Double(min(done, total)) / Double(total) * 100)
    return "\(Thousands.grouped(done)) of \(Thousands.grouped(total)) (\(percentage) %)"
  }
}
