package import MovieArguments

/// The commands and options of the program.
package enum BenchmarkCommands {
  static let sizes = OptionDescription(
    "sizes", value: .text("n,…"), help: "The sizes of the catalogs, in movies.",
    defaultValue: "10000,100000,1000000")
  static let runs = OptionDescription(
    "runs", value: .integer("n", 1...1_000),
    help: "How often to run import, seed, list, export and migrate (default: 3, or 1 above 100000 "
      + "movies).")
  static let only = OptionDescription(
    "only", value: .choices("work,…", BenchmarkWork.all.map(\.name)),
    help: "What to measure (default: everything, except migrations of more than 100000 movies).")
  static let json = OptionDescription(
    "json", value: .path("file"),
    help:
      "Write the results to a file as JSON; '-' writes them to standard output and the table to "
      + "standard error.")
  static let compare = OptionDescription(
    "compare", value: .path("earlier.json"), help: "Compare the results with earlier ones.")

  static let bare = OptionDescription(
    "bare", help: "Run only the statements, without proofs, checks and the log.")
  static let file = ArgumentDescription(
    .path("file"), help: "The database to migrate; it is not backed up.")
  static let source = ArgumentDescription(.path("ndjson"), help: "Movies as NDJSON.")
  static let target = ArgumentDescription(
    .path("file"), help: "The database to create, as an absolute path.")

  static let work = ArgumentDescription(
    .choice("work", BenchmarkWork.all.map(\.name)), help: "What to measure.")
  static let movies = ArgumentDescription(
    .integer("movies", 1...Int64(Int32.max)), help: "The number of movies.")
  static let folder = ArgumentDescription(.path("directory"), help: "The directory of its files.")

  private static let loading = CommandDescription(
    "load-v1", abstract: "Create a catalog with schema v1.",
    arguments: [source, target])
  private static let migrating = CommandDescription(
    "migrate", abstract: "Migrate a database to the newest schema and print the time of each step.",
    arguments: [file], options: [bare])
  /// Commands that the program runs itself, each in a child process.
  private static let generating = CommandDescription(
    "generate", abstract: "Write generated movies as NDJSON.", arguments: [folder, movies],
    isHidden: true)
  private static let sampling = CommandDescription(
    "sample", abstract: "Run one measurement and print its times.",
    arguments: [work, folder, movies], options: [runs], isHidden: true)

  package static let parser = ArgumentParser(
    root: CommandDescription(
      "MovieBenchmarks", abstract: "Measure the library with generated catalogs.",
      options: [sizes, runs, only, json, compare],
      subcommands: [loading, migrating, generating, sampling], isRunnable: true))
}
