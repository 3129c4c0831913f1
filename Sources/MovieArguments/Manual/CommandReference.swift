/// The table of commands as flat lists, in the order of the help.
package struct CommandReference: Sendable {
  package let parser: ArgumentParser

  package init(_ parser: ArgumentParser) { self.parser = parser }

  /// Every visible command, subcommands after their group, with the names from the root.
  package var commands: [(names: [String], command: CommandDescription)] {
    Self.commands(below: parser.root, at: [parser.root.name])
  }

  private static func commands(
    below group: CommandDescription, at names: [String]
  ) -> [(names: [String], command: CommandDescription)] {
    group.subcommands.filter { !$0.isHidden }.flatMap { command in
      let path = names + [command.name]
      return [(path, command)] + commands(below: command, at: path)
    }
  }

  /// An option and the commands that take it, by their names below the root.
  package struct Use: Sendable {
    package let option: OptionDescription
    package let commands: [String]
  }

  /// The titles of the groups of options, without the global options.
  package var groups: [String] {
    Self.unique(commands.flatMap(\.command.options).filter { !$0.isHidden }.compactMap(\.group))
  }

  /// The options of a group, or of no group, each once and sorted together by name.
  ///
  /// Different options with the same name, such as `--columns` of movies and of actors, are listed
  /// separately.
  package func options(of group: String?) -> [Use] {
    let uses = commands.flatMap { names, command in
      command.options.filter { $0.group == group && !$0.isHidden }
        .map { (option: $0, command: names.dropFirst().joined(separator: " ")) }
    }
    let options = Self.unique(uses.map(\.option))
    return Self.unique(options.map(\.long)).flatMap { name in
      options.filter { $0.long == name }.map { option in
        Use(option: option, commands: uses.filter { $0.option == option }.map(\.command))
      }
    }
  }

  private static func unique<Value: Equatable>(_ values: [Value]) -> [Value] {
    values.reduce(into: []) { found, value in if !found.contains(value) { found.append(value) } }
  }
}
