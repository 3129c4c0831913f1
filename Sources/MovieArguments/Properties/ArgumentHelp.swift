/// The help of an option or argument.
package struct ArgumentHelp: Sendable, Equatable, ExpressibleByStringInterpolation {
  package var abstract: String
  /// The name of the value, without angle brackets; by default, the long name of the option.
  package var valueName: String?
  package var visibility: ArgumentVisibility
  /// The environment variable that sets the value where the option is not given. The help shows it.
  package var environment: String?
  /// Names that other programs use, suggested but not accepted. A name that means the option with a value is
  /// followed by the value: `"--no-color never"`.
  package var suggestedFor: [String]

  package init(
    _ abstract: String, valueName: String? = nil, visibility: ArgumentVisibility = .default,
    environment: String? = nil, suggestedFor: [String] = []
  ) {
    self.abstract = abstract
    self.valueName = valueName
    self.visibility = visibility
    self.environment = environment
    self.suggestedFor = suggestedFor
  }

  package init(stringLiteral abstract: String) { self.init(abstract) }
}

/// Whether the help shows an option.
package enum ArgumentVisibility: Sendable {
  case `default`, hidden
}

/// The names of an option, with their dashes: `"--quiet"`, or `["-q", "--quiet"]`.
package struct NameSpecification: Sendable, Equatable, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral
{
  let names: [OptionName]

  package init(stringLiteral name: String) { self.init(arrayLiteral: name) }

  package init(arrayLiteral names: String...) {
    self.names = names.compactMap { name in
      if case .option(let name, nil) = Token(name) { name } else { nil }
    }
  }
}
