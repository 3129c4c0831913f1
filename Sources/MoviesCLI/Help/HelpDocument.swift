internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// The declarations of commands as JSON, from which a program can build command lines.
struct HelpDocument {
  /// Increases if a member is removed or changes its meaning.
  static let version = 1

  private let commands: [CommandPath]

  /// A command and those below it; of the root, all commands.
  init(of path: CommandPath) {
    commands =
      [path] + [path.descend(to: Help.configuration.commandName)].compactMap(\.self)
      + path.descendants
  }

  /// The options that every command has.
  fileprivate static var globalOptions: [ArgumentDefinition] {
    CommandPath(root: Movies.self).suggestedOptions
  }

  /// What a value of a type is. Values are words of the command line.
  private static let types: KeyValuePairs = [
    "actor": "An id or a name, as in 'movies help formats'.",
    "assignment": "<key>=<value>: an attribute and its value.",
    "boolean": "A flag, without a value.",
    "catalog": "A database file; where the help says so, also another source.",
    "command": "The name of a command or a topic.",
    "date": "A date such as 2026-11-28, a part of one such as 2026-11, or a word such as 'friday'.",
    "enum": "One of 'choices', and nothing else.",
    "file": "A file that exists, or '-' for standard input if the help says so.",
    "integer": "A whole number from 'minimum' to 'maximum'.",
    "key": "The key of an attribute, such as 'year', or one of your own.",
    "list": "Values separated by commas. 'choices' are the usual ones.",
    "movie": "An id or a title, as in 'movies help formats'.",
    "newFile": "A file that is created.",
    "query": "Terms, as in 'movies help query'.",
    "string": "A text. 'choices' are the usual ones; the help says what else is accepted.",
    "year": "A year of four digits.",
  ]

  var text: [UInt8] {
    JSONBuilder.line { json in
      json.add("schemaVersion", Self.version)
      json.add("program", Movies.configuration.commandName)
      json.add("version", Release.version)
      json.array("commands", commands) { json, command in
        json.object { $0.addMembers(of: command) }
      }
      json.array("globalOptions", Self.globalOptions) { json, option in
        json.object { $0.addMembers(of: option, effect: nil) }
      }
      json.array("types", Self.types) { json, type in
        json.object {
          $0.add("type", type.key)
          $0.add("meaning", type.value)
        }
      }
      json.array("effects", CommandContract.Effect.allCases) { json, effect in
        json.object {
          $0.add("effect", effect.rawValue)
          $0.add("meaning", effect.meaning)
        }
      }
      json.array("exitStatuses", ExitStatus.allCases) { json, status in
        json.object {
          $0.array("codes", status.codes) { $0.add($1) }
          $0.add("meaning", status.meaning)
        }
      }
      json.array("environment", HelpTopic.environment.sections.flatMap(\.rows)) { json, row in
        json.object {
          $0.array("names", row.label.split(separator: ", ")) { $0.add(String($1)) }
          $0.add("meaning", row.text)
        }
      }
      json.array("topics", CommandLineTool.parser.topics) { json, topic in
        json.object {
          $0.add("name", topic.name)
          $0.add("abstract", topic.abstract)
        }
      }
    }.indentedJSON
  }

  static let schema: JSONSchema = {
    let effect = JSONSchema.values(of: CommandContract.Effect.self)
    let value = JSONSchema.object(
      ["type": .string, "required": .boolean, "repeatable": .boolean, "help": .string],
      optional: ["choices": .array(.string), "minimum": .integer, "maximum": .integer])
    let argument = JSONSchema.object(["valueName": .string]).adding(value)
    let option = JSONSchema.definition(
      "option",
      JSONSchema.object(["names": .array(.string), "group": .string]).adding(value)
        .adding(
          [:],
          optional: [
            "valueName": .string, "default": .string, "impliedValue": .string,
            "environment": .string, "effect": effect,
          ]))
    let command = JSONSchema.object([
      "path": .array(.string), "aliases": .array(.string), "abstract": .string,
      "discussion": .string, "usage": .string,
      "examples": .array(.object(["command": .string, "description": .string])),
      "effect": effect, "requiresSelection": .boolean, "output": .string.orNull,
      "exitStatuses": .array(.integer),
      "arguments": .array(argument), "options": .array(option),
    ])
    return .object([
      "schemaVersion": .integer, "program": .string, "version": .string,
      "commands": .array(command), "globalOptions": .array(option),
      "types": .array(.object(["type": .string, "meaning": .string])),
      "effects": .array(.object(["effect": effect, "meaning": .string])),
      "exitStatuses": .array(.object(["codes": .array(.integer), "meaning": .string])),
      "environment": .array(.object(["names": .array(.string), "meaning": .string])),
      "topics": .array(.object(["name": .string, "abstract": .string])),
    ])
  }()
}

