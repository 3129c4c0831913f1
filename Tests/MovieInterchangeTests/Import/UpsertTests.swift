import FormatsTestSupport
import MovieFormats
import MovieInterchange
import MovieMatching
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Imports of movies that exist.
@Suite(.limited, .temporaryDirectory) struct UpsertTests {
  /// Movies with different titles, with generated values.
  private static func movies(_ count: Int, _ random: inout RandomSource) throws -> [MovieDraft] {
    try (0..<count).map { index in
      var movie = try draft("Movie \(index)", index % 3 == 0 ? [] : ["A\(index)", "B\(index % 7)"])
      movie.isFavorite = Bool.random(using: &random)
      movie.attributes = try generatedAttributes(&random)
      // Ids would match other movies.
      for key in [AttributeKey.imdb, .tmdb, .letterboxd, .aka] { movie.attributes.remove(key) }
      return movie
    }
  }

  private static func source(
    _ movies: [MovieDraft], _ format: InterchangeFormat = .ndjson,
    withKeysOf others: [MovieDraft] = []
  ) throws -> ImportSource {
    let keys = Set((movies + others).flatMap(\.attributes.keys)).sorted()
    let columns = InterchangeColumn.standard + keys.map(InterchangeColumn.attribute)
    return ImportSource(
      name: "list", ByteSource(bytes: try written(movies, format, columns: columns)))
  }

  private static func drafts(_ store: borrowing Catalog) throws -> [MovieDraft] {
    try store.movies(order: .added).map {
      MovieDraft(
        title: $0.title, cast: $0.cast.map(\.name), isFavorite: $0.isFavorite,
        attributes: $0.attributes)
    }
  }

  @Test(
    "An import of the catalog's own export changes nothing, not even the history",
    arguments: 0..<3 as Range<UInt64>, InterchangeFormat.allCases)
  func same(seed: UInt64, format: InterchangeFormat) throws {
    var random = RandomSource(seed: seed)
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    let count = Tier.amount(15, full: 40)
    try store.add(contentsOf: Self.movies(count, &random))
    let file = TemporaryDirectory.path("export")
    try store.exportMovies(order: .added, to: file, as: format)
    let before = try CatalogState(path)
    for merge in MergeRule.allCases {
      let plan = try store.importMovies(from: [file], ImportOptions(merge: merge))
      #expect(plan.counts == [.unchanged: count], "\(merge)")
    }
    #expect(try CatalogState(path) == before && store.history().count == 1)
  }

  /// The values of a movie after a record was merged into it, computed without the library's merge.
  private static func merged(
    _ movie: MovieDraft, _ record: MovieDraft, _ merge: MergeRule
  ) throws -> MovieDraft {
    if merge == .replace { return record }
    var result = movie
    result.isFavorite = movie.isFavorite || record.isFavorite
    if movie.cast.isEmpty { result.cast = record.cast }
    for key in record.attributes.keys {
      let (old, new) = (movie.attributes[key], record.attributes[key])
      switch key {
      case .tag, .genre, .director, .watched:
        var values = old.map(\.description)
        for value in new.map(\.description) {
          let hasInside = (old + new).contains { $0.description.hasPrefix(value + "-") }
          let isKnown = values.contains { Folding.fold($0) == Folding.fold(value) }
          if !isKnown, key != .watched || !hasInside { values.append(value) }
        }
        if key == .watched, values.count > old.count { values.sort() }
        result.attributes[key] = values.map { .text($0) }
      case .year: if old.isEmpty { result.attributes[key] = new }
      default:
        if old.isEmpty || merge == .update, old.map(\.description) != new.map(\.description) {
          result.attributes[key] = new
        }
      }
    }
    return result
  }

  @Test(
    "An export that was changed at random equals the merge in plain Swift",
    arguments: 0..<3 as Range<UInt64>, MergeRule.allCases)
  func changed(seed: UInt64, merge: MergeRule) throws {
    var random = RandomSource(seed: seed)
    let count = Tier.amount(24, full: 60)
    let movies = try Self.movies(count, &random)
    let others = try Self.movies(count * 3 / 2, &random)
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.add(contentsOf: movies)
    let file = TemporaryDirectory.path("before")
    try store.exportMovies(order: .added, to: file, as: .json)

    var expected = movies
    var records: [MovieDraft] = []
    for (index, other) in others.enumerated() where index >= count || Bool.random(using: &random) {
      var record = index < count ? movies[index] : other
      if index < count {
        let keys = other.attributes.keys.filter {
          ![.year, .note, .director].contains($0)
        }
        for key in keys where Bool.random(using: &random) {
          record.attributes[key] = other.attributes[key]
        }
        if Bool.random(using: &random) { record.isFavorite = other.isFavorite }
        if Bool.random(using: &random) { record.cast = [] }
        record.attributes.remove(.note)
        expected[index] = try Self.merged(movies[index], record, merge)
      } else {
        expected.append(record)
      }
      records.append(record)
    }
    var options = ImportOptions(merge: merge)
    options.nameLimit = 20
    let plan = try store.importMovies(from: [Self.source(records)], options)
    let found = try Self.drafts(store)
    #expect(found == expected)
    #expect(plan[.new] == expected.count - count && plan[.ambiguous] == 0)
    try CatalogState.expectSound(path)

    // The order of the rows and of the files does not matter.
    var shuffled = try Catalog()
    try shuffled.add(contentsOf: movies)
    records.shuffle(using: &random)
    let parts = [
      records.prefix(records.count / 2), records.suffix(records.count - records.count / 2),
    ]
    try shuffled.importMovies(
      from: parts.map { try Self.source(Array($0), .csv, withKeysOf: records) }, options)
    let byTitle = { (drafts: [MovieDraft]) in
      drafts.map { "\($0.title) \($0.cast) \($0.isFavorite) \($0.attributes)" }.sorted()
    }
    #expect(try byTitle(Self.drafts(shuffled)) == byTitle(found))

    try store.undo()
    let restored = TemporaryDirectory.path("after")
    try store.exportMovies(order: .added, to: restored, as: .json)
    #expect(try Files.bytes(file) == Files.bytes(restored))
    try store.redo()
    #expect(try Self.drafts(store) == expected)
  }

