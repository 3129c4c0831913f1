import MovieStore
import TestSupport
import Testing

/// Attributes that are written and read again.
@Suite("Round trips of attributes", .limited) struct AttributeRoundTripTests {
  static func movies(seed: UInt64) throws -> [MovieDraft] {
    var random = RandomSource(seed: seed)
    return try hostileMovies(seed: seed, count: 15).map { movie in
      var movie = movie
      movie.attributes = try generatedAttributes(&random)
      return movie
    }
  }

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
    let movies = try Self.movies(seed: seed)
    #expect(movies.contains { $0.attributes.keys.count > 2 })
    let bytes = try written(movies, format)
    #expect(try MovieStoreTests.movies(bytes, format) == movies)
  }

  @Test(
    "CSV and TSV preserve values, and texts of other keys that are numbers become numbers",
    arguments: 0..<4 as Range<UInt64>, [InterchangeFormat.csv, .tsv])
  func rows(seed: UInt64, format: InterchangeFormat) throws {
    let movies = try Self.movies(seed: seed)
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
    let read = try MovieStoreTests.movies(bytes, format, keeping: .all)
    #expect(read == expected)
    #expect(
      try written(read, format, columns: columns)
        == written(expected, format, columns: columns))
    #expect(
      try MovieStoreTests.movies(
        written(read, format, columns: columns), format, keeping: .all) == read)
  }

  @Test("A row with a negative zero is exported, imported and exported with the same bytes")
  func negativeZero() throws {
    let columns: [InterchangeColumn] = [.title, .attribute(try AttributeKey("x"))]
    for cell in ["-0", "-0.0", "-0.0e0"] {
      for format in [InterchangeFormat.csv, .tsv] {
        let separator = format == .csv ? "," : "\t"
        let row = Array("title\(separator)x\nT\(separator)\(cell)\n".utf8)
        let imported = try MovieStoreTests.movies(row, format, keeping: .all)
        let bytes = try written(imported, format, columns: columns)
        let read = try MovieStoreTests.movies(bytes, format, keeping: .all)
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

/// Attributes of any kind: known and other keys, hostile texts, integers and real numbers.
func generatedAttributes(_ random: inout RandomSource) throws -> MovieAttributes {
  let keys =
    try AttributeKey.known
    + [
      "x", "imdb_id", "attributes_2", "x_", "x__y", "x_y", "tag_", "year_", "title_", "id__",
    ].map(AttributeKey.init)
  var attributes = MovieAttributes()
  for _ in 0..<Int.random(in: 0...12, using: &random) {
    let number = Int64(bitPattern: random.next())
    let value: AttributeValue =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .integer(number)
      case 1: .integer(number % 200 + 1_900)
      case 2: .real(Double(bitPattern: random.next()))
      case 3: .real(Double(number % 100) / 10)
      case 4: .text("\(number % 100)")
      case 5: .text("202\(number.magnitude % 10)-1\(number.magnitude % 3)-2\(number.magnitude % 9)")
      default: .text(random.text(upTo: 12))
      }
    // Values that the key does not allow are left out.
    try? attributes.add(value, to: keys.randomElement(using: &random) ?? .tag)
  }
  return attributes
}
