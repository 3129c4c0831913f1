import MovieArguments
import MoviesCLI

/// The declared commands of the program.
enum CommandTree {
  static let parser = CommandLineTool.parser

  static var root: CommandPath { CommandPath(root: parser.root) }

  /// The names of every visible command below the root, such as `["migrate", "status"]`.
  static let names = root.descendants.map { Array($0.names.dropFirst()) }

  static func command(_ names: [String]) -> CommandPath {
    root.descendants.first { $0.names.dropFirst().elementsEqual(names) } ?? root
  }

  static func options(of names: [String]) -> [ArgumentDefinition] { command(names).options }

  /// The long names of the options of all commands.
  static let longNames = Set(names.flatMap { options(of: $0).compactMap(\.longName) })

  /// A value that the option or argument accepts; `nil` for a flag.
  static func value(for definition: ArgumentDefinition) -> String? {
    guard let type = definition.valueType else { return nil }
    if let choice = definition.choices.first { return choice }
    switch definition.valueName {
    case "old=new": return "Al Pacino=A. P."
    case "field=column": return "title=Name"
    case "highest": return "5"
    case "c": return ","
    case "zone": return "UTC"
    case "year": return "2026"
    case "date": return "2026-01-05"
    case "service": return "letterboxd"
    case "movie": return "4"
    case "actor": return "7"
    case "format:file": return "github"
    case "time": return "5s"
    case "size": return "2GB"
    case "file" where definition.isPositional: return "-"
    default:
      return type.acceptsDashed("-1") ? "\(max(1, definition.range?.lowerBound ?? 1))" : "heat"
    }
  }

  /// Values for the required arguments of a command.
  static func arguments(of names: [String]) -> [String] {
    command(names).arguments.filter { !$0.isOptional }.compactMap(value)
  }
}
