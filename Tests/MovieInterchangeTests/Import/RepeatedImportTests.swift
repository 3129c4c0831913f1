import FormatsTestSupport
import InterchangeTestSupport
import MovieFormats
import MovieInterchange
import MovieMatching
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// The same list, imported twice.
@Suite(.limited, .temporaryDirectory) struct RepeatedImportTests {
  /// Rows of few titles, of which most have no year: each can be about several movies.
  private static func rows(_ random: inout RandomSource, _ count: Int) -> [[String]] {
    func one(of values: [String]) -> String { values.randomElement(using: &random) ?? "" }
    return (0..<count).map { _ in
      let names = ["Ada", "Bo", "Cy", "Di", "Ed"].shuffled(using: &random)
      return [
        one(of: ["Harbor", "Harbor", "The Harbor", "Har-bor", "Heat", "Hitze"]),
        one(of: ["", "", "", "1995", "1995", "1996", "1998"]),
        names.prefix(Int(one(of: ["0", "0", "1", "2", "4"])) ?? 0).joined(separator: ";"),
        one(of: ["", "4", "9"]), one(of: ["", "", "2024-05-01", "2024-05-02"]),
        one(of: ["", "a", "b"]), one(of: ["", "x"]),
        one(of: ["", "", "", "tt1", "tt2"]), one(of: ["", "", "", "", "Heat", "Harbor"]),
        one(of: ["", "", "Orson"]),
      ]
    }
  }

  private static func source(
    _ rows: [[String]], columns: [Int] = Array(0...9)
  ) -> ImportSource {
    let header = [
      "title", "year", "cast", "rating", "watched", "tag", "note", "imdb", "aka", "director",
    ]
    let lines = ([header] + rows).map { row in
      columns.map { row[$0] }.joined(separator: ",") + "\n"
    }
    return ImportSource(name: "list", ByteSource(bytes: Array(lines.joined().utf8)))
  }

  private static let options: [ImportOptions] =
    MergeRule.allCases.map { ImportOptions(merge: $0) } + [
      ImportOptions(replacesCasts: true), ImportOptions(records: .existing),
      ImportOptions(records: .existing, merge: .replace), ImportOptions(records: .new),
    ]

  @Test(
    "The second import of a list changes nothing, not even the history",
    arguments: 0..<UInt64(Tier.amount(4, full: 30)))
  func twice(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let movies = Self.rows(&random, Int.random(in: 0...4, using: &random))
    let list = Self.rows(&random, Int.random(in: 1...4, using: &random))
    let columns = (0...9).filter { $0 == 0 || Int.random(in: 0..<4, using: &random) > 0 }
    for var options in Self.options {
      options.reading.scale = RatingScale(highest: 10)
      var store = try Catalog()
      var added = options
      added.records = .added
      try store.importMovies(from: [Self.source(movies)], added)
      let first = try store.importMovies(
        from: [Self.source(list, columns: columns)], options)
      let (content, entries) = (try store.movies(order: .added), try store.history().count)
      let second = try store.importMovies(
        from: [Self.source(list, columns: columns)], options)
      let isSame = try store.movies(order: .added) == content && store.history().count == entries
      #expect(
        isSame,
        "\(options) \(movies) \(list) \(columns) \(first.counts) \(second.counts)")
    }
  }

  // MARK: Titles that resemble each other

  /// A list of other programs: without the header of the library's own export.
  private static func plainList(_ drafts: [MovieDraft]) -> ImportSource {
    func cell(_ values: [AttributeValue]) -> String {
      "\"" + values.map(\.description).joined(separator: ";") + "\""
    }
    let keys = [AttributeKey.year, .rating, .watched, .director, .imdb, .tag, .aka, .note]
    let lines = drafts.map { draft in
      (["\"\(draft.title)\"", "\"\(draft.cast.joined(separator: ";"))\""]
        + keys.map { cell(draft.attributes[$0]) }).joined(separator: ",")
    }
    let header = "name,cast," + keys.map(\.name).joined(separator: ",")
    let text = ([header] + lines).joined(separator: "\n") + "\n"
    return ImportSource(name: "list.csv", ByteSource(bytes: Array(text.utf8)))
  }

  @Test(
    "An import of such titles is repeated without a change, and undone exactly",
    arguments: [36, 274, 607, 666] + Array(0..<Tier.amount(3, full: 20)))
  func repeated(seed: Int) throws {
    var drafts = LookalikeDrafts(seed: UInt64(seed))
    let (movies, list) = (try drafts.next(6), try drafts.next(8))
    var number = seed % 4
    for merge in MergeRule.allCases {
      for records in [ImportOptions.Records.all, .new, .existing] {
        for isPlain in [false, true] {
          // The default tier tries a third of the options with each list.
          number += 1
          if !Tier.isFull, number % 3 > 0 { continue }
          let options = ImportOptions(
            reading: ReadingOptions(scale: RatingScale(highest: 10)),
            records: records, merge: merge, replacesCasts: seed % 3 == 0)
          func sources() throws -> [ImportSource] {
            isPlain ? [Self.plainList(list)] : try list.sources(1)
          }
          var store = try Catalog()
          try store.add(contentsOf: movies)
          let before = try Self.export(store)
          let first = try store.importMovies(from: sources(), options)
          let after = try Self.export(store)
          let entries = try store.history().count
          let second = try store.importMovies(from: sources(), options)
          let context = "\(merge) \(records) \(isPlain) \(first.counts) \(second.counts)"
          #expect(!second.changesCatalog, "\(context)")
          #expect(try Self.export(store) == after && store.history().count == entries, "\(context)")
          if entries > 1 { try store.undo() }
          #expect(try Self.export(store) == before, "\(context)")
        }
      }
    }
  }

  private static func export(_ store: borrowing Catalog) throws -> [String] {
    try store.movies(order: .added).map { "\($0)" }
  }
}
