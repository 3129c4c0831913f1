internal import MovieArguments
internal import MovieSamples
internal import MovieStore
internal import MovieSystem

/// `seed`: adds random movies.
struct Seed: Command {
  static let configuration = CommandConfiguration(
    commandName: "seed", abstract: "Add random movies: real ones, then generated ones.",
    examples: [
      Example("movies seed 700 --db demo.db", "Create a demo catalog."),
      Example("movies seed 1000 --seed 42", "Add the same movies on every machine."),
    ], suggestedFor: ["generate", "populate"])
  static let contract = CommandContract(.writes)

  @Argument(
    help: ArgumentHelp("The number of movies to add.", valueName: "count"), range: 0...10_000_000)
  var count: Int
  @OptionGroup var generator: GeneratorSeed
  @Option(
    name: "--favorites",
    help: ArgumentHelp("The percentage of favorites.", valueName: "percent"), range: 0...100)
  var favorites = 10
  @OptionGroup(title: "Write options") var write: DryRunOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    var store = try context.database.openForCreate(isDryRun: write.dryRun)
    let report = try context.ui.reportingProgress("seeding") { reporter in
      try store.seed(count, seed: generator.seed.map(UInt64.init), favoritePercent: favorites) {
        reporter?.update($0, of: count)
      }
    }
    try context.ui.info(
      "\(write.verb("added", "would add")) \(Formatting.pluralized(report.movies, "movie")), "
        + Formatting.pluralized(report.newActors, "new actor") + write.duration(context))
    return .done
  }
}
