import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Movies as text that a user edits.
@Suite(.limited, .temporaryDirectory) struct EditedMoviesTests {
  private static func edited(
    _ text: String, of movies: [Movie], as format: InterchangeFormat
  ) throws -> EditedMovies {
    try EditedMovies(
      ByteSource(bytes: Array(text.utf8)), of: movies, as: format, fileName: "movies.txt")
  }

  private static func text(_ movies: [Movie], _ format: InterchangeFormat) throws -> String {
    String(decoding: try EditedMovies.text(of: movies, as: format), as: UTF8.self)
  }

  private static func store() throws -> Catalog {
    var store = try Catalog()
    try store.add(
      MovieDraft(
        title: "Heat", cast: ["Al Pacino", "Val Kilmer"],
        attributes: [.year: [1995], .tag: ["heist", "crime"]]))
    try store.add(MovieDraft(title: "Ran", isFavorite: true))
    return store
  }

  @Test("Text that was not edited changes nothing", arguments: EditedMovies.formats)
  func unedited(format: InterchangeFormat) throws {
    var drafts = GeneratedDrafts(seed: 5, names: 20)
    var attributes = GeneratedAttributes(seed: 5)
    var store = try Catalog()
    for draft in try drafts.next(Tier.amount(60, full: 600)) {
      var draft = draft
      draft.attributes = try attributes.next()
      try store.add(draft)
    }
    let movies = try store.movies()
    let edited = try Self.edited(Self.text(movies, format), of: movies, as: format)
    #expect(edited.changes.isEmpty && edited.missing.isEmpty)
  }

  @Test("The text has a line for each movie, with its id")
  func lines() throws {
    let movies = try Self.store().movies()
    #expect(
      try Self.text(movies, .ndjson) == """
        {"id": 1, "title": "Heat", "cast": ["Al Pacino", "Val Kilmer"], "favorite": false, \
        "attributes": {"year": 1995, "tag": ["heist", "crime"]}}
        {"id": 2, "title": "Ran", "cast": [], "favorite": true}

        """)
    #expect(
      try Self.text(movies, .csv) == """
        id,title,favorite,cast,year,rating,watched,tag,note
        1,Heat,false,Al Pacino;Val Kilmer,1995,,,heist;crime,
        2,Ran,true,,,,,,

        """)
  }

  @Test(
    "Edited values are changed, missing ones removed, and other movies left",
    arguments: EditedMovies.formats)
  func changes(format: InterchangeFormat) throws {
    var store = try Self.store()
    let movies = try store.movies()
    let text =
      format == .csv
      ? "id,title,cast,year,rating,tag\n1,The Heat,Val Kilmer,,8.5,heist\n"
      : """
      {"title": "The Heat", "cast": ["Val Kilmer"], "id": 1, "attributes": {"rating": 8.5, "tag": ["heist"]}}

      """
    let edited = try Self.edited(text, of: movies, as: format)
    #expect(edited.missing == [movies[1]])
    #expect(edited.changes.map(\.before) == [movies[0]])
    try store.apply(edited, deletingMissing: false)
    let heat = try #require(try store.movie(id: movies[0].id))
    #expect(heat.title == "The Heat" && heat.sortableTitle == "heat")
    #expect(heat.cast.map(\.name) == ["Val Kilmer"])
    #expect(heat.attributes == [.rating: [.real(8.5)], .tag: ["heist"]])
    #expect(edited.changes.map(\.after.attributes) == [heat.attributes])
    #expect(try store.movieCount() == 2)
    #expect(try store.undo()?.movieCount == 1)
    try store.apply(edited, deletingMissing: true)
    #expect(try store.movies().map(\.title) == ["The Heat"])
    #expect(try store.undo()?.movieCount == 2)
    #expect(try store.movies() == movies)
  }

  @Test(
    "Errors have their place",
    arguments: [
      (#"{"title": "Heat", "cast": [], "favorite": false}"#, "1:1: expected the 'id'"),
      (#"{"id": 9, "title": "Heat"}"#, "1:1: expected the 'id' of one of the movies"),
      (#"{"id": "x", "title": "Heat"}"#, "1:8: expected a number for 'id', found a string"),
      (
        "{\"id\": 1, \"title\": \"A\"}\n{\"id\": 1, \"title\": \"B\"}",
        "2:1: expected each movie once"
      ),
      (#"{"id": 1, "title": ""}"#, "1:20: the title is empty"),
      (#"{"id": 1, "title": "Heat", "attributes": {"year": 1}}"#, "1:51: "),
      (#"{"id": 1, "#, "1:"),
    ])
  func errors(text: String, message: String) throws {
    let movies = try Self.store().movies()
    do {
      _ = try Self.edited(text, of: movies, as: .ndjson)
      Issue.record("no error")
    } catch let error as InterchangeError {
      #expect("\(error)".hasPrefix("movies.txt:\(message)"), "\(error)")
    }
  }

  @Test("Movies that changed meanwhile stop the change")
  func changedMeanwhile() throws {
    var store = try Self.store()
    let movies = try store.movies()
    let text = try Self.text(movies, .ndjson).replacing("Heat", with: "Hot")
    let edited = try Self.edited(text, of: movies, as: .ndjson)
    try store.toggleFavorite(id: movies[1].id)
    try store.toggleFavorite(id: movies[0].id)
    #expect(throws: SelectionChanged.self) { try store.apply(edited, deletingMissing: false) }
    #expect(try store.movie(id: movies[0].id)?.title == "Heat")
    try store.toggleFavorite(id: movies[0].id)
    // Others do not matter.
    try store.apply(edited, deletingMissing: false)
    #expect(try store.movie(id: movies[0].id)?.title == "Hot")
  }
}
