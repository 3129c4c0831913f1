import Foundation
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// The report and the progress of an import of many records.
@Suite(.limited, .temporaryDirectory) struct ImportReportTests {
  /// Lines of which some are invalid.
  private struct Lines {
    var text = ""
    var titles: [String] = []
    /// The numbers of the invalid lines.
    var invalid: [Int] = []

    init(_ count: Int, seed: UInt64) {
      var random = RandomSource(seed: seed)
      for line in 1...count {
        if Int.random(in: 0..<150, using: &random) == 0 {
          text += ["{\"title\": 7}\n", "x\n", "{\"title\": \"\"}\n"][line % 3]
          invalid.append(line)
        } else {
          titles.append("Movie \(line)")
          text += "{\"title\": \"Movie \(line)\", \"cast\": [\"A\(line % 50)\"]}\n"
        }
      }
    }

    var source: ImportSource {
      .init(name: "movies", ByteSource(bytes: Array(text.utf8), chunkLength: 5_000))
    }
  }

  @Test("Reports invalid records in order with their lines and imports the rest")
  func invalidRecords() throws {
    for seed in 1...UInt64(Tier.amount(1, full: 2)) {
      let lines = Lines(900, seed: seed)
      var store = try Catalog()
      var reported: [Int] = []
      let report = try store.importMovies(
        from: [lines.source, lines.source], ImportOptions(skipsInvalid: true),
        onInvalid: {
          #expect($0.file == "movies")
          reported.append($0.line)
        })
      #expect(reported == lines.invalid + lines.invalid)
      #expect(report[.invalid] == reported.count && reported.count > 4)
      #expect(report[.new] == 2 * lines.titles.count)
      #expect(try store.titles(order: .added) == lines.titles + lines.titles)
    }
  }

  @Test("Progress increases with each call and ends with all records and bytes of all sources")
  func progress() throws {
    let lines = Lines(2_000, seed: 4)
    var calls: [OperationProgress] = []
    var store = try Catalog()
    try store.importMovies(
      from: [lines.source, lines.source], ImportOptions(skipsInvalid: true),
      progress: { calls.append($0) })
    #expect(calls.count > 8 && calls.count < 20)
    let fractions = calls.compactMap(\.fraction)
    #expect(fractions.count == calls.count && fractions == fractions.sorted())
    #expect(calls.map(\.completed) == calls.map(\.completed).sorted())
    #expect(calls.last == OperationProgress("import", 4_000, fraction: 1))
  }

  @Test("Skipped records count as progress")
  func progressOfSkipping() throws {
    let lines = Lines(600, seed: 5)
    var store = try Catalog()
    let options = ImportOptions(records: .new, skipsInvalid: true)
    try store.importMovies(from: [lines.source], options)
    var last = 0
    let report = try store.importMovies(
      from: [lines.source], options, progress: { last = $0.completed })
    #expect(report[.leftOut] == lines.titles.count && report[.new] == 0)
    #expect(last == 600)
  }

  @Test("Counts fields that are not kept, in the order of sources and lines")
  func ignoredFields() throws {
    func source(_ name: String, _ first: Int) -> ImportSource {
      let lines = (first..<first + 1_500).map { line in
        let key = line % 500 == 499 ? ", \"\(name)\(line / 500)\": 1" : ""
        return "{\"title\": \"A\"\(key)}\n"
      }
      return .init(name: name, ByteSource(bytes: Array(lines.joined().utf8)))
    }
    var store = try Catalog()
    let report = try store.importMovies(
      from: [source("b", 0), source("a", 0), source("b", 500)])
    #expect(
      report.ignoredFields.map { "\($0.name) \($0.count)" }
        == ["b0 1", "b1 2", "b2 2", "a0 1", "a1 1", "a2 1", "b3 1"])
  }

  @Test("Skipping existing movies also skips repeats within one import")
  func repeated() throws {
    var store = try Catalog()
    let text = #"{"title": "A", "cast": ["X", "Y"]}"# + "\n"
    let source = ImportSource(
      name: "movies", ByteSource(bytes: Array((text + text + text).utf8)))
    let report = try store.importMovies(
      from: [source, source], ImportOptions(records: .new))
    #expect(report[.new] == 1 && report[.leftOut] == 5)
    #expect(try store.movieCount() == 1)
  }
}
