import MoviesCLI

extension Command {
  /// Every command with the names that lead to it, subcommands too.
  static let paths: [(names: [String], command: Command)] = all.flatMap { command in
    let name = command.description.name
    return [([name], command)] + command.subcommands.map { ([name, $0.description.name], $0) }
  }
}
