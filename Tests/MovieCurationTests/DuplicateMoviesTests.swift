import MovieCuration
import MovieMatching
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Which movies are the same.
@Suite(.limited) struct DuplicateMoviesTests {
  private static func ids(_ groups: [MergePreview]) -> [[Int64]] {
    groups.map { $0.movies.map(\.id.rawValue) }
  }

  @Test(
    "Movies with one title are the same, or perhaps, as their years and casts tell",
    arguments: [
      (["Spider-Man|2002", "spiderman|2002"], "1 2?"),
      (["Spider-Man|2002|Tobey Maguire", "spiderman|2002|Tobey Maguire"], "1 2"),
      (["The Heat|1995", "Heat|1995"], "1 2?"),
      (["Heat|1995", "Heat"], "1 2?"),
      (["Heat", "Heat", "Heat|1995"], "1 2, 1 2 3?"),
      (["Heat|1995", "Heat|1986"], ""),
      (["Heat|1995", "Hoat|1995"], ""),
      (["Heat|1995|Al Pacino,Val Kilmer", "Heat|1996|Al Pacino,Val Kilmer"], "1 2"),
      (["Heat|1995|Al Pacino", "Heat|1996|Al Pacino,Val Kilmer"], "1 2?"),
      (["Heat|1995|Al Pacino", "Heat|1996|Burt Reynolds"], "1 2?"),
      (["Heat|1995|Al Pacino", "Heat|1997|Al Pacino"], ""),
      (["Heat|1995|Al Pacino", "Heat|1995|Burt Reynolds"], "1 2?"),
      (["Heat|1995|Al Pacino,A", "Heat|1995|Burt Reynolds,B"], ""),
      // The year as a part of the title.
      (["Heat (1995)", "Heat|1995"], "1 2"),
      (["Heat (1995)", "Heat|1986"], ""),
      // Marks that are letters, and a letter with two forms.
      (["สร|2003", "สุร|2003", "สิร|2003"], ""), (["सर|2003", "सुर|2003"], ""),
      (["ガメラ|1965", "カメラ|1965"], ""), (["Мой|2000", "Мои|2000", "мои\u{306}|2000"], "1 3"),
      (["Kış Masalı|2014", "KIŞ MASALI|2014", "kis masali"], "1 2, 1 2 3?"),
      // Titles without letters.
      (["…", "…", "!!"], "1 2"),
      // One without a year can be the one that it shares two actors with.
      (
        ["Hamlet|1948|Laurence Olivier,A", "Hamlet|1990|Mel Gibson,B", "Hamlet||Mel Gibson,B"],
        "2 3?"
      ),
      (["Hamlet|1948", "Hamlet|1990", "Hamlet"], "1 3?, 2 3?"),
      (["Matrix, The (1999)", "The Matrix|1999"], "1 2"),
      (["Heat||Al Pacino", "Heat||Burt Reynolds", "Heat||burt reynolds"], "1 2 3?, 2 3"),
      // One that is the same as two that are different is in a group with each.
      (["Heat|1995|A,B", "Heat|1995|C,D", "Heat|1995"], "1 3?, 2 3?"),
      (["Heat|1995|A,B", "Heat|1995|C,D", "Heat|1995|E,F", "Heat|1995"], "1 4?, 2 4?, 3 4?"),
      (["B|1", "A|1950", "A|1950", "C", "C"], "2 3, 4 5"),
      (["Rocky II|1979", "Rocky 2|1979", "Rocky Part Two|1979"], "1 2 3"),
    ])
  func titles(lines: [String], expected: String) throws {
    let groups = try Catalog.importing(lines).duplicateMovies().map { group in
      group.movies.map { "\($0.id)" }.joined(separator: " ") + (group.isAmbiguous ? "?" : "")
    }
    #expect(groups.sorted().joined(separator: ", ") == expected)
  }

