/// An invalid command line.
package struct UsageError: Error, Equatable {
  package let message: String
  /// The option or argument that the message is about, and its help.
  package let help: String?
  /// The usage of the command.
  package let usage: String?

  /// - Parameter advice: The correction, one or several sentences; can be empty.
  package init(
    _ message: String, advice: String = "", help: String? = nil, usage: String? = nil
  ) {
    self.message = message + (advice.isEmpty ? "" : ". \(advice)")
    self.help = help
    self.usage = usage
  }

  /// The error with the usage of its command, unless it already has one.
  package func with(usage: String) -> UsageError {
    UsageError(message, help: help, usage: self.usage ?? usage)
  }

  /// The error without the help and the usage, for a program that runs a command.
  package var withoutUsage: UsageError { UsageError(message) }

  /// The text for standard error, without a newline at its end.
  package var text: String {
    let lines = ["Error: \(message)", help.map { "Help:  \($0)" }, usage]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}

/// The name of the error in swift-argument-parser.
package typealias ValidationError = UsageError

// MARK: - Messages

extension UsageError {
  static func missing(_ argument: ArgumentDefinition) -> UsageError {
    UsageError(
      "Missing expected argument '\(argument.form)'", help: helpLine(argument.label, argument))
  }

  /// - Parameter name: The name of the option as typed; `nil` for an argument.
  static func invalidValue(
    _ value: String, of definition: ArgumentDefinition, as name: OptionName?, advice: String
  ) -> UsageError {
    let form = name.map { definition.form(of: $0) } ?? definition.label
    return UsageError(
      "The value \(quoted(value)) is invalid for '\(form)'", advice: advice,
      help: helpLine(form, definition))
  }

  /// - Parameter cluster: The word whose letter is the option. It can also be a long name with only
  ///   one dash, for which the advice is.
  static func missingValue(
    of option: ArgumentDefinition, as name: OptionName,
    in cluster: (name: OptionName, advice: String)?
  ) -> UsageError {
    let form = option.form(of: name)
    let message = "Missing value for '\(form)'"
    guard let cluster else { return UsageError(message, help: helpLine(form, option)) }
    return UsageError(
      unknown(cluster.name, advice: cluster.advice).message
        + "\n   or: \(message) in \(quoted("\(cluster.name)"))")
  }

  static func valueForFlag(_ name: OptionName, _ value: String) -> UsageError {
    UsageError(
      "The option \(quoted("\(name)")) does not take any value, but \(quoted(value)) was specified."
    )
  }

  static func unknown(_ name: OptionName, advice: String) -> UsageError {
    UsageError("Unknown option \(quoted("\(name)"))", advice: advice)
  }

  static func unknownCommand(_ name: String, advice: String) -> UsageError {
    UsageError("Unknown command \(quoted(name))", advice: advice)
  }

  static func malformed(_ word: String) -> UsageError {
    UsageError("Invalid option: \(word.escapingControls)")
  }

  static func unexpected(_ words: [String], advice: String) -> UsageError {
    let count = words.count == 1 ? "Unexpected argument" : "\(words.count) unexpected arguments:"
    return UsageError("\(count) \(words.map(quoted).joined(separator: ", "))", advice: advice)
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

  /// `Did you mean 'a' or 'b'?`, or nothing without suggestions.
  package var question: String { isEmpty ? "" : "Did you mean \(quotedAlternatives)?" }
}

extension String {
  /// The text with control and invisible characters escaped.
  var escapingControls: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    return unicodeScalars.map { $0.isInvisible ? $0.escaped : String($0) }.joined()
  }
}

extension StringProtocol {
  /// Whether the text consists of ASCII digits, at least one.
  var isDigits: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
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
