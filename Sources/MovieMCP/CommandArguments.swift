package import MovieArguments
package import MovieStore

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

  /// Arguments that are not those of the schema.
  package struct InvalidArguments: Error {
    /// A sentence with the correction.
    package let text: String
  }

  private struct Property {
    let name: String
    let definition: ArgumentDefinition
    let range: ClosedRange<Int>?
    let standard: Int?
  }

  private let properties: [Property]
  private let required: [String]

  /// - Parameters:
  ///   - names: The names of the properties: those of options, without dashes at the start and with
  ///     underscores instead of the others, and those of positional arguments, in the plural if they
  ///     repeat.
  ///   - required: The names of those that a call must have.
  ///   - bounds: Bounds by name.
  package init(
    _ names: [String], of definitions: [ArgumentDefinition], required: [String] = [],
    bounds: [String: Bounds] = [:]
  ) {
    properties = names.compactMap { name in
      definitions.first { Self.name(of: $0) == name }.map {
        Property(
          name: name, definition: $0, range: bounds[name]?.range ?? $0.range,
          standard: bounds[name]?.standard)
      }
    }
    self.required = required
  }

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
    let help: JSONValue = ["description": .text(property.definition.help.abstract)]
    if property.definition.kind == .flag { return help.with(["type": "boolean"]) }
    if property.definition.isRepeating {
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
      let names = properties.map(\.name).joined(separator: ", ")
      throw InvalidArguments(
        text: "There is no argument '\(member.key)'. The arguments are: \(names).")
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
      try require(value.integer.map { range.contains(Int($0)) } ?? false, expected)
    }
    let isList = property.definition.isRepeating
    let values = isList ? value.array ?? [value] : [value]
    let texts = values.compactMap(\.scalarText)
    try require(texts.count == values.count, isList ? "a list of texts" : "a text")
    return texts
  }
}

extension JSONValue {
  /// A text, or a number as it is written: models send `1995` where a text is asked for.
  fileprivate var scalarText: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .integer(let value): String(value)
    default: nil
    }
  }
}