  @Test("Ids elsewhere and other titles tell movies apart, or join them")
  func identifiers() throws {
    var store = try Catalog()
    let movies: [(String, MovieAttributes)] = [
      ("Heat", [.year: [1995], .imdb: ["tt0113277"]]),
      ("Hitze", [.year: [1996], .imdb: ["tt0113277"]]),
      ("Heat", [.year: [1995], .imdb: ["tt0000001"]]),
      ("Spirited Away", [.year: [2001], .aka: ["Sen to Chihiro"]]),
      ("Sen to Chihiro", [.year: [2001]]),
      ("Other", [.tmdb: [1]]), ("Another", [.tmdb: [1]]), ("Third", [.tmdb: [2]]),
    ]
    for (title, attributes) in movies {
      try store.add(MovieDraft(title: title, attributes: attributes))
    }
    #expect(
      Self.ids(try store.duplicateMovies()).sorted { $0[0] < $1[0] } == [[1, 2], [4, 5], [6, 7]])
    let heats = try store.duplicateMovies([.title(is: "Hitze")])
    #expect(Self.ids(heats) == [[1, 2]])
    #expect(try Self.ids(store.duplicateMovies(limit: 1)).count == 1)
  }

  @Test("A new movie repeats the same ones as after it was added")
  func ofDraft() throws {
    var drafts = GeneratedDrafts(seed: 3, names: 8)
    var attributes = GeneratedAttributes(seed: 3)
    var store = try Catalog()
    for draft in try drafts.next(Tier.amount(20, full: 40)) {
      var draft = draft
      draft.title = String(draft.title.unicodeScalars.prefix(1)) + "x"
      draft.attributes = try attributes.next()
      let found = try store.duplicates(of: draft).map(\.id)
      let added = try store.add(draft).id
      let groups = try store.duplicateMovies().filter { $0.movies.contains { $0.id == added } }
      // Groups can have more: those that are the same as one of those found.
      #expect(found.isEmpty == groups.isEmpty)
      #expect(Set(found).isSubset(of: groups.flatMap(\.movies).map(\.id)))
    }
  }

  @Test("Groups that a user keeps apart are found again when another movie joins them")
  func distinct() throws {
    var store = try Catalog.importing(["Heat|1995", "heat|1995", "Ran|1985", "Ran|1985"])
    for group in try store.duplicateMovies() { try store.rememberDistinct(.movies(group)) }
    #expect(try store.duplicateMovies().isEmpty)
    #expect(try store.nextUndo()?.movieCount == 4)
    try store.add(MovieDraft(title: "HEAT", attributes: [.year: [1995]]))
    #expect(try Self.ids(store.duplicateMovies()) == [[1, 2, 5]])
    let ran = DuplicateSearch.movies([.title("ran")])
    let kept = try store.distinctGroups(.movies(.all))
    #expect(kept.map(\.ids) == [[1, 2], [3, 4]])
    #expect(try store.distinctGroups(ran) == [kept[1]])
    #expect(try store.distinctGroups(.actors(ActorQuery())).isEmpty)
    #expect(try store.forgetDistinct([kept[1]], of: ran) == 1)
    #expect(try store.forgetDistinct([kept[1]], of: ran) == 0)
    #expect(try Self.ids(store.duplicateMovies()) == [[1, 2, 5], [3, 4]])
    // Those whose movies were deleted are forgotten, too.
    try store.delete(.query(.all)) { _ in }
    #expect(try store.forgetDistinct(store.distinctGroups(.movies(.all)), of: ran) == 1)
  }
}

extension Catalog {
  /// A catalog in memory with a movie for each `title|year|cast`, numbered from 1.
  static func importing(_ lines: [String]) throws -> Catalog {
    var store = try Catalog()
    try store.write("import") { store in
      for line in lines {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let cast = fields.count > 2 ? fields[2].split(separator: ",").map(String.init) : []
        var draft = MovieDraft(title: fields[0], cast: cast)
        if fields.count > 1, let year = Int(fields[1]), year > 1 { draft.attributes.year = year }
        try store.add(draft)
      }
    }
    return store
  }
}
