import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct FilmReaderTests {
  /// Batches of films read from NDJSON, each with the bytes that its arrays hold.
  private static func sizes(_ lines: [String]) -> [(films: Int, bytes: Int)] {
    let text = lines.joined(separator: "\n")
    var reader = ImportBatchReader(
      ByteSource(bytes: Array(text.utf8)), name: "films", format: .ndjson, keepsDrafts: false,
      mostNames: 10_000)
    var sizes: [(films: Int, bytes: Int)] = []
    while let batch = reader.next() {
      #expect(batch.failure == nil && batch.badRecords.isEmpty)
      sizes.append((batch.films.count, batch.text.count + batch.newNames.bytes.count))
    }
    return sizes
  }

  @Test("a batch is bounded by its names as well, but for the last movie of it")
  func longNames() {
    let lines = (0..<40).map { film in
      let cast = (0..<30).map { #""\#(film)-\#($0)-\#(String(repeating: "x", count: 9_000))""# }
      return #"{"title": "T\#(film)", "cast": [\#(cast.joined(separator: ","))]}"#
    }
    let sizes = Self.sizes(lines)
    #expect(sizes.map(\.films).reduce(0, +) == 40)
    #expect(sizes.allSatisfy { $0.bytes < 2 * 30 * 9_100 + MovieBatch.mostBytes })
    #expect(sizes.count > 10)
  }

  @Test("a batch is bounded by its credits, of names that are known")
  func manyCredits() {
    let cast = (0..<2_000).map { #""A\#($0)""# }.joined(separator: ",")
    let sizes = Self.sizes((0..<100).map { #"{"title": "T\#($0)", "cast": [\#(cast)]}"# })
    #expect(sizes.map(\.films).reduce(0, +) == 100)
    #expect(sizes.allSatisfy { $0.films <= 9 })
  }

  @Test("small films fill a batch by their number")
  func manyFilms() {
    let sizes = Self.sizes((0..<2_000).map { #"{"title": "T\#($0)"}"# })
    #expect(sizes.map(\.films) == [512, 512, 512, 464])
  }
}
