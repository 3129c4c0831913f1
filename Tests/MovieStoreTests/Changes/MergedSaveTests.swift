import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Saves of a draft while the catalog changes.
@Suite(.limited, .temporaryDirectory) struct MergedSaveTests {
  /// Adds a movie, and returns it as it is when a form is opened.
  private static func add(to store: inout Catalog) throws -> Movie {
    try store.add("Heat", "Al", "Val")
  }

  @Test("A favorite that was set in the meantime survives the save of a new title")
  func favorite() throws {
    var store = try Catalog()
    let movie = try Self.add(to: &store)
    var form = MovieDraft(movie)
    form.title = " Cold "
    try store.toggleFavorite(id: movie.id)
    let saved = try store.save(form)
    #expect(saved.outcome == .updated)
    #expect(saved.title == "Cold" && saved.isFavorite)
    #expect(saved.cast.map(\.name) == ["Al", "Val"])
  }

  /// The fields of a movie that a form or the catalog changes.
  private struct Fields: OptionSet, CustomStringConvertible {
    let rawValue: Int
    static let title = Fields(rawValue: 1)
    static let cast = Fields(rawValue: 2)
    static let favorite = Fields(rawValue: 4)
    var description: String { "\(rawValue)" }
  }

  @Test(
    "Fields are merged; the last save of the same field wins", arguments: [0, 1, 2, 4, 7],
    [0, 1, 2, 4, 7])
  func merged(inForm: Int, inCatalog: Int) throws {
    let (inForm, inCatalog) = (Fields(rawValue: inForm), Fields(rawValue: inCatalog))
    var store = try Catalog()
    let movie = try Self.add(to: &store)
    var form = MovieDraft(movie)
    if inForm.contains(.title) { form.title = "Form" }
    if inForm.contains(.cast) { form.cast = ["Form", "Al"] }
    if inForm.contains(.favorite) { form.isFavorite = true }
    let now = try store.edit(
      id: movie.id,
      MovieEdit(
        title: inCatalog.contains(.title) ? "Now" : nil,
        removedActors: inCatalog.contains(.cast) ? ["Al"] : [],
        isFavorite: inCatalog.contains(.favorite) ? true : nil)
    ).movie
    let saved = try store.save(form)
    #expect(saved.title == (inForm.contains(.title) ? "Form" : now.title))
    #expect(saved.cast.map(\.name) == (inForm.contains(.cast) ? form.cast : now.cast.map(\.name)))
    #expect(saved.isFavorite == (inForm.contains(.favorite) || now.isFavorite))
    #expect((saved.outcome == .unchanged) == (saved.movie == now))
    #expect(try store.movie(id: movie.id) == saved.movie)
    #expect(try store.save(form).outcome == .unchanged)
  }

  @Test("A field that was changed and changed back keeps the value of the catalog")
  func changedBack() throws {
    var store = try Catalog()
    let movie = try Self.add(to: &store)
    var form = MovieDraft(movie, title: "x", cast: [])
    (form.title, form.cast) = ("Heat ", ["Al", "Val", "Al"])
    try store.edit(id: movie.id, MovieEdit(title: "Now", addedActors: ["Bo"]))
    #expect(try store.save(form).outcome == .unchanged)
  }

  @Test("Texts of another program stay as they are, unless the draft changes them")
  func otherTexts() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "UPDATE MovieModel SET title = ' Heat '")
    var store = try Catalog(path: path)
    let heat = try #require(try store.movie(id: 1))
    #expect(try store.save(MovieDraft(heat)).outcome == .unchanged)
    #expect(try store.save(MovieDraft(heat, isFavorite: true)).title == " Heat ")
    #expect(try store.save(MovieDraft(heat, title: " Heat (1995) ")).title == "Heat (1995)")
  }

  @Test("NFC and NFD spellings of a title are different values")
  func normalization() throws {
    var store = try Catalog()
    let movie = try store.add("\u{E9}")
    let form = MovieDraft(movie, title: "e\u{301}")
    try store.edit(id: movie.id, MovieEdit(title: "x"))
    #expect(try store.save(form).title.bytes == "e\u{301}".bytes)
  }

  @Test("A draft without an original replaces every field")
  func replaced() throws {
    var store = try Catalog()
    let movie = try Self.add(to: &store)
    try store.toggleFavorite(id: movie.id)
    let saved = try store.save(MovieDraft(id: movie.id, title: "Cold"))
    #expect(saved.title == "Cold" && saved.cast.isEmpty && !saved.isFavorite)
  }

  @Test("A draft with another id replaces every field of the other movie")
  func otherID() throws {
    var store = try Catalog()
    let movie = try Self.add(to: &store)
    let other = try store.add("Up", "Bo", favorite: true)
    var form = MovieDraft(movie)
    form.id = movie.id
    #expect(form == MovieDraft(movie))
    form.id = other.id
    #expect(form == MovieDraft(id: other.id, title: "Heat", cast: ["Al", "Val"]))
    let saved = try store.save(form)
    #expect(saved.id == other.id && saved.title == "Heat" && !saved.isFavorite)
    #expect(saved.cast.map(\.name) == ["Al", "Val"])
    form.id = movie.id
    #expect(form != MovieDraft(movie))
    form.id = nil
    #expect(try store.save(form).outcome == .added)
  }

  @Test("Validation keeps the id, and which fields were changed")
  func validated() throws {
    let movie = Movie(
      id: 7, title: " Heat", sortableTitle: "heat", isFavorite: false,
      cast: [Actor(id: 1, name: "Al ")])
    let valid = try MovieDraft(movie, isFavorite: true).validated()
    // Texts of another program stay as they are, unless the movie is added.
    #expect(valid.id == 7 && valid.title == " Heat" && valid.cast == ["Al "] && valid.isFavorite)
    #expect(try valid.validated() == valid)
    // The id was never assigned: the movie is added with it.
    var store = try Catalog()
    #expect(try store.add(valid, id: 7).outcome == .added)
    try store.edit(id: 7, MovieEdit(title: "Now", addedActors: ["Bo"], isFavorite: false))
    let saved = try store.save(valid)
    #expect(saved.title == "Now" && saved.cast.map(\.name) == ["Al", "Bo"] && saved.isFavorite)
  }

  @Test("Rejects a draft that cannot be stored, and changes nothing")
  func invalid() throws {
    var store = try Catalog()
    let movie = try Self.add(to: &store)
    expectInvalid("the title is empty") { try store.save(MovieDraft(movie, title: " ")) }
    expectInvalid("the title is empty") { try store.add(MovieDraft()) }
    expectInvalid("an actor's name contains a NUL character") {
      try store.add(MovieDraft(title: "T", cast: ["A", "\0"]))
    }
    #expect(try store.movies() == [movie])
  }

  @Test("A draft of a deleted movie is unknown")
  func deleted() throws {
    var store = try Catalog()
    let movie = try Self.add(to: &store)
    try store.delete(id: movie.id)
    #expect(throws: StoreError.unknown(.id(movie.id))) {
      try store.save(MovieDraft(movie, title: "x"))
    }
  }
}
