internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// Confirmation questions, and the command that adds a deleted movie again.
extension Session {
  /// Whether the user wants the movies deleted.
  ///
  /// - Throws: A usage error when not run interactively.
  func confirms(deletionOf movies: ShownMovies) throws -> Bool {
    let count = Formatting.pluralized(movies.count, "movie")
    guard let answers = answers() else {
      throw misuse("Deleting \(count) requires confirmation. Pass '--yes'.")
    }
    for movie in movies.first {
      let line = "\(movie.id.rawValue) \(movie.movie.title)\(movie.briefCast)"
      try ask("  \(shown(line, on: streams.error))\n")
    }
    let rest = movies.count - movies.first.count
    if rest > 0 { try ask("  and \(Formatting.pluralized(rest, "more movie"))\n") }
    return try isAnsweredYes("Delete \(count)?", by: answers)
  }

  /// Whether the user confirms, or passed `--yes`.
  ///
  /// - Parameter complaint: The usage error when not run interactively.
  func confirms(_ question: String, orElse complaint: String) throws -> Bool {
    if command.has(Options.yes) { return true }
    guard let answers = answers() else { throw misuse(complaint) }
    return try isAnsweredYes(question, by: answers)
  }

  private func isAnsweredYes(_ question: String, by answers: ByteSource) throws -> Bool {
    try ask("\(shown(question, on: streams.error)) [y/N] ")
    let answer = try answers.nextLine() ?? ""
    return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
  }

  private func ask(_ text: String) throws {
    try streams.error.write(text)
    try streams.error.flush()
  }

  /// Prints the command that adds a deleted movie again.
  func sayHowToAdd(_ movie: MovieWithCast) throws {
    let location = try location
    var words = ["movies", "add", ShellQuoting.quoted(movie.movie.title)]
    if location.reason == .option { words += ["--db", ShellQuoting.quoted(location.path)] }
    for actor in movie.cast { words += Self.option("--actor", ShellQuoting.quoted(actor.name)) }
    if movie.movie.isFavorite { words.append("--favorite") }
    if movie.movie.title.hasPrefix("-") { words = Self.withTerminator(words) }
    try say("to add it again: \(words.joined(separator: " "))")
  }

  /// A value that looks like an option is tied to its own.
  private static func option(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") || value.hasPrefix("'-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// A title that looks like an option goes last, behind `--`.
  private static func withTerminator(_ words: [String]) -> [String] {
    Array(words[..<2]) + words[3...] + ["--", words[2]]
  }
}