extension JSONBuilder {
  fileprivate mutating func addMembers(of command: CommandPath) {
    let configuration = command.configuration
    let contract = command.contract
    let name = command.names.dropFirst().joined(separator: " ")
    array("path", command.names.dropFirst()) { $0.add($1) }
    array("aliases", configuration.aliases) { $0.add($1) }
    add("abstract", configuration.abstract)
    add("discussion", configuration.discussion)
    add("usage", command.synopsis)
    array("examples", configuration.examples) { json, example in
      json.object {
        $0.add("command", example.label)
        $0.add("description", example.text)
      }
    }
    add("effect", contract?.effect.rawValue)
    add("requiresSelection", contract?.requiresSelection == true)
    add("output", contract?.output == nil ? nil : name)
    array("exitStatuses", contract?.statuses.flatMap(\.codes) ?? []) { $0.add($1) }
    array("arguments", command.arguments) { json, argument in
      json.object {
        $0.add("valueName", argument.valueName)
        $0.addValueMembers(of: argument)
      }
    }
    let globalNames = HelpDocument.globalOptions.map(\.longName)
    let options = command.suggestedOptions.filter { !globalNames.contains($0.longName) }
    array("options", options) { json, option in
      let effect = contract?.optionEffects.first { $0.key == option.longName }?.value
      json.object { $0.addMembers(of: option, effect: effect) }
    }
  }

  /// - Parameter effect: The effect of the command with the option, if it is another one.
  fileprivate mutating func addMembers(
    of option: ArgumentDefinition, effect: CommandContract.Effect?
  ) {
    array("names", option.names) { $0.add("\($1)") }
    add("group", option.group)
    addValueMembers(of: option)
    let values = [
      ("valueName", option.kind == .flag ? nil : option.valueName),
      ("default", option.defaultValue), ("impliedValue", option.impliedValue),
      ("environment", option.help.environment), ("effect", effect?.rawValue),
    ]
    for case (let key, let value?) in values { add(key, value) }
  }

  /// What options and arguments have in common. A limit that a number does not have is left out.
  private mutating func addValueMembers(of definition: ArgumentDefinition) {
    add("type", definition.typeName)
    add("required", !definition.isOptional)
    add("repeatable", definition.isRepeating)
    add("help", definition.help.abstract)
    if !definition.choices.isEmpty { array("choices", definition.choices) { $0.add($1) } }
    guard let range = definition.range ?? definition.valueType?.numberRange else { return }
    if range.lowerBound > .min { add("minimum", range.lowerBound) }
    if range.upperBound < .max { add("maximum", range.upperBound) }
  }
}

extension ArgumentDefinition {
  /// The type of the value; `boolean` for a flag.
  fileprivate var typeName: String {
    switch completion {
    case .file: return "file"
    case .catalog: return "catalog"
    case .newFile: return "newFile"
    case .commandNames: return "command"
    case .custom(let kind as CatalogCompletion): return kind.typeName
    case .custom, .default, .commaSeparatedList: return valueType?.typeName ?? "boolean"
    }
  }
}

extension CatalogCompletion {
  fileprivate var typeName: String {
    switch self {
    case .movie: "movie"
    case .actor, .cast: "actor"
    case .term: "query"
    case .assignment: "assignment"
    case .presentAttribute, .grouping: "key"
    case .day: "date"
    case .name, .title, .tag: "string"
    }
  }
}
