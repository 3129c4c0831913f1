import MovieArguments
import MovieBenchmarks
import TestSupport
import Testing

@Suite(.limited) struct OptionTests {
  private static func options(_ words: String...) throws -> BenchmarkOptions {
    guard case .run(let command) = try BenchmarkCommands.parser.parse(words) else {
      throw UsageError("not a command: \(words)")
    }
    return try BenchmarkOptions(command)
  }

  @Test("without options, everything is measured on three sizes but a migration of a million")
  func defaults() throws {
    let options = try Self.options()
    #expect(options.sizes == [10_000, 100_000, 1_000_000])
    let all = BenchmarkWork.all.map(\.name)
    #expect(options.work(movies: 100_000).map(\.name) == all)
    #expect(options.work(movies: 100_001).map(\.name) == all.filter { $0 != "migrate" })
    #expect(options.runs(movies: 100_000) == 3)
    #expect(options.runs(movies: 100_001) == 1)
    #expect(options.json == nil && options.earlier == nil)
  }

  @Test("sizes come in order and once each")
  func sizes() throws {
    #expect(try Self.options("--sizes", "5000,200,5000,300").sizes == [200, 300, 5_000])
  }

  @Test("the work asked for is done in its own order, whatever the size")
  func only() throws {
    let options = try Self.options("--only", "migrate,search broad,list", "--runs", "7")
    let names = ["list", "search broad", "migrate"]
    #expect(options.work(movies: 200).map(\.name) == names)
    #expect(options.work(movies: 1_000_000).map(\.name) == names)
    #expect(options.runs(movies: 200) == 7)
    #expect(options.runs(movies: 1_000_000) == 7)
  }

  @Test("each name of work is its own, and can be asked for")
  func names() throws {
    let names = BenchmarkWork.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(try Self.options("--only", name).work(movies: 200).map(\.name) == [name])
    }
  }

  @Test(
    "what cannot be meant is a usage error with the usage",
    arguments: [
      (["--size", "200"], "Unknown option '--size'. Did you mean '--sizes'?"),
      (["--only", "import,serach broad"], "The value 'serach broad' is invalid"),
      (["--only", ""], "The value '' is invalid"),
      (["--sizes", ""], "The value '' is invalid"),
      (["--sizes", "200,"], "The value '' is invalid"),
      (["--sizes", "ten"], "The value 'ten' is invalid"),
      (["--sizes", "199"], "Please provide whole numbers from 200 to 10000000"),
      (["--sizes", "10000001"], "The value '10000001' is invalid"),
      (["--sizes", "9223372036854775808"], "The value '9223372036854775808' is invalid"),
      (["--runs", "0"], "The value '0' is invalid"),
      (["--json"], "Missing value for '--json <file>'"),
      (["everything"], "Unexpected argument 'everything'"),
    ])
  func usage(words: [String], message: String) throws {
    let error = #expect(throws: UsageError.self) {
      guard case .run(let command) = try BenchmarkCommands.parser.parse(words) else { return }
      _ = try BenchmarkOptions(command)
    }
    let failure = BenchmarkFailure(try #require(error))
    #expect(failure.status == 64)
    #expect(failure.text.hasPrefix("Error: "))
    #expect(failure.text.contains(message))
    #expect(failure.text.contains("\nUsage: MovieBenchmarks [--sizes <n,…>]"))
  }
}
