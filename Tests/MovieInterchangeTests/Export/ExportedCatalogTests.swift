import InterchangeTestSupport
import MovieFormats
import MovieInterchange
import MovieSQLite
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// An export has the same bytes as writing each movie of the query.
@Suite(.limited, .temporaryDirectory) struct ExportedCatalogTests {
  private static func exported(
    _ query: Listing, _ format: InterchangeFormat, from store: inout Catalog
  ) throws -> String {
    let sink = ByteSink()
    #expect(try store.exportMovies(query, as: format, to: sink) == store.movies(query).count)
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  /// Returns the expected export: movies as values, written as strings.
  private static func expected(
    _ query: Listing, _ format: InterchangeFormat, of store: inout Catalog
  ) throws -> String {
    let sink = ByteSink()
    var writer = InterchangeWriter(format: format, sink: sink)
    try writer.begin()
    for movie in try store.movies(query) {
      try writer.write(
        title: movie.title, cast: movie.cast.map(\.name),
        isFavorite: movie.isFavorite)
    }
    try writer.end()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  private static let queries = [
    Listing(), Listing(order: .added, descending: true),
    Listing(order: .random(seed: 4), limit: 20, offset: 3), Listing([.isFavorite]),
    Listing([.actor(id: 3)]), Listing(limit: 0),
  ]

  private static func expectSame(
    _ store: inout Catalog, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let queries = queries + [Listing(.titles("a"), order: .relevance)]
    let formats = InterchangeFormat.allCases
    for (index, query) in queries.enumerated() {
      for format in index == 0 ? formats : [formats[index % formats.count]] {
        let text = try exported(query, format, from: &store)
        #expect(
          try text.bytes == expected(query, format, of: &store).bytes, "\(query)",
          sourceLocation: sourceLocation)
      }
    }
  }

  private static func catalog() throws -> String {
    var drafts = GeneratedDrafts(seed: 9, names: 30)
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.importMovies(from: drafts.next(30).sources(1))
    return path
  }

  @Test("Generated titles and names")
  func generated() throws {
    var store = try Catalog(path: try Self.catalog(), access: .reading)
    try Self.expectSame(&store)
  }

  @Test(
    "Actors with unusual ids",
    arguments: [
      "UPDATE ActorModel SET id = -id", "UPDATE ActorModel SET id = id * 17000000000",
      "UPDATE ActorModel SET id = id + 1048560", "UPDATE ActorModel SET id = id * 30000 + 400000",
      "UPDATE ActorModel SET id = CASE id WHEN 1 THEN 0 WHEN 2 THEN 9223372036854775807 ELSE -id END",
      "DELETE FROM ActorModel WHERE id % 3 = 1", "DELETE FROM ActorModel",
    ])
  func unusualIDs(change: String) throws {
    let path = try Self.catalog()
    // Credits are changed as well. Those of deleted actors remain: foreign keys are not enforced.
    let isDeletion = change.hasPrefix("DELETE")
    let connection = try Connection(.file(path))
    try connection.set(.foreignKeys, to: false)
    try connection.write { transaction throws in
      if !isDeletion {
        let credits = change.replacing("ActorModel", with: "MovieActor")
        try transaction.execute(SQL(raw: credits.replacing(#/\bid\b/#, with: "actorID")))
      }
      try transaction.execute(SQL(raw: change))
    }
    var store = try Catalog(path: path, access: .reading)
    try Self.expectSame(&store)
  }

  @Test("Casts are ordered by position, then by id")
  func positions() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat", "C", "A", "B", "D")
    try OtherProgram.run(
      path, "UPDATE MovieActor SET position = CASE actorID WHEN 4 THEN 1 ELSE 7 END")
    #expect(
      try Self.exported(Listing(), .ndjson, from: &store)
        == #"{"title": "Heat", "cast": ["D", "C", "A", "B"], "favorite": false}"# + "\n")
    try Self.expectSame(&store)
  }

  @Test("Invalid UTF-8, NUL and empty text in titles and names")
  func unusualBytes() throws {
    let path = try Catalog.file()
    let texts = [
      "41FF42", "C328", "E282", "F09F98", "EDA080", "410042", "00", "", "22275C0A0D0908",
      "01021F7F", "3B5C3B", "2C", "2041", "EFBFBD", "C3A9", "65CC81",
    ]
    for (index, text) in texts.enumerated() {
      let id = index + 1
      try OtherProgram.run(
        path, "INSERT INTO MovieModel(id, title) VALUES (\(id), CAST(x'\(text)' AS TEXT))",
        "INSERT INTO ActorModel(id, name) VALUES (\(id), CAST(x'\(text)' AS TEXT))",
        "INSERT INTO MovieActor SELECT \(id), id, id FROM ActorModel")
    }
    var store = try Catalog(path: path, access: .reading)
    try Self.expectSame(&store)
    let query = Listing(order: .added, limit: 3)
    let line = try Self.exported(query, .ndjson, from: &store).split(separator: "\n")[2]
    #expect(
      line.utf8.elementsEqual(
        #"{"title": "\#u{FFFD}", "cast": ["A\#u{FFFD}B", "\#u{FFFD}(", "\#u{FFFD}"], "favorite": false}"#
          .utf8))
  }

  @Test("More names than are loaded first")
  func manyBytes() throws {
    let path = try Catalog.file()
    try OtherProgram.run(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 530)
      INSERT INTO ActorModel SELECT i, i || hex(zeroblob(8000)) FROM n
      """,
      "INSERT INTO MovieModel(id, title) VALUES (1, 'First'), (2, 'Last')",
      "INSERT INTO MovieActor SELECT 1 + id / 520, id, 0 FROM ActorModel WHERE id % 523 IN (1, 3)")
    var store = try Catalog(path: path, access: .reading)
    let text = try Self.exported(Listing(), .ndjson, from: &store)
    #expect(try text.bytes == Self.expected(Listing(), .ndjson, of: &store).bytes)
  }
}
