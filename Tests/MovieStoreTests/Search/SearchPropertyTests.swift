import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Search while another program changes titles and ids, against a plain filter.
@Suite(.limited, .temporaryDirectory) struct SearchPropertyTests {
  private static func expectFiltered(
    _ texts: [String], _ titles: [(Int64, String)], in store: borrowing Catalog
  ) throws {
    for text in texts {
      let typed = PlainText(text)
      let expected = titles.filter { PlainText($0.1).has(typed) }.map(\.0)
      #expect(try store.ids([.title(text)], order: .added) == expected, "\(text)")
    }
  }

  private static func titles(_ path: String) throws -> [(Int64, String)] {
    try OtherProgram.rows(path, columns: 2, "SELECT id, title FROM MovieModel ORDER BY id")
      .map { (Int64($0[0]) ?? 0, $0[1]) }
  }

  @Test(
    "The index with pending changes finds the titles that a filter finds",
    arguments: 7...(Tier.isFull ? 8 : 7) as ClosedRange<UInt64>)
  func withPendingChanges(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let held = (0..<50).map { _ in Generated.title(&random) }
    let path = try Catalog.file(holding: held)
    try OtherProgram.change(path, &random)
    #expect(try !SearchIndexState.pendingChanges(path).isEmpty)
    let texts = held.map { Generated.piece(of: $0, &random) }.filter { LoosePattern($0) != nil }
    let reader = try Catalog(path: path, access: .reading)
    try Self.expectFiltered(texts, try Self.titles(path), in: reader)
    var writer = try Catalog(path: path, access: .writing)
    try writer.add("one more")
    try SearchIndexState.expectCurrent(path)
    try Self.expectFiltered(texts, try Self.titles(path), in: writer)
  }
}

extension OtherProgram {
  /// Changes titles and keys of the movies at random.
  fileprivate static func change(_ path: String, _ random: inout RandomSource) throws {
    let connection = try Connection(.file(path))
    for _ in 0..<30 {
      let id = Int64.random(in: 1...55, using: &random)
      let other = Int64.random(in: 1...65, using: &random)
      let title = Generated.title(&random)
      let sql: SQL =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "INSERT INTO MovieModel(title) VALUES (\(title))"
        case 1: "DELETE FROM MovieModel WHERE id = \(id)"
        case 2: "INSERT OR REPLACE INTO MovieModel(id, title) VALUES (\(id), \(title))"
        case 3: "UPDATE OR REPLACE MovieModel SET rowid = \(other) WHERE id = \(id)"
        case 4: "UPDATE OR IGNORE MovieModel SET id = \(other), title = \(title) WHERE id = \(id)"
        default: "UPDATE MovieModel SET title = \(title) WHERE id = \(id)"
        }
      try connection.write { transaction throws in try transaction.execute(sql) }
    }
  }
}
