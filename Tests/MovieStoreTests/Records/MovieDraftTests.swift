import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite("Movie drafts", .limited, .temporaryDirectory) struct MovieDraftTests {
  @Test(
    "Removes surrounding white space, and keeps inner white space",
    arguments: [
      ("Jaws", "Jaws"), (" \t\r\nJaws \n", "Jaws"),
      ("\u{A0}\u{2003}\u{3000}Jaws\u{2028}\u{85}", "Jaws"),
      ("a  b", "a  b"), ("\u{200B}", "\u{200B}"), ("é ", "é"), (" \u{301}", "\u{301}"),
      ("\u{FEFF}a", "\u{FEFF}a"),
    ])
  func trimming(_ text: String, _ expected: String) throws {
    let movie = try MovieDraft(title: text, cast: [text]).validated()
    #expect(Array(movie.title.utf8) == Array(expected.utf8))
    #expect(movie.cast.map { Array($0.utf8) } == [Array(expected.utf8)])
  }

  @Test(
    "Reports a text that cannot be stored",
    arguments: [
      ("", "is empty"), (" \n\u{3000}", "is empty"), ("a\u{0}b", "contains a NUL character"),
      (String(repeating: "é", count: 8_193), "has 16,386 bytes; the limit is 16,384"),
    ])
  func problems(_ text: String, _ problem: String) throws {
    expectInvalid("the title \(problem)", .title) { try MovieDraft(title: text).validated() }
    expectInvalid("an actor's name \(problem)", .name) {
      try MovieDraft(title: "T", cast: ["A", text]).validated()
    }
  }

  @Test(
    "Keeps the first of repeated names",
    arguments: [
      (["A", "B", "A", " B "], ["A", "B"]), (["A", "a"], ["A", "a"]),
      (["\u{E9}", "e\u{301}", "\u{E9}"], ["\u{E9}", "e\u{301}"]), ([], []),
    ])
  func repeats(_ names: [String], _ expected: [String]) throws {
    let cast = try MovieDraft(title: "T", cast: names).validated().cast
    #expect(cast.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test("Compares the names of a large cast byte for byte")
  func largeCasts() throws {
    let names = (0..<500).flatMap { ["n\($0)", "\u{E9}\($0)", "e\u{301}\($0)"] }
    #expect(
      try MovieDraft(title: "T", cast: names + names.reversed()).validated().cast.count == 1_500)
  }

  @Test("A cast has at most 100,000 names and 4 MiB")
  func castLimits() throws {
    let names = (0...100_000).map(String.init)
    #expect(try MovieDraft(title: "T", cast: names.dropLast()).validated().cast.count == 100_000)
    expectInvalid("the cast has 100,001 names; the limit is 100,000", .cast) {
      try MovieDraft(title: "T", cast: names).validated()
    }

    let long = (100..<356).map { "\($0)" + String(repeating: "x", count: 16_381) }
    #expect(try MovieDraft(title: "T", cast: long).validated().cast.count == 256)
    expectInvalid("the cast has 4,194,305 bytes; the limit is 4,194,304", .cast) {
      try MovieDraft(title: "T", cast: long + ["y"]).validated()
    }
  }

  @Test("Reads, deletes and restores a cast beyond the limits", .fullTier)
  func largerCast() throws {
    let path = try Catalog.file(holding: ["T"])
    try OtherProgram.run(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 270)
      INSERT INTO ActorModel(id, name) SELECT i, printf('%016384d', i) FROM n
      """, "INSERT INTO MovieActor SELECT 1, id, id FROM ActorModel")
    var store = try Catalog(path: path)
    let movie = try #require(try store.movie(id: 1))
    // A change of another field is possible.
    try store.save(MovieDraft(movie, isFavorite: true))
    #expect(try store.edit(id: 1, MovieEdit(title: "U")).cast == movie.cast)
    expectInvalid("the cast has 4,407,296 bytes; the limit is 4,194,304") {
      try store.edit(id: 1, MovieEdit(removedActors: [movie.cast[0].name]))
    }
    let removal = MovieEdit(removedActors: movie.cast.prefix(14).map(\.name))
    #expect(try store.edit(id: 1, removal).movie.cast.count == 256)
    expectInvalid("the cast has 4,210,688 bytes; the limit is 4,194,304") {
      try store.edit(id: 1, MovieEdit(addedActors: [movie.cast[0].name]))
    }
    #expect(try !store.toggleFavorite(id: 1).movie.isFavorite)
    let deleted = try store.delete(id: 1)
    #expect(deleted.cast.count == 256)
    try store.undo()
    #expect(try store.movie(id: 1) == deleted.movie)
  }
}
