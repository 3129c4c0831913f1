/// A type whose values can be given on a command line.
package protocol ExpressibleByArgument: Sendable {
  init?(argument: String)

  /// The type in words for programs, such as `integer`.
  static var typeName: String { get }

  /// The accepted numbers, if the type has a range of its own.
  static var numberRange: ClosedRange<Int>? { get }

  /// The value as the help shows it. Types of options with a default implement it.
  var defaultValueDescription: String { get }

  /// All accepted values; empty if there is no fixed list.
  static var allValueStrings: [String] { get }

  /// Whether a word with one dash at its start, such as `-3`, is a value where it could also be an
  /// option. The value can be invalid.
  static func acceptsDashed(_ word: String) -> Bool

  /// Returns the part of an invalid value to report, or `nil` for the whole value.
  static func rejectedPart(of argument: String) -> String?

  /// Returns the values that are expected instead of an invalid one, such as `a whole number`.
  static func expectedArgument(insteadOf argument: String) -> String?
}

extension ExpressibleByArgument {
  package static var typeName: String { allValueStrings.isEmpty ? "string" : "enum" }
  package var defaultValueDescription: String { "" }
  package static var numberRange: ClosedRange<Int>? { nil }
  package static var allValueStrings: [String] { [] }
  package static func acceptsDashed(_ word: String) -> Bool { false }
  package static func rejectedPart(of argument: String) -> String? { nil }
  package static func expectedArgument(insteadOf argument: String) -> String? { nil }
}

extension String: ExpressibleByArgument {
  package init?(argument: String) { self = argument }
  package var defaultValueDescription: String { self }
}

extension Int: ExpressibleByArgument {
  /// ASCII digits with an optional minus sign.
  package init?(argument: String) {
    guard argument.isDigits || Self.acceptsDashed(argument) else { return nil }
    self.init(argument)
  }

  package static var typeName: String { "integer" }
  package var defaultValueDescription: String { String(self) }
  package static func acceptsDashed(_ word: String) -> Bool {
    word.first == "-" && word.dropFirst().isDigits
  }
  package static func expectedArgument(insteadOf argument: String) -> String? { "a whole number" }
}

extension ExpressibleByArgument where Self: RawRepresentable<String> {
  package init?(argument: String) { self.init(rawValue: argument) }
  package var defaultValueDescription: String { rawValue }
}

extension ExpressibleByArgument where Self: RawRepresentable<String> & CaseIterable {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// A comma-separated list of values.
package struct CommaSeparated<Element: ExpressibleByArgument>: ExpressibleByArgument {
  package let elements: [Element]

  package init(elements: [Element]) { self.elements = elements }

  package init?(argument: String) {
    let elements = argument.splitAtCommas.map(Element.init(argument:))
    self.elements = elements.compactMap(\.self)
    if self.elements.count < elements.count { return nil }
  }

  package static var typeName: String { "list" }
  package var defaultValueDescription: String {
    elements.map(\.defaultValueDescription).joined(separator: ",")
  }
  package static var allValueStrings: [String] { Element.allValueStrings }
  package static func rejectedPart(of argument: String) -> String? {
    argument.splitAtCommas.first { Element(argument: $0) == nil }
  }
  package static func expectedArgument(insteadOf argument: String) -> String? {
    Element.expectedArgument(insteadOf: argument)
  }
}

extension String {
  /// The parts between commas. A part can start with a combining mark, with which the comma before
  /// it is one `Character`.
  package var splitAtCommas: [String] {
    unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }
}

/// What a shell can complete for a value.
package enum CompletionKind: Sendable {
  /// The accepted values, if there is a fixed list.
  case `default`
  case file
  /// A database file, completed like any other.
  case catalog
  /// A file that is created, in a directory of those that exist.
  case newFile
  /// The last part of a comma-separated list of the accepted values.
  case commaSeparatedList
  /// The names of commands and help topics.
  case commandNames
  /// Values that the program provides.
  case custom(any CustomCompletion)
}

/// A kind of value that the program provides.
package protocol CustomCompletion: Sendable {}
