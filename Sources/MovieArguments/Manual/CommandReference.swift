/// The table of commands, in the order in which it is read from top to bottom.
package struct CommandReference: Sendable {
  package let parser: ArgumentParser

  package init(_ parser: ArgumentParser) { self.parser = parser }

  /// Every command that is shown, subcommands behind their group, with the names from the root.
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

  /// The titled groups of options, each option once, with the commands that take it.
  ///
  /// Options of one name that differ, as `--columns` of movies and of actors, are several.
  package var sharedOptions:
    [(title: String, options: [(option: OptionDescription, commands: [String])])]
  {
    let uses = commands.flatMap { names, command in
      command.options.filter { $0.group != nil && !$0.isHidden }
        .map { (option: $0, command: names.dropFirst().joined(separator: " ")) }
    }
    let names = Self.unique(uses.map(\.option.long))
    let options = names.flatMap { name in
      Self.unique(uses.map(\.option).filter { $0.long == name })
    }
    return Self.unique(options.compactMap(\.group)).map { title in
      (
        title,
        options.filter { $0.group == title }.map { option in
          (option, uses.filter { $0.option == option }.map(\.command))
        }
      )
    }
  }

  private static func unique<Value: Equatable>(_ values: [Value]) -> [Value] {
    values.reduce(into: []) { found, value in if !found.contains(value) { found.append(value) } }
  }
}
