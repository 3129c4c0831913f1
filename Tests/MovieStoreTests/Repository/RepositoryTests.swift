import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// The face for concurrent programs: what it answers, what it refuses, and whom it keeps waiting.
@Suite(.limited, .temporaryDirectory) struct RepositoryTests {
  @Test("what is saved is got, found, changed and deleted, and each says what it did")
  func records() async throws {
    let repository = try await MovieRepository()
    let added = try await repository.save(draft("Heat", ["Al Pacino", "Val Kilmer"]))
    #expect(added.outcome == .added)
    let heat = added.movie
    #expect(try await repository.get(id: heat.id) == heat)
    #expect(try await repository.fetchAll() == [heat])
    #expect(try await repository.fetch(MovieQuery(text: SearchPattern("heat"))) == [heat])
    #expect(try await repository.fetch(MovieQuery(favoritesOnly: true)) == [])
    let updated = try await repository.save(MovieDraft(heat, title: "HEAT", cast: ["Al Pacino"]))
    #expect(updated.outcome == .updated)
    #expect(updated.movie.movie.title == "HEAT")
    #expect(updated.movie.id == heat.id)
    #expect(try await repository.save(MovieDraft(updated.movie)).outcome == .unchanged)
    #expect(try await repository.toggleFavorite(id: heat.id).movie.isFavorite)
    #expect(try await repository.count(MovieQuery(favoritesOnly: true)) == 1)
    let gone = try await repository.delete(id: heat.id)
    #expect(gone.movie.isFavorite)
    #expect(try await repository.fetchAll() == [])
    #expect(try await repository.count(ActorQuery()) == 0)
    #expect(try await repository.reinsert(gone).outcome == .added)
    #expect(try await repository.get(id: heat.id) == gone)
  }

  @Test("a draft of a movie changes what is given, and keeps the rest")
  func drafts() async throws {
    let repository = try await MovieRepository()
    let movie = try await repository.save(draft("Ran", ["Tatsuya Nakadai"], favorite: true)).movie
    #expect(try MovieDraft(movie).id == movie.id)
    let star = try await repository.save(MovieDraft(movie, isFavorite: false))
    #expect(star.outcome == .updated)
    #expect(star.movie.cast == movie.cast)
    #expect(star.movie.movie.title == "Ran")
    #expect(!star.movie.movie.isFavorite)
    #expect(throws: DraftError.self) { try MovieDraft(movie, title: " ") }
  }

