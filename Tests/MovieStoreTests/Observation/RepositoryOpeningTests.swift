import MovieStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RepositoryOpeningTests {
  @Test("Creating a repository touches no file; the first call opens it")
  func lazy() async throws {
    let path = TemporaryDirectory.path("movies.db")
    let repository = MovieRepository(path: path)
    #expect(repository.path == path)
    #expect(try Files.names(in: TemporaryDirectory.current) == [])
    try await repository.write { try $0.add(MovieDraft(title: "a")) }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
    #expect(try await repository.read { try $0.movieCount() } == 1)
  }

  @Test("Opening migrates with progress; a second call does nothing")
  func migration() async throws {
    let path = try Catalog.file(holding: ["a", "b"])
    try OldCatalog.migrate(path, to: .v2)
    let file = TemporaryDirectory.path("before.db")
    let repository = MovieRepository(path: path, access: .migrating, backup: .file(file))
    let phases = Mutex<[String]>([])
    let backup = try await repository.open { step in phases.withLock { $0.append(step.phase) } }
    #expect(backup == file)
    #expect(Set(phases.withLock { $0 }) == ["backup", "check", "v3", "v4", "v5", "v6"])
    #expect(try await repository.open { _ in Issue.record("migrated again") } == nil)
    #expect(try await repository.read { try $0.movies() }.map(\.title) == ["a", "b"])
  }

  @Test("The first call migrates, too, also if several come at once")
  func firstCall() async throws {
    let path = try Catalog.file(holding: ["a"])
    try OldCatalog.migrate(path, to: .v1)
    let repository = MovieRepository(path: path, access: .migrating)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try await repository.read { try $0.movieCount() } } }
      for try await count in group { #expect(count == 1) }
    }
  }

  @Test("An error of opening is thrown by the call, and the next call tries again")
  func failure() async throws {
    let path = try Catalog.file(holding: ["a"])
    try OldCatalog.migrate(path, to: .v3)
    let repository = MovieRepository(path: path)
    let error = StoreError(.olderSchema(path: path, version: .v3))
    await #expect(throws: error) { try await repository.read { try $0.movieCount() } }
    await #expect(throws: error) { try await repository.open() }
    var live = repository.observe { try $0.movieCount() }.makeAsyncIterator()
    await #expect(throws: error) { try await live.next() }
    try OldCatalog.migrate(path, to: .v6)
    #expect(try await repository.read { try $0.movieCount() } == 1)
  }

  @Test("A dry run keeps no change")
  func dryRun() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path, access: .dryRun)
    let count = try await repository.write { store in
      try store.add("b")
      return try store.movieCount()
    }
    #expect(count == 2)
    #expect(try await repository.read { try $0.movieCount() } == 1)
  }
}
