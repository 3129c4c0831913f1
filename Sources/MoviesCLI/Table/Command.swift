package import MovieArguments

/// A command: how it is called, and what it does.
package struct Command: Sendable {
  typealias Body = @Sendable (inout Session) throws -> ExitStatus

  package let description: CommandDescription
  package let subcommands: [Command]
  let run: Body

  /// - Parameter subcommands: those that the description names.
  init(
    _ description: CommandDescription, subcommands: [Command] = [], run: @escaping Body
  ) {
    self.description = description
    self.subcommands = subcommands
    self.run = run
  }

  /// Every command, in the order of the help.
  package static let all = [
    add, list, search, show, actors, edit, favorite, delete, stats, browse, seed, `import`, export,
    migrate,
    doctor, backup, restore, path,
  ]
  /// Those that no help shows.
  private static let hidden = [complete]

  /// From here come parsing, help and completions.
  package static let parser = ArgumentParser(
    root: CommandDescription(
      "movies",
      abstract: "A movie catalog: films, their casts, and the way from one to the other.",
      options: [.completionScript, Options.manual],
      subcommands: (all + hidden).map(\.description) + [help],
      examples: [
        ("movies add --random", "Add a real film."),
        ("movies search godfather", "Find a film."),
        ("movies show 1 --depth 2", "Drill down: a movie, its actors, their movies."),
      ], synonyms: synonyms),
    globalOptions: Options.global, topics: [.environment, .exitCodes, .formats])

  /// The command that the names lead to, such as `["migrate", "status"]`.
  static func at(_ path: [String]) -> Command? {
    var found: Command?
    for name in path {
      found = (found?.subcommands ?? all + hidden).first { $0.description.name == name }
      if found == nil { return nil }
    }
    return found
  }
}
