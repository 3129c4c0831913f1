import MovieCuration
import MovieStore
import Testing

@Suite(.limited, .temporaryDirectory) struct RenameActorTests {
  private static func id(_ name: String, _ store: borrowing Catalog) throws -> Catalog.Actor.ID {
    try store.actor(named: name).id
  }

  @Test("An actor with a new name keeps the id and the places")
  func newName() throws {
    var store = try Catalog.importing(["A||X,Old,Y", "B||Old"])
    let id = try Self.id("Old", store)
    let before = try store.movies(order: .added)
    let preview = try store.renamingPreview(ofActor: id, to: " New ")
    #expect(preview.name == "New" && preview.existing == nil && preview.result.id == id)
    #expect(try store.renameActor(id: id, to: " New ") == preview.result)
    #expect(preview.result.movieCount == 2)
    #expect(
      try store.movies(order: .added).map { $0.cast.map(\.name) } == [["X", "New", "Y"], ["New"]])
    #expect(try store.actors(ActorQuery(search: "new")).map(\.id) == [id])
    #expect(try store.undo()?.movieCount == 2)
    #expect(try store.movies(order: .added) == before)
    #expect(try store.redo()?.movieCount == 2)
    #expect(try Self.id("New", store) == id)
  }

  @Test("An actor who gets the name of another one becomes that one, at the earlier place")
  func existingName() throws {
    var store = try Catalog.importing(["A||Old,X,New", "B||New,X,Old", "C||Old", "D||New"])
    let (old, new) = (try Self.id("Old", store), try Self.id("New", store))
    let preview = try store.renamingPreview(ofActor: old, to: "New")
    #expect(preview.actor.movieCount == 3 && preview.existing?.movieCount == 3)
    #expect(
      preview.result == ActorWithMovieCount(actor: .init(id: new, name: "New"), movieCount: 4))
    #expect(try store.renameActor(id: old, to: "New") == preview.result)
    #expect(
      try store.movies(order: .added).map { $0.cast.map(\.name) }
        == [["New", "X"], ["New", "X"], ["New"], ["New"]])
    #expect(try store.actor(id: old) == nil)
    #expect(try store.actor(id: new) == preview.result)
  }

  @Test("A name that an actor has changes nothing; other errors change nothing either")
  func errors() throws {
    var store = try Catalog.importing(["A||Old"])
    let id = try Self.id("Old", store)
    let entry = try store.nextUndo()?.id
    #expect(try store.renameActor(id: id, to: "Old").movieCount == 1)
    #expect(throws: StoreError.self) { try store.renameActor(id: id, to: "  ") }
    #expect(throws: StoreError.self) {
      try store.renameActor(id: .init(rawValue: 99), to: "New")
    }
    #expect(try store.nextUndo()?.id == entry)
  }
}
