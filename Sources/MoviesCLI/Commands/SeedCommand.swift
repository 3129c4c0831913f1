internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `seed`.
enum SeedCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    let count = command.integer(Command.seedCount) ?? 0
    let seed = command.integer(Options.dataSeed).map(UInt64.init)
    let percent = Int(command.integer(Options.percent) ?? 10)
    var store = try session.storeForAddition()
    let report = try session.reportingProgress("seeding") { reporter in
      try store.seed(Int(count), seed: seed, favoritePercent: percent) {
        reporter?.update($0, of: count)
      }
    }
    try session.say(
      "\(session.outcome("added", "would add", report.movies, "movie")), "
        + "\(Formatting.pluralized(report.newActors, "new actor"))\(session.duration)")
    return .done
  }
}
