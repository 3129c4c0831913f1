/// Validates JSON with a JSON Schema (draft 2020-12) that has only the keywords below.
package struct SchemaValidator {
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  private let root: JSON
  /// Whether objects must have the members that their schema requires.
  package var requiresMembers = true

  /// - Throws: ``Problem`` for a schema that this validator does not understand.
  package init(_ document: JSON) throws {
    root = document
    guard document["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema" else {
      throw Problem(description: "no draft 2020-12")
    }
    try requireKnown(document)
  }

  /// Throws the first problem of a value.
  package func validate(_ value: JSON) throws { try validate(value, root, at: "$") }

  /// Throws the first problem of an element of the array that the schema describes.
  package func validate(element: JSON) throws {
    guard let items = root["items"] ?? root["anyOf"]?.elements.compactMap({ $0["items"] }).first
    else { throw Problem(description: "the schema is not that of an array") }
    // Several kinds of records.
    let alternatives = root["anyOf"]?.elements.compactMap { $0["items"] } ?? [items]
    try require(element, oneOf: alternatives, at: "$")
  }

  // MARK: Schemas

  private static let types = [
    "null", "boolean", "integer", "number", "string", "array", "object",
  ]

  private func requireKnown(_ schema: JSON) throws {
    for (keyword, value) in schema.members {
      switch keyword {
      case "$schema", "title": break
      case "const", "enum": break
      case "type":
        let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
        for name in names where !Self.types.contains(name) {
          throw Problem(description: "unknown type \(name)")
        }
        if names.isEmpty { throw Problem(description: "no type") }
      case "items": try requireKnown(value)
      case "anyOf": for schema in value.elements { try requireKnown(schema) }
      case "properties", "$defs":
        for schema in value.members.values { try requireKnown(schema) }
      case "required":
        for key in value.elements.compactMap(\.string) where schema["properties"]?[key] == nil {
          throw Problem(description: "'\(key)' is required, but no property")
        }
      case "additionalProperties": if value != .boolean(false) { try requireKnown(value) }
      case "$ref": _ = try definition(value)
      default: throw Problem(description: "unknown keyword \(keyword)")
      }
    }
    if schema.members.isEmpty { throw Problem(description: "a schema that allows everything") }
  }

  private func definition(_ reference: JSON) throws -> JSON {
    guard let path = reference.string, path.hasPrefix("#/$defs/"),
      let definition = root["$defs"]?[String(path.dropFirst(8))]
    else { throw Problem(description: "\(reference) refers to nothing") }
    return definition
  }

  // MARK: Values

  private func validate(_ value: JSON, _ schema: JSON, at path: String) throws {
    for (keyword, argument) in schema.members {
      switch keyword {
      case "$ref": try validate(value, definition(argument), at: path)
      case "const": try require(value == argument, "is not \(argument)", value, path)
      case "enum":
        try require(argument.elements.contains(value), "is not in the list", value, path)
      case "type":
        let names = argument.string.map { [$0] } ?? argument.elements.compactMap(\.string)
        try require(names.contains { Self.hasType(value, $0) }, "is not \(names)", value, path)
      case "anyOf": try require(value, oneOf: argument.elements, at: path)
      case "items":
        for (index, element) in value.elements.enumerated() {
          try validate(element, argument, at: "\(path)[\(index)]")
        }
      case "required" where requiresMembers:
        for key in argument.elements.compactMap(\.string) {
          try require(value[key] != nil, "has no member '\(key)'", value, path)
        }
      case "properties":
        for (key, member) in value.members {
          if let schema = argument[key] { try validate(member, schema, at: "\(path).\(key)") }
        }
      case "additionalProperties":
        for (key, member) in value.members where schema["properties"]?[key] == nil {
          try require(argument != .boolean(false), "has the member '\(key)'", value, path)
          try validate(member, argument, at: "\(path).\(key)")
        }
      default: break
      }
    }
  }

  /// With a single problem of the alternatives, this is reported.
  private func require(_ value: JSON, oneOf alternatives: [JSON], at path: String) throws {
    var problems: [String] = []
    for schema in alternatives {
      do { return try validate(value, schema, at: path) } catch { problems.append("\(error)") }
    }
    throw Problem(description: problems.joined(separator: "; or "))
  }

  private func require(
    _ condition: Bool, _ problem: String, _ value: JSON, _ path: String
  ) throws {
    if !condition { throw Problem(description: "\(path) \(problem): \("\(value)".prefix(200))") }
  }

  private static func hasType(_ value: JSON, _ name: String) -> Bool {
    switch value {
    case .null: name == "null"
    case .boolean: name == "boolean"
    case .number(let number):
      name == "number" || name == "integer" && number == number.rounded()
    case .string: name == "string"
    case .array: name == "array"
    case .object: name == "object"
    }
  }
}
