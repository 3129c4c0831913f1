import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Findings of a `Doctor` about attributes.
@Suite(.limited, .temporaryDirectory) struct AttributeCheckTests {
  private static let valid = [
    "1, 'note', 0, 'Two lines' || char(10) || 'of text'", "1, 'rating', 0, 8.5",
    "1, 'tag', 0, 'heist'", "1, 'tag', 7, 'crime'", "1, 'watched', 0, '2026-11-23'",
    "1, 'year', 0, 1995", "2, 'box_office', 0, -0.5", "2, 'rating', 0, 8", "2, 'x', 0, '12'",
    "2, 'x', 1, 9223372036854775807",
  ]

  @Test("Valid attributes are no finding, nor is a catalog without their table")
  func healthy() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, Self.valid)
    #expect(try Doctor(path: path).check().findings == [])
    try OtherProgram.run(path, "DROP TABLE MovieAttribute")
    #expect(try Doctor(path: path).check().findings == [])
  }

  /// Rows of the movie 2, and what a repair makes of them.
  private static let wrongValues: [(rows: [String], repaired: [String])] = [
    (["'year', 0, '1995'"], ["'year', 0, 1995"]), (["'year', 0, 1995.0"], ["'year', 0, 1995"]),
    (["'year', 0, 1869"], ["'year_text', 0, 1869"]),
    (["'rating', 0, 8.55"], ["'rating_text', 0, 8.55"]),
    (["'rating', 0, 11"], ["'rating_text', 0, 11"]), (["'rating', 0, 7.0"], ["'rating', 0, 7"]),
    (["'watched', 0, '2026-02-30'"], ["'watched_text', 0, '2026-02-30'"]),
    (["'watched', 0, 2026"], ["'watched', 0, '2026'"]),
    (["'tag', 0, 5"], ["'tag', 0, '5'"]),
    (["'tag', 0, 'a' || char(10) || 'b'"], ["'tag_text', 0, 'a\nb'"]),
    (["'director', 0, 'a' || char(10) || 'b'"], ["'director_text', 0, 'a\nb'"]),
    (["'note', 0, ' '"], []), (["'x', 0, ''", "'x', 1, 'x'"], ["'x', 1, 'x'"]),
    (["'x', 0, ' x'"], ["'x', 0, 'x'"]), (["'x', 0, 'x' || char(0)"], ["'x', 0, 'x'"]),
    (["'x', 0, CAST(x'61ff' AS TEXT)"], ["'x', 0, 'a\u{FFFD}'"]),
    (["'x', -1, 'x'"], ["'x', 0, 'x'"]),
    (
      ["'x', -2, 'b'", "'x', -1, ' c'", "'x', 0, 'a'"],
      ["'x', 0, 'a'", "'x', 1, 'b'", "'x', 2, 'c'"]
    ),
    // Own keys of earlier versions.
    (["'genre', 0, 7"], ["'genre', 0, '7'"]), (["'runtime', 0, '170'"], ["'runtime', 0, 170"]),
    (["'runtime', 0, ' 2 h'"], ["'runtime_text', 0, '2 h'"]),
    (
      ["'runtime', 0, 'long'", "'runtime_text', 4, 'x'"],
      ["'runtime_text', 4, 'x'", "'runtime_text', 5, 'long'"]
    ),
    (["'imdb', 0, '0113277'"], ["'imdb', 0, 'tt0113277'"]),
    (["'imdb', 0, 113277"], ["'imdb', 0, 'tt0113277'"]),
    (["'imdb', 0, 'none'"], ["'imdb_text', 0, 'none'"]),
    (["'tmdb', 0, '949'"], ["'tmdb', 0, 949"]), (["'tmdb', 0, 0"], ["'tmdb_text', 0, 0"]),
    (["'letterboxd', 0, 'boxd.it/2aQw'"], ["'letterboxd', 0, 'https://boxd.it/2aQw'"]),
  ]

  @Test(
    "Finds wrong values, which a repair writes as their keys require, or moves",
    arguments: wrongValues)
  func wrongValue(rows: [String], repaired: [String]) throws {
    let path = try BrokenCatalog.make()
    let others = Self.valid.filter { !$0.hasPrefix("2") }
    try AttributeRows.write(to: path, others)
    let expected = try AttributeRows.read(path) + repaired.map { "2, \($0)" }
    try AttributeRows.write(to: path, others + rows.map { "2, \($0)" })
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.invalidAttributeValues])
    #expect(report.before.findings.map(\.severity) == [.warning])
    #expect(report.before.findings.map(\.rows) == [[2]])
    #expect(report.after.findings == [] && report.backup != nil)
    #expect(report.repairs.count == 1)
    #expect(report.repairs.allSatisfy { $0.hasPrefix("corrected attribute values (") })
    #expect(try AttributeRows.read(path) == expected)
  }

  @Test("A value that is too long is not corrected, but deleted")
  func longValue() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(
      to: path,
      [
        "2, 'imdb', 0, printf('%.16385c', 'x')", "2, 'note', 0, printf('%.16385c', 'x')",
        "2, 'tag', 0, printf('%.257c', 'x')",
      ])
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.excessAttributes])
    #expect(report.repairs == ["deleted attributes over the limits (3 rows)"])
    #expect(try report.after.findings == [] && AttributeRows.read(path) == [])
  }

  @Test(
    "Finds values that cannot be read and invalid keys, which a repair deletes",
    arguments: [
      ("2, 'x', 0, x'00'", Finding.Code.invalidAttributes),
      ("2, 'x', 0, 9e999", .invalidAttributes),
      ("2, 'x', 0, -9e999", .invalidAttributes), ("2, 'Year', 0, 1995", .invalidAttributeKeys),
      ("2, '', 0, 1995", .invalidAttributeKeys), ("2, '1x', 0, 1995", .invalidAttributeKeys),
      ("2, printf('%.65c', 'x'), 0, 1", .invalidAttributeKeys),
      ("2, 'x' || char(0), 0, 1", .invalidAttributeKeys), ("2, 'é', 0, ''", .invalidAttributeKeys),
      ("2, CAST(x'61ff' AS TEXT), 0, 1", .invalidAttributeKeys),
    ])
  func unusable(row: String, code: Finding.Code) throws {
    let path = try BrokenCatalog.make()
    let valid = Self.valid.filter { !$0.hasPrefix("2") }
    try AttributeRows.write(to: path, valid)
    let rows = try AttributeRows.read(path)
    let movies = try BrokenCatalog.movies(path)
    try OtherProgram.run(
      path, "PRAGMA ignore_check_constraints = ON", "INSERT INTO MovieAttribute VALUES (\(row))")
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [code])
    #expect(report.before.checks.first { $0.name == "attributes" }?.findings.count == 1)
    #expect(report.after.findings == [] && report.backup != nil)
    #expect(report.repairs.count == 1 && report.repairs[0].hasPrefix("deleted attributes "))
    #expect(try AttributeRows.read(path) == rows)
    #expect(try BrokenCatalog.movies(path) == movies)
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.history(limit: 1).first?.summary.contains(report.repairs[0]) == true)
  }

  @Test("Finds keys that have another name now, which a repair renames")
  func reserved() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(
      to: path,
      [
        "2, 'actor', 0, 'a'", "2, 'actor', 3, 'b'", "2, 'actor_', 1, 'c'", "3, 'has', 0, 1",
        "3, 'is', 0, 2", "4, 'directors', 0, 7", "4, 'genre', 0, 'Drama'",
        "4, 'genres', 0, 'Crime'", "4, 'genres', 1, 'Drama'", "4, 'genres', 2, ' Noir'",
      ])
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.reservedAttributeKeys])
    #expect(
      report.before.findings.map(\.repair) == [
        "rename them: actor to actor_, directors to director, genres to genre, has to has_, "
          + "is to is_"
      ])
    #expect(report.after.findings == [])
    #expect(
      report.repairs == ["renamed attributes (8 rows)", "corrected attribute values (2 rows)"])
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.movie(id: 2)?.attributes.description == "actor_: c, actor_: a, actor_: b")
    #expect(try store.movie(id: 3)?.attributes.description == "has_: 1, is_: 2")
    #expect(
      try store.movie(id: 4)?.attributes
        == [.genre: ["Drama", "Crime", "Noir"], .director: ["7"]])
  }

  @Test(
    "Finds several values of keys that allow one, of which a repair moves all but the first",
    arguments: [
      ("year", "1995", "1996"), ("rating", "5", "8.5"), ("runtime", "90", "90"),
      ("note", "'x'", "'a'"), ("imdb", "'tt0113277'", "'tt0000001'"), ("tmdb", "949", "1"),
      ("letterboxd", "'https://boxd.it/2aQw'", "'https://boxd.it/2'"),
    ])
  func repeated(key: String, first: String, second: String) throws {
    let path = try BrokenCatalog.make()
    let other = "1, '\(key)', 0, \(first)"
    try AttributeRows.write(
      to: path,
      [
        other, "3, '\(key)', 1, \(first)", "3, '\(key)', 2, \(second)", "3, '\(key)', 5, \(first)",
        "3, '\(key)_text', 0, 'x'",
      ])
    let report = try Doctor(path: path).repair()
    let findings = report.before.findings.withoutDuplicates
    #expect(findings.map(\.problem) == [.duplicateAttributes] && findings.map(\.rows) == [[3]])
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.map(\.repair) == ["move all values but the first to '<key>_text'"])
    #expect(report.repairs == ["moved attribute values (2 rows)"])
    #expect(report.after.findings.withoutDuplicates == [] && report.backup != nil)
    let store = try Catalog(path: path, access: .reading)
    let texts = try store.movie(id: 3)?.attributes[AttributeKey("\(key)_text")] ?? []
    #expect(texts.map { $0.isText ? "'\($0)'" : "\($0)" } == ["'x'", second, first])
    #expect(try AttributeRows.read(path).prefix(2) == [other, "3, '\(key)', 1, \(first)"])
  }

  @Test("Of several values, those that the key does not allow are moved first")
  func repeatedAndInvalid() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(
      to: path, ["3, 'year', 0, 'next'", "3, 'year', 1, '1995'", "3, 'year', 2, 1996"])
    let report = try Doctor(path: path).repair()
    #expect(
      report.before.findings.map(\.problem) == [.invalidAttributeValues, .duplicateAttributes])
    #expect(report.after.findings == [])
    #expect(
      try AttributeRows.read(path)
        == ["3, 'year', 1, 1995", "3, 'year_text', 0, 'next'", "3, 'year_text', 3, 1996"])
  }

  @Test("Several values of lists and of own keys are no finding")
  func lists() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(
      to: path,
      ["watched", "genre", "director", "tag", "aka", "x"].flatMap { key in
        ["3, '\(key)', 0, '2025'", "3, '\(key)', 1, '2026-11'"]
      })
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test("A value is no finding, and not repaired, if and only if the key can store it as it is")
  func generated() throws {
    var random = RandomSource(seed: 22)
    var (valid, invalid): ([String], [String]) = ([], [])
    let path = try BrokenCatalog.make()
    let connection = try Connection(.file(path))
    try connection.execute("PRAGMA synchronous = OFF")
    let keys = AttributeKey.known + [try AttributeKey("x")]
    for number in 0..<260 {
      let key = keys[number % keys.count]
      let value: AttributeValue =
        switch Int.random(in: 0...4, using: &random) {
        case 0: .integer(Int64.random(in: -1...2_300, using: &random))
        case 1: .real(Double(Int.random(in: -10...210, using: &random)) / 20)
        case 2:
          .text("20\(Int.random(in: 10...30, using: &random))-0\(number % 10)-1\(number % 10)")
        default: .text(random.text(upTo: 4))
        }
      var attributes = MovieAttributes()
      var isStored = false
      do {
        try attributes.set(key, to: [value])
        isStored = attributes[key] == [value]
      } catch {}
      let id = Int64(number + 10)
      // Many movies of one title would be compared with each other.
      let title = String(id).map {
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][$0.wholeNumberValue ?? 0]
      }
      .joined()
      try connection.execute("INSERT INTO MovieModel(id, title) VALUES (\(id), \(title))")
      try connection.execute("UPDATE MovieModel SET sortableTitle = \(title) WHERE id = \(id)")
      try connection.execute("INSERT INTO MovieAttribute VALUES (\(id), \(key.name), 0, \(value))")
      if isStored { valid.append("\(id)") } else { invalid.append("\(id)") }
    }
    #expect(valid.count > 20 && invalid.count > 20)
    let count = {
      try Doctor(path: path).check().findings.map(\.message).first { $0.contains("attribute") }
    }
    #expect(
      try count() == "movies with attribute values that their keys do not allow: \(invalid.count)")
    let rows = {
      try AttributeRows.read(path).filter { row in valid.contains { row.hasPrefix("\($0), ") } }
    }
    let before = try rows()
    let report = try Doctor(path: path).repair()
    #expect(report.after.findings.withoutDuplicates == [])
    #expect(try rows() == before && before.count == valid.count)
  }
}
