import Foundation
import MovieStore
import Synchronization
import TestSupport
import Testing

/// Live queries: what they give, when, and when nothing.
@Suite(.limited, .temporaryDirectory) struct LiveQueryTests {
  /// Who changes the catalog.
  enum Writer: CaseIterable {
    case sameRepository
    case otherStore
    case otherProgram

    /// Adds a movie.
    func add(_ title: String, by repository: MovieRepository) async throws {
      switch self {
      case .sameRepository: try await repository.save(draft(title, ["Al"]))
      case .otherStore:
        var store = try MovieStore(path: repository.path, access: .writing)
        try store.add(title, "Al")
      case .otherProgram:
        try OtherProgram.run(
          repository.path,
          "INSERT INTO MovieModel(title, sortableTitle, favorite) VALUES ('\(title)', '\(title)', 0)"
        )
      }
    }
  }

  private static func titles(_ movies: [MovieWithCast]?) -> [String]? {
    movies.map { $0.map(\.movie.title) }
  }

  @Test(
    "a new value comes after every change, whoever made it",
    arguments: Writer.allCases, ["delete", "wal"])
  func values(writer: Writer, mode: String) async throws {
    let path = try MovieStore.file(holding: ["a"])
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    let repository = try await MovieRepository(path: path)
    let watching = Watching(repository.movies(matching: MovieQuery(order: .added)))
    var values = watching.values.makeAsyncIterator()
    #expect(await Self.titles(values.next()) == ["a"])
    for title in ["b", "c", "d"] {
      // It is to be woken, and not to find what was there before it looked.
      await repository.untilSomebodyWaits()
      try await writer.add(title, by: repository)
      #expect(await Self.titles(values.next())?.last == title)
    }
    try await watching.end()
  }

  @Test("a log that another program begins is watched as well")
  func lateLog() async throws {
    let path = try MovieStore.file(holding: ["a"])
    let repository = try await MovieRepository(path: path, access: .reading)
    let watching = Watching(repository.movieCount())
    var values = watching.values.makeAsyncIterator()
    #expect(await values.next() == 1)
    await repository.untilSomebodyWaits()
    try OtherProgram.run(path, "PRAGMA journal_mode = wal")
    for count in 2...4 {
      await repository.untilSomebodyWaits()
      try await Writer.otherStore.add("\(count)", by: repository)
      #expect(await values.next() == count)
    }
    try await watching.end()
  }

  @Test("a commit is told that comes long after what was written for it")
  func lateCommit() async throws {
    let bell = ChangeNotifier()
    let path = try MovieStore.file(holding: ["a"])
    let watch = FileWatch(path, ringing: bell)
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 1")
    // Nothing is written any more, and the bell goes on for a while.
    for rings in 0..<6 { await bell.wait(after: rings) }
    #expect(bell.rings >= 6)
    #expect(!watch.renew())
  }

  @Test("in memory, its own changes are heard of")
  func memory() async throws {
    let repository = try await MovieRepository.preview(movies: 3)
    var actors = repository.actorCount().makeAsyncIterator()
    let before = try #require(try await actors.next())
    try await repository.withStore { store in _ = try store.add(draft("x", ["Somebody New"])) }
    #expect(try await actors.next() == before + 1)
  }

  @Test("a movie, its cast and an actor's movies are followed until they are gone")
  func relations() async throws {
    let repository = try await MovieRepository()
    let heat = try await repository.save(draft("Heat", ["Al", "Val"])).movie
    var movie = repository.movie(heat.id).makeAsyncIterator()
    var cast = repository.actors(in: heat.id).makeAsyncIterator()
    var films = repository.movies(with: heat.cast[0].id).makeAsyncIterator()
    #expect(try await movie.next() == heat)
    #expect(try await cast.next()?.map(\.actor.name) == ["Al", "Val"])
    #expect(try await films.next() == [heat])
    try await repository.save(MovieDraft(heat, cast: ["Val", "Al", "Bob"]))
    #expect(try await cast.next()?.map(\.actor.name) == ["Val", "Al", "Bob"])
    #expect(try await films.next()?.first?.cast.count == 3)
    #expect(try await movie.next()??.cast.count == 3)
    try await repository.delete(id: heat.id)
    #expect(try await movie.next() == .some(nil))
    #expect(try await cast.next() == [])
    #expect(try await films.next() == [])
  }

  @Test("A change between NFC and NFD of a title or a name is a new value")
  func spellings() async throws {
    let (composed, decomposed) = ("Am\u{E9}lie", "Ame\u{301}lie")
    let repository = try await MovieRepository()
    var movie = try await repository.save(draft(composed, [composed])).movie
    let watching = Watching(repository.movies(matching: MovieQuery(order: .added)))
    var values = watching.values.makeAsyncIterator()
    #expect(await values.next() == [movie])
    for (count, title, name) in [(1, decomposed, composed), (2, decomposed, decomposed)] {
      await repository.untilSomebodyWaits()
      movie = try await repository.save(MovieDraft(movie, title: title, cast: [name])).movie
      // Another change ends the wait for a value that does not come.
      await repository.untilSomebodyWaits()
      try await repository.save(draft("Heat", []))
      let value = await values.next()
      #expect(value?.first?.title.utf8.elementsEqual(title.utf8) == true)
      #expect(value?.first?.cast.first?.name.utf8.elementsEqual(name.utf8) == true)
      try #require(value?.count == count)
      #expect(await values.next()?.count == count + 1)
    }
    try await watching.end()
  }

