internal import MovieSystem

/// The schema of a JSON value, in the part of JSON Schema that the output of commands needs.
///
/// A schema is declared beside the function that writes the value.
indirect enum JSONSchema: Sendable {
  /// A value of a type, such as `string`.
  case type(String)
  /// One of these strings.
  case values([String])
  case array(JSONSchema)
  /// An object with these members, and no others.
  case members([Member])
  /// An object with any keys.
  case dictionary(JSONSchema)
  case anyOf([JSONSchema])
  /// A schema with a name, which a document contains once, in `$defs`.
  case definition(String, JSONSchema)
  /// The definition around this schema that has the name.
  case reference(String)

  struct Member: Sendable {
    let key: String
    let schema: JSONSchema
    var isRequired = true
  }

  static let string = type("string")
  static let integer = type("integer")
  static let number = type("number")
  static let boolean = type("boolean")
  static let null = type("null")

  /// An object.
  ///
  /// - Parameters:
  ///   - members: The members that every object has, in their order.
  ///   - optional: The members that only some objects have.
  static func object(
    _ members: KeyValuePairs<String, JSONSchema>,
    optional: KeyValuePairs<String, JSONSchema> = [:]
  ) -> JSONSchema {
    JSONSchema.members([]).adding(members, optional: optional)
  }

  /// All values of a type.
  static func values<Value: RawRepresentable<String> & CaseIterable>(
    of type: Value.Type
  ) -> JSONSchema {
    values(type.allCases.map(\.rawValue))
  }

  /// The array that `--json` prints. Its elements are the lines of NDJSON.
  static func records<Record: OutputRecord>(_ type: Record.Type) -> JSONSchema {
    array(type.schema)
  }

  /// The schema, or null.
  var orNull: JSONSchema { .anyOf([self, .null]) }

  /// The object with the members of another one behind its own.
  func adding(_ other: JSONSchema) -> JSONSchema {
    guard case .members(let own) = self, case .members(let others) = other else { return self }
    return .members(own + others)
  }

  /// The object with further members.
  func adding(
    _ members: KeyValuePairs<String, JSONSchema>,
    optional: KeyValuePairs<String, JSONSchema> = [:]
  ) -> JSONSchema {
    guard case .members(let own) = self else { return self }
    return .members(
      own + members.map { Member(key: $0, schema: $1) }
        + optional.map { Member(key: $0, schema: $1, isRequired: false) })
  }
}

// MARK: - Documents

extension JSONSchema {
  /// Returns the schema as a document of draft 2020-12, in lines.
  func document(title: String) -> [UInt8] {
    JSONBuilder.line { json in
      json.add("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.add("title", title)
      addKeywords(to: &json)
      var definitions: [Member] = []
      addDefinitions(to: &definitions)
      if definitions.isEmpty { return }
      json.object("$defs") { json in
        for definition in definitions {
          json.object(definition.key) { definition.schema.addKeywords(to: &$0) }
        }
      }
    }.indentedJSON
  }

  private func addKeywords(to json: inout JSONBuilder) {
    switch self {
    case .type(let name): json.add("type", name)
    case .values(let values) where values.count == 1: json.add("const", values[0])
    case .values(let values): json.array("enum", values) { $0.add($1) }
    case .array(let element):
      json.add("type", "array")
      json.object("items") { element.addKeywords(to: &$0) }
    case .members(let members):
      json.add("type", "object")
      json.object("properties") { json in
        for member in members { json.object(member.key) { member.schema.addKeywords(to: &$0) } }
      }
      json.array("required", members.filter(\.isRequired)) { $0.add($1.key) }
      json.add("additionalProperties", false)
    case .dictionary(let value):
      json.add("type", "object")
      json.object("additionalProperties") { value.addKeywords(to: &$0) }
    case .anyOf(let schemas):
      let types = schemas.compactMap { if case .type(let name) = $0 { name } else { nil } }
      if types.count == schemas.count {
        json.array("type", types) { $0.add($1) }
      } else {
        json.array("anyOf", schemas) { json, schema in
          json.object { schema.addKeywords(to: &$0) }
        }
      }
    case .definition(let name, _), .reference(let name): json.add("$ref", "#/$defs/\(name)")
    }
  }

  /// Adds the definitions within the schema that are not among them yet.
  private func addDefinitions(to definitions: inout [Member]) {
    switch self {
    case .type, .values, .reference: break
    case .array(let schema), .dictionary(let schema): schema.addDefinitions(to: &definitions)
    case .members(let members):
      for member in members { member.schema.addDefinitions(to: &definitions) }
    case .anyOf(let schemas): for schema in schemas { schema.addDefinitions(to: &definitions) }
    case .definition(let name, let schema):
      if definitions.contains(where: { $0.key == name }) { return }
      definitions.append(Member(key: name, schema: schema))
      schema.addDefinitions(to: &definitions)
    }
  }
}
