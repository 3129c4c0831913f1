/// The usage of a command, shown below the message of a usage error.
package struct Usage: Sendable, Equatable {
  let synopsis: String
  let hint: String

  var text: String { "Usage: \(synopsis)\n  \(hint)" }
}

/// An invalid command line.
package struct UsageError: Error, Equatable {
  package let message: String
  /// The option or argument that the message is about, and its help.
  package let help: String?
  package let usage: Usage?

  package init(_ message: String, help: String? = nil, usage: Usage? = nil) {
    self.message = message
    self.help = help
    self.usage = usage
  }

  /// The error that a command's `validate()` threw.
  init(validation error: any Error) {
    self.init((error as? ValidationError)?.message ?? "\(error)")
  }

  /// The error with the usage of its command, unless it already has one.
  package func with(usage: Usage) -> UsageError {
    UsageError(message, help: help, usage: self.usage ?? usage)
  }

  /// The text for standard error, without a newline at its end.
  package var text: String {
    let lines = ["Error: \(message)", help.map { "Help:  \($0)" }, usage?.text]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}

// MARK: - Messages

extension UsageError {
  static func missing(_ argument: ArgumentDefinition) -> UsageError {
    UsageError(
      "Missing expected argument '\(argument.form)'", help: helpLine(argument.label, argument))
  }

  /// - Parameters:
  ///   - name: The name of the option as typed; `nil` for an argument.
  ///   - advice: The correction, starting with its punctuation: `. Use …`.
  static func invalidValue(
    _ value: String, for definition: ArgumentDefinition, as name: OptionName? = nil, advice: String
  ) -> UsageError {
    let form = name.map { definition.form(of: $0) } ?? definition.label
    return UsageError(
      "The value \(quoted(value)) is invalid for '\(form)'\(advice)",
      help: helpLine(form, definition))
  }

  static func missingValue(for option: ArgumentDefinition, as name: OptionName) -> UsageError {
    let form = option.form(of: name)
    return UsageError("Missing value for '\(form)'", help: helpLine(form, option))
  }

  /// A missing value in a cluster, which can also be a long name with only one dash.
  static func missingValue(
    for option: ArgumentDefinition, as name: OptionName, in cluster: String, advice: String
  ) -> UsageError {
    UsageError(
      unknown(.dashed(cluster), advice: advice).message
        + "\n   or: Missing value for '\(option.form(of: name))' in \(quoted("-\(cluster)"))")
  }

  static func valueForFlag(_ name: OptionName, _ value: String) -> UsageError {
    UsageError(
      "The option \(quoted("\(name)")) does not take any value, but \(quoted(value)) was specified."
    )
  }

  static func unknown(_ name: OptionName, advice: String) -> UsageError {
    UsageError("Unknown option \(quoted("\(name)"))" + advice)
  }

  static func malformed(_ word: String) -> UsageError {
    UsageError("Invalid option: \(word.escapingControls)")
  }

  /// - Parameter suggestion: The name that was probably meant.
  static func unexpected(_ words: [String], suggestion: String?) -> UsageError {
    unexpected(words, advice: question([suggestion].compactMap(\.self)))
  }

  static func unexpected(_ words: [String], advice: String = "") -> UsageError {
    let list = words.map(quoted).joined(separator: ", ")
    let count = words.count == 1 ? "Unexpected argument" : "\(words.count) unexpected arguments:"
    return UsageError("\(count) \(list)" + advice)
  }

  /// `. Did you mean 'a' or 'b'?`, or nothing without suggestions.
  static func question(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : ". Did you mean \(suggestions.quotedAlternatives)?"
  }

  private static func helpLine(_ form: String, _ definition: ArgumentDefinition) -> String {
    "\(form)  \(definition.help.abstract)"
  }

  private static func quoted(_ text: String) -> String { "'\(text.escapingControls)'" }
}

extension [String] {
  /// `'a', 'b' or 'c'`.
  package var quotedAlternatives: String { map { "'\($0)'" }.alternatives }

  /// `a, b or c`.
  package var alternatives: String {
    let leading = dropLast().joined(separator: ", ")
    return leading.isEmpty ? joined() : "\(leading) or \(self[count - 1])"
  }
}

extension String {
  /// The text with control and invisible characters escaped.
  var escapingControls: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    return unicodeScalars.map { $0.isInvisible ? $0.escaped : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  fileprivate var escaped: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
