import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct ImportBatchReaderTests {
  /// Reads NDJSON and returns the number of movies and the size of each batch.
  private static func sizes(_ lines: [String]) throws -> [(movies: Int, bytes: Int)] {
    let text = lines.joined(separator: "\n")
    var reader = InterchangeReader(
      source: ByteSource(bytes: Array(text.utf8)), fileName: "movies",
      ReadingOptions(format: .ndjson))
    var names = NameNumbers()
    var sizes: [(movies: Int, bytes: Int)] = []
    while let batch = try reader.nextBatch(numbering: &names) {
      #expect(batch.invalidRecord == nil)
      sizes.append((batch.records.movies.count, batch.records.byteCount))
    }
    return sizes
  }

  @Test("A batch is full when its names reach the limit of bytes")
  func longNames() throws {
    let lines = (0..<12).map { movie in
      let cast = (0..<30).map { #""\#(movie)-\#($0)-\#(String(repeating: "x", count: 9_000))""# }
      return #"{"title": "T\#(movie)", "cast": [\#(cast.joined(separator: ","))]}"#
    }
    let sizes = try Self.sizes(lines)
    #expect(sizes.map(\.movies).reduce(0, +) == 12)
    #expect(sizes.allSatisfy { $0.bytes < 2 * 30 * 9_100 + MovieBatch.byteLimit })
    #expect(sizes.count > 3)
  }

  @Test("A batch is full when its credits reach their limit")
  func manyCredits() throws {
    let cast = (0..<2_000).map { #""A\#($0)""# }.joined(separator: ",")
    let sizes = try Self.sizes((0..<30).map { #"{"title": "T\#($0)", "cast": [\#(cast)]}"# })
    #expect(sizes.map(\.movies).reduce(0, +) == 30)
    #expect(sizes.allSatisfy { $0.movies <= 9 })
  }

  @Test("A batch has at most 512 movies")
  func manyMovies() throws {
    let sizes = try Self.sizes((0..<2_000).map { #"{"title": "T\#($0)"}"# })
    #expect(sizes.map(\.movies) == [512, 512, 512, 464])
  }
}
