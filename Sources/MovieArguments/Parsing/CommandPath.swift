/// A command with the names that lead to it from the root.
package final class CommandPath {
  package let names: [String]
  let type: any ParsableCommand.Type
  package private(set) lazy var configuration = type.configuration
  /// The command, and the definitions of its properties in the order of their declaration. Created on
  /// demand: parsing needs only the requested command.
  private lazy var declared = DefinitionCollector.collect(in: ownGroup) {
    type.init() as any ParsableCommand
  }

  package init(root: any ParsableCommand.Type) {
    type = root
    names = [root.configuration.commandName]
  }

  private init(_ type: any ParsableCommand.Type, below parent: CommandPath) {
    self.type = type
    names = parent.names + [type.configuration.commandName]
  }

  /// The path to a subcommand, by its name or an alias.
  func descend(to name: String) -> CommandPath? {
    configuration.subcommands.first { $0.configuration.names.contains(name) }
      .map { CommandPath($0, below: self) }
  }

  /// The paths to the subcommands, in the order of the help.
  var subcommands: [CommandPath] { configuration.subcommands.map { CommandPath($0, below: self) } }
  var shownSubcommands: [CommandPath] { subcommands.filter(\.configuration.shouldDisplay) }

  package var command: any ParsableCommand { declared.value }
  package var definitions: [ArgumentDefinition] { declared.definitions }
  package var arguments: [ArgumentDefinition] { definitions.filter(\.isPositional) }
  package var options: [ArgumentDefinition] { definitions.filter { !$0.isPositional } }

  var isRoot: Bool { names.count == 1 }

  /// The title of the command's own options in the help.
  var ownGroup: String { configuration.commandName + " options" }

  /// The visible commands below this one, subcommands after their group.
  package var descendants: [CommandPath] {
    shownSubcommands.flatMap { [$0] + $0.descendants }
  }

  func option(named name: OptionName) -> ArgumentDefinition? {
    definitions.first { $0.names.contains(name) }
  }

  // MARK: Usage

  /// `movies list`.
  var line: String { names.joined(separator: " ") }

  /// The command with its arguments and options. More than 12 are abbreviated.
  var synopsis: String {
    let arguments = arguments.map(\.synopsis)
    let options = options.filter { !$0.isHidden }.map(\.synopsis)
    let isLong = options.count + arguments.count > 12
    let abbreviated =
      arguments.isEmpty || arguments.count > 12 ? ["<options>"] : ["[<options>]"] + arguments
    let subcommand = configuration.subcommands.isEmpty ? [] : ["<subcommand>"]
    return ([line] + (isLong ? abbreviated : options + arguments) + subcommand)
      .joined(separator: " ")
  }

  package var usage: Usage {
    Usage(synopsis: synopsis, hint: "See '\(line) --help' for more information.")
  }
}
