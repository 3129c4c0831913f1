internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `import`.
enum ImportCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let options = MovieStore.ImportOptions(
      format: command.text(Options.importFormat).flatMap(InterchangeFormat.init(rawValue:)),
      skipsExisting: command.has(Options.skipExisting),
      skipsInvalid: command.text(Options.onError) == "skip",
      countsDuplicates: !session.isQuiet && !command.has(Options.skipExisting))
    let sources = try sources(of: session)
    var store = try session.storeForAddition()
    let report = try session.reportingProgress("importing") { [session] reporter in
      try session.deferringOutput {
        try store.importMovies(
          from: sources, options,
          onInvalid: { error in
            reporter?.clear()
            try session.complain("\(error)")
          },
          progress: { reporter?.update($0) })
      }
    }
    if !report.ignoredKeys.isEmpty {
      try session.say("ignored fields: \(report.ignoredKeys.joined(separator: ", "))")
    }
    for name in report.emptySources {
      let subject = name == standardInput ? name : "'\(name)'"
      try session.say("\(subject) contains no records")
    }
    try session.say(summary(of: report, session))
    if report.duplicates > 0 {
      try session.say(
        "duplicates of movies in the catalog: \(Formatting.grouped(report.duplicates)) "
          + "(same title and cast); pass '--skip-existing' to skip them")
    }
    return report.invalid > 0 ? .badInput : .done
  }

  private static let standardInput = "standard input"

  private static func summary(
    of report: MovieStore.ImportReport, _ session: Session
  ) -> String {
    let skipped =
      "; \(Formatting.pluralized(report.skipped, "record")) skipped: already in the catalog"
    let invalid = "; \(Formatting.pluralized(report.invalid, "record")) skipped: invalid"
    let imported = session.outcome("imported", "would import", report.movies, "movie")
    let actors = Formatting.pluralized(report.newActors, "new actor")
    return "\(imported), \(actors)\(session.duration)"
      + (report.skipped > 0 ? skipped : "") + (report.invalid > 0 ? invalid : "")
  }

  /// The files, each known to be readable before the database is opened.
  private static func sources(of session: Session) throws -> [MovieStore.ImportSource] {
    if session.command.arguments.filter({ $0 == "-" }).count > 1 {
      throw session.misuse("Standard input can be read only once. Use a single '-'.")
    }
    return try session.command.arguments.map { path in
      if path == "-" {
        return MovieStore.ImportSource(name: standardInput, session.streams.input)
      }
      do {
        return try MovieStore.ImportSource(path: path)
      } catch {
        throw CommandError.missingFile("\(error). Check the path.")
      }
    }
  }
}
