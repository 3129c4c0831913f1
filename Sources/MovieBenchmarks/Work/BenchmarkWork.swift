internal import MovieStore
internal import MovieSystem

/// A piece of work that is measured.
///
/// Where a shell command would open the catalog, opening it is part of the work: a sample is what a
/// person waits for, but for the start of the process.
package struct BenchmarkWork: Sendable {
  package let name: String
  /// Whether it is long enough to be measured by a few runs.
  let isLarge: Bool
  let needs: BenchmarkFiles.Kind?
  /// It is done on larger catalogs only where it is asked for by name.
  let mostMovies: Int
  /// The text whose hits are told beside the times.
  let searchText: String?
  private let prepare: Body<Void>
  private let run: Body<Int>
  private let expected: @Sendable (_ movies: Int) -> ClosedRange<Int>
  /// The samples of work that measures itself.
  private var ownSamples: OwnSamples?

  typealias OwnSamples = @Sendable (BenchmarkFiles) throws -> [Double]
  typealias Body<Result> = @Sendable (BenchmarkFiles, _ sample: Int) throws -> Result

  /// - Parameters:
  ///   - expected: how many rows the work may answer: what does something else is not measured.
  ///   - prepare: makes what the work changes; it is not measured. Samples count from 0.
  ///   - run: the work; answers the number of its rows.
  init(
    _ name: String, isLarge: Bool = false, needs: BenchmarkFiles.Kind?, mostMovies: Int = .max,
    searchText: String? = nil,
    expected: @escaping @Sendable (_ movies: Int) -> ClosedRange<Int>,
    prepare: @escaping Body<Void> = { _, _ in }, run: @escaping Body<Int>
  ) {
    self.name = name
    self.isLarge = isLarge
    self.needs = needs
    self.mostMovies = mostMovies
    self.searchText = searchText
    self.expected = expected
    self.prepare = prepare
    self.run = run
  }

  /// Work on a catalog that is opened once, and then does so much that each piece is a sample.
  init(_ name: String, samples: @escaping OwnSamples) {
    self.init(name, needs: .catalog, expected: { _ in 0...0 }) { _, _ in 0 }
    ownSamples = samples
  }

  /// All of it, in the order that it is done in.
  package static let all =
    [importing, seeding] + reading + searching + walking + browsing + changing + [
      exporting, migrating,
    ]

  /// Seconds that each sample took.
  ///
  /// - Parameter isEnough: whether no more samples are wanted, after those so far.
  /// - Throws: `BenchmarkError.unexpectedAnswer`, and what the work throws.
  func samples(
    on files: BenchmarkFiles, until isEnough: (_ samples: [Double]) -> Bool
  ) throws -> [Double] {
    if let ownSamples { return try ownSamples(files) }
    var samples: [Double] = []
    while !isEnough(samples) { samples.append(try seconds(on: files, sample: samples.count)) }
    return samples
  }

  /// Seconds that the work took once.
  ///
  /// - Throws: `BenchmarkError.unexpectedAnswer`, and what the work throws.
  private func seconds(on files: BenchmarkFiles, sample: Int) throws -> Double {
    try prepare(files, sample)
    let stopwatch = Stopwatch()
    let rows = try run(files, sample)
    let seconds = stopwatch.seconds
    guard expected(files.movies).contains(rows) else {
      throw BenchmarkError.unexpectedAnswer(work: name, rows: rows)
    }
    return seconds
  }

  /// How many movies the text of a search finds.
  func hits(in files: BenchmarkFiles) throws -> Int? {
    guard let searchText else { return nil }
    let store = try files.store()
    return try store.movieCount(MovieQuery(search: searchText))
  }
}
