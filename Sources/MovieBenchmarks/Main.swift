internal import Glibc

/// Measurements of this project, run by hand:
///
///     swift run -c release MovieBenchmarks load-v1 movies.ndjson v1.db
///     swift run -c release MovieBenchmarks migrate [--bare] v1.db
///
/// The file of `migrate` is changed for good: give it a copy.
@main
enum Main {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch (arguments.first, Array(arguments.dropFirst())) {
    case ("load-v1", let files) where files.count == 2:
      try OldCatalogLoad.run(from: files[0], to: files[1])
    case ("migrate", let files) where files.count == 1:
      try MigrationTimings.runWhole(on: files[0])
    case ("migrate", let words) where words.count == 2 && words[0] == "--bare":
      try MigrationTimings.runBare(on: words[1])
    default:
      print("usage: MovieBenchmarks load-v1 <ndjson> <file> | migrate [--bare] <file>")
      exit(64)
    }
  }
}
