import MovieSQLite
import MovieStore
import MovieStoreMaintenance
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

  @Test("Valid attributes are no finding")
  func healthy() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, Self.valid)
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test(
    "Finds wrong values, which a repair does not change",
    arguments: [
      "2, 'year', 0, '1995'", "2, 'year', 0, 1995.0", "2, 'year', 0, 1869", "2, 'rating', 0, 8.55",
      "2, 'rating', 0, 11", "2, 'rating', 0, 7.0", "2, 'watched', 0, '2026-02-30'",
      "2, 'watched', 0, 2026", "2, 'tag', 0, 5", "2, 'tag', 0, 'a' || char(10) || 'b'",
      "2, 'note', 0, ' '", "2, 'x', 0, ''", "2, 'x', 0, ' x'", "2, 'x', 0, 'x' || char(0)",
      "2, 'x', 0, CAST(x'61ff' AS TEXT)", "2, 'x', -1, 'x'",
    ])
  func wrongValue(row: String) throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, Self.valid.filter { !$0.hasPrefix("2") } + [row])
    let rows = try AttributeRows.read(path)
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.invalidAttributeValues])
    #expect(report.before.findings.map(\.severity) == [.warning])
    #expect(report.before.findings.map(\.rows) == [[2]])
    #expect(report.after == report.before && report.backup == nil)
    #expect(try AttributeRows.read(path) == rows)
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

  @Test("Finds keys that are words of queries, which a repair renames")
  func reserved() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(
      to: path,
      [
        "2, 'actor', 0, 'a'", "2, 'actor', 3, 'b'", "2, 'actor_', 1, 'c'", "3, 'has', 0, 1",
        "3, 'is', 0, 2",
      ])
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.reservedAttributeKeys])
    #expect(report.before.findings.map(\.repair) == ["add '_' to the keys"])
    #expect(report.after.findings == [])
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.movie(id: 2)?.attributes.description == "actor_: c, actor_: a, actor_: b")
    #expect(try store.movie(id: 3)?.attributes.description == "has_: 1, is_: 2")
  }

  @Test(
    "Finds several values of keys that allow one", arguments: ["year", "rating", "watched", "note"])
  func repeated(key: String) throws {
    let path = try BrokenCatalog.make()
    let values = ["year": "1995", "rating": "5", "watched": "'2026-11-23'"][key] ?? "'x'"
    try AttributeRows.write(to: path, ["3, '\(key)', 0, \(values)", "3, '\(key)', 1, \(values)"])
    let findings = try Doctor(path: path).check().findings
    #expect(findings.map(\.problem) == [.duplicateAttributes] && findings.map(\.rows) == [[3]])
    #expect(findings.map(\.severity) == [.warning] && findings.allSatisfy { $0.repair == nil })
  }

  @Test("A value is no finding if and only if the key can store it as it is")
  func generated() throws {
    var random = RandomSource(seed: 22)
    var (valid, invalid): ([String], [String]) = ([], [])
    let path = try BrokenCatalog.make()
    let connection = try Connection(.file(path))
    try connection.execute("PRAGMA synchronous = OFF")
    for number in 0..<160 {
      let key = try AttributeKey(["year", "rating", "watched", "tag", "note", "x"][number % 6])
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
      try connection.execute("INSERT INTO MovieModel(id, title) VALUES (\(id), 'x')")
      try connection.execute("UPDATE MovieModel SET sortableTitle = 'x' WHERE id = \(id)")
      try connection.execute("INSERT INTO MovieAttribute VALUES (\(id), \(key.name), 0, \(value))")
      if isStored { valid.append("\(id)") } else { invalid.append("\(id)") }
    }
    #expect(valid.count > 20 && invalid.count > 20)
    let count = {
      try Doctor(path: path).check().findings.map(\.message).first { $0.contains("attribute") }
    }
    #expect(
      try count() == "movies with attribute values that their keys do not allow: \(invalid.count)")
    try connection.execute(
      "DELETE FROM MovieAttribute WHERE movieID IN (\(raw: invalid.joined(separator: ", ")))")
    #expect(try count() == nil)
  }
}
