extension UsageError {
  /// A value that an option cannot take.
  ///
  /// - Parameter advice: What to give instead, with its own punctuation in front: `. Give …`.
  package static func invalidValue(
    _ value: String, for option: OptionDescription, advice: String = ""
  ) -> UsageError {
    invalidValue(value, for: option, as: .long(option.long), advice: advice)
  }

  /// A value that a positional argument cannot take.
  package static func invalidValue(
    _ value: String, for argument: ArgumentDescription, advice: String = ""
  ) -> UsageError {
    UsageError(
      "The value \(quoted(value)) is invalid for '\(argument.label)'\(advice)",
      help: "\(argument.label)  \(argument.help)")
  }

  /// An argument that this use of the command needs.
  package static func missing(_ argument: ArgumentDescription) -> UsageError {
    UsageError(
      "Missing expected argument '\(argument.form)'", help: "\(argument.label)  \(argument.help)")
  }

  /// Arguments that this use of the command has no place for.
  package static func unexpected(_ arguments: [String], nearest: String? = nil) -> UsageError {
    let list = arguments.map(quoted).joined(separator: ", ")
    let count =
      arguments.count == 1 ? "Unexpected argument" : "\(arguments.count) unexpected arguments:"
    return UsageError("\(count) \(list)" + question(nearest))
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

  /// Letters behind one dash may have been meant as a long name.
  static func missingValue(
    for option: OptionDescription, as name: OptionName, in cluster: String, nearest: String?
  ) -> UsageError {
    let other = "\(missingValueSentence(option, name)) in \(quoted("-\(cluster)"))"
    return UsageError(unknownSentence(.dashed(cluster), nearest) + "\n   or: " + other)
  }

  static func valueForFlag(_ name: OptionName, _ value: String) -> UsageError {
    UsageError(
      "The option \(quoted("\(name)")) does not take any value, but \(quoted(value)) was specified."
    )
  }

  static func unknown(_ name: OptionName, nearest: String?) -> UsageError {
    UsageError(unknownSentence(name, nearest))
  }

  static func malformed(_ word: String) -> UsageError {
    UsageError("Invalid option: \(word.escapingControls)")
  }

  private static func unknownSentence(_ name: OptionName, _ nearest: String?) -> String {
    "Unknown option \(quoted("\(name)"))" + question(nearest)
  }

  private static func missingValueSentence(
    _ option: OptionDescription, _ name: OptionName
  ) -> String {
    "Missing value for '\(option.form(of: name))'"
  }

  private static func question(_ nearest: String?) -> String {
    nearest.map { ". Did you mean '\($0)'?" } ?? ""
  }

  private static func quoted(_ text: String) -> String { "'\(text.escapingControls)'" }
}
