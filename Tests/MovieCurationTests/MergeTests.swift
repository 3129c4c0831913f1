import MovieCuration
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// What a merge makes of movies.
@Suite(.limited, .temporaryDirectory) struct MergeTests {
  private static func own() throws -> AttributeKey { try AttributeKey("own") }

  private static func store() throws -> Catalog {
    var store = try Catalog()
    let own = try own()
    let drafts = [
      MovieDraft(
        title: "Heat", cast: ["Al Pacino", "Robert De Niro"],
        attributes: [
          .year: [1995], .rating: [8], .tag: ["heist"], .watched: ["1996"], own: ["a"],
        ]),
      MovieDraft(
        title: "heat", cast: ["Val Kilmer", "Robert de Niro", "Al Pacino"], isFavorite: true,
        attributes: [
          .rating: [.real(7.5)], .tag: ["Heist", "crime"], .watched: ["1996-02-01"],
          .note: ["n"], .imdb: ["tt0113277"], own: ["b", "c"],
        ]),
      MovieDraft(title: "La sfida", cast: ["Al Pacino", "Jon Voight"], attributes: [.note: ["m"]]),
    ]
    for draft in drafts { try store.add(draft) }
    return store
  }

  private static let ids = [1, 2, 3].map(Movie.ID.init(rawValue:))