  @Test("a store has the same for one movie")
  func oneMovie() throws {
    var store = try MovieStore()
    let movie = try store.add("Ran", "Al")
    #expect(try store.toggleFavorite(id: movie.id).isFavorite)
    #expect(try !store.toggleFavorite(id: movie.id).isFavorite)
    #expect(try store.delete(id: movie.id) == movie)
    #expect(throws: StoreError.unknownMovie(reference: "1")) { try store.delete(id: movie.id) }
    #expect(throws: StoreError.unknownMovie(reference: "1")) {
      try store.toggleFavorite(id: movie.id)
    }
  }

  @Test("a draft reads the JSON of a movie, and no movie loses its cast so")
  func decoding() throws {
    var store = try MovieStore()
    let movie = try store.add("Ran", "Al", "Bo", favorite: true)
    let bytes = try JSONEncoder().encode(movie)
    let draft = try JSONDecoder().decode(MovieDraft.self, from: bytes)
    #expect(draft == (try MovieDraft(title: "Ran", cast: ["Al", "Bo"], isFavorite: true)))
    #expect(try JSONDecoder().decode(MovieDraft.self, from: JSONEncoder().encode(draft)) == draft)
    let other = Data(#"{"title": "x", "actors": ["Al"]}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MovieDraft.self, from: other)
    }
  }

  @Test("every error has a sentence, with what it is about")
  func sentences() throws {
    var store = try MovieStore()
    let movie = try store.add("Ran", "Al")
    let draft = DraftError(field: .title, problem: .empty)
    let errors: [(StoreError, String)] = [
      (.fileNotFound(path: "/x"), "/x"), (.unreadable(path: "/x", reason: "no"), "no"),
      (.cannotCreate(path: "/x", reason: "no"), "no"),
      (.notAMovieDatabase(path: "/x", reason: "no"), "no"),
      (.olderSchema(path: "/x", version: .v3), "v3"), (.newerSchema(path: "/x", version: 9), "v9"),
      (.changedSchema(path: "/x", findings: []), "/x"),
      (.unmigratableData(version: .v4, claim: "unique", movies: [7]), "7"),
      (.migrationFailed(version: .v4, detail: "no"), "v4"),
      (.lossesNotAccepted(path: "/x", target: .v1, losses: []), "/x"),
      (.insufficientDiskSpace(path: "/x", needed: 5, free: 3), "5 bytes"),
      (.busy(path: "/x"), "writing"),
      (.busy(path: "/x", holder: .reader), "reading"), (.fileExists(path: "/x"), "exists"),
      (.readOnly(path: "/x"), "writable"), (.needsRecovery(path: "/x"), "interrupted"),
      (.replaced(path: "/x"), "replaced"), (.diskFull(path: "/x"), "full"),
      (.damaged(path: "/x", detail: "no"), "damaged: no"),
      (.inputOutput(path: "/x", detail: "no"), "no"), (.outOfMemory, "memory"),
      (.interrupted, "interrupted"), (.unknownMovie(reference: "q"), "'q'"),
      (.ambiguousMovie(reference: "q", candidates: [movie]), "1"),
      (.unknownActor(reference: "q"), "'q'"),
      (.ambiguousActor(reference: "q", candidates: []), "q"),
      (.notInCast(name: "Bo", movie: movie), "'Ran'"),
      (.alreadyInCast(name: "Al", movie: movie), "already"),
      (.invalidDraft(draft), "\(draft)"),
      (.internalError(code: 1, message: "no", sql: nil), "no (1)"),
    ]
    for (error, part) in errors {
      #expect("\(error)".contains(part), "\(error)")
      #expect("\(error)".hasSuffix(".") == false)
    }
  }

  @Test("relations go both ways, in their order")
  func relations() async throws {
    let repository = try await MovieRepository()
    let heat = try await repository.save(draft("Heat", ["Val Kilmer", "Al Pacino"])).movie
    let other = try await repository.save(draft("A Doors Film", ["Val Kilmer"])).movie
    let cast = try await repository.fetchActors(in: heat.id)
    #expect(cast.map(\.actor.name) == ["Val Kilmer", "Al Pacino"])
    #expect(cast.map(\.movieCount) == [2, 1])
    #expect(try await repository.fetchMovies(with: cast[0].id).map(\.id) == [other.id, heat.id])
    #expect(try await repository.get(id: cast[1].id) == cast[1])
  }

  @Test("what is not there is an error, and never an empty list or nothing")
  func missing() async throws {
    let repository = try await MovieRepository()
    let movie = StoreError.unknownMovie(reference: "7")
    let actor = StoreError.unknownActor(reference: "7")
    await #expect(throws: movie) { try await repository.get(id: 7 as Movie.ID) }
    await #expect(throws: movie) { try await repository.delete(id: 7) }
    await #expect(throws: movie) { try await repository.toggleFavorite(id: 7) }
    await #expect(throws: movie) { try await repository.fetchActors(in: 7) }
    await #expect(throws: actor) { try await repository.get(id: 7 as Actor.ID) }
    await #expect(throws: actor) { try await repository.fetchMovies(with: 7) }
    let ran = try await repository.save(draft("Ran", []))
    try await repository.delete(id: ran.movie.id)
    await #expect(throws: StoreError.unknownMovie(reference: "1")) {
      try await repository.save(MovieDraft(ran.movie, title: "Again"))
    }
    #expect(try await repository.fetchAll() == [])
  }

  @Test("a reading that fails is an error")
  func failedReading() async throws {
    let path = try MovieStore.file(holding: ["a"])
    let repository = try await MovieRepository(path: path, access: .reading)
    #expect(try await repository.fetchAll().count == 1)
    try OtherProgram.run(path, "PRAGMA foreign_keys = OFF", "DROP TABLE MovieActor")
    await #expect(throws: StoreError.self) { try await repository.fetchAll() }
    await #expect(throws: StoreError.self) { try await repository.count() }
  }

  @Test("what is opened for reading changes nothing")
  func readingOnly() async throws {
    let path = try MovieStore.file(holding: ["a"])
    let repository = try await MovieRepository(path: path, access: .reading)
    await #expect(throws: StoreError.readOnly(path: path)) {
      try await repository.save(draft("b", []))
    }
    #expect(try await repository.count() == 1)
  }

  @Test("what cannot be opened is told at once, and its policy is the store's")
  func opening() async throws {
    let path = TemporaryDirectory.path("movies.db")
    await #expect(throws: StoreError.fileNotFound(path: path)) {
      try await MovieRepository(path: path, access: .reading)
    }
    let repository = try await MovieRepository(path: path)
    #expect(repository.path == path)
    try await repository.save(draft("a", []))
    try Migrator(path: path).apply(to: .v3, Migrator.Options(backup: .none))
    await #expect(throws: StoreError.olderSchema(path: path, version: .v3)) {
      try await MovieRepository(path: path)
    }
    let migrated = try await MovieRepository(path: path, access: .migrating)
    #expect(try await migrated.count() == 1)
  }

  @Test("a preview has as many films as were asked for, the same for the same seed")
  func previews() async throws {
    let films = try await MovieRepository.preview(movies: 40, seed: 3).fetchAll()
    #expect(films.count == 40)
    #expect(films.contains { !$0.cast.isEmpty })
    #expect(try await MovieRepository.preview(movies: 40, seed: 3).fetchAll() == films)
    #expect(try await MovieRepository.preview(movies: 40, seed: 4).fetchAll() != films)
    #expect(try await MovieRepository.preview(movies: 0).fetchAll() == [])
    var store = try MovieStore.preview(movies: 40, seed: 3)
    #expect(try store.movies() == films)
  }

  @Test("many repositories, in memory and on disk, keep to themselves")
  func many() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        let path = TemporaryDirectory.path("\(number).db")
        group.addTask {
          let repository =
            number.isMultiple(of: 3)
            ? try await MovieRepository(path: path) : try await MovieRepository()
          for film in 0..<5 { try await repository.save(draft("\(number) \(film)", ["A"])) }
          let titles = try await repository.fetchAll().map(\.movie.title)
          #expect(titles == (0..<5).map { "\(number) \($0)" })
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("tasks that save at once lose nothing, through one repository or through several on a file")
  func concurrentSaves() async throws {
    let path = try MovieStore.file()
    let first = try await MovieRepository(path: path)
    let second = try await MovieRepository(path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await (number.isMultiple(of: 2) ? first : second).save(draft("\(number)", ["A"]))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Set(first.fetchAll().map(\.movie.title)) == Set((0..<40).map { "\($0)" }))
    #expect(try await second.count() == 40)
  }

  @Test("calls that wait for a lock leave the threads of other tasks alone")
  func blockedCalls() async throws {
    let path = try MovieStore.file(holding: ["a"])
    let blocked = try await Self.repositories(8, path)
    let other = try await MovieRepository()
    let lock = try await Self.repositories(1, path)[0]
    try await lock.execute("BEGIN EXCLUSIVE")
    let counts = Task {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for repository in blocked { group.addTask { try await repository.count() } }
        return try await group.reduce(0, +)
      }
    }
    // More tasks wait than there are threads, and these go on all the same.
    for number in 0..<20 { try await other.save(draft("\(number)", [])) }
    #expect(try await other.count() == 20)
    try await lock.execute("ROLLBACK")
    #expect(try await counts.value == 8)
  }

  private static func repositories(_ count: Int, _ path: String) async throws -> [MovieRepository] {
    var repositories: [MovieRepository] = []
    for _ in 0..<count { repositories.append(try await MovieRepository(path: path)) }
    return repositories
  }
}

extension MovieRepository {
  /// Runs a statement on the connection, as no program could.
  func execute(_ sql: String) throws {
    try withStore { store in _ = try store.connection.execute(SQL(raw: sql)) }
  }
}
