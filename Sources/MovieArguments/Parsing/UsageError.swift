/// An invalid command line.
package struct UsageError: Error, Equatable {
  package let message: String
  /// The option or argument it is about, and its help: `--limit <n>  The maximum number of results.`
  package let help: String?
  package let usage: Usage?

  /// An error found after parsing; ``located(at:)`` adds the usage of the command.
  package init(_ message: String) { self.init(message, help: nil) }

  init(_ message: String, help: String?, usage: Usage? = nil) {
    self.message = message
    self.help = help
    self.usage = usage
  }

  /// The error with the usage of its command, unless it already has one.
  package func located(at place: Usage) -> UsageError {
    UsageError(message, help: help, usage: usage ?? place)
  }

  /// The text for standard error, without a newline at its end.
  package var text: String {
    let lines = ["Error: \(message)", help.map { "Help:  \($0)" }, usage?.text]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}
