import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The entries that changes add to the history.
@Suite(.limited, .temporaryDirectory) struct HistoryTests {
  private struct Stop: Error {}

  /// A catalog in memory without history.
  private static func store() throws -> Catalog {
    var store = try Catalog()
    try store.add("Old", "Al")
    try store.clearHistory()
    return store
  }

  @Test("Each change adds an entry with the values before and after")
  func changes() throws {
    var store = try Self.store()
    let heat = try store.add("Heat", "Al", "Val")
    let favorite = try store.save(MovieDraft(heat, isFavorite: true)).movie
    let edited = try store.edit(id: heat.id, MovieEdit(title: "HEAT", removedActors: ["Val"])).movie
    try store.setFavorite(false, of: [1, heat.id])
    let toggled = try store.movies(order: .added)
    try store.delete(id: heat.id)
    let other = try store.add(MovieDraft(title: "Other"), id: 5).movie
    let random = try store.add("Random", "Al")
    try store.write { store in
      try store.delete(id: 1)
      try store.toggleFavorite(id: random.id)
    }
    let entries = try store.history().reversed() as [HistoryEntry]
    #expect(entries.map(\.id) == Array(2...9))
    #expect(entries.allSatisfy { $0.kind == .change && $0.state == .done && $0.isStored })
    #expect(entries.allSatisfy { $0.target == nil && $0.description == nil })
    #expect(entries.map(\.movieCount) == [1, 1, 1, 1, 1, 1, 1, 2])
    // Values that an entry did not change are the current ones; the movie was deleted.
    let changes = try entries.dropLast().flatMap { try store.changes(of: $0.id) }
    #expect(changes[0] == .added(heat))
    #expect(changes[1].before?.isFavorite == false && changes[1].after?.isFavorite == true)
    #expect(changes[1].before?.title == "Heat" && changes[1].after?.title == "Heat")
    #expect(changes[2].before?.title == "Heat" && changes[2].after?.title == "HEAT")
    #expect(changes[2].before?.cast == favorite.cast && changes[2].after?.cast == edited.cast)
    // The other movie was not a favorite.
    #expect(changes[3].before?.id == heat.id && changes[3].after?.isFavorite == false)
    #expect(changes[4...] == [.deleted(toggled[1]), .added(other), .added(random)])
    let last = try store.changes(of: 9)
    #expect(last.map { $0.before?.id } == [1, random.id])
    #expect(last.map { $0.after?.isFavorite } == [nil, true])
  }

