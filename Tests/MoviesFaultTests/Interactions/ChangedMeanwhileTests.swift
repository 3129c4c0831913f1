import Foundation
import MovieStore
import MovieStoreMaintenance
import TestSupport
import Testing

/// A command that asks changes only the movies that it showed.
@Suite(.limited, .fullTier, .temporaryDirectory) struct ChangedMeanwhileTests {
  private var database: String { TemporaryDirectory.path("movies.db") }

  private func store() throws -> Catalog { try Catalog(path: database) }

  init() throws {
    var store = try store()
    for title in ["Junk 1", "Junk 2", "Junk 3", "Heat"] {
      try store.add(MovieDraft(title: title, cast: ["Ann"]))
    }
  }

  private func titles() throws -> [String] {
    let store = try Catalog(path: database, access: .reading)
    return try store.movies(order: .added).map(\.title)
  }

  @Test(
    "A confirmed deletion fails if a movie changed meanwhile",
    arguments: ["delete --where title:junk", "delete 1 2 3", "delete 1..3", "delete --all"],
    ["title", "cast", "favorite", "restore"])
  func deletion(words: String, change: String) throws {
    let arguments = words.split(separator: " ").map(String.init)
    let held = try HeldCommand(arguments, database: database, at: .answer, input: "")
    var store = try store()
    let found = try store.movie(id: id(2))
    let movie = try #require(found)
    switch change {
    case "title": try store.save(MovieDraft(movie, title: "Precious"))
    case "cast": try store.save(MovieDraft(movie, cast: ["Bo"]))
    case "favorite": try store.toggleFavorite(id: id(2))
    default:
      var other = try Catalog(path: TemporaryDirectory.path("other.db"))
      for title in ["A junk", "B junk", "C junk"] { try other.add(MovieDraft(title: title)) }
      let restoration = try Restoration(of: database, from: TemporaryDirectory.path("other.db"))
      _ = try restoration.run()
    }
    let before = try titles()
    #expect(try held.release(input: "y\n") == .notFound)
    #expect(try titles() == before)
    let expected =
      change == "restore"
      ? "'A junk' (1) was changed"
      : "'\(change == "title" ? "Precious" : "Junk 2")' (2) was changed"
    let message = held.messages
    #expect(message.contains(expected), "\(message)")
    #expect(message.contains("Nothing was changed. Run the command again."))
  }

  @Test("A confirmed deletion fails if a movie was deleted meanwhile")
  func deletedMeanwhile() throws {
    let held = try HeldCommand(
      ["delete", "--where", "title:junk"], database: database, at: .answer, input: "")
    var store = try store()
    try store.delete(id: id(1))
    let before = try titles()
    #expect(try held.release(input: "y\n") == .notFound)
    #expect(try titles() == before)
    #expect(held.messages.contains("movie 1 was deleted"))
  }

  @Test("A confirmed deletion leaves a movie that was added meanwhile, although it matches")
  func addedMeanwhile() throws {
    let held = try HeldCommand(
      ["delete", "--where", "title:junk"], database: database, at: .answer, input: "")
    var store = try store()
    try store.add(MovieDraft(title: "Junk 4"))
    #expect(try held.release(input: "y\n") == .done)
    #expect(try titles() == ["Heat", "Junk 4"])
  }

  @Test("A confirmed deletion succeeds if only other movies changed meanwhile")
  func unrelated() throws {
    let held = try HeldCommand(
      ["delete", "--where", "title:junk"], database: database, at: .answer, input: "")
    var store = try store()
    try store.add(MovieDraft(title: "Ran"))
    try store.toggleFavorite(id: id(4))
    #expect(try held.release(input: "y\n") == .done)
    #expect(try titles() == ["Heat", "Ran"])
  }

  @Test(
    "An import fails and changes no file if its database is moved, removed or replaced before the commit",
    arguments: ["remove", "move", "replace"])
  func missingFile(how: String) throws {
    let held = try HeldCommand(
      ["import", "-"], database: database, at: .input, input: "{\"title\": \"Piped\"}\n")
    let moved = TemporaryDirectory.path("moved.db")
    switch how {
    case "remove": unlink(database)
    case "move": rename(database, moved)
    default:
      rename(database, moved)
      var other = try store()
      try other.add(MovieDraft(title: "Other"))
    }
    #expect(try held.release(input: "{\"title\": \"Piped 2\"}\n") == .inputOutput)
    if how != "remove" {
      let store = try Catalog(path: moved, access: .reading)
      #expect(try store.movieCount() == 4)
    }
    if how == "replace" { #expect(try titles() == ["Other"]) }
    if how == "remove" { #expect(access(database, F_OK) != 0) }
  }

  private func id(_ number: Int64) -> Movie.ID { Movie.ID(rawValue: number) }
}
