import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct TypedAttributeTests {
  @Test("The properties of the known keys are read back, also from the catalog")
  func properties() throws {
    var draft = MovieDraft(title: "Heat", cast: ["Al Pacino"])
    draft.attributes.year = 1995
    draft.attributes.rating = 8.5
    draft.attributes.watched = ["2026-11-23", "2024", "2026-11-23", "2026-11"].compactMap(
      CalendarDate.init)
    draft.attributes.tags = ["heist", "crime", "heist"]
    draft.attributes.note = " Good. "
    draft.attributes.genres = ["Crime", "Drama"]
    draft.attributes.directors = ["Michael Mann"]
    draft.attributes.runtime = 170
    draft.attributes.akas = ["Tulipäivät"]
    (draft.attributes.imdb, draft.attributes.tmdb) = ("0113277", 949)
    draft.attributes.letterboxd = "heat-1995"
    var store = try Catalog()
    let movie = try store.add(draft).movie
    #expect(movie.year == 1995 && movie.rating == 8.5 && movie.note == "Good.")
    #expect(movie.watched.map(\.description) == ["2024", "2026-11", "2026-11-23"])
    #expect(movie.tags == ["heist", "crime"] && movie.attributes.genres == ["Crime", "Drama"])
    #expect(movie.attributes.directors == ["Michael Mann"] && movie.attributes.runtime == 170)
    #expect(movie.attributes.imdb == "tt0113277" && movie.attributes.tmdb == 949)
    #expect(movie.attributes.letterboxd == "https://letterboxd.com/film/heat-1995/")
    #expect(movie.attributes.akas == ["Tulipäivät"])
    #expect(movie.attributes.keys == AttributeKey.known)
    #expect(
      "\(movie)" == """
        1: Heat, cast: Al Pacino, year: 1995, rating: 8.5, watched: 2024, watched: 2026-11, \
        watched: 2026-11-23, genre: Crime, genre: Drama, director: Michael Mann, runtime: 170, \
        tag: heist, tag: crime, note: Good., aka: Tulipäivät, imdb: tt0113277, tmdb: 949, \
        letterboxd: https://letterboxd.com/film/heat-1995/
        """)

    var edit = MovieEdit(removedAttributes: [.note])
    (edit.attributes.year, edit.attributes.rating) = (1996, 9)
    let edited = try store.edit(id: 1, edit).movie
    #expect(edited.year == 1996 && edited.rating == 9 && edited.note == nil)
    #expect(edited.attributes[.rating] == [9] && edited.tags == movie.tags)
  }

  @Test("A value of another type, which another program can store, is none")
  func otherTypes() {
    let attributes: MovieAttributes = [.year: ["x"], .rating: ["y"], .watched: [7], .note: [5]]
    #expect(attributes.year == nil && attributes.rating == nil && attributes.watched.isEmpty)
    #expect(attributes.note == "5" && attributes.tags.isEmpty)
  }

  @Test("A literal or a property can hold any value; storing it validates it")
  func validation() throws {
    var store = try Catalog()
    let own = try AttributeKey("own")
    let literal: MovieAttributes = [.year: ["1995"], own: [1, 1.0, " a "], .tag: [7]]
    let movie = try store.add(MovieDraft(title: "Heat", attributes: literal)).movie
    #expect(
      movie.attributes == (try MovieAttributes([.year: [1995], own: [1, "a"], .tag: ["7"]])))
    var draft = MovieDraft(movie)
    draft.attributes.year = 1
    expectInvalid("'1' is not a year from 1870 to 2200", .attribute(.year)) {
      try store.save(draft)
    }
    expectInvalid("'year' can have only one value", .attribute(.year)) {
      try store.edit(id: 1, MovieEdit(attributes: [.year: [1995, 1996]]))
    }
    expectInvalid("the value of 'tag' is empty") {
      try store.add(contentsOf: [MovieDraft(title: "Ran", attributes: [.tag: [" "]])])
    }
    #expect(try store.movies() == [movie])
    draft.attributes = [.rating: [8]]
    #expect(try store.save(draft).movie.attributes == [.rating: [8]])
  }

  @Test("Saving keeps the values of another program that a form does not change")
  func storedValues() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    try store.add(MovieDraft(title: "Heat", attributes: [.note: ["a"]]))
    try OtherProgram.run(path, "UPDATE MovieAttribute SET value = 1995")
    let stored = try #require(try store.movie(id: 1))
    #expect(stored.attributes[.note] == [1995])
    var draft = MovieDraft(stored)
    draft.attributes.tags = ["heist"]
    #expect(try store.save(draft).movie.attributes == [.note: [1995], .tag: ["heist"]])
  }

  @Test("Operators of keys are terms, with the text that stands for them")
  func terms() throws {
    let terms: [MovieQuery.Term] = [
      .year < 2000, .year <= 2000, .year > 1990, .year >= 1990, .tag == "heist", .tag != "spoof",
      .has(.rating), !.has(.note), .contains(.note, "river"), .rating > 8.5,
    ]
    #expect(
      terms.map(\.description) == [
        "year<2000", "year<=2000", "year>1990", "year>=1990", "tag=heist", "!tag=spoof",
        "has:rating", "!has:note", "note:river", "rating>8.5",
      ])
    #expect(try MovieQuery(MovieQuery(terms).description) == MovieQuery(terms))
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: [.year: [1995], .tag: ["heist"]]))
    try store.add(MovieDraft(title: "Ran", attributes: [.year: [1985]]))
    #expect(try store.titles([.year < 2000, .tag == "heist"]) == ["Heat"])
  }

  @Test("The ids of other services have one form")
  func ids() throws {
    let forms: [(AttributeKey, String, [String])] = [
      (
        .imdb, "tt0113277",
        ["tt0113277", "0113277", "113277", "https://www.imdb.com/title/tt0113277/"]
      ),
      (.imdb, "tt12345678", ["tt12345678", "m.imdb.com/title/tt12345678"]),
      (.tmdb, "949", ["949", "949.0"]),
      (.letterboxd, "https://boxd.it/2aQw", ["https://boxd.it/2aQw", "boxd.it/2aQw/"]),
      (
        .letterboxd, "https://letterboxd.com/film/heat-1995/",
        ["heat-1995", "heat-1995/", "http://letterboxd.com/film/heat-1995"]
      ),
    ]
    for (key, form, texts) in forms {
      for text in texts { #expect(try AttributeValue(text, for: key).description == form) }
    }
    for (key, text) in [
      (AttributeKey.imdb, "-1"), (.imdb, "0"), (.imdb, "nm0000199"), (.imdb, "tt"), (.tmdb, "0"),
      (.tmdb, "-1"), (.tmdb, "heat"), (.letterboxd, "a b"), (.letterboxd, "https://example.com/x"),
      (.runtime, "0"), (.runtime, "170.5"), (.genre, "a\nb"), (.director, ""),
      (.watched, "2026-13"),
    ] {
      #expect(throws: StoreError.self, "\(key) \(text)") { try AttributeValue(text, for: key) }
    }
  }

  @Test("Values are added to a list unless it has them in another case, or a date inside them")
  func lists() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: [.tag: ["Heist"], .watched: ["2024-05"]]))
    func add(_ key: AttributeKey, _ texts: String...) throws -> [String] {
      let values = texts.map { AttributeValue.text($0) }
      let edit = MovieEdit(addedAttributeValues: [key: values])
      return try store.edit(id: 1, edit).movie.attributes[key].map(\.description)
    }
    #expect(try add(.tag, "heist", "CRIME", "crime") == ["Heist", "CRIME"])
    #expect(try add(.watched, "2024") == ["2024-05"])
    #expect(try add(.watched, "2024-05-02", "2023") == ["2023", "2024-05", "2024-05-02"])
    #expect(
      try add(.watched, "2022", "2022-01-01") == ["2022-01-01", "2023", "2024-05", "2024-05-02"])
    #expect(try add(.watched, "2024-05-02") == ["2022-01-01", "2023", "2024-05", "2024-05-02"])
  }

  @Test(
    "A date is a day, a month or a year of the calendar",
    arguments: ["2026-11-23", "2024-02-29", "0000-01-01", "2026-11", "2026"])
  func dates(text: String) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.description == text)
    #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
    #expect(try date < #require(CalendarDate("9999-12-31")))
  }

  @Test(
    "Any other text or number is no date",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-13-01", "2026-1-1", "2026-11-23 ", "", "２026-11-2",
      "2026-13", "2026-", "202", "2026-11-23-", "-",
    ])
  func noDates(text: String) {
    #expect(CalendarDate(text) == nil)
    #expect(CalendarDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(CalendarDate(year: 2026, month: 0, day: 1) == nil)
    #expect(CalendarDate(year: 2026, month: 4, day: 31) == nil)
    #expect(CalendarDate(year: 2026, day: 1) == nil)
  }
}