  @Test("Reports the entries of changes after their commit, and none that is rolled back")
  func added() throws {
    let path = try Catalog.file(holding: ["Old"])
    var added: [HistoryEntry] = []
    do {
      var store = try Catalog(path: path)
      store.didAddEntry = { added.append($0) }
      try store.add("Heat")
      try store.write("two") { store in
        try store.add("Ran")
        try store.finishEntry()
        try store.add("Alien")
        do {
          try store.write { store in
            try store.add("Lost")
            try store.finishEntry()
            throw Stop()
          }
        } catch is Stop {}
        #expect(added.count == 1)
      }
      #expect(throws: Stop.self) {
        try store.write { store in
          try store.add("Lost")
          throw Stop()
        }
      }
      try store.setFavorite(false, of: [1])
      try store.undo()
      #expect(
        try store.history().filter { $0.kind == .change }.map(\.id) == added.map(\.id).reversed()
          + [1])
    }
    #expect(added.map(\.id) == [2, 3, 4])
    #expect(added.map(\.description) == [nil, "two", "two"])
    var preview = try Catalog(path: path, access: .dryRun)
    preview.didAddEntry = { added.append($0) }
    try preview.add("Preview")
    #expect(added.count == 3)
  }

  @Test("The summary of an entry states what was done")
  func summaries() throws {
    var store = try Self.store()
    try store.add("Heat", "Al")
    try store.edit(id: 2, MovieEdit(title: "Cold", isFavorite: true))
    try store.edit(id: 2, MovieEdit(addedActors: ["Val"]))
    try store.setFavorite(false, of: [1, 2])
    try store.toggleFavorite(id: 1)
    try store.setFavorite(false, of: [1])
    try store.setFavorite(true, of: [1, 2])
    try store.addNumbered(1...3)
    try store.add(contentsOf: [draft("x", ["Al"])])
    try store.write { store in
      try store.add("y")
      try store.toggleFavorite(id: 1)
      try store.edit(id: 2, MovieEdit(title: "Hot"))
      try store.delete(3, 4)
    }
    try store.delete(1)
    try store.undo()
    try store.redo()
    #expect(
      try store.history().reversed().map(\.summary) == [
        "added 'Heat'", "renamed 'Heat' to 'Cold'", "edited the cast of 'Cold'",
        "removed 'Cold' from favorites", "added 'Old' to favorites",
        "removed 'Old' from favorites", "added 2 movies to favorites", "added 3 movies",
        "added 1 movie",
        "added 1 movie, edited 1 movie, removed 1 movie from favorites, deleted 2 movies",
        "deleted 'Old'", "undid change 12: deleted 'Old'", "redid change 12: deleted 'Old'",
      ])
  }

  @Test("Rejected, rolled back, unchanged and dry-run changes add no entry")
  func nothing() throws {
    var store = try Self.store()
    let old = try #require(try store.movie(id: 1))
    #expect(throws: StoreError.self) { try store.delete(ids: [1, 99]) }
    #expect(throws: StoreError.self) { try store.add(MovieDraft(title: " ")) }
    #expect(throws: StoreError.self) {
      try store.add(contentsOf: ["x", " "].map { MovieDraft(title: $0) })
    }
    #expect(throws: StoreError.self) { try store.edit(id: 1, MovieEdit(removedActors: ["Bo"])) }
    #expect(throws: Stop.self) {
      try store.setFavorite(nil, of: .ids([1])) { _ in throw Stop() }
    }
    #expect(throws: Stop.self) {
      try store.write { store in
        try store.delete(1)
        throw Stop()
      }
    }
    try store.save(MovieDraft(old))
    try store.setFavorite(false, of: [1])
    try store.setFavorite(true, of: [])
    try store.edit(id: 1, MovieEdit())
    try store.add(contentsOf: [MovieDraft]())
    try store.write("nothing") { _ in }
    #expect(try store.history() == [])
    #expect(try store.undo() == nil && store.redo() == nil)

    let path = try Catalog.file(holding: ["a"])
    var dryRun = try Catalog(path: path, access: .dryRun)
    try dryRun.add("b")
    try dryRun.undo()
    #expect(try dryRun.history().map(\.summary) == ["added 'a'"])
    #expect(try dryRun.nextUndo()?.id == 1)
  }

  @Test("Changes of one transaction that cancel each other add no entry")
  func cancelled() throws {
    var store = try Self.store()
    try store.write { store in
      let added = try store.add("Heat", "Val")
      try store.edit(id: 1, MovieEdit(title: "New", addedActors: ["Bo"], isFavorite: true))
      try store.delete(id: added.id)
      try store.edit(id: 1, MovieEdit(title: "Old", removedActors: ["Bo"], isFavorite: false))
    }
    #expect(try store.history() == [])
  }

  @Test("Several changes of one movie are one change, also in the summary")
  func mergedSummary() throws {
    var store = try Self.store()
    try store.write { store in
      try store.edit(id: 1, MovieEdit(title: "New"))
      try store.edit(id: 1, MovieEdit(addedActors: ["Bo"]))
      let added = try store.add("x")
      try store.toggleFavorite(id: added.id)
      try store.delete(id: added.id)
    }
    let entry = try #require(try store.history().first)
    #expect(entry.summary == "renamed 'Old' to 'New'" && entry.movieCount == 1)
    try store.write { store in
      for _ in 0..<3 { try store.toggleFavorite(id: 1) }
      try store.add("y")
    }
    #expect(
      try store.history().first?.summary == "added 1 movie, added 1 movie to favorites")
  }

  @Test("A nested transaction does not describe the entry")
  func nestedDescription() throws {
    var store = try Self.store()
    try store.write { store in
      try store.write("inner") { store in _ = try store.add("x") }
    }
    #expect(try store.history().first?.description == nil)
  }

  @Test("A nested transaction that fails records nothing")
  func nested() throws {
    var store = try Self.store()
    try store.write("outer") { store in
      #expect(throws: Stop.self) {
        try store.write("failed") { store in
          try store.add("x")
          try store.addNumbered(1...3)
          throw Stop()
        }
      }
      try store.write("inner") { store in try store.toggleFavorite(id: 1) }
    }
    let entry = try #require(try store.history().first)
    #expect(try store.history().count == 1)
    #expect(entry.description == "outer")
    #expect(entry.summary == "added 'Old' to favorites")
    #expect(try store.changes(of: entry.id).map { $0.after?.isFavorite } == [true])
    try store.undo()
    #expect(try store.movie(id: 1)?.isFavorite == false)
  }

  @Test("The description of a failed transaction is not used for the next change")
  func description() throws {
    var store = try Self.store()
    #expect(throws: Stop.self) { try store.write("failed") { _ in throw Stop() } }
    try store.add("a")
    try store.write("empty") { _ in }
    try store.add("b")
    try store.write("e\u{301} \"'\u{1}") { store in try store.add("c") }
    try store.write("undo it") { store in try store.undo() }
    let descriptions = try store.history().map { $0.description?.bytes }
    #expect(descriptions == ["undo it".bytes, "e\u{301} \"'\u{1}".bytes, nil, nil])
  }

  @Test("Entries of undo and redo have their target, and the changes in their direction")
  func replays() throws {
    var store = try Self.store()
    let old = try #require(try store.movie(id: 1))
    let new = try store.edit(id: 1, MovieEdit(title: "New")).movie
    #expect(try store.nextRedo() == nil)
    let undone = try #require(try store.undo())
    #expect(undone.id == 2)
    #expect(try store.nextUndo() == nil)
    #expect(try store.nextRedo()?.state == .undone)
    try store.redo()
    #expect(try store.nextUndo()?.id == 2)
    let entries = try store.history()
    #expect(entries.map(\.kind) == [.redo, .undo, .change])
    #expect(entries.map(\.target) == [2, 2, nil])
    #expect(entries.map(\.state) == [.done, .done, .done])
    #expect(entries.map(\.movieCount) == [1, 1, 1])
    #expect(
      try entries.map { try store.changes(of: $0.id) } == [
        [.updated(before: old, after: new)], [.updated(before: new, after: old)],
        [.updated(before: old, after: new)],
      ])
    #expect(try store.history(limit: 2) == Array(entries.prefix(2)))
    #expect(try store.history(limit: 0) == [])
    #expect(throws: StoreError(.unknownHistoryEntry(77))) { try store.changes(of: 77) }
  }

  @Test("A change after an undo ends the possibility to redo")
  func superseded() throws {
    var store = try Self.store()
    try store.add("a")
    try store.add("b")
    try store.undo()
    try store.undo()
    try store.toggleFavorite(id: 1)
    #expect(try store.nextRedo() == nil)
    #expect(try store.redo() == nil)
    let changes = try store.history().filter { $0.kind == .change }
    #expect(changes.map(\.state) == [.done, .superseded, .superseded])
    #expect(try store.undo()?.id == changes[0].id)
    #expect(try store.undo() == nil)
    #expect(try store.redo()?.id == changes[0].id)
  }

  @Test("The changes of an import are its movies, and those of its undo and redo")
  func imports() throws {
    var store = try Self.store()
    try store.add(contentsOf: [draft("x", ["Al"]), draft("y", ["Y"])])
    let movies = Array(try store.movies(order: .added).dropFirst())
    let entry = try #require(try store.nextUndo())
    #expect(entry.movieCount == 2 && entry.importedMovieCount == 2 && entry.isStored)
    #expect(try store.changes(of: entry.id) == movies.map { .added($0) })
    try store.undo()
    #expect(try store.changes(of: entry.id) == [])
    #expect(try store.changes(of: entry.id + 1) == movies.map { .deleted($0) })
    try store.redo()
    #expect(try Array(store.movies(order: .added).dropFirst()) == movies)
    #expect(try store.changes(of: entry.id + 2) == movies.map { .added($0) })
  }

  @Test("Clearing the history ends undo and redo, and no number is used again")
  func clear() throws {
    var store = try Self.store()
    try store.add("a")
    try store.add("b")
    try store.undo()
    #expect(try store.clearHistory() == 3)
    #expect(try store.history() == [])
    #expect(try store.undo() == nil && store.redo() == nil)
    #expect(try store.clearHistory() == 0)
    #expect(try store.titles() == ["a", "Old"])
    try store.add("c")
    #expect(try store.history().map(\.id) == [5])
    try store.undo()
    #expect(try store.titles() == ["a", "Old"])
  }

  @Test("Two stores of a file have one history")
  func shared() throws {
    let path = try Catalog.file()
    var first = try Catalog(path: path)
    var second = try Catalog(path: path)
    try first.add("a")
    try second.add("b")
    #expect(try first.history() == second.history())
    #expect(try first.undo()?.summary == "added 'b'")
    #expect(try second.undo()?.summary == "added 'a'")
    #expect(try first.redo()?.summary == "added 'a'")
    try second.add("c")
    #expect(try first.redo() == nil)
    #expect(try second.history(limit: 1).map(\.summary) == ["added 'c'"])
  }

  @Test("The time of an entry is that of its commit")
  func time() throws {
    var store = try Self.store()
    try store.add("a")
    let time = try #require(try store.history().first).time
    #expect(abs(Int(Date().timeIntervalSince1970) - time.secondsSince1970) < 60)
    #expect(Timestamp(time.description) == time)
  }

  @Test("A repository has the functions of the history")
  func repository() async throws {
    let repository = MovieRepository()
    let movie = try await repository.write { try $0.save(draft("a", [])) }.movie
    try await repository.write("two") { store in
      try store.toggleFavorite(id: movie.id)
      try store.add("b")
    }
    let history = try await repository.read { try $0.history() }
    #expect(history.map(\.description) == ["two", nil])
    #expect(try await repository.read { try $0.history(limit: 1) } == [history[0]])
    #expect(try await repository.read { try $0.nextUndo() } == history[0])
    #expect(try await repository.read { try $0.changes(of: history[1].id) } == [.added(movie)])
    #expect(try await repository.write { try $0.undo() } == history[0])
    #expect(try await repository.read { try $0.movies() } == [movie])
    #expect(try await repository.read { try $0.nextRedo() }?.id == history[0].id)
    #expect(try await repository.write { try $0.redo() }?.id == history[0].id)
    #expect(try await repository.read { try $0.movieCount() } == 2)
    #expect(try await repository.write { try $0.clearHistory() } == 4)
    #expect(try await repository.write { try $0.undo() } == nil)
  }

  @Test("A live query receives the result of an undo")
  func observed() async throws {
    let repository = MovieRepository()
    try await repository.write { try $0.save(draft("a", [])) }
    var results = repository.observe { try $0.movies() }.makeAsyncIterator()
    #expect(try await results.next()?.map(\.title) == ["a"])
    try await repository.write { try $0.undo() }
    #expect(try await results.next()?.map(\.title) == [])
  }
}