  @Test("nothing is read while nothing changes, nor given where the result is the same")
  func quiet() async throws {
    let path = try MovieStore.file(holding: ["a"])
    let repository = try await MovieRepository(path: path)
    let readings = Mutex(0)
    let (titles, given) = AsyncStream.makeStream(of: [String].self)
    let task = Task {
      let query = repository.values { store throws(StoreError) in
        readings.withLock { $0 += 1 }
        return try store.movies().map(\.movie.title)
      }
      for try await value in query { given.yield(value) }
    }
    var values = titles.makeAsyncIterator()
    #expect(await values.next() == ["a"])
    try await Task.sleep(for: .milliseconds(300))
    #expect(readings.withLock { $0 } == 1)
    // It changes what was not asked for: one more reading, and no value.
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 1")
    try await repository.save(draft("b", []))
    #expect(await values.next() == ["a", "b"])
    #expect((2...3).contains(readings.withLock { $0 }))
    task.cancel()
    try await task.value
  }

  @Test("where the kernel cannot tell, a clock asks, and still nothing is read")
  func clock() async throws {
    let bell = ChangeNotifier()
    let watch = FileWatch("/proc/self/status", ringing: bell)
    await bell.wait(after: 0)
    await bell.wait(after: bell.rings)
    #expect(bell.rings >= 2)
    #expect(!watch.renew())
  }

  @Test("cancellation ends it, while it waits and before it has begun")
  func cancellation() async throws {
    let repository = try await MovieRepository(path: try MovieStore.file(holding: ["a"]))
    let (started, hasBegun) = AsyncStream.makeStream(of: Int.self)
    let waiting = Task {
      var values = 0
      for try await _ in repository.movieCount() {
        values += 1
        hasBegun.yield(values)
      }
      return values
    }
    for await _ in started { break }
    waiting.cancel()
    #expect(try await waiting.value == 1)
    let early = Task { () -> Int? in
      withUnsafeCurrentTask { $0?.cancel() }
      var counts = repository.movieCount().makeAsyncIterator()
      return try await counts.next()
    }
    #expect(try await early.value == nil)
  }

  @Test("tasks that come and go leave nothing behind, and the repository ends with the last")
  func ending() async throws {
    weak var gone: MovieRepository?
    do {
      let repository = try await MovieRepository(path: try MovieStore.file(holding: ["a"]))
      gone = repository
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask { do { for try await _ in repository.movieCount() {} } catch {} }
        }
        group.cancelAll()
      }
    }
    // The last call may still be under way on the queue.
    for _ in 0..<1_000 where gone != nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(gone == nil)
  }

  @Test("a lock is waited for, and then the newest value comes")
  func lock() async throws {
    let path = try MovieStore.file(holding: ["a"])
    let repository = try await MovieRepository(path: path)
    var counts = repository.movieCount().makeAsyncIterator()
    #expect(try await counts.next() == 1)
    let other = try await MovieRepository(path: path)
    try await other.execute("BEGIN EXCLUSIVE")
    try await other.execute(
      "INSERT INTO MovieModel(title, sortableTitle, favorite) VALUES ('b', 'b', 0)")
    // What wakes it comes before the commit, and is refused.
    repository.bell.ring()
    let next = Task { [counts] in
      var counts = counts
      return try await counts.next()
    }
    try await Task.sleep(for: .milliseconds(100))
    try await other.execute("COMMIT")
    #expect(try await next.value == 2)
  }

  @Test("a file that was replaced is an error that ends it", arguments: [true, false])
  func replaced(isRemoved: Bool) async throws {
    let path = try MovieStore.file(holding: ["a"])
    let other = try MovieStore.file("other.db", holding: ["b", "c"])
    let repository = try await MovieRepository(path: path)
    var counts = repository.movieCount().makeAsyncIterator()
    #expect(try await counts.next() == 1)
    if isRemoved { unlink(path) } else { rename(other, path) }
    await #expect(throws: StoreError.replaced(path: path)) { try await counts.next() }
    #expect(try await counts.next() == nil)
  }

  @Test("values are states of the catalog: what a transaction changes is seen wholly or not at all")
  func snapshots() async throws {
    let path = try MovieStore.file()
    let repository = try await MovieRepository(path: path)
    let writer = try await MovieRepository(path: path)
    let films = 60
    let watching = Task {
      // Each film has two actors of its own: credits are twice the films in every state.
      let query = repository.values { store throws(StoreError) in try store.statistics() }
      var seen: [Int] = []
      for try await state in query {
        #expect(state.credits == 2 * state.movies)
        #expect(state.actors == 2 * state.movies)
        seen.append(state.movies)
        if state.movies == films { break }
      }
      return seen
    }
    for film in 0..<films { try await writer.save(draft("\(film)", ["a\(film)", "b\(film)"])) }
    let seen = try await watching.value
    #expect(seen == seen.sorted())
    #expect(seen.last == films)
  }
}

/// A live query that is followed by a task of its own.
private struct Watching<Value: Equatable & Sendable> {
  let values: AsyncStream<Value>
  private let task: Task<Void, any Error>

  init(_ query: LiveQuery<Value>) {
    let (values, given) = AsyncStream.makeStream(of: Value.self)
    self.values = values
    task = Task { for try await value in query { given.yield(value) } }
  }

  func end() async throws {
    task.cancel()
    try await task.value
  }
}

extension MovieRepository {
  fileprivate nonisolated func untilSomebodyWaits() async {
    while bell.waiters == 0 { await Task.yield() }
  }
}
