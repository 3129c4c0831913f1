import Foundation
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import TestSupport
import Testing

/// The public types, encoded as JSON and decoded. The types of a `Migrator` are tested with files of
/// several versions by `MigrationCodingTests`.
@Suite(.limited, .temporaryDirectory) struct CodableTests {
  static let texts =
    ["", "e\u{301}", "\u{E9}", "\u{2028}\u{2029}", "\"\\/", "👩‍👧", "a\0b", "{}", "null"]
    + Generated.texts

  /// Expects that the value is decoded from its JSON, with the same bytes in every text.
  private static func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(value)
    let decoded = try JSONDecoder().decode(Value.self, from: data)
    #expect(decoded == value, sourceLocation: sourceLocation)
    #expect(try encoder.encode(decoded) == data, sourceLocation: sourceLocation)
  }

  /// Generated values.
  private struct Values {
    var random: RandomSource

    mutating func text() -> String { CodableTests.texts.randomElement(using: &random) ?? "" }
    mutating func flag() -> Bool { Bool.random(using: &random) }
    mutating func number() -> Int64 {
      [Int64.random(in: .min ... .max, using: &random), .min, .max, 0, 7][
        Int.random(in: 0..<5, using: &random)]
    }
    mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? {
      flag() ? value(&self) : nil
    }
    mutating func array<Value>(_ value: (inout Self) -> Value) -> [Value] {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in value(&self) }
    }

    mutating func actor() -> Actor { Actor(id: .init(rawValue: number()), name: text()) }
    mutating func movie() -> Movie {
      Movie(
        MovieRow(
          id: .init(rawValue: number()), title: text(), sortableTitle: text(), isFavorite: flag()),
        cast: array { $0.actor() })
    }
    mutating func change() -> ChangedMovie {
      let outcomes: [ChangedMovie.Outcome] = [.added, .updated, .deleted, .unchanged]
      return ChangedMovie(
        movie: movie(), outcome: outcomes.randomElement(using: &random) ?? .added)
    }
    mutating func draft() -> MovieDraft {
      if flag() {
        return MovieDraft(
          id: optional { .init(rawValue: $0.number()) }, title: text(), cast: array { $0.text() },
          isFavorite: flag())
      }
      var draft = MovieDraft(movie())
      if flag() { draft.title = text() }
      if flag() { draft.cast = array { $0.text() } }
      if flag() { draft.isFavorite.toggle() }
      if number() == 7 { draft.id = 8 }
      return draft
    }
    mutating func edit() -> MovieEdit {
      MovieEdit(
        title: optional { $0.text() }, removedActors: array { $0.text() },
        renamedActors: array { .init(old: $0.text(), new: $0.text()) },
        addedActors: array { $0.text() }, isFavorite: optional { $0.flag() })
    }
  }

  @Test("Records", arguments: 1...40 as ClosedRange<UInt64>)
  func records(seed: UInt64) throws {
    var values = Values(random: RandomSource(seed: seed))
    let movie = values.movie()
    try Self.expectRoundTrip(movie)
    try Self.expectRoundTrip(movie)
    try Self.expectRoundTrip([movie.id])
    let actor = values.actor()
    try Self.expectRoundTrip(actor)
    try Self.expectRoundTrip([actor.id])
    try Self.expectRoundTrip(ActorWithMovieCount(actor: actor, movieCount: Int(values.number())))
    try Self.expectRoundTrip(values.change())
    try Self.expectRoundTrip(values.edit())
    for _ in 0..<5 { try Self.expectRoundTrip(values.draft()) }
  }

  @Test("Statistics, history, and the report of an import")
  func catalog() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    let heat = try store.add("He\u{301}at \"\u{2028}", "Al", "e\u{301}")
    try store.add("Ran")
    try store.toggleFavorite(id: heat.id)
    try store.delete(id: heat.id)
    try store.seed(3)
    try store.undo()
    let entries = try store.history()
    #expect(entries.map(\.kind) == [.undo, .change, .change, .change, .change, .change])
    try Self.expectRoundTrip(entries)
    for entry in entries { try Self.expectRoundTrip(try store.changes(of: entry.id)) }
    try Self.expectRoundTrip(try store.statistics())
    let file = TemporaryDirectory.path("in.ndjson")
    try Files.write(Array(#"{"title": "Heat", "e\u0301": 1}"#.utf8), to: file)
    let report = try store.importMovies(from: [file])
    #expect(report[.new] == 1 && report.ignoredFields.map(\.name.bytes) == ["e\u{301}".bytes])
    try Self.expectRoundTrip(report)
    try Self.expectRoundTrip(InterchangeFormat.allCases)
  }

  @Test("Reports of a check and of a repair", arguments: Array(Corruption.ofRows.prefix(3)))
  func doctor(corruption: Corruption) throws {
    let path = try BrokenCatalog.make()
    try corruption.apply(to: path)
    let report = try Doctor(path: path).repair()
    #expect(!report.before.findings.isEmpty)
    for finding in report.before.findings { try Self.expectRoundTrip(finding) }
    for check in report.before.checks { try Self.expectRoundTrip(check) }
    try Self.expectRoundTrip(report.before)
    try Self.expectRoundTrip(report)
  }

  @Test("Reports of a backup and of a restoration")
  func backup() throws {
    let path = try Catalog.file(holding: ["A"])
    let copy = TemporaryDirectory.path("e\u{301} \"copy\".db")
    try Self.expectRoundTrip(try Backup(of: path).write(to: copy))
    let restoration = try Restoration(of: path, from: copy)
    let report = try restoration.run()
    #expect(report.kept != nil)
    try Self.expectRoundTrip(report)
  }

  @Test("The parts of a plan of a v1 file, and of its rehearsal")
  func migration() throws {
    let path = try OldCatalog.make([
      .init("Heat", ["Al", "e\u{301}"]), .init("\u{2028}\"", []), .init("👩‍👧", ["\u{E9}"]),
    ])
    let migrator = try Migrator(path: path)
    let plan = try migrator.plan(to: .newest)
    #expect(plan.steps.count == 5)
    try Self.expectRoundTrip(plan)
    for step in plan.steps { try Self.expectRoundTrip(step) }
    let rehearsal = try migrator.rehearse(to: .newest)
    try Self.expectRoundTrip([rehearsal.before, rehearsal.after])
    try Self.expectRoundTrip(rehearsal)
    try Self.expectRoundTrip(try migrator.apply(to: .newest))
    let losses = try migrator.plan(to: .v1).losses
    for loss in losses { try Self.expectRoundTrip(loss) }
    for entry in try migrator.log() { try Self.expectRoundTrip(entry) }
    try Self.expectRoundTrip(try migrator.status())
    try Self.expectRoundTrip(try migrator.verify())
    try Self.expectRoundTrip(SchemaVersion.allCases)
  }

  // MARK: Stable JSON

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("The JSON of a changed movie, of a change, and of a draft")
  func recordKeys() throws {
    let movie = Movie(
      MovieRow(id: 1, title: "Up", sortableTitle: "up", isFavorite: true),
      cast: [Actor(id: 2, name: "Al")])
    let keys =
      #""favorite":true,"id":1,"#
    let actors = #"{"actors":[{"id":2,"name":"Al"}],"attributes":{},"#
    let titles = #""sortableTitle":"up","title":"Up"}"#
    #expect(
      try Self.json(ChangedMovie(movie: movie, outcome: .added))
        == actors + #""change":"added","# + keys + titles)
    #expect(try Self.json(MovieChange.added(movie)) == #"{"after":"# + actors + keys + titles + "}")
    #expect(
      try Self.json(MovieChange.deleted(movie)) == #"{"before":"# + actors + keys + titles + "}")
    let text = #"{"id":1,"title":"The Up","favorite":true,"actors":[]}"#
    #expect(try JSONDecoder().decode(Movie.self, from: Data(text.utf8)).sortableTitle == "up")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MovieChange.self, from: Data("{}".utf8))
    }
    #expect(
      try Self.json(MovieDraft(movie, title: "Down"))
        == #"{"cast":["Al"],"favorite":true,"id":1,"#
        + #""original":{"cast":["Al"],"favorite":true,"title":"Up"},"title":"Down"}"#
    )
  }

  @Test("Drafts with NFC and NFD texts differ")
  func normalization() {
    let (nfc, nfd) = ("\u{E9}", "e\u{301}")
    #expect(MovieDraft(title: nfc) != MovieDraft(title: nfd))
    #expect(MovieDraft(title: "a", cast: [nfc]) != MovieDraft(title: "a", cast: [nfd]))
    let movies = [nfc, nfd].map {
      Movie(
        MovieRow(id: 1, title: $0, sortableTitle: "e", isFavorite: false), cast: [])
    }
    #expect(MovieDraft(movies[0], title: "x") != MovieDraft(movies[1], title: "x"))
    #expect(MovieDraft(movies[0]) != MovieDraft(id: 1, title: nfc))
    #expect(Set(movies.map { MovieDraft($0, title: "x") }).count == 2)
  }
}
