package import MovieArguments

/// A command: its description and its implementation.
package struct Command: Sendable {
  typealias Body = @Sendable (inout Session) throws -> ExitStatus

  package let description: CommandDescription
  package let subcommands: [Command]
  let run: Body

  /// - Parameter subcommands: The subcommands of the description.
  init(
    _ description: CommandDescription, subcommands: [Command] = [], run: @escaping Body
  ) {
    self.description = description
    self.subcommands = subcommands
    self.run = run
  }

  /// Every visible command, in the order of the help.
  package static let all = [
    add, list, search, show, actors, edit, favorite, delete, stats, browse, seed, `import`, export,
    migrate, doctor, backup, restore, path,
  ]
  /// Commands that are not shown in the help.
  private static let hidden = [complete]

  /// The parser, which also provides help and completions.
  package static let parser = ArgumentParser(
    root: CommandDescription(
      "movies",
      abstract: "A movie catalog for the command line.",
      options: [.completionScript, Options.manual],
      subcommands: (all + hidden).map(\.description) + [help],
      examples: [
        ("movies add --random", "Add a random real movie."),
        ("movies search godfather", "Search movies by title."),
        ("movies show 1 --depth 2", "Show a movie, its actors and their movies."),
      ], synonyms: synonyms),
    globalOptions: Options.global, topics: [.environment, .exitCodes, .formats, .keys])

  /// Returns the command with this path, such as `["migrate", "status"]`.
  static func at(_ path: [String]) -> Command? {
    var found: Command?
    for name in path {
      found = (found?.subcommands ?? all + hidden).first { $0.description.name == name }
      if found == nil { return nil }
    }
    return found
  }
}
