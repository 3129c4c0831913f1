extension UsageError {
  /// A value that an option does not accept.
  ///
  /// - Parameter advice: What to use instead, starting with its punctuation: `. Use …`.
  package static func invalidValue(
    _ value: String, for option: OptionDescription, advice: String = ""
  ) -> UsageError {
    invalidValue(value, for: option, as: .long(option.long), advice: advice)
  }

  /// A value that a positional argument does not accept.
  package static func invalidValue(
    _ value: String, for argument: ArgumentDescription, advice: String = ""
  ) -> UsageError {
    UsageError(
      "The value \(quoted(value)) is invalid for '\(argument.label)'\(advice)",
      help: "\(argument.label)  \(argument.help)")
  }

  /// An argument that this use of the command requires.
  package static func missing(_ argument: ArgumentDescription) -> UsageError {
    UsageError(
      "Missing expected argument '\(argument.form)'", help: "\(argument.label)  \(argument.help)")
  }

  /// An argument that the command does not accept, and the name that was probably meant.
  static func unexpected(_ arguments: [String], meaning: String?) -> UsageError {
    unexpected(arguments, advice: question([meaning].compactMap(\.self)))
  }

  /// Arguments that this use of the command does not accept.
  ///
  /// - Parameter advice: What to do instead, starting with its punctuation.
  package static func unexpected(_ arguments: [String], advice: String = "") -> UsageError {
    let list = arguments.map(quoted).joined(separator: ", ")
    let count =
      arguments.count == 1 ? "Unexpected argument" : "\(arguments.count) unexpected arguments:"
    return UsageError("\(count) \(list)" + advice)
  }

  static func invalidValue(
    _ value: String, for option: OptionDescription, as name: OptionName, advice: String
  ) -> UsageError {
    UsageError(
      "The value \(quoted(value)) is invalid for '\(option.form(of: name))'\(advice)",
      help: "\(option.form(of: name))  \(option.help)")
  }

  static func missingValue(for option: OptionDescription, as name: OptionName) -> UsageError {
    UsageError(
      missingValueSentence(option, name), help: "\(option.form(of: name))  \(option.help)")
  }

  /// A missing value in a cluster, which may also be a long name with only one dash.
  static func missingValue(
    for option: OptionDescription, as name: OptionName, in cluster: String, advice: String
  ) -> UsageError {
    let other = "\(missingValueSentence(option, name)) in \(quoted("-\(cluster)"))"
    return UsageError(unknown(.dashed(cluster), advice: advice).message + "\n   or: " + other)
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

  private static func missingValueSentence(
    _ option: OptionDescription, _ name: OptionName
  ) -> String {
    "Missing value for '\(option.form(of: name))'"
  }

  /// `. Did you mean 'a' or 'b'?`, or nothing without suggestions.
  static func question(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : ". Did you mean \(suggestions.quotedAlternatives)?"
  }

  private static func quoted(_ text: String) -> String { "'\(text.escapingControls)'" }
}

extension [String] {
  /// `'a', 'b' or 'c'`.
  var quotedAlternatives: String {
    let quoted = map { "'\($0)'" }
    let leading = quoted.dropLast().joined(separator: ", ")
    return leading.isEmpty ? quoted.joined() : "\(leading) or \(quoted[count - 1])"
  }
}
