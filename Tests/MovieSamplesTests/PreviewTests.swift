import MovieSamples
import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct PreviewTests {
  @Test("A preview in a cancelled task is interrupted")
  func cancelledPreview() async throws {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(throws: StoreError(.interrupted)) { _ = try Catalog.preview().movieCount() }
    }.value
  }

  @Test("A preview has the requested number of movies, the same for the same seed")
  func previews() async throws {
    func content(_ repository: MovieRepository) async throws -> [Movie] {
      try await repository.read { try $0.movies() }
    }
    let movies = try await content(.preview(movies: 40, seed: 3))
    #expect(movies.count == 40)
    #expect(movies.contains { !$0.cast.isEmpty })
    #expect(try await content(.preview(movies: 40, seed: 3)) == movies)
    #expect(try await content(.preview(movies: 40, seed: 4)) != movies)
    #expect(try await content(.preview(movies: 0)) == [])
    let store = try Catalog.preview(movies: 40, seed: 3)
    #expect(try store.movies() == movies)
  }
}
