import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct MovieRowsTests {
  private static let titles = (0..<300).map { "Movie \($0)" }

  @Test("Returns each movie once, in the order of the query, from a file or from memory")
  func order() async throws {
    let path = try Catalog.file()
    for repository in [MovieRepository(path: path), MovieRepository()] {
      try await repository.write {
        try $0.add(contentsOf: Self.titles.map { MovieDraft(title: $0) })
      }
      var found: [String] = []
      for try await movie in repository.rows(
        order: .added, descending: true, limit: 280)
      { found.append(movie.title) }
      #expect(found == Array(Self.titles.reversed().prefix(280)))
      for try await movie in repository.rows([.title("none")]) {
        Issue.record("\(movie)")
      }
    }
  }

  @Test("A slow loop keeps no change waiting; a movie is returned as it is when it is read")
  func changes() async throws {
    let repository = MovieRepository(path: try Catalog.file(holding: Self.titles))
    var rows = repository.rows(order: .added).makeAsyncIterator()
    #expect(try await rows.next()?.id == 1)
    try await repository.write { try $0.delete(id: 299) }
    try await repository.write { try $0.edit(id: 300, MovieEdit(title: "Last")) }
    var count = 1
    var last: Movie?
    while let movie = try await rows.next() { (count, last) = (count + 1, movie) }
    #expect(count == 299 && last?.title == "Last")
  }

  @Test("Reports an invalid query and a file that cannot be opened")
  func errors() async throws {
    let path = try Catalog.file(holding: ["Heat"])
    await #expect(throws: StoreError.self) {
      for try await _ in MovieRepository(path: path).rows(limit: -1) {}
    }
    let missing = MovieRepository(path: TemporaryDirectory.path("none.db"), access: .reading)
    await #expect(throws: StoreError.self) { for try await _ in missing.rows() {} }
  }

  @Test("A task that is cancelled ends the sequence")
  func cancellation() async throws {
    let repository = MovieRepository(path: try Catalog.file(holding: Self.titles))
    let task = Task {
      var count = 0
      for try await _ in repository.rows() {
        count += 1
        if count == 1 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    let result = await task.result
    if case .success(let count) = result { #expect(count < 300) }
  }
}
