import Foundation
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
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
    mutating func array<Value>(_ value: (inout Self) -> Value) -> [Value] {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in value(&self) }
    }

    mutating func actor() -> Actor { Actor(id: .init(rawValue: number()), name: text()) }
    mutating func movie() -> Movie {
      Movie(
        id: .init(rawValue: number()), title: text(), sortableTitle: text(), isFavorite: flag(),
        cast: array { $0.actor() })
    }
  }

  @Test("Records", arguments: 1...40 as ClosedRange<UInt64>)
  func records(seed: UInt64) throws {
    var values = Values(random: RandomSource(seed: seed))
    let movie = values.movie()
    try Self.expectRoundTrip(movie)
    try Self.expectRoundTrip([movie.id])
    let actor = values.actor()
    try Self.expectRoundTrip(actor)
    try Self.expectRoundTrip([actor.id])
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
    try Self.expectRoundTrip(try migrator.status())
    try Self.expectRoundTrip(try migrator.verify())
    try Self.expectRoundTrip(SchemaVersion.allCases)
  }

  @Test("The JSON of a movie can have no sortable title")
  func sortableTitle() throws {
    let text = #"{"id":1,"title":"The Up","favorite":true,"actors":[]}"#
    #expect(try JSONDecoder().decode(Movie.self, from: Data(text.utf8)).sortableTitle == "up")
  }

  @Test("Drafts with NFC and NFD texts differ")
  func normalization() {
    let (nfc, nfd) = ("\u{E9}", "e\u{301}")
    #expect(MovieDraft(title: nfc) != MovieDraft(title: nfd))
    #expect(MovieDraft(title: "a", cast: [nfc]) != MovieDraft(title: "a", cast: [nfd]))
    let movies = [nfc, nfd].map {
      Movie(
        id: 1, title: $0, sortableTitle: "e", isFavorite: false)
    }
    #expect(MovieDraft(movies[0], title: "x") != MovieDraft(movies[1], title: "x"))
    #expect(MovieDraft(movies[0]) != MovieDraft(id: 1, title: nfc))
    #expect(Set(movies.map { MovieDraft($0, title: "x") }).count == 2)
  }
}
