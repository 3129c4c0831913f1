import FormatsTestSupport
import MovieFormats
import MovieInterchange
import MovieSQLite
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// The rows of attributes after an import.
@Suite(.limited, .temporaryDirectory) struct ImportedAttributesTests {
  private static let rows =
    "SELECT movieID || ' ' || key || ' ' || ordinal || ' ' || typeof(value) || ' ' || value"
    + " FROM MovieAttribute ORDER BY 1"
  private static let objects =
    "SELECT name FROM sqlite_schema WHERE tbl_name = 'MovieAttribute' AND sql > '' ORDER BY 1"

  private static func source(_ text: String) -> ImportSource {
    ImportSource(name: "text", ByteSource(bytes: text.bytes))
  }

  /// The attributes as text, which is the same for equal attributes.
  private static func expected(_ movies: [MovieDraft]) -> [String] {
    movies.enumerated().flatMap { index, movie in
      movie.attributes.keys.flatMap { key in
        movie.attributes[key].enumerated().map { "\(index + 1) \(key) \($0) \(json($1))" }
      }
    }.sorted()
  }

  private static func json(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): "text \(text)"
    case .integer(let number): "integer \(number)"
    case .real(let number): "real \(number.bitPattern)"
    }
  }

  private static func stored(_ path: String) throws -> [String] {
    let connection = try Connection(.file(path))
    return try connection.read { transaction throws in
      var statement = try transaction.prepare(
        "SELECT movieID, key, ordinal, value FROM MovieAttribute")
      return try statement.fetchAll { row throws(SQLiteError) in
        let value: AttributeValue =
          switch try row.value(at: 3) {
          case .integer(let number): .integer(number)
          case .real(let number): .real(number)
          case .text(let text): .text(text)
          case .utf8: .integer(-1)
          }
        return
          "\(try row.int(at: 0)) \(try row.text(at: 1)) \(try row.int(at: 2)) \(json(value))"
      }
    }.sorted()
  }

  @Test("Stores every value, with an index", arguments: [(30, true), (600, false)])
  func stored(count: Int, skipsExisting: Bool) throws {
    var random = RandomSource(seed: UInt64(count))
    let movies = try (0..<count).map { index in
      var movie = try draft("T\(index)", ["A\(index % 7)"])
      movie.attributes = try generatedAttributes(&random)
      return movie
    }
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    let source = Self.source(String(decoding: try written(movies, .ndjson), as: UTF8.self))
    try store.importMovies(
      from: [source], ImportOptions(records: skipsExisting ? .new : .all))
    #expect(try Self.stored(path) == Self.expected(movies))
    #expect(try OtherProgram.texts(path, Self.objects) == ["MovieAttribute", "attribute_by_value"])
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    let sink = ByteSink()
    #expect(
      try store.exportMovies(order: .added, as: .ndjson, to: sink).movies
        == movies.count)
    #expect(try sink.bytes == written(movies, .ndjson))
  }

  @Test(
    "The first attribute creates the table, also after indexes were dropped",
    arguments: Tier.isFull ? [0, 600, 1_200] : [0, 1_200])
  func firstAttribute(position: Int) throws {
    let lines = (0..<1_300).map { index in
      #"{"title": "T\#(index)"\#(index == position ? #", "year": 1995"# : "")}"# + "\n"
    }
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.importMovies(from: [Self.source(lines.joined())])
    #expect(try OtherProgram.texts(path, Self.rows) == ["\(position + 1) year 0 integer 1995"])
    #expect(try OtherProgram.texts(path, Self.objects) == ["MovieAttribute", "attribute_by_value"])
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    // A second import drops and rebuilds the index of the table.
    try store.importMovies(
      from: [Self.source(lines.joined() + lines.joined())], ImportOptions(records: .added))
    #expect(try OtherProgram.texts(path, Self.rows).count == 3)
    #expect(try OtherProgram.texts(path, Self.objects).count == 2)
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
  }

  @Test("Inside another transaction")
  func nested() throws {
    let path = try Catalog.file()
    let file = TemporaryDirectory.path("in.ndjson")
    let lines = (0..<300).map { #"{"title": "T\#($0)", "year": 1995, "tag": ["a", "b"]}"# + "\n" }
    try Files.write(lines.joined().bytes, to: file)
    var store = try Catalog.withoutDurability(path)
    try store.write { store in
      try store.add("First")
      try store.importMovies(from: [file])
    }
    #expect(try OtherProgram.texts(path, Self.rows).count == 900)
    #expect(try OtherProgram.texts(path, "PRAGMA foreign_key_check") == [])
  }

  @Test(
    "A changed attribute makes an import one that undo rejects",
    arguments: [
      "UPDATE MovieAttribute SET value = 1996 WHERE key = 'year'",
      "UPDATE MovieAttribute SET value = '1' WHERE key = 'x'",
      "UPDATE MovieAttribute SET value = 1.0 WHERE key = 'x'",
      "UPDATE MovieAttribute SET ordinal = 5 WHERE key = 'tag' AND ordinal = 0",
      "UPDATE MovieAttribute SET key = 'y' WHERE key = 'x'", "DELETE FROM MovieAttribute",
      "DROP TABLE MovieAttribute",
      "INSERT INTO MovieAttribute VALUES (1, 'note', 0, 'n')",
    ])
  func changed(change: String) throws {
    let text = #"{"title": "T", "year": 1995, "tag": ["a", "b"], "attributes": {"x": 1}}"#
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.importMovies(from: [Self.source(text)])
    let undone = try OldCatalog.copy(path, to: "undone.db")
    var other = try Catalog.withoutDurability(undone)
    try other.undo()
    #expect(try other.movieCount() == 0)
    #expect(try OtherProgram.texts(undone, Self.rows) == [])
    try OtherProgram.run(path, change)
    #expect(throws: StoreError.self) { try store.undo() }
    #expect(try store.movieCount() == 1)
  }
}
