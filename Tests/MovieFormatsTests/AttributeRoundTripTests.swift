import FormatsTestSupport
import MovieFormats
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Attributes that are written and read again.
@Suite("Round trips of attributes", .limited) struct AttributeRoundTripTests {
  /// The columns of an export, with the keys in random order.
  private static func columns(
    of movies: [MovieDraft], seed: UInt64
  ) -> [InterchangeColumn] {
    var random = RandomSource(seed: seed)
    let keys = Set(movies.flatMap(\.attributes.keys)).sorted()
    return InterchangeColumn.standard
      + keys.map(InterchangeColumn.attribute).shuffled(using: &random)
  }

  @Test(
    "JSON preserves the type and the bytes of each value",
    arguments: 0..<4 as Range<UInt64>, [InterchangeFormat.json, .ndjson])
  func json(seed: UInt64, format: InterchangeFormat) throws {
    let movies = try hostileMoviesWithAttributes(seed: seed)
    #expect(movies.contains { $0.attributes.keys.count > 2 })
    let bytes = try written(movies, format)
    #expect(try FormatsTestSupport.movies(bytes, format) == movies)
  }

  @Test(
    "CSV and TSV preserve values, and texts of other keys that are numbers become numbers",
    arguments: 0..<4 as Range<UInt64>, [InterchangeFormat.csv, .tsv])
  func rows(seed: UInt64, format: InterchangeFormat) throws {
    let movies = try hostileMoviesWithAttributes(seed: seed)
    let columns = Self.columns(of: movies, seed: seed)
    let expected = try movies.map { movie in
      var movie = movie
      for key in movie.attributes.keys where !AttributeKey.known.contains(key) {
        let values = try movie.attributes[key].map { try AttributeValue("\($0)", for: key) }
        try movie.attributes.set(key, to: values)
      }
      return movie
    }
    let bytes = try written(movies, format, columns: columns)
    let read = try FormatsTestSupport.movies(bytes, format, keeping: .all)
    #expect(read == expected)
    #expect(
      try written(read, format, columns: columns)
        == written(expected, format, columns: columns))
    #expect(
      try FormatsTestSupport.movies(
        written(read, format, columns: columns), format, keeping: .all) == read)
  }

  @Test("A row with a negative zero is exported, imported and exported with the same bytes")
  func negativeZero() throws {
    let columns: [InterchangeColumn] = [.title, .attribute(try AttributeKey("x"))]
    for cell in ["-0", "-0.0", "-0.0e0"] {
      for format in [InterchangeFormat.csv, .tsv] {
        let separator = format == .csv ? "," : "\t"
        let row = Array("title\(separator)x\nT\(separator)\(cell)\n".utf8)
        let imported = try FormatsTestSupport.movies(row, format, keeping: .all)
        let bytes = try written(imported, format, columns: columns)
        let read = try FormatsTestSupport.movies(bytes, format, keeping: .all)
        #expect(read == imported, "\(cell)")
        #expect(try written(read, format, columns: columns) == bytes, "\(cell)")
      }
    }
  }

  @Test("A movie without attributes has no key 'attributes'")
  func none() throws {
    let draft = try MovieDraft(title: "T").validated()
    #expect(
      try String(decoding: written([draft], .ndjson), as: UTF8.self)
        == #"{"title": "T", "cast": [], "favorite": false}"# + "\n")
  }

  @Test(
    "Exact output",
    arguments: [
      (
        .ndjson,
        #"{"title": "T", "cast": ["A"], "favorite": true, "attributes": "#
          + #"{"year": 1995, "tag": ["a;b"], "x": [1.5, "\""]}}"# + "\n"
      ),
      (.csv, "x,title,tag,cast,note,year\n\"1.5;\"\"\",T,a\\;b,A,,1995\n"),
      (.tsv, "x\ttitle\ttag\tcast\tnote\tyear\n1.5;\"\tT\ta\\\\;b\tA\t\t1995\n"),
    ] as [(InterchangeFormat, String)])
  func bytes(_ format: InterchangeFormat, _ text: String) throws {
    var draft = try draft("T", ["A"], favorite: true)
    let x = try AttributeKey("x")
    draft.attributes = try MovieAttributes([
      .year: [.integer(1995)], .tag: [.text("a;b")], x: [.real(1.5), .text("\"")],
    ])
    let columns: [InterchangeColumn] = [
      .attribute(x), .title, .attribute(.tag), .cast, .attribute(.note), .attribute(.year),
    ]
    #expect(String(decoding: try written([draft], format, columns: columns), as: UTF8.self) == text)
  }
}
