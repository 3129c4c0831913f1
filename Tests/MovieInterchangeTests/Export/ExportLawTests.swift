import MovieFormats
import MovieInterchange
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// What an export has, and an import of it.
@Suite(.limited, .temporaryDirectory) struct ExportLawTests {
  private static func exported(
    _ store: borrowing Catalog, _ format: InterchangeFormat, _ query: Listing = all,
    columns: [InterchangeColumn]? = nil, named name: String = "movies"
  ) throws -> (bytes: [UInt8], report: Catalog.ExportReport) {
    let file = TemporaryDirectory.path(name)
    let report = try store.exportMovies(
      query, to: file, as: format, columns: columns, replacing: true)
    return (try Files.bytes(file), report)
  }

  private static let all = Listing(order: .added)

  private static func catalog(seed: UInt64) throws -> Catalog {
    var store = try Catalog()
    for movie in try hostileMoviesWithAttributes(seed: seed) { try store.add(movie) }
    return store
  }

  @Test(
    "The export of an imported export has the same bytes",
    arguments: 0..<3 as Range<UInt64>, InterchangeFormat.allCases)
  func law(seed: UInt64, format: InterchangeFormat) throws {
    let store = try Self.catalog(seed: seed)
    let (bytes, report) = try Self.exported(store, format)
    #expect(report.omittedFields.isEmpty)
    var copy = try Catalog()
    let imported = try copy.importMovies(from: [TemporaryDirectory.path("movies")])
    #expect(imported[.new] == report.movies && imported.ignoredFields.isEmpty)
    #expect(try Self.exported(copy, format, named: "copy").bytes == bytes)
    if report.numericTexts == 0 {
      let all = try (Self.exported(store, .json), Self.exported(copy, .json))
      #expect(all.0.bytes == all.1.bytes)
    }
  }

  @Test("An export has the columns of its movies: known keys, then the others")
  func columns() throws {
    var store = try Catalog()
    let (x, a) = (try AttributeKey("x"), try AttributeKey("a"))
    var movie = try draft("T", [])
    movie.attributes = try MovieAttributes([
      x: [.text("v")], a: [.integer(1)], .note: [.text("n")], .year: [.integer(1999)],
    ])
    try store.add(movie)
    try store.add("U")
    func header(_ query: Listing) throws -> String {
      let bytes = try Self.exported(store, .csv, query).bytes
      return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }
    #expect(try header(Listing()) == "title,favorite,cast,year,note,a,x")
    #expect(try header(Listing([.title("T")])) == "title,favorite,cast,year,note,a,x")
    #expect(try header(Listing([.title("U")])) == "title,favorite,cast")
    #expect(try header(Listing(limit: 1, offset: 1)) == "title,favorite,cast")
    #expect(try header(Listing(limit: 0)) == "title,favorite,cast")
  }

  @Test("An export counts what its columns leave out")
  func losses() throws {
    var store = try Catalog()
    for index in 0..<3 {
      var movie = try draft("T\(index)", index == 0 ? [] : ["A"], favorite: index == 0)
      movie.attributes = try MovieAttributes([.rating: [.integer(7)]])
      try store.add(movie)
    }
    let report = try Self.exported(store, .csv, columns: [.title]).report
    #expect(report.movies == 3)
    #expect(
      report.omittedFields.map { "\($0.name) \($0.count)" }.sorted()
        == ["cast 2", "favorite 1", "rating 3"])
    #expect(try Self.exported(store, .json, columns: [.title]).report.omittedFields.isEmpty)
  }

  @Test("Rejects an export without columns, or with a column twice")
  func invalidColumns() throws {
    let store = try Catalog()
    let lists: [([InterchangeColumn], String)] = [
      ([], "the export has no columns"),
      ([.title, .cast, .title], "the export has the column 'title' twice"),
      ([.attribute(.year), .attribute(.year)], "the export has the column 'year' twice"),
    ]
    for (columns, sentence) in lists {
      expectInvalid(sentence, .argument) {
        _ = try Self.exported(store, .csv, columns: columns)
      }
    }
  }

  @Test(
    "Only a text that is printed as a number becomes one", arguments: [InterchangeFormat.csv, .tsv])
  func numbers(format: InterchangeFormat) throws {
    let x = try AttributeKey("x")
    let texts = ["0.10", "1e5", "007", "-0", "+1", "1.", "12345678901234567890", "1.50", "170"]
    var store = try Catalog()
    var movie = try draft("T", [])
    movie.attributes = try MovieAttributes([x: texts.map(AttributeValue.text)])
    try store.add(movie)
    #expect(try Self.exported(store, format).report.numericTexts == 1)
    var copy = try Catalog()
    try copy.importMovies(from: [TemporaryDirectory.path("movies")])
    let read = try copy.movies()[0].attributes[x]
    #expect(read == texts.dropLast().map(AttributeValue.text) + [.integer(170)])
  }

  @Test("A catalog with more than 512 keys can be imported again")
  func manyKeys() throws {
    var store = try Catalog()
    var movie = try draft("T", [])
    let keys = try (0..<530).map { try AttributeKey("k\($0)") }
    movie.attributes = try MovieAttributes(
      Dictionary(uniqueKeysWithValues: keys.map { ($0, [.integer(1)]) }))
    try store.add(movie)
    let bytes = try Self.exported(store, .csv).bytes
    var copy = try Catalog()
    try copy.importMovies(from: [TemporaryDirectory.path("movies")])
    #expect(try Self.exported(copy, .csv, named: "copy").bytes == bytes)
  }

  @Test("A header that begins as that of an export keeps every column; another one does not")
  func header() throws {
    func kept(_ header: String) throws -> [String] {
      let file = TemporaryDirectory.path("in.csv")
      try Files.write(Array((header + "\nT,false,,v,w\n").utf8), to: file)
      var store = try Catalog()
      try store.importMovies(
        from: [file], ImportOptions(reading: ReadingOptions(ignoring: ["w"])))
      return try store.attributeKeys().map(\.name)
    }
    #expect(try kept("title,favorite,cast,My Key,w") == ["my_key"])
    #expect(try kept("title,favorite,actors,My Key,w") == [])
  }
}
