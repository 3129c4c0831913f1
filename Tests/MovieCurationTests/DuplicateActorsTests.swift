import MovieCuration
import MovieMatching
import MovieStore
import Testing

/// Which names can be one person.
@Suite(.limited) struct DuplicateActorsTests {
  private static func names(_ casts: String...) throws -> [[String]] {
    try Catalog.importing(casts.enumerated().map { "T\($0.offset)|1950|\($0.element)" })
      .duplicateActors().map { $0.actors.map(\.name) }
  }

  @Test(
    "Names with the same letters are found without any movie in common",
    arguments: [
      ("Penélope Cruz", "Penelope Cruz"), ("D'Onofrio", "D’Onofrio"), ("B. D. Wong", "BD Wong"),
      ("B.D. Wong", "B. D. Wong"), ("Robert Downey Jr.", "Robert Downey Jr"),
      ("Jean-Pierre Léaud", "Jean Pierre LEAUD"), ("Lash La Rue", "Lash LaRue"),
    ])
  func equal(name: String, other: String) throws {
    #expect(try Self.names(name, other, name) == [[name, other]])
    #expect(try Self.names(other, name, name) == [[name, other]])
  }

  @Test(
    "Numbers and generations tell names apart",
    arguments: [
      "Robert Downey Jr.,Robert Downey Sr.", "Robert Downey,Robert Downey Jr.",
      "Henry V,Henry I", "Henry II,Henry III", "Henry,Henry I", "Extra 1,Extra 2", ".,(",
    ])
  func apart(cast: String) throws {
    #expect(try Self.names(cast).isEmpty)
  }

  @Test("Names one letter apart need a movie or a co-actor in common")
  func similar() throws {
    #expect(try Self.names("Jon Voight", "John Voight").isEmpty)
    #expect(try Self.names("Jon Voight,John Voight") == [["Jon Voight", "John Voight"]])
    #expect(try Self.names("Jon Voight,X", "John Voight,Y").isEmpty)
    #expect(
      try Self.names("John Voight,X", "Jon Voight,X", "Jon Voight")
        == [["Jon Voight", "John Voight"]])
    #expect(try Self.names("Peter Sellers,X", "Peter Sellesr,X").count == 1)
    #expect(try Self.names("Peter Sellers,X", "Peter Salles,X").isEmpty)
  }

  @Test("Equal names are first, then those of which one is rare; a name has most movies")
  func order() throws {
    let groups = try Catalog.importing([
      "A||Jon Voight,John Voight", "B||Jon Voight", "C||John Voight", "D||Cher,Cherr",
      "E||Ann O'Hara", "F||ann ohara", "G||ann ohara",
    ]).duplicateActors()
    #expect(
      groups.map { $0.actors.map { "\($0.name) \($0.movieCount)" } } == [
        ["ann ohara 2", "Ann O'Hara 1"], ["Cher 1", "Cherr 1"], ["Jon Voight 2", "John Voight 2"],
      ])
    #expect(groups.map(\.isEqual) == [true, false, false])
  }

  @Test("Groups that a user keeps apart are not found")
  func distinct() throws {
    var store = try Catalog.importing(["A||Ann O'Hara,Ann OHara", "B||Jo La,JoLa"])
    let groups = try store.duplicateActors()
    try store.rememberDistinct(.actors(groups[0]))
    #expect(try store.duplicateActors() == [groups[1]])
    let search = DuplicateSearch.actors(ActorQuery(search: "jo la"))
    #expect(try store.distinctGroups(search).isEmpty)
    let kept = try store.distinctGroups(.actors(ActorQuery(search: "hara")))
    #expect(kept.map(\.names) == [["Ann O'Hara", "Ann OHara"]])
    #expect(try store.forgetDistinct(kept, of: search) == 1)
    #expect(try store.duplicateActors() == groups)
  }
}
