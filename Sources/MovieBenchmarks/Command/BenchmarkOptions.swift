package import MovieArguments

/// What is to be measured, and where the results go.
package struct BenchmarkOptions: Sendable {
  /// Movies of each catalog, from the smallest, none twice.
  package let sizes: [Int]
  /// How often large work is done; `nil` for what its size suggests.
  private let runs: Int?
  /// The names of the work that was asked for; `nil` for all that a size allows.
  private let names: [String]?
  /// A path, or "-" for standard output.
  package let json: String?
  /// The path of earlier results.
  package let earlier: String?

  package init(_ command: ParsedCommand) throws(UsageError) {
    let given = command.has(BenchmarkCommands.sizes)
    sizes = given ? try Self.sizes(of: command) : [10_000, 100_000, 1_000_000]
    runs = command.integer(BenchmarkCommands.runs).map(Int.init)
    names =
      command.has(BenchmarkCommands.only) ? command.texts(BenchmarkCommands.only) : nil
    json = command.text(BenchmarkCommands.json)
    earlier = command.text(BenchmarkCommands.compare)
  }

  /// How often large work is done on so many movies.
  package func runs(movies: Int) -> Int { runs ?? (movies <= 100_000 ? 3 : 1) }

  /// The work to measure on so many movies, in the order that it is done in.
  package func work(movies: Int) -> [BenchmarkWork] {
    BenchmarkWork.all.filter { work in
      names.map { $0.contains(work.name) } ?? (movies <= work.mostMovies)
    }
  }

  private static func sizes(of command: ParsedCommand) throws(UsageError) -> [Int] {
    var sizes: Set<Int> = []
    let text = command.text(BenchmarkCommands.sizes) ?? ""
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let size = ValueKind.integer(from: String(part)), sizeRange.contains(Int(size)) else {
        throw UsageError.invalidValue(
          String(part), for: BenchmarkCommands.sizes,
          advice: ". Please provide whole numbers from \(sizeRange.lowerBound) to "
            + "\(sizeRange.upperBound), separated by commas."
        ).located(at: command.usage)
      }
      sizes.insert(Int(size))
    }
    return sizes.sorted()
  }

  /// In fewer movies, not every search finds what it should.
  static let sizeRange = 200...10_000_000
}
