import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ReferenceTests {
  static let titles = [
    "The Score", "Score", "score", "Amélie", "Ame\u{301}lie", "An Affair", "Heat", "HEAT", "1917",
    "The",
    "\"Quoted\" Text", "100%", "東京", "\u{301}", "Les Ombres", "Rocky", "3..9",
  ]

  private static func ids(
    _ references: [String], in store: inout Catalog
  ) throws -> [Int64] {
    let references = try references.map { try MovieReference($0) }
    return try store.movies(referredToBy: references).map(\.id.rawValue)
  }

  @Test(
    "Prefers an exact title, then a folded one, then one without its article",
    arguments: [false, true])
  func titled(isIndexed: Bool) throws {
    let expected: [(title: String, id: Int64)] = [
      ("The Score", 1), ("Score", 2), ("score", 3), ("the score", 1), ("THE SCORE", 1),
      ("Amélie", 4),
      ("Ame\u{301}lie", 5), ("affair", 6), ("the affair", 6), ("an affair", 6), ("Heat", 7),
      ("HEAT", 8), ("the", 10), ("\"quoted\" text", 11), ("100%", 12), ("東京", 13), ("\u{301}", 14),
      ("ombres", 15), ("les ombres", 15), ("  Rocky ", 16), ("ROCKY", 16), ("röcky", 16),
    ]
    let path = try Catalog.file(holding: Self.titles)
    if !isIndexed { try OtherProgram.run(path, "DROP TABLE movieSearch") }
    let store = try Catalog(path: path, access: .reading)
    for (title, id) in expected {
      #expect(
        try store.movies(referredToBy: [.title(title)]).map(\.id.rawValue) == [id], "\(title)")
    }
  }

  @Test(
    "An ambiguous title reports all candidates with their casts",
    arguments: [
      ("SCORE", [2, 3]), ("amelie", [4, 5]), ("heat", [7, 8]), ("a score", [1, 2, 3]),
    ])
  func ambiguous(title: String, ids: [Int64]) throws {
    let store = try Catalog.holding(Self.titles)
    let error = try storeProblem { _ = try store.movies(referredToBy: [.title(title)]) }
    let candidates = try ids.map { try #require(try store.movie(id: Movie.ID(rawValue: $0))) }
    #expect(error == .ambiguousMovie(reference: title, candidates: candidates))
  }

  @Test(
    "An unknown title is reported as given",
    arguments: ["Scor", "The  Scores", "1917 ", "rocky ii", "%", "*", "\"", "\u{308}", "a\0"])
  func unknownTitle(title: String) throws {
    let store = try Catalog.holding(Self.titles.filter { $0 != "1917" })
    #expect(throws: StoreError.unknown(.title(title))) {
      try store.movies(referredToBy: [.title(title)])
    }
  }

  @Test("A number is an id, even if it is also the title of a movie")
  func number() throws {
    var store = try Catalog.holding(Self.titles)
    #expect(throws: StoreError.unknown(.id(1917))) {
      try store.movies(referredToBy: [.id(1917)])
    }
    #expect(try Self.ids(["9"], in: &store) == [9])
    #expect(try store.movies(referredToBy: [.title("1917")]).map(\.id) == [9])
  }

  @Test("A change rejects a number that is also the title of another movie")
  func ambiguousNumber() throws {
    var store = try Catalog.holding(["A", "B", "1", "2", "01"])
    let candidates = try [Movie.ID(rawValue: 1), 3].map { try #require(try store.movie(id: $0)) }
    let expected = StoreError(.ambiguousMovie(reference: "1", candidates: candidates))
    let number = try MovieReference("1")
    #expect(throws: expected) { try store.setFavorite(true, of: .references([number])) { _ in } }
    #expect(throws: expected) { try store.delete(.references([number])) { _ in } }
    #expect(throws: expected) { _ = try store.show(.references([number]), listing: 1) }
    #expect(throws: expected) {
      try store.edit(.references([number]), { _ in MovieEdit(title: "X") }) { _ in }
    }
    #expect(try store.movies(referredToBy: [number]).map(\.id) == [1])
    let numbers = try ["1", "2", "01", "3", "4", "9", "id:1"].map { try MovieReference($0) }
    let found = try store.ambiguousNumbers(among: numbers + numbers)
    #expect(found.map(\.digits) == ["1", "2", "01"])
    #expect(found.map(\.movie.id) == [1, 2, 1])
    var changed: [Movie.ID] = []
    let mixed: [MovieReference] = [.id(1), .title("1"), .number(3, digits: "3")]
    try store.setFavorite(true, of: .references(mixed)) { changed.append($0.movie.id) }
    #expect(changed == [1, 3])
  }

  @Test("A range names the existing ids in it, and is unknown if there are none")
  func range() throws {
    var store = try Catalog.holding(["A", "B", "C", "D", "E"])
    try store.delete(3)
    #expect(try Self.ids(["2..4"], in: &store) == [2, 4])
    #expect(try Self.ids(["0..9223372036854775807"], in: &store) == [1, 2, 4, 5])
    #expect(try Self.ids(["5..5"], in: &store) == [5])
    for (text, reference) in [
      ("3..3", .range(3, 3)), ("6..99", .range(6, 99)), ("0..0", .range(0, 0)),
      ("9", .number(9, digits: "9")), ("id:007", .id(7)),
    ] as [(String, MovieReference)] {
      #expect(throws: StoreError.unknown(reference)) {
        try Self.ids([text], in: &store)
      }
    }
  }

  @Test("A descending range is unknown")
  func descendingRange() throws {
    let store = try Catalog.holding(["A", "B", "C"])
    #expect(throws: StoreError.unknown(.range(3, 1))) {
      try store.movies(referredToBy: [.range(3, 1)])
    }
  }

  @Test("Finds a range of a thousand movies")
  func longRange() throws {
    let path = try Catalog.file()
    try OtherProgram.run(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO MovieModel(title) SELECT 'Film ' || i FROM n
      """)
    var store = try Catalog(path: path, access: .reading)
    #expect(try Self.ids(["1..1000"], in: &store) == Array(1...1_000))
  }

  @Test("Returns movies in the order of the references, each once")
  func order() throws {
    var store = try Catalog.holding(Self.titles)
    #expect(
      try Self.ids(["7", "Rocky", "6..8", "HEAT", "7", "rocky", "1"], in: &store)
        == [7, 16, 6, 8, 1])
    #expect(try Self.ids([], in: &store).isEmpty)
  }

  @Test("Throws if one of several references is unknown")
  func allOrNothing() throws {
    var store = try Catalog.holding(Self.titles)
    #expect(throws: StoreError.unknown(.title("Nothing"))) {
      try Self.ids(["1", "Nothing", "99"], in: &store)
    }
  }

  @Test("Finds a title whose sortable title is stale")
  func stale() throws {
    let path = try Catalog.file(holding: ["The Score"])
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'The Robbery', sortableTitle = 'score'")
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.movies(referredToBy: [.title("robbery")]).map(\.id) == [1])
    #expect(throws: StoreError.unknown(.title("Score"))) {
      try store.movies(referredToBy: [.title("Score")])
    }
  }

  @Test("Finds every title by its exact spelling")
  func generated() throws {
    var seen: Set<[UInt8]> = []
    let distinct = Generated.titles.filter { seen.insert($0.bytes).inserted }
    let store = try Catalog.holding(distinct)
    for (index, title) in distinct.enumerated() {
      let found = try store.movies(referredToBy: [.title(title)])
      #expect(found.map(\.id.rawValue) == [Int64(index + 1)])
    }
  }
}
