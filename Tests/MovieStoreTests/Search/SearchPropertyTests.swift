import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Search against a plain filter, over generated titles and texts.
@Suite(.limited, .temporaryDirectory) struct SearchPropertyTests {
  /// Titles and search texts, from one seed.
  private struct Sample {
    var titles: [String]
    /// Each with the words that a title must contain.
    var texts: [(typed: String, pattern: SearchPattern)] = []

    init(seed: UInt64) {
      var random = RandomSource(seed: seed)
      titles = (0..<120).map { _ in Generated.title(&random) }
      titles += (0..<40).compactMap { _ in Generated.trimmed(random.text(upTo: 12)) }
      for _ in 0..<150 {
        let title = titles.randomElement(using: &random) ?? ""
        let typed =
          Bool.random(using: &random) && !title.isEmpty
          ? Generated.piece(of: title, &random) + " " + random.text(upTo: 1)
          : random.text(upTo: 4)
        if case .success(let pattern?) = Result(catching: { try SearchPattern(typed) }) {
          texts.append((typed, pattern))
        }
      }
    }

    /// The ids of the titles that contain every word.
    static func filtered(_ text: SearchPattern, in titles: [(Int64, String)]) -> [Int64] {
      titles.filter { title in
        let folded = Folding.fold(title.1).bytes
        return text.words.allSatisfy { folded.has($0.bytes) }
      }.map(\.0)
    }
  }

  private static func expectFiltered(
    _ sample: Sample, _ titles: [(Int64, String)], in store: inout Catalog
  ) throws {
    for (typed, pattern) in sample.texts {
      let found = try store.ids(MovieQuery(search: typed, order: .added))
      #expect(found == Sample.filtered(pattern, in: titles), "\(pattern.words)")
    }
  }

  private static func titles(_ path: String) throws -> [(Int64, String)] {
    try OtherProgram.rows(path, columns: 2, "SELECT id, title FROM MovieModel ORDER BY id")
      .map { (Int64($0[0]) ?? 0, $0[1]) }
  }

  @Test(
    "The index finds the titles that a filter finds",
    arguments: 1...(Tier.isFull ? 3 : 1) as ClosedRange<UInt64>)
  func withIndex(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    var store = try Catalog.holding(sample.titles)
    let numbered = sample.titles.enumerated().map { (Int64($0.offset + 1), $0.element) }
    try Self.expectFiltered(sample, numbered, in: &store)
  }

  @Test(
    "A scan without the index finds the titles that a filter finds",
    arguments: 5...5 as ClosedRange<UInt64>)
  func withoutIndex(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    let path = try Catalog.file(holding: sample.titles)
    try OtherProgram.run(path, "DROP TABLE movieSearch")
    var store = try Catalog(path: path, access: .reading)
    try Self.expectFiltered(sample, try Self.titles(path), in: &store)
  }

  @Test(
    "The index with pending changes finds the titles that a filter finds",
    arguments: 7...(Tier.isFull ? 8 : 7) as ClosedRange<UInt64>)
  func withPendingChanges(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    let path = try Catalog.file(holding: sample.titles)
    var random = RandomSource(seed: seed)
    try OtherProgram.change(path, &random)
    #expect(try !SearchIndexState.pendingChanges(path).isEmpty)
    var reader = try Catalog(path: path, access: .reading)
    try Self.expectFiltered(sample, try Self.titles(path), in: &reader)
    var writer = try Catalog(path: path, access: .writing)
    try writer.add("one more")
    try SearchIndexState.expectCurrent(path)
    try Self.expectFiltered(sample, try Self.titles(path), in: &writer)
  }
}

extension OtherProgram {
  /// Changes titles and keys of the movies at random.
  fileprivate static func change(_ path: String, _ random: inout RandomSource) throws {
    let connection = try Connection(.file(path))
    for _ in 0..<80 {
      let id = Int64.random(in: 1...170, using: &random)
      let other = Int64.random(in: 1...200, using: &random)
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

extension [UInt8] {
  /// Whether the bytes occur in these.
  fileprivate func has(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...count - part.count).contains { self[$0...].starts(with: part) }
  }
}