  @Test("The first movie gets what it does not have, and keeps its own values")
  func union() throws {
    var store = try Self.store()
    let preview = try store.mergePreview(of: Self.ids)
    let merged = try store.merge(Self.ids)
    #expect(merged == .updated(before: preview.movies[0], after: preview.result))
    #expect(try store.movies() == [merged.movie])
    #expect(merged.movie.title == "Heat")
    #expect(merged.movie.isFavorite)
    #expect(
      merged.movie.cast.map(\.name) == ["Al Pacino", "Robert De Niro", "Val Kilmer", "Jon Voight"])
    #expect(
      try merged.movie.attributes == [
        .year: [1995], .rating: [8], .tag: ["heist", "crime"], .watched: ["1996", "1996-02-01"],
        .note: ["n"], .imdb: ["tt0113277"], .aka: ["La sfida"], Self.own(): ["a"],
      ])
    #expect(try store.actors().map(\.name).contains("Robert de Niro") == false)
    #expect(try store.undo()?.movieCount == 3)
    #expect(try store.movies(order: .added) == preview.movies)
  }

  @Test("Differences name the kept value first; spellings are no conflict")
  func differences() throws {
    let store = try Self.store()
    func texts(_ ids: [Movie.ID], _ choices: MergeChoices = MergeChoices()) throws -> [String] {
      try store.mergePreview(of: ids, choices).differences.map { difference in
        let values = difference.values.map { "\($0.text) \($0.movie)" }.joined(separator: ", ")
        return "\(difference.field)\(difference.isConflict ? "!" : ""): \(values)"
      }
    }
    #expect(
      try texts(Array(Self.ids.prefix(2)))
        == ["title: Heat 1, heat 2", "rating!: 8 1, 7.5 2", "own!: a 1, b, c 2"])
    #expect(
      try texts(Self.ids, MergeChoices(preferred: Self.ids[2]))
        == [
          "title!: La sfida 3, Heat 1, heat 2", "rating!: 8 1, 7.5 2", "note!: m 3, n 2",
          "own!: a 1, b, c 2",
        ])
  }

  @Test("Chosen values are taken, and other titles are kept")
  func choices() throws {
    let store = try Self.store()
    let choices = MergeChoices(
      preferred: Self.ids[1], preferredByField: ["title": Self.ids[2], "rating": Self.ids[0]])
    let result = try store.mergePreview(of: Self.ids, choices).result
    #expect(result.title == "La sfida")
    #expect(result.sortableTitle == "sfida")
    #expect(result.rating == 8)
    #expect(result.note == "n")
    #expect(try result.attributes[Self.own()] == ["b", "c"])
    #expect(result.attributes.akas == ["Heat"])
  }

  @Test(
    "A title without a year and an article at its end is preferred, and the year kept",
    arguments: [
      (["Matrix, The (1999)", "The Matrix|1999"], "The Matrix", 1999),
      (["Heat (1995)", "Heat|1995"], "Heat", 1995), (["Heat|1995", "Heat (1995)"], "Heat", 1995),
      (["The Matrix|1999", "Matrix, The|1999"], "The Matrix", 1999),
    ])
  func plainTitles(lines: [String], title: String, year: Int) throws {
    let group = try Catalog.importing(lines).duplicateMovies()[0]
    #expect(group.result.title == title && group.result.year == year)
    #expect(group.result.attributes.akas.isEmpty && !group.hasConflict)
    #expect(group.result.id == group.movies[0].id)
  }

  @Test(
    "A title in other words is kept, also with the same letters; another form of a number is none",
    arguments: [
      ("Ghost Busters", "Ghostbusters", ["Ghostbusters"], false),
      ("The Thing", "Thing", ["Thing"], false),
      ("Rocky II", "Rocky 2", ["Rocky 2"], false), ("Heat", "HEAT", [], false),
      ("Matrix, The", "The Matrix", [], false), ("Heat", "Ran", ["Ran"], true),
    ])
  func otherTitles(title: String, other: String, akas: [String], isConflict: Bool) throws {
    var store = try Catalog()
    for title in [title, other] { try store.add(MovieDraft(title: title)) }
    let preview = try store.mergePreview(of: Array(Self.ids.prefix(2)))
    #expect(preview.result.attributes.akas == akas && preview.hasConflict == isConflict)
  }

  @Test("A movie that was seen leaves the watchlist, unless one of the movies was on it when seen")
  func marks() throws {
    func tags(_ movies: MovieAttributes...) throws -> [String] {
      var store = try Catalog()
      for attributes in movies { try store.add(MovieDraft(title: "Ran", attributes: attributes)) }
      return try store.mergePreview(of: Array(Self.ids.prefix(2))).result.tags
    }
    #expect(try tags([.tag: ["watchlist"]], [.watched: ["2024-01-01"]]) == [])
    #expect(try tags([.tag: ["seen"]], [.tag: ["watchlist", "war"]]) == ["seen", "war"])
    #expect(
      try tags([.tag: ["watchlist"], .watched: ["2023"]], [.watched: ["2024-01-01"]])
        == ["watchlist"])
  }

  @Test("Casts without an actor in common are a conflict")
  func casts() throws {
    let store = try Catalog.importing(["Heat|1995|Al Pacino", "Heat|1995|Burt Reynolds"])
    let group = try store.duplicateMovies()[0]
    #expect(group.hasConflict)
    #expect(group.differences.map(\.field) == ["cast"])
  }

  @Test("A merge needs two movies that exist, each once, and choices among them")
  func errors() throws {
    var store = try Self.store()
    let before = try store.movies()
    let (first, missing) = (Self.ids[0], Movie.ID(rawValue: 9))
    func category(_ ids: [Movie.ID], _ choices: MergeChoices = MergeChoices()) -> String? {
      do {
        try store.merge(ids, choices)
        return nil
      } catch {
        return "\(error.category)"
      }
    }
    #expect(category([first]) == "invalidInput")
    #expect(category([first, first]) == "invalidInput")
    #expect(category([first, missing]) == "notFound")
    #expect(category([first, Self.ids[1]], MergeChoices(preferred: missing)) == "invalidInput")
    #expect(
      category([first, Self.ids[1]], MergeChoices(preferredByField: ["title": missing]))
        == "invalidInput")
    #expect(try store.movies() == before)
  }

  @Test("A movie cannot get more values than one can have")
  func limits() throws {
    var store = try Catalog()
    for name in ["a", "b"] {
      let tags = (0..<600).map { AttributeValue.text("\(name)\($0)") }
      try store.add(MovieDraft(title: "Heat", attributes: [.tag: tags]))
    }
    #expect(throws: StoreError.self) { try store.merge(Array(Self.ids.prefix(2))) }
    #expect(try store.mergeDuplicates(.movies(.all)) { _ in }.others == 1)
    #expect(try store.movieCount() == 2)
  }

  @Test("Groups without a conflict are merged together, and undone to the same bytes")
  func allGroups() throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    var drafts = GeneratedDrafts(seed: 3, names: 30)
    try store.write("add") { store in
      for draft in try drafts.next(Tier.amount(25, full: 60)) {
        var draft = draft
        draft.title = String(draft.title.unicodeScalars.prefix(1))
        draft.isFavorite = false
        try store.add(draft)
        draft.cast = draft.cast.map { "\($0)'" }
        try store.add(draft)
      }
    }
    let before = try CatalogContent(path, store)
    for search in [DuplicateSearch.movies(.all), .actors(ActorQuery())] {
      var merged = 0
      let conflicts = try store.mergeDuplicates(search) { _ in merged += 1 }.others
      #expect(merged > 0)
      var left: [DuplicateGroup] = []
      _ = try store.forEachDuplicate(search) { left.append($0) }
      #expect(left.count == conflicts && left.allSatisfy(\.hasConflict))
      let after = try CatalogContent(path, store)
      #expect(try store.undo() != nil)
      #expect(try CatalogContent(path, store) == before)
      #expect(try store.redo() != nil)
      #expect(try CatalogContent(path, store) == after)
      #expect(try store.undo() != nil)
    }
    try CatalogState.expectSound(path)
  }
}
