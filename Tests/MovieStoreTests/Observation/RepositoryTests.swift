import Foundation
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RepositoryTests {
  @Test("Saves, reads, changes, deletes and restores movies, and reports each change")
  func records() async throws {
    let repository = MovieRepository()
    let added = try await repository.write {
      try $0.save(draft("Heat", ["Al Pacino", "Val Kilmer"]))
    }
    #expect(added.outcome == .added)
    let heat = added.movie
    #expect(try await repository.read { try $0.movie(id: heat.id) } == heat)
    #expect(try await repository.read { try $0.movies() } == [heat])
    #expect(try await repository.read { try $0.movies([.title("heat")]) } == [heat])
    #expect(try await repository.read { try $0.movies([.isFavorite]) } == [])
    let updated = try await repository.write {
      try $0.save(MovieDraft(heat, title: "HEAT", cast: ["Al Pacino"]))
    }
    #expect(updated.outcome == .updated)
    #expect(updated.movie.title == "HEAT")
    #expect(updated.movie.id == heat.id)
    #expect(
      try await repository.write { try $0.save(MovieDraft(updated.movie)) }.outcome == .unchanged)
    #expect(try await repository.write { try $0.toggleFavorite(id: heat.id) }.movie.isFavorite)
    #expect(try await repository.read { try $0.movieCount([.isFavorite]) } == 1)
    let deleted = try await repository.write { try $0.delete(id: heat.id) }
    #expect(deleted.movie.isFavorite)
    #expect(try await repository.read { try $0.movies() } == [])
    #expect(try await repository.read { try $0.actorCount() } == 0)
    try await repository.write { try $0.undo() }
    #expect(try await repository.read { try $0.movie(id: heat.id) } == deleted.movie)
  }

  @Test("A draft of a movie changes only the given values")
  func drafts() async throws {
    let repository = MovieRepository()
    let movie = try await repository.write {
      try $0.save(draft("Ran", ["Tatsuya Nakadai"], favorite: true))
    }.movie
    #expect(MovieDraft(movie).id == movie.id)
    let changed = try await repository.write { try $0.save(MovieDraft(movie, isFavorite: false)) }
    #expect(changed.outcome == .updated)
    #expect(changed.movie.cast == movie.cast)
    #expect(changed.movie.title == "Ran")
    #expect(!changed.movie.isFavorite)
    expectInvalid("the title is empty") { try MovieDraft(movie, title: " ").validated() }
  }

  @Test("A store has the same functions for one movie")
  func oneMovie() throws {
    var store = try Catalog()
    let movie = try store.add("Ran", "Al")
    #expect(try store.toggleFavorite(id: movie.id).isFavorite)
    #expect(try !store.toggleFavorite(id: movie.id).isFavorite)
    #expect(try store.delete(id: movie.id).movie == movie)
    #expect(throws: StoreError.unknown(.id(1))) { try store.delete(id: movie.id) }
    #expect(throws: StoreError.unknown(.id(1))) {
      try store.toggleFavorite(id: movie.id)
    }
  }

  @Test("Every error has a description that names its subject")
  func sentences() throws {
    var store = try Catalog()
    let movie = try store.add("Ran", "Al")
    let errors: [(StoreError.Problem, String)] = [
      (.fileNotFound(path: "/x"), "/x"), (.unreadable(path: "/x", reason: "no"), "no"),
      (.cannotCreate(path: "/x", reason: "no"), "no"),
      (.notAMovieDatabase(path: "/x", reason: "no"), "no"),
      (.olderSchema(path: "/x", version: .v3), "v3"), (.newerSchema(path: "/x", version: 9), "v9"),
      (.changedSchema(path: "/x", findings: []), "/x"),
      (.unmigratableData(version: .v4, description: "unique", movies: [7]), "7"),
      (.migrationFailed(version: .v4, detail: "no"), "v4"),
      (.lossesNotAccepted(path: "/x", target: .v1, losses: []), "/x"),
      (.insufficientDiskSpace(path: "/x", needed: 5, free: 3), "1 KiB"),
      (.busy(path: "/x"), "writing"),
      (.busy(path: "/x", holder: .reader), "reading"), (.fileExists(path: "/x"), "exists"),
      (.readOnly(path: "/x"), "writable"), (.needsRecovery(path: "/x"), "interrupted"),
      (.replaced(path: "/x"), "replaced"), (.diskFull(path: "/x"), "full"),
      (.damaged(path: "/x", detail: "no"), "damaged (no)"),
      (.inputOutput(path: "/x", detail: "no"), "no"), (.outOfMemory, "memory"),
      (.interrupted, "interrupted"), (.unknownMovie(reference: "q"), "'q'"),
      (.ambiguousMovie(reference: "q", candidates: [movie]), "1"),
      (.unknownActor(reference: "q"), "'q'"),
      (.ambiguousActor(reference: "q", candidates: []), "q"),
      (.notInCast(name: "Bo", movie: movie), "'Ran'"),
      (.alreadyInCast(name: "Al", movie: movie), "already"),
      (StoreError.invalid(.title, "no title").problem, "no title"),
      (.internalError(code: 1, message: "no", sql: nil), "no (SQLite error 1)"),
    ]
    for (error, part) in errors {
      #expect("\(StoreError(error))".contains(part))
      #expect("\(StoreError(error))".hasSuffix(".") == false)
    }
  }

  @Test("Reads the cast of a movie and the movies of an actor in order")
  func relations() async throws {
    let repository = MovieRepository()
    let heat = try await repository.write {
      try $0.save(draft("Heat", ["Val Kilmer", "Al Pacino"]))
    }.movie
    let other = try await repository.write { try $0.save(draft("A Doors Film", ["Val Kilmer"])) }
      .movie
    let cast = try await repository.read { try $0.actors(in: heat.id) }
    #expect(cast.map(\.actor.name) == ["Val Kilmer", "Al Pacino"])
    #expect(cast.map(\.movieCount) == [2, 1])
    #expect(
      try await repository.read { try $0.movies([.actor(id: cast[0].id)]) }.map(\.id) == [
        other.id, heat.id,
      ])
    #expect(try await repository.read { try $0.actor(id: cast[1].id) } == cast[1])
  }

  @Test("A change to a movie that does not exist is an error; reading it finds nothing")
  func missing() async throws {
    let repository = MovieRepository()
    let movie = StoreError.unknown(.id(7))
    await #expect(throws: movie) { try await repository.write { try $0.delete(id: 7) } }
    await #expect(throws: movie) { try await repository.write { try $0.toggleFavorite(id: 7) } }
    await #expect(throws: movie) {
      try await repository.write { try $0.setFavorite(true, of: [7]) }
    }
    await #expect(throws: movie) { try await repository.write { try $0.delete(ids: [7]) } }
    await #expect(throws: movie) { try await repository.write { try $0.edit(id: 7, MovieEdit()) } }
    let ran = try await repository.write { try $0.save(draft("Ran", [])) }
    try await repository.write { try $0.delete(id: ran.movie.id) }
    await #expect(throws: StoreError.unknown(.id(1))) {
      try await repository.write { try $0.save(MovieDraft(ran.movie, title: "Again")) }
    }
    #expect(try await repository.read { try $0.movies() } == [])
    #expect(try await repository.read { try $0.movie(id: 7) } == nil)
    #expect(try await repository.read { try $0.actor(id: 7) } == nil)
    #expect(try await repository.read { try $0.actors(in: 7) } == [])
    #expect(try await repository.read { try $0.movies([.actor(id: 7)]) } == [])
  }

  @Test("A failed read throws an error")
  func failedReading() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path, access: .reading)
    #expect(try await repository.read { try $0.movies() }.count == 1)
    try OtherProgram.run(path, "PRAGMA foreign_keys = OFF", "DROP TABLE MovieActor")
    await #expect(throws: StoreError.self) { try await repository.read { try $0.movies() } }
    await #expect(throws: StoreError.self) { try await repository.read { try $0.movieCount() } }
  }

  @Test("A repository opened for reading rejects changes")
  func readingOnly() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path, access: .reading)
    await #expect(throws: StoreError(.readOnly(path: path))) {
      try await repository.write { try $0.save(draft("b", [])) }
    }
    #expect(try await repository.read { try $0.movieCount() } == 1)
  }

  @Test("Opens files by the same access rules as a store")
  func opening() async throws {
    let path = TemporaryDirectory.path("movies.db")
    await #expect(throws: StoreError(.fileNotFound(path: path))) {
      try await MovieRepository(path: path, access: .reading).open()
    }
    let repository = MovieRepository(path: path)
    #expect(repository.path == path)
    try await repository.write { try $0.save(draft("a", [])) }
    try OldCatalog.migrate(path, to: .v3)
    await #expect(throws: StoreError(.olderSchema(path: path, version: .v3))) {
      try await MovieRepository(path: path).open()
    }
    let migrated = MovieRepository(path: path, access: .migrating)
    #expect(try await migrated.read { try $0.movieCount() } == 1)
  }

  @Test("Many repositories, in memory and on disk, are independent")
  func many() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        let path = TemporaryDirectory.path("\(number).db")
        group.addTask {
          let repository =
            number.isMultiple(of: 3)
            ? MovieRepository(path: path) : MovieRepository()
          for index in 0..<5 {
            try await repository.write { try $0.save(draft("\(number) \(index)", ["A"])) }
          }
          let titles = try await repository.read { try $0.movies() }.map(\.title)
          #expect(titles == (0..<5).map { "\(number) \($0)" })
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Concurrent saves lose nothing, through one repository or several on one file")
  func concurrentSaves() async throws {
    let path = try Catalog.file()
    let first = MovieRepository(path: path)
    let second = MovieRepository(path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let repository = number.isMultiple(of: 2) ? first : second
          try await repository.write { try $0.save(draft("\(number)", ["A"])) }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await Set(first.read { try $0.movies() }.map(\.title)) == Set((0..<40).map { "\($0)" }))
    #expect(try await second.read { try $0.movieCount() } == 40)
  }

  @Test("Calls that wait for a lock do not block the threads of other tasks")
  func blockedCalls() async throws {
    let path = try Catalog.file(holding: ["a"])
    let blocked = try await Self.repositories(8, path)
    let other = MovieRepository()
    let lock = try await Self.repositories(1, path)[0]
    try await lock.execute("BEGIN EXCLUSIVE")
    let counts = Task {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for repository in blocked {
          group.addTask { try await repository.read { try $0.movieCount() } }
        }
        return try await group.reduce(0, +)
      }
    }
    // More tasks wait than there are threads, and these calls still run.
    for number in 0..<20 { try await other.write { try $0.save(draft("\(number)", [])) } }
    #expect(try await other.read { try $0.movieCount() } == 20)
    try await lock.execute("ROLLBACK")
    #expect(try await counts.value == 8)
  }

  private static func repositories(_ count: Int, _ path: String) async throws -> [MovieRepository] {
    var repositories: [MovieRepository] = []
    for _ in 0..<count { repositories.append(MovieRepository(path: path)) }
    return repositories
  }
}

extension MovieRepository {
  /// Runs a statement on the connection of the repository that changes the catalog.
  func execute(_ sql: String) async throws {
    try await change { store in try store.core.connection.execute(SQL(raw: sql)) }
  }
}
