import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct EditTests {
  private static func catalog() throws -> Catalog {
    var store = try Catalog(path: TemporaryDirectory.path("movies.db"), access: .writing)
    try store.add("The Heat", "Al Pacino", "Édith", "Val", favorite: true)
    try store.add("Ran", "Al Pacino", "Bo")
    return store
  }

  private static func rename(_ old: String, _ new: String) -> MovieEdit {
    MovieEdit(renamedActors: [MovieEdit.Renaming(old: old, new: new)])
  }

  @Test("Changes the title and the sortable title, and keeps cast and favorite state")
  func title() throws {
    var store = try Self.catalog()
    let before = try #require(try store.movie(id: 1))
    let change = try store.edit(id: 1, MovieEdit(title: "Le Grand Été"))
    #expect(change.outcome == .updated)
    #expect(
      change.movie == Movie(id: 1, title: "Le Grand Été", cast: before.cast, isFavorite: true))
    #expect(change.movie.sortableTitle == "grand ete")
    #expect(try store.movie(id: 1) == change.movie)
    #expect(try store.found("heat").isEmpty)
    #expect(try store.found("ete") == [1])
    try SearchIndexState.expectCurrent(store.path)
  }

  @Test(
    "Removes, renames and adds actors",
    arguments: [
      (MovieEdit(addedActors: ["New", "Bo"]), ["Al Pacino", "Édith", "Val", "New", "Bo"]),
      (MovieEdit(addedActors: ["Édith", "New"]), ["Al Pacino", "Édith", "Val", "New"]),
      (MovieEdit(addedActors: ["edith"]), ["Al Pacino", "Édith", "Val", "edith"]),
      (MovieEdit(removedActors: ["Al Pacino"]), ["Édith", "Val"]),
      (MovieEdit(removedActors: ["EDITH", "val"]), ["Al Pacino"]),
      (MovieEdit(removedActors: ["Al Pacino", "Édith", "Val"]), []),
      (rename("Édith", "Edith Piaf"), ["Al Pacino", "Edith Piaf", "Val"]),
      (rename("edith", "Bo"), ["Al Pacino", "Bo", "Val"]),
      (rename("Édith", "edith"), ["Al Pacino", "edith", "Val"]),
      (
        MovieEdit(
          removedActors: ["Val"], renamedActors: [.init(old: "Édith", new: "Val")],
          addedActors: ["Édith"]), ["Al Pacino", "Val", "Édith"]
      ),
      (
        MovieEdit(removedActors: ["Al Pacino"], addedActors: ["Al Pacino"]),
        ["Édith", "Val", "Al Pacino"]
      ),
    ])
  func cast(edit: MovieEdit, names: [String]) throws {
    var store = try Self.catalog()
    let change = try store.edit(id: 1, edit)
    #expect(change.outcome == .updated)
    #expect(change.movie.cast.map(\.name.bytes) == names.map(\.bytes))
    #expect(try store.movie(id: 1) == change.movie)
    #expect(try store.cast(2) == ["Al Pacino", "Bo"])
  }

  @Test(
    "An edit without effect is unchanged, and writes nothing",
    arguments: [
      MovieEdit(), MovieEdit(title: "The Heat"), MovieEdit(addedActors: ["Val", "Al Pacino"]),
      rename("Val", "Val"), rename("val", "Val"),
    ])
  func unchanged(edit: MovieEdit) throws {
    var store = try Self.catalog()
    let before = try Files.bytes(store.path)
    let change = try store.edit(id: 1, edit)
    #expect(change.outcome == .unchanged)
    let movie = try #require(try store.movie(id: 1))
    #expect(change.movie == movie)
    #expect(try Files.bytes(store.path) == before)
  }

  @Test("A canonically equivalent title with other bytes is a change")
  func bytes() throws {
    var store = try Catalog.holding(["Amélie"])
    let change = try store.edit(id: 1, MovieEdit(title: "Ame\u{301}lie"))
    #expect(change.outcome == .updated)
    #expect(try store.titles().map(\.bytes) == ["Ame\u{301}lie".bytes])
  }

  @Test("Leaves values of another program as they are, also if they are not valid")
  func otherValues() throws {
    let path = try Catalog.file(holding: ["a"])
    var store = try Catalog(path: path)
    let year = try attributes(["year": [.integer(1995)]])
    for title in [" Heat ", "", "\u{FFFD}"] {
      let hex = title == "\u{FFFD}" ? "FF" : title.utf8.map { String($0, radix: 16) }.joined()
      try OtherProgram.run(
        path, "UPDATE MovieModel SET favorite = 0, title = CAST(x'\(hex)' AS TEXT)",
        "DELETE FROM MovieAttribute")
      try store.edit(id: 1, MovieEdit(attributes: year))
      try store.edit(id: 1, MovieEdit(isFavorite: true))
      try store.edit(id: 1, MovieEdit(addedActors: ["Al"]))
      let movie = try #require(try store.movie(id: 1))
      #expect(movie.isFavorite && movie.attributes == year && movie.cast.map(\.name) == ["Al"])
      #expect(
        try OtherProgram.texts(path, "SELECT hex(title) FROM MovieModel") == [hex.uppercased()])
    }
  }

  @Test("A new name that differs from another one only by white space is already in the cast")
  func trimmedName() throws {
    var store = try Self.catalog()
    let before = try #require(try store.movie(id: 1))
    #expect(throws: StoreError(.alreadyInCast(name: "Val", movie: before))) {
      try store.edit(id: 1, Self.rename("Édith", " Val "))
    }
  }

  @Test("Many names of a large cast are found in any spelling", .fullTier)
  func largeCast() throws {
    var store = try Catalog()
    let names = (0..<MovieDraft.castNameLimit).map { "Name \($0)" }
    try store.add(MovieDraft(title: "x", cast: names))
    let removed = names.prefix(2_000).map { $0.uppercased() }
    let renamed = names.dropFirst(2_000).prefix(2_000).map {
      MovieEdit.Renaming(old: $0.lowercased(), new: "\($0) B")
    }
    let changed = try store.edit(
      id: 1, MovieEdit(removedActors: Array(removed), renamedActors: Array(renamed)))
    #expect(changed.cast.count == names.count - 2_000)
    #expect(changed.cast[0].name == "Name 2000 B" && changed.cast[2_000].name == "Name 4000")
  }

  @Test("Deletes actors that are left without movies, and keeps others")
  func orphans() throws {
    var store = try Self.catalog()
    _ = try store.edit(id: 1, MovieEdit(removedActors: ["Al Pacino", "Édith"]))
    #expect(try store.names() == ["Al Pacino", "Bo", "Val"])
    _ = try store.edit(id: 1, Self.rename("Val", "Bo"))
    #expect(try store.names() == ["Al Pacino", "Bo"])
    #expect(try store.actor(named: "Bo").movieCount == 2)
  }

  @Test(
    "Rejects a name that is not in the cast",
    arguments: [
      (MovieEdit(title: "X", removedActors: ["Bo"]), "Bo"),
      (MovieEdit(removedActors: ["Val", "Val"]), "Val"), (rename("Missing", "Val"), "Missing"),
      (MovieEdit(removedActors: ["Val"], renamedActors: [.init(old: "Val", new: "X")]), "Val"),
      (MovieEdit(removedActors: [""]), ""),
    ])
  func notInCast(edit: MovieEdit, name: String) throws {
    var store = try Self.catalog()
    let before = try #require(try store.movie(id: 1))
    #expect(throws: StoreError(.notInCast(name: name, movie: before))) {
      try store.edit(id: 1, edit)
    }
    #expect(try store.movie(id: 1) == before)
  }

  @Test("Rejects a new name that is already in the cast")
  func alreadyInCast() throws {
    var store = try Self.catalog()
    let before = try #require(try store.movie(id: 1))
    #expect(throws: StoreError(.alreadyInCast(name: "Val", movie: before))) {
      try store.edit(id: 1, Self.rename("Édith", "Val"))
    }
    #expect(try store.movie(id: 1) == before)
  }

  @Test("Prefers an exact name, and rejects several folded matches")
  func ambiguous() throws {
    var store = try Catalog()
    try store.add("Film", "Édith", "edith", "The Rock", "Rock")
    let error = try storeProblem { _ = try store.edit(id: 1, MovieEdit(removedActors: ["èdith"])) }
    guard case .ambiguousActor("èdith", let candidates) = error else { throw error }
    #expect(candidates.map(\.actor.name) == ["Édith", "edith"])
    _ = try store.edit(id: 1, MovieEdit(removedActors: ["edith"]))
    #expect(try store.cast(1) == ["Édith", "The Rock", "Rock"])
    _ = try store.edit(id: 1, MovieEdit(removedActors: ["rock"]))
    #expect(try store.cast(1) == ["Édith", "The Rock"])
  }

  @Test("Movie counts of candidates include the whole catalog")
  func candidateCounts() throws {
    var store = try Catalog()
    try store.add("Film", "Édith", "edith")
    try store.add("Other", "edith")
    let error = try storeProblem { _ = try store.edit(id: 1, MovieEdit(removedActors: ["èdith"])) }
    guard case .ambiguousActor(_, let candidates) = error else { throw error }
    #expect(candidates.map(\.movieCount) == [1, 2])
  }

  @Test("Rejects an unknown movie")
  func unknown() throws {
    var store = try Self.catalog()
    #expect(throws: StoreError.unknown(.id(9))) {
      try store.edit(id: 9, MovieEdit(title: "X"))
    }
  }
}
