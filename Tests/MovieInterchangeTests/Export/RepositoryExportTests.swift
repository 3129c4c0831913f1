import MovieFormats
import MovieInterchange
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RepositoryExportTests {
  @Test("An export delays no other read, and a change waits for its end")
  func export() async throws {
    let path = try Catalog.file()
    let repository = MovieRepository(path: path)
    _ = try await repository.change { try $0.addNumbered(1...600) }
    try await repository.change { $0.busyTimeout = 30 }
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = Latch()
    let file = TemporaryDirectory.path("movies.json")
    let export = Task {
      try await repository.exportMovies(to: file, as: .json) { _ in
        hasStarted.yield()
        #expect(mayEnd.isSet(within: 60))
      }
    }
    for await _ in started { break }
    #expect(try await repository.read { try $0.movieCount() } == 600)
    let change = Task { try await repository.write { try $0.add(MovieDraft(title: "a")) } }
    try await Task.sleep(for: .milliseconds(150))
    mayEnd.set()
    #expect(try await export.value.movies == 600)
    #expect(try await change.value.outcome == .added)
    #expect(try await repository.read { try $0.movieCount() } == 601)
  }
}
