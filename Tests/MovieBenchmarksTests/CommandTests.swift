import MovieArguments
import MovieBenchmarks
import TestSupport
import Testing

@Suite(.limited) struct CommandTests {
  private static func options(_ words: [String] = []) throws -> MeasureCommand? {
    guard case .run(let command, _) = try MeasureCommand.parser.parse(words) else { return nil }
    return command as? MeasureCommand
  }

  private static func names(_ options: MeasureCommand, _ movies: Int) -> [String] {
    options.benchmarks(movies: movies).map(\.name)
  }

  @Test("by default, all benchmarks run with three sizes, except a migration of a million movies")
  func defaults() throws {
    let options = try #require(try Self.options())
    #expect(options.sizes == [10_000, 100_000, 1_000_000])
    #expect(Self.names(options, 100_000) == Benchmark.names)
    #expect(Self.names(options, 100_001) == Benchmark.names.filter { $0 != "migrate" })
    #expect(options.runs(movies: 100_000) == 3)
    #expect(options.runs(movies: 100_001) == 1)
    #expect(options.json == nil && options.compare == nil)
  }

  @Test("--sizes are sorted, without duplicates; --only runs its benchmarks in the usual order")
  func sizesAndOnly() throws {
    let words = [
      "--sizes", "1000000,200,200", "--only", "migrate,search broad,list", "--runs", "7",
    ]
    let options = try #require(try Self.options(words))
    #expect(options.sizes == [200, 1_000_000])
    for movies in options.sizes {
      #expect(Self.names(options, movies) == ["list", "search broad", "migrate"])
      #expect(options.runs(movies: movies) == 7)
    }
  }

  @Test(
    "invalid arguments are usage errors",
    arguments: [
      (["--size", "200"], "Unknown option '--size'. Did you mean '--sizes'?"),
      (["--only", "import,serach broad"], "The value 'serach broad' is invalid"),
      (["--only", ""], "The value '' is invalid"),
      (["--sizes", ""], "The value '' is invalid"),
      (["--sizes", "200,"], "The value '' is invalid"),
      (["--sizes", "ten"], "The value 'ten' is invalid"),
      (["--sizes", "300,199"], "'--sizes' needs numbers from 200 to 10000000, not 199."),
      (["--sizes", "10000001"], "not 10000001."),
      (["--sizes", "9223372036854775808"], "The value '9223372036854775808' is invalid"),
      (["--runs", "0"], "The value '0' is invalid"),
      (["--json"], "Missing value for '--json <file>'"),
      (["everything"], "Unexpected argument 'everything'"),
    ])
  func usage(words: [String], message: String) throws {
    let error = try #require(
      #expect(throws: UsageError.self) { try MeasureCommand.parser.parse(words) })
    #expect(error.text.hasPrefix("Error: "))
    #expect(error.text.contains(message))
    #expect(error.text.contains("\nUsage: MovieBenchmarks [--sizes <n,…>]"))
  }
}
