package import MovieArguments

/// What the program can be asked for.
package enum BenchmarkCommands {
  static let sizes = OptionDescription(
    "sizes", value: .text("n,…"), help: "How many movies the catalogs have.",
    defaultValue: "10000,100000,1000000")
  static let runs = OptionDescription(
    "runs", value: .integer("n", 1...1_000),
    help: "How often import, seed, list, export and migrate are done: without this, three times, "
      + "and once above 100000 movies.")
  static let only = OptionDescription(
    "only", value: .choices("work,…", BenchmarkWork.all.map(\.name)),
    help: "What to measure: without this, all, but no migration of more than 100000 movies.")
  static let json = OptionDescription(
    "json", value: .path("file"),
    help: "Write the results there as JSON; - is standard output, and the table goes to standard "
      + "error.")
  static let compare = OptionDescription(
    "compare", value: .path("earlier.json"), help: "Tell what became faster or slower since then.")

  static let bare = OptionDescription(
    "bare", help: "Run only the statements: no proof, no check, no log.")
  static let file = ArgumentDescription(
    .path("file"), help: "The database, which is changed for good.")
  static let source = ArgumentDescription(.path("ndjson"), help: "Movies as NDJSON.")
  static let target = ArgumentDescription(
    .path("file"), help: "The database to make, as an absolute path.")

  static let work = ArgumentDescription(
    .choice("work", BenchmarkWork.all.map(\.name)), help: "What to do.")
  static let movies = ArgumentDescription(
    .integer("movies", 1...Int64(Int32.max)), help: "How many there are.")
  static let folder = ArgumentDescription(.path("folder"), help: "Where its files are.")

  private static let loading = CommandDescription(
    "load-v1", abstract: "Make a catalog of the first schema version.",
    arguments: [source, target])
  private static let migrating = CommandDescription(
    "migrate", abstract: "Migrate a file to the newest version and tell what each step took.",
    arguments: [file], options: [bare])
  /// What the program asks of itself, in a process of its own.
  private static let generating = CommandDescription(
    "generate", abstract: "Write films as NDJSON.", arguments: [folder, movies], isHidden: true)
  private static let sampling = CommandDescription(
    "sample", abstract: "Do a piece of work and tell what it took.",
    arguments: [work, folder, movies], options: [runs], isHidden: true)

  package static let parser = ArgumentParser(
    root: CommandDescription(
      "MovieBenchmarks", abstract: "Measures the library on catalogs that it generates.",
      options: [sizes, runs, only, json, compare],
      subcommands: [loading, migrating, generating, sampling], isRunnable: true))
}
