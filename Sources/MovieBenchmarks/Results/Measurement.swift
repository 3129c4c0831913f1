/// What a piece of work took on a catalog of one size.
package struct Measurement: Equatable, Sendable {
  package let work: String
  package let movies: Int
  /// Seconds that the middle sample took; of two in the middle the slower, for it was measured and
  /// their mean was not.
  package let median: Double
  /// Seconds that the quickest sample took.
  package let minimum: Double
  package let samples: Int
  /// The most memory that the process of the work held at once.
  package let peakMiB: Int
  /// Movies that a search finds, beyond its limit, too.
  package let hits: Int?

  package init(work: String, movies: Int, report: SampleReport) {
    let seconds = report.seconds.sorted()
    self.work = work
    self.movies = movies
    median = seconds[seconds.count / 2]
    minimum = seconds[0]
    samples = seconds.count
    peakMiB = report.peakMiB
    hits = report.hits
  }
}
