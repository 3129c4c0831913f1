import MovieCuration
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Titles, names and values that differ in a mark which is a letter are different; those that differ
/// in accents are not.
@Suite(.limited, .temporaryDirectory) struct MarkedLetterTests {
  private static let different: [(String, String)] = [
    ("กินรี", "กุนรี"), ("कल", "कुल"), ("কল", "কুল"), ("తల", "తెల"), ("កង", "កុង"), ("ガメラ", "カメラ"),
    ("мой", "мои"), ("Усе", "Ўсе"), ("їжак", "іжак"),
  ]
  private static let same: [(String, String)] = [
    ("Amélie", "AMELIE"), ("Ёлка", "елка"), ("Мой", "МОИ\u{306}"), ("ガ", "カ\u{3099}"),
    ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("Οδυσσεύς", "ΟΔΥΣΣΕΥΣ"), ("Kış Masalı", "KIŞ MASALI"),
    ("Kış Masalı", "kis masali"), ("Їжак", "і\u{308}жак"),
  ]

  private static func store(_ text: String) throws -> Catalog {
    var store = try Catalog()
    let attributes: MovieAttributes = [.tag: [.text(text)]]
    try store.add(MovieDraft(title: text, cast: [text], attributes: attributes))
    return store
  }

  @Test("Other letters refer to nothing", arguments: different)
  func references(text: String, other: String) throws {
    for (text, other) in [(text, other), (other, text)] {
      var store = try Self.store(text)
      #expect(throws: StoreError.unknown(.title(other))) {
        try store.movies(referredToBy: [.title(other)])
      }
      #expect(throws: StoreError(.unknownActor(reference: other))) { try store.actor(named: other) }
      #expect(throws: StoreError.self) {
        try store.edit(id: 1, MovieEdit(removedActors: [other]))
      }
      for terms in ["title=\(other)", "actor=\(other)", "tag=\(other)", "\"\(other)\""] {
        #expect(try store.ids(MovieQuery(terms)) == [])
      }
      try store.edit(id: 1, MovieEdit(addedAttributeValues: [.tag: [.text(other)]]))
      #expect(try store.movie(id: 1)?.attributes.tags == [text, other])
      try store.add(other, other)
      #expect(try store.duplicateMovies().isEmpty)
      #expect(try store.duplicateActors().isEmpty)
    }
  }

  @Test("The same letters with other accents refer to the movie and the actor", arguments: same)
  func equal(text: String, other: String) throws {
    for (text, other) in [(text, other), (other, text)] {
      var store = try Self.store(text)
      #expect(try store.movies(referredToBy: [.title(other)]).map(\.id) == [1])
      #expect(try store.actor(named: other).id == 1)
      for terms in ["title=\"\(other)\"", "actor=\"\(other)\"", "tag=\"\(other)\"", "\"\(other)\""]
      {
        #expect(try store.ids(MovieQuery(terms)) == [1], "\(terms)")
      }
      try store.edit(id: 1, MovieEdit(addedAttributeValues: [.tag: [.text(other)]]))
      #expect(try store.movie(id: 1)?.attributes.tags == [text])
      try store.add(other, other)
      #expect(try store.duplicateMovies().map { $0.movies.map(\.id) } == [[1, 2]])
      if !text.isExactly(other) { #expect(try store.duplicateActors().count == 1) }
      try store.edit(id: 1, MovieEdit(removedActors: [other]))
      #expect(try store.cast(1).isEmpty)
    }
  }

  @Test("A title that is part of another one by its vowels is not completed by it")
  func suggestions() throws {
    let titles = ["กินรี", "กุนรี", "Мой", "Моисей", "Kış Masalı"]
    var source = try CompletionSource(path: Catalog.file(holding: titles))
    for (typed, titles) in [
      ("กุ", ["กุนรี"]), ("ก", ["กินรี", "กุนรี"]), ("мои", ["Моисей"]), ("мой", ["Мой"]),
      ("kis", ["Kış Masalı"]),
    ] {
      #expect(try source.titles(beginning: typed, limit: 10).map(\.movie.title) == titles)
    }
  }
}
