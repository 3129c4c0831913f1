import Foundation
import MovieFormats
import MovieInterchange
import MovieSamples
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// The progress of imports, exports and seeding.
@Suite(.limited, .temporaryDirectory) struct TransferProgressTests {
  /// Expects that no value decreases, that the total is constant, and that reports are not sent for each
  /// record.
  private static func expectIncreasing(
    _ reports: [OperationProgress], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (one, next) in zip(reports, reports.dropFirst()) {
      #expect(
        one.completed <= next.completed && one.fraction ?? 0 <= next.fraction ?? 0,
        sourceLocation: sourceLocation)
      #expect(one.phase == next.phase && one.total == nil, sourceLocation: sourceLocation)
    }
    let records = reports.last?.completed ?? 0
    #expect(reports.count <= 1 + records / 200, sourceLocation: sourceLocation)
    #expect(reports.count >= 1 + records / 1_100, sourceLocation: sourceLocation)
  }

  @Test("An export and an import of any catalog report all records and bytes")
  func generated() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = RandomSource(seed: seed)
      let count = [0, 1, 511, Int.random(in: 512...1_200, using: &random)][Int(seed) - 1]
      var store = try Catalog()
      var reports: [OperationProgress] = []
      try store.seed(count, seed: seed) { reports.append($0) }
      Self.expectIncreasing(reports)
      #expect(reports.last == OperationProgress("seed", count))

      let format = try #require(InterchangeFormat.allCases.randomElement(using: &random))
      let file = TemporaryDirectory.path("\(seed).\(format.rawValue)")
      reports = []
      try store.exportMovies(to: file, as: format) { reports.append($0) }
      Self.expectIncreasing(reports)
      #expect(reports.last == OperationProgress("export", count))

      var copy = try Catalog()
      reports = []
      let report = try copy.importMovies(from: [file], progress: { reports.append($0) })
      Self.expectIncreasing(reports)
      #expect(report[.new] == count)
      #expect(reports.last == OperationProgress("import", count, fraction: 1))
    }
  }

  @Test("Skipped and invalid records count, but are not reported one by one")
  func skipped() throws {
    let file = TemporaryDirectory.path("source.ndjson")
    let lines = (0..<1_500).map { $0 % 3 == 0 ? "{\"title\": \"Movie\"}\n" : "bad\n" }
    try Files.write(Array(lines.joined().utf8), to: file)
    var store = try Catalog()
    var (reports, invalid): ([OperationProgress], Int) = ([], 0)
    try store.importMovies(
      from: [file], ImportOptions(records: .new, skipsInvalid: true),
      onInvalid: { _ in invalid += 1 }, progress: { reports.append($0) })
    Self.expectIncreasing(reports)
    #expect(invalid == 1_000)
    #expect(reports.last == OperationProgress("import", 1_500, fraction: 1))
  }

  @Test("The progress of a pipe increases although its records are read twice, and has no total")
  func pipe() throws {
    let fifo = TemporaryDirectory.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let text = (0..<1_300).map { "{\"title\": \"Movie \($0)\"}\n" }.joined()
    BackgroundThread.run {
      let writer = open(fifo, O_WRONLY | O_CLOEXEC)
      defer { close(writer) }
      do { try Descriptor.write(Array(text.utf8), to: writer) } catch { Issue.record(error) }
    }
    var store = try Catalog()
    var reports: [OperationProgress] = []
    try store.importMovies(from: [fifo], progress: { reports.append($0) })
    Self.expectIncreasing(reports)
    #expect(reports.last == OperationProgress("import", 1_300))
  }

  @Test("An error of the last report rolls everything back")
  func lastReport() throws {
    struct Stop: Error {}
    let file = TemporaryDirectory.path("movies.csv")
    var store = try Catalog()
    try store.seed(10)
    try store.exportMovies(to: file, as: .csv)
    #expect(throws: Stop.self) { try store.seed(5) { _ in throw Stop() } }
    #expect(throws: Stop.self) {
      try store.importMovies(from: [file], progress: { _ in throw Stop() })
    }
    #expect(throws: Stop.self) {
      try store.exportMovies(to: file + "2", as: .csv) { _ in throw Stop() }
    }
    #expect(try store.movieCount() == 10)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.csv"])
  }
}
