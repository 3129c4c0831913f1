package import MovieArguments
package import MovieSystem

/// The arguments of a tool that runs a command: some options and arguments of the command, with the
/// help of the command as their description.
package struct CommandArguments {
  /// The bounds of a number that are narrower than those of the command, and its default.
  package struct Bounds {
    let range: ClosedRange<Int>
    let standard: Int?

    package init(_ range: ClosedRange<Int>, default standard: Int? = nil) {
      (self.range, self.standard) = (range, standard)
    }
  }

  /// The name and the description of an option for clients, if they are not its own.
  package struct Renaming {
    let option: String
    let description: String

    /// - Parameter option: The long name of the option.
    package init(of option: String, _ description: String) {
      (self.option, self.description) = (option, description)
    }
  }

  /// Arguments that are not those of the schema.
  package struct InvalidArguments: Error {
    /// A sentence with the correction.
    package let text: String
  }

  private struct Property {
    let name: String
    let description: String
    let definition: ArgumentDefinition
    let range: ClosedRange<Int>?
    let standard: Int?

    /// Whether the values are one word, with commas between them.
    var isJoined: Bool { definition.valueType?.typeName == "list" }
  }

  private let properties: [Property]
  private let required: [String]

  /// - Parameters:
  ///   - names: The names of the properties: those of options, without dashes at the start and with
  ///     underscores instead of the others, and those of positional arguments, in the plural if they
  ///     repeat.
  ///   - required: The names of those that a call must have.
  ///   - bounds: Bounds by name.
  ///   - renamings: Options that have another name here, by that name.
  package init(
    _ names: [String], of definitions: [ArgumentDefinition], required: [String] = [],
    bounds: [String: Bounds] = [:], renamings: [String: Renaming] = [:]
  ) {
    properties = names.compactMap { name in
      let renaming = renamings[name]
      return definitions.first { Self.name(of: $0) == renaming?.option ?? name }.map {
        Property(
          name: name, description: renaming?.description ?? $0.help.abstract, definition: $0,
          range: bounds[name]?.range ?? $0.range, standard: bounds[name]?.standard)
      }
    }
    self.required = required
  }

  package var names: [String] { properties.map(\.name) }

  private static func name(of definition: ArgumentDefinition) -> String {
    if let name = definition.longName { return name.split(separator: "-").joined(separator: "_") }
    return definition.valueName + (definition.isRepeating ? "s" : "")
  }

  // MARK: Schema

  package var schema: JSONValue {
    [
      "type": "object",
      "properties": .object(properties.map { .init(key: $0.name, value: Self.schema(of: $0)) }),
      "required": .array(required.map(JSONValue.text)),
      "additionalProperties": false,
    ]
  }

  private static func schema(of property: Property) -> JSONValue {
    let help: JSONValue = ["description": .text(property.description)]
    if property.definition.kind == .flag { return help.with(["type": "boolean"]) }
    if property.definition.isRepeating || property.isJoined {
      return help.with(["type": "array", "items": ["type": "string"]])
    }
    guard let range = property.range else { return help.with(["type": "string"]) }
    var schema = help.with(["type": "integer", "minimum": .integer(Int64(range.lowerBound))])
    if range.upperBound < .max {
      schema = schema.with(["maximum": .integer(Int64(range.upperBound))])
    }
    return property.standard.map { schema.with(["default": .integer(Int64($0))]) } ?? schema
  }

  // MARK: Words

  /// The words of a command line. No value can be taken for an option.
  package func words(_ arguments: JSONValue) throws(InvalidArguments) -> [String] {
    let given = (arguments.members ?? []).filter { $0.value != .null }
    for member in given where !properties.contains(where: { $0.name == member.key }) {
      throw InvalidArguments(
        text: "There is no argument '\(member.key)'. The arguments are: "
          + "\(names.joined(separator: ", ")).")
    }
    for name in required where !given.contains(where: { $0.key == name }) {
      throw InvalidArguments(text: "The argument '\(name)' is missing.")
    }
    var (options, positional): ([String], [String]) = ([], [])
    for property in properties {
      let values = try Self.values(of: property, in: arguments[property.name] ?? .null)
      guard let option = property.definition.longName else {
        positional += values
        continue
      }
      let isFlag = property.definition.kind == .flag
      options += values.map { isFlag ? "--\(option)" : "--\(option)=\($0)" }
    }
    return options + ["--"] + positional
  }

  /// The values of the property as words; one for a flag that is set.
  private static func values(
    of property: Property, in value: JSONValue
  ) throws(InvalidArguments) -> [String] {
    func require(_ condition: Bool, _ expected: String) throws(InvalidArguments) {
      if !condition { throw InvalidArguments(text: "'\(property.name)' must be \(expected).") }
    }
    if value == .null { return property.standard.map { ["\($0)"] } ?? [] }
    if property.definition.kind == .flag {
      try require(value == true || value == false, "true or false")
      return value == true ? [""] : []
    }
    if let range = property.range {
      let expected =
        range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      try require(value.wholeNumber.map { range.contains(Int($0)) } ?? false, expected)
    }
    let isList = property.definition.isRepeating || property.isJoined
    let values = isList ? value.array ?? [value] : [value]
    let texts = values.compactMap(\.scalarText)
    try require(texts.count == values.count, isList ? "a list of texts" : "a text")
    return property.isJoined && !texts.isEmpty ? [texts.joined(separator: ",")] : texts
  }

  // MARK: Messages

  /// A message of the command with the names of the arguments in place of those of the options:
  /// `'limit'` for `'--limit <n>'`.
  package func namingArguments(in message: String) -> String {
    let forms = properties.flatMap { property in
      Self.forms(of: property.definition).map { (form: $0.utf8, name: property.name.utf8) }
    }
    var (bytes, rest) = ([UInt8](), message.utf8[...])
    while let byte = rest.first {
      let match = forms.first { form, _ in
        rest.starts(with: form) && rest.dropFirst(form.count).first?.isNameCharacter != true
      }
      if let match {
        bytes += match.name
        rest = rest.dropFirst(match.form.count)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The forms in which messages name an option or argument, the longest first.
  private static func forms(of definition: ArgumentDefinition) -> [String] {
    guard let option = definition.longName else {
      return definition.isRepeating
        ? ["\(definition.label) ...", definition.label] : [definition.label]
    }
    return ["\(definition.label)", "--\(option) <\(definition.valueName)>", "--\(option)"]
  }
}

extension UInt8 {
  /// Whether a name of an option can contain the character.
  fileprivate var isNameCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

extension JSONValue {
  /// The number if it has no fraction: in JSON Schema, `2.0` is an integer, too.
  fileprivate var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let text): Double(text).flatMap { Int64(exactly: $0) }
    default: nil
    }
  }

  /// A text, or a number as it is written: models send `1995` where a text is asked for. Programs
  /// whose numbers are all binary fractions send `2.0` for the id 2.
  fileprivate var scalarText: String? {
    if let wholeNumber { return String(wholeNumber) }
    return switch self {
    case .text(let text), .number(let text): text
    default: nil
    }
  }
}
