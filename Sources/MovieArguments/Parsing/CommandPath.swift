/// A command with the names that lead to it from the root.
package final class CommandPath {
  package let names: [String]
  package let type: any ParsableCommand.Type
  package private(set) lazy var configuration = type.configuration
  /// The command and its declarations. Created on demand: parsing needs only the requested command.
  private lazy var declared = DeclarationCollector.collect(in: ownGroup) {
    type.init() as any ParsableCommand
  }
  package private(set) lazy var arguments = definitions.filter(\.isPositional)

  package init(root: any ParsableCommand.Type) {
    type = root
    names = [root.configuration.commandName]
  }

  private init(_ type: any ParsableCommand.Type, below parent: CommandPath) {
    self.type = type
    names = parent.names + [type.configuration.commandName]
  }

  /// The path to a subcommand, by its name or an alias.
  package func descend(to name: String) -> CommandPath? {
    configuration.subcommands.first { $0.configuration.names.contains(name) }
      .map { CommandPath($0, below: self) }
  }

  /// The path along names of subcommands, and the names after the last known one.
  func descend(along names: [String]) -> (path: CommandPath, rest: ArraySlice<String>) {
    var (path, rest) = (self, names[...])
    while let name = rest.first, let next = path.descend(to: name) {
      (path, rest) = (next, rest.dropFirst())
    }
    return (path, rest)
  }

  /// The paths to the subcommands, in the order of the help.
  package var subcommands: [CommandPath] {
    configuration.subcommands.map { CommandPath($0, below: self) }
  }
  var shownSubcommands: [CommandPath] { subcommands.filter(\.configuration.shouldDisplay) }

  package var command: any ParsableCommand { declared.value }
  /// In the order of their declaration.
  package var definitions: [ArgumentDefinition] { declared.definitions }
  package var options: [ArgumentDefinition] { definitions.filter { !$0.isPositional } }
  var shownOptions: [ArgumentDefinition] { options.filter { !$0.isHidden } }
  /// The options that the help shows, and the built-in ones.
  package var suggestedOptions: [ArgumentDefinition] { shownOptions + [.version, .help] }

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

  /// Validates the option groups, then the command.
  func validate() throws(UsageError) {
    for part in declared.groups + [command] {
      do { try part.validate() } catch { throw error as? UsageError ?? UsageError("\(error)") }
    }
  }

  // MARK: Usage

  /// `movies list`.
  package var line: String { names.joined(separator: " ") }

  /// The command with its arguments and options. More than 12 are abbreviated.
  package var synopsis: String {
    let arguments = arguments.map(\.synopsis)
    let options = shownOptions.map(\.synopsis)
    let isLong = options.count + arguments.count > 12
    let abbreviated = ["[<options>]"] + arguments
    let name = isRoot ? "<subcommand>" : "[<subcommand>]"
    let subcommand = configuration.subcommands.isEmpty ? [] : [name]
    return ([line] + (isLong ? abbreviated : options + arguments) + subcommand)
      .joined(separator: " ")
  }

  /// The lines below the message of a usage error.
  package var usage: String {
    "Usage: \(synopsis)\n  See '\(line) --help' for more information."
  }
}
