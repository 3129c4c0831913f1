internal import MovieStore

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

  /// All of it, in the order that it is done in.
  package static let all =
    [importing, seeding] + reading + searching + browsing + walking + changing
    + [exporting, migrating]

  /// Seconds that the work took once.
  ///
  /// - Throws: `BenchmarkError.unexpectedAnswer`, and what the work throws.
  func seconds(on files: BenchmarkFiles, sample: Int) throws -> Double {
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
    var store = try files.store()
    return try store.movieCount(MovieQuery(text: SearchText(searchText)))
  }
}