  @Test("One undo takes back an import that updated 1,000 movies and added others")
  func undo() throws {
    let rows = (0..<1_200).map { "M\($0),\(1900 + $0 % 100)" }
    func source(_ rows: [String], _ header: String) -> ImportSource {
      let text = ([header] + rows).joined(separator: "\n")
      return ImportSource(name: "list", ByteSource(bytes: Array(text.utf8)))
    }
    var store = try Catalog()
    try store.importMovies(from: [source(Array(rows.prefix(1_000)), "title,year")])
    let before = TemporaryDirectory.path("before")
    try store.exportMovies(to: before, as: .csv)
    let rated = source(rows.map { $0 + ",8,seen" }, "title,year,rating,tag")
    let plan = try store.importMovies(from: [rated])
    #expect(plan.counts == [.updated: 1_000, .new: 200])
    #expect(plan.changedFields.map { "\($0.name) \($0.count)" } == ["rating 1000", "tag 1000"])
    try store.undo()
    let after = TemporaryDirectory.path("after")
    try store.exportMovies(to: after, as: .csv)
    #expect(try Files.bytes(before) == Files.bytes(after))
    #expect(try store.history().count == 3)
  }

  @Test("Options choose the records and how they change movies")
  func options() throws {
    func imported(_ options: ImportOptions, _ text: String) throws -> String {
      var store = try Catalog()
      try store.add(
        MovieDraft(
          title: "Heat", cast: ["Al Pacino"],
          attributes: [.year: [1995], .rating: [8], .tag: ["a"]]))
      try store.importMovies(
        from: [ImportSource(name: "list", ByteSource(bytes: Array(text.utf8)))], options)
      return try Self.drafts(store).map { outline($0) }.joined(separator: "|")
    }
    let list = "title,year,rating,tag,cast\nHeat,1995,9,b,Al Pacino;Val Kilmer\nRan,1985,,,\n"
    let new = #"|Ran {"year": 1985}"#
    func heat(_ rating: Int, _ tags: String, _ cast: String = "Al Pacino") -> String {
      #"Heat [\#(cast)] {"year": 1995, "rating": \#(rating), "tag": [\#(tags)]}"#
    }
    #expect(try imported(ImportOptions(), list) == heat(9, #""a", "b""#) + new)
    #expect(try imported(ImportOptions(merge: .fill), list) == heat(8, #""a", "b""#) + new)
    #expect(
      try imported(ImportOptions(merge: .replace), list)
        == heat(9, #""b""#, "Al Pacino|Val Kilmer") + new)
    #expect(
      try imported(ImportOptions(replacesCasts: true), list)
        == heat(9, #""a", "b""#, "Al Pacino|Val Kilmer") + new)
    #expect(try imported(ImportOptions(records: .existing), list) == heat(9, #""a", "b""#))
    #expect(try imported(ImportOptions(records: .new), list) == heat(8, #""a""#) + new)
    #expect(
      try imported(ImportOptions(records: .added), list)
        == heat(8, #""a""#) + "|" + heat(9, #""b""#, "Al Pacino|Val Kilmer") + new)
    #expect(
      try imported(ImportOptions(tags: ["x"]), list)
        == heat(9, #""a", "b", "x""#) + #"|Ran {"year": 1985, "tag": ["x"]}"#)
    // Only the columns of the file are replaced.
    #expect(
      try imported(ImportOptions(merge: .replace), "title,year,rating\nHeat,1995,\n")
        == #"Heat [Al Pacino] {"year": 1995, "tag": ["a"]}"#)
  }

  @Test(
    "A movie that is newly seen leaves the watchlist",
    arguments: [
      ("watched", "2024-01-01", "war"), ("tag", "seen", "war seen"),
      ("tag", "watchlist", "watchlist war"),
      ("note", "x", "watchlist war"),
    ])
  func marks(column: String, value: String, tags: String) throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Ran", attributes: [.tag: ["watchlist", "war"]]))
    let text = "title,\(column)\nRan,\(value)\n"
    let source = ImportSource(name: "list", ByteSource(bytes: Array(text.utf8)))
    _ = try store.importMovies(from: [source])
    #expect(try store.movies()[0].tags.joined(separator: " ") == tags)
    #expect(try store.importMovies(from: [source])[.unchanged] == 1)
  }

  @Test("A rating that is equal after rounding to the step of the source is not changed")
  func steps() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: [.rating: [8.3]]))
    func counts(_ rating: String, _ scale: Int) throws -> [ImportPlan.Class: Int] {
      let text = "title,rating\nHeat,\(rating)\n"
      let source = ImportSource(name: "list", ByteSource(bytes: Array(text.utf8)))
      let reading = ReadingOptions(scale: RatingScale(highest: scale))
      return try store.planImport(from: [source], ImportOptions(reading: reading)).counts
    }
    #expect(try counts("4", 5) == [.unchanged: 1] && counts("8.3", 10) == [.unchanged: 1])
    #expect(try counts("83", 100) == [.unchanged: 1])
    #expect(try counts("9", 10) == [.updated: 1] && counts("4.5", 5) == [.updated: 1])
    // Without another scale, the list has the value that the user wants.
    #expect(try counts("8.4", 10) == [.updated: 1] && counts("8", 10) == [.updated: 1])
  }
}
