import MovieFormats
import MovieInterchange
import MovieMatching
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// The datasets of IMDb, of which an import needs a few titles.
@Suite(.limited, .temporaryDirectory) struct DatasetTests {
  private static let titles = [
    "Heat", "The Heat", "Hitze", "Heat 2", "Heat II", "Ran", "Ran (1985)", "8½", "\"Heat\"", "1984",
  ]

  private static func sources(_ random: inout RandomSource) -> [ImportSource] {
    var basics =
      "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
    var credits = "tconst\tordering\tnconst\tcategory\tjob\tcharacters\n"
    func one<Value>(of values: [Value]) -> Value {
      values.randomElement(using: &random) ?? values[0]
    }
    for number in 1...40 {
      basics +=
        [
          "tt\(number)", one(of: ["movie", "movie", "tvSeries", "short"]), one(of: titles),
          one(of: titles), "0", one(of: ["1995", "1985", "\\N"]), "\\N", one(of: ["100", "\\N"]),
          one(of: ["Crime,Drama", "\\N"]),
        ].joined(separator: "\t") + "\n"
      for order in 1...2 {
        credits +=
          "tt\(number)\t\(order)\tnm\(number % 7 + order)\t\(one(of: ["actor", "editor"]))\t\\N\t\\N\n"
      }
    }
    let names =
      "nconst\tprimaryName\tbirthYear\tdeathYear\tprimaryProfession\tknownForTitles\n"
      + (1...9).map { "nm\($0)\tName \($0)\t\\N\t\\N\tactor\t\\N\n" }.joined()
    let files = [
      ("title.basics.tsv", basics), ("title.principals.tsv", credits), ("name.basics.tsv", names),
    ]
    return files.map { ImportSource(name: $0.0, ByteSource(bytes: Array($0.1.utf8))) }
  }

  private static func movies(_ random: inout RandomSource) throws -> [MovieDraft] {
    try (0..<6).map { _ in
      var draft = MovieDraft(title: titles.randomElement(using: &random) ?? "")
      if Bool.random(using: &random) { draft.attributes.year = 1995 }
      if Bool.random(using: &random) {
        try draft.attributes.set(.imdb, to: [.text("tt\(Int.random(in: 1...60, using: &random))")])
      }
      if Bool.random(using: &random) {
        let title = titles.randomElement(using: &random) ?? ""
        try draft.attributes.set(.aka, to: [.text(title)])
      }
      return draft
    }
  }

  @Test(
    "Titles that are left out before they are read are those that are left out after it",
    arguments: 0..<UInt64(Tier.amount(5, full: 100)))
  func leavesOut(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let movies = try Self.movies(&random)
    var listing = random
    let options = ImportOptions(records: .existing)
    var store = try Catalog()
    var other = try Catalog()
    try store.add(contentsOf: movies)
    try other.add(contentsOf: movies)
    let plan = try store.importMovies(from: Self.sources(&random), options)
    // Where each record is listed, all of them are read.
    var records = 0
    let whole = try other.importMovies(
      from: Self.sources(&listing), options, onRecord: { _ in records += 1 })
    #expect(try store.movies(order: .added) == other.movies(order: .added), "\(movies)")
    #expect(plan.counts == whole.counts && records == 40)
    let kinds = { (plan: ImportPlan) in plan.leftOutKinds.sorted { $0.name < $1.name } }
    #expect(kinds(plan) == kinds(whole))
  }

  @Test("A title is needed for its id, or for a movie without an id that has its title")
  func filter() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: [.imdb: ["tt0113277"]]))
    try store.add(MovieDraft(title: "Ran (1985)", attributes: [.aka: ["Chaos"]]))
    let filter = try store.core.read { catalog throws in try DatasetFilter(in: catalog) }
    #expect(filter.includes("tt0113277", titled: ["Other"]))
    #expect(filter.includes("113277", titled: ["Other"]) && filter.includes("", titled: []))
    #expect(filter.includes("tt0000009", titled: ["Other", "The Chaos"]))
    #expect(filter.includes("tt0000009", titled: ["Ran"]))
    #expect(!filter.includes("tt0000009", titled: ["Heat"]))
    #expect(!filter.includes("tt0000009", titled: ["Other", "Heat"]))
  }
}
