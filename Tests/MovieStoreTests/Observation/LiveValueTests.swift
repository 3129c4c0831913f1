import MovieStore
import Observation
import StoreTestSupport
import TestSupport
import Testing

@MainActor @Suite(.limited, .temporaryDirectory) struct LiveValueTests {
  struct Stop: Error {}

  @Test("Follows the catalog, and keeps the old value until the new query has a result")
  func values() async throws {
    let repository = MovieRepository()
    try await repository.write { try $0.add(MovieDraft(title: "Heat")) }
    let titles = LiveValue<[String]>(["-"], loading: repository.observe { try $0.titles() })
    #expect(titles.value == ["-"] && titles.isLoading)
    await titles.until { $0 == ["Heat"] }
    #expect(!titles.isLoading)
    try await repository.write { try $0.add(MovieDraft(title: "Ran")) }
    await titles.until { $0 == ["Heat", "Ran"] }
    titles.load(repository.observe { try $0.titles(descending: true) })
    #expect(titles.value == ["Heat", "Ran"] && titles.isLoading)
    await titles.until { $0 == ["Ran", "Heat"] }
    titles.load(.constant(["x"]))
    await titles.until { $0 == ["x"] }
    // The former query has ended.
    try await repository.write { try $0.add(MovieDraft(title: "Up")) }
    try await Task.sleep(for: .milliseconds(20))
    #expect(titles.value == ["x"])
  }

  @Test("An error stops the query and keeps the value, until another query is loaded")
  func errors() async throws {
    let count = LiveValue(7, loading: .failing(Stop()))
    for await isLoading in Observations({ count.isLoading }) where !isLoading { break }
    #expect(count.error is Stop && count.value == 7)
    count.load(.constant(8))
    #expect(count.error == nil && count.isLoading)
    await count.until { $0 == 8 }
  }

  @Test("When queries are loaded in quick succession, the last one wins")
  func succession() async throws {
    let repository = MovieRepository()
    try await repository.write { store in try store.addNumbered(1...50) }
    let movies = LiveValue<[Movie]>([])
    for limit in 1...50 {
      movies.load(repository.observe { try $0.movies(limit: limit) })
      if limit.isMultiple(of: 5) { await Task.yield() }
    }
    await movies.until { $0.count == 50 }
    try await Task.sleep(for: .milliseconds(20))
    #expect(movies.value.count == 50 && !movies.isLoading)
  }

  @Test("Its query ends when it is released")
  func release() async throws {
    let repository = MovieRepository()
    var count: LiveValue<Int>? = LiveValue(0, loading: repository.observe { try $0.movieCount() })
    while repository.notifier.waiterCount == 0 { await Task.yield() }
    weak let released = count
    count = nil
    while repository.notifier.waiterCount > 0 { await Task.yield() }
    #expect(released == nil)
  }

  @Test("A live query of another sequence delivers its elements, equal ones once, and ends with it")
  func sequence() async throws {
    let numbers = AsyncStream { continuation in
      for number in [1, 1, 2, 2, 1] { continuation.yield(number) }
      continuation.finish()
    }
    var delivered: [Int] = []
    for try await number in LiveQuery(numbers) { delivered.append(number) }
    #expect(delivered == [1, 2, 1])
    let failing = AsyncThrowingStream { continuation in
      continuation.yield(7)
      continuation.finish(throwing: Stop())
    }
    var results = LiveQuery(failing).makeAsyncIterator()
    #expect(try await results.next() == 7)
    await #expect(throws: Stop.self) { try await results.next() }
    #expect(try await results.next() == nil)
  }

  @Test("A mapped live query of a catalog delivers the values of changed results once")
  func mapped() async throws {
    let repository = MovieRepository()
    let movies = repository.observe { try $0.movies() }
    var counts = LiveQuery(movies.map(\.count)).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    let added = try await repository.write { try $0.add(MovieDraft(title: "a")) }
    #expect(try await counts.next() == 1)
    // The movies change, but not their number.
    try await repository.write { try $0.edit(id: added.id, MovieEdit(title: "b")) }
    let next = Task { [counts] in
      var counts = counts
      return try await counts.next()
    }
    try await repository.write { try $0.add(MovieDraft(title: "c")) }
    #expect(try await next.value == 2)
  }

  @Test("A live query that never delivers ends with its task; one that fails with any error fails")
  func neverAndFailing() async throws {
    let task = Task {
      for try await _ in LiveQuery(AsyncStream<Int> { _ in }) { return false }; return true
    }
    await Task.yield()
    task.cancel()
    #expect(try await task.value)
    var busy = LiveQuery<Int>.failing(StoreError(.busy(path: "x"))).makeAsyncIterator()
    await #expect(throws: StoreError(.busy(path: "x"))) { try await busy.next() }
  }

  @Test("A constant live query delivers its value, and ends with its task")
  func constant() async throws {
    let task = Task {
      var values: [Int] = []
      for try await value in LiveQuery.constant(3) {
        values.append(value)
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return values
    }
    #expect(try await task.value == [3])
    var failing = LiveQuery<Int>.failing(Stop()).makeAsyncIterator()
    await #expect(throws: Stop.self) { try await failing.next() }
    #expect(try await failing.next() == nil)
  }
}

extension LiveValue {
  /// Waits until the value meets the condition.
  fileprivate func until(_ condition: (Value) -> Bool) async {
    for await value in Observations({ self.value }) where condition(value) { break }
  }
}
