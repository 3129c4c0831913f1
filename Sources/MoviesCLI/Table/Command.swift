package import MovieArguments

/// A command: how it is called, and what it does.
package struct Command: Sendable {
  typealias Body = @Sendable (inout Session) throws -> ExitStatus

  package let description: CommandDescription
  let run: Body

  init(_ description: CommandDescription, run: @escaping Body) {
    self.description = description
    self.run = run
  }

  /// Every command, in the order of the help.
  package static let all = [
    add, list, search, show, actors, edit, favorite, delete, stats, seed, `import`, export, migrate,
    path,
  ]

  /// From here come parsing, help and completions.
  package static let parser = ArgumentParser(
    root: CommandDescription(
      "movies",
      abstract: "A movie catalog: films, their casts, and the way from one to the other.",
      subcommands: all.map(\.description),
      examples: [
        ("movies add --random", "Add a real film."),
        ("movies search godfather", "Find a film."),
        ("movies show 1 --depth 2", "Drill down: a movie, its actors, their movies."),
      ]),
    globalOptions: Options.global, topics: [.environment, .exitCodes, .formats])

  static func named(_ name: String?) -> Command? { all.first { $0.description.name == name } }
}
