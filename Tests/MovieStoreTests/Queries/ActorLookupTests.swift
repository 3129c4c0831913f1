import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct ActorLookupTests {
  private static func catalog() throws -> Catalog {
    var store = try Catalog()
    try store.add(
      "Heat", "Édith Piaf", "Edith Piaf", "The Rock", "Rock", "50", "Zoë", "\"Q\"", "Al Pacino")
    try store.add("Ran", "Al Pacino")
    return store
  }

  @Test(
    "Finds an actor by id, exact name, folded name, or name without an article",
    arguments: [
      ("1", 1), ("Édith Piaf", 1), ("Edith Piaf", 2), ("The Rock", 3), ("Rock", 4), ("5", 5),
      ("ZOE", 6), ("EDITH PIAF", 2), ("ÉDITH PIAF", 1), ("zoe\u{308}", 6), ("\"q\"", 7),
      ("al pacino", 8), ("the al pacino", 8),
      ("the rock", 3), ("rock", 4), ("008", 8), ("id:8", 8),
      ("name:50", 5), ("name:al pacino", 8),
    ])
  func named(reference: String, id: Int64) throws {
    let store = try Self.catalog()
    let actor = try store.actor(named: reference)
    #expect(actor.id.rawValue == id)
    #expect(actor.movieCount == (id == 8 ? 2 : 1))
  }

  @Test(
    "An ambiguous name reports all candidates",
    arguments: [("edith piàf", [1, 2]), ("a rock", [3, 4])])
  func ambiguous(reference: String, ids: [Int64]) throws {
    let store = try Self.catalog()
    let error = try storeProblem { _ = try store.actor(named: reference) }
    let candidates = try ids.map { try store.actor(named: "\($0)") }
    #expect(error == .ambiguousActor(reference: reference, candidates: candidates))
  }

  @Test(
    "An unknown actor is reported without the prefix",
    arguments: [("id:9", "9"), ("name:7", "7"), ("id:Piaf", "id:Piaf"), ("name:", "")])
  func unknownPrefixed(reference: String, name: String) throws {
    let store = try Self.catalog()
    #expect(throws: StoreError(.unknownActor(reference: name))) {
      try store.actor(named: reference)
    }
  }

  @Test(
    "Digits are always an id, and any other text is a name",
    arguments: ["50", "0", "9", "99999999999999999999", "-1", "Piaf", "", " ", "%", "٣"])
  func unknown(reference: String) throws {
    let store = try Self.catalog()
    #expect(throws: StoreError(.unknownActor(reference: reference))) {
      try store.actor(named: reference)
    }
  }
}
