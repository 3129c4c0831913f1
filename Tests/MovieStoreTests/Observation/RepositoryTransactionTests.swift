import Foundation
import MovieSQLite
import MovieStore
import MovieSystem
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RepositoryTransactionTests {
  struct Stop: Error {}

  @Test("A closure that changes the catalog is one transaction", arguments: [true, false])
  func write(isInMemory: Bool) async throws {
    let repository =
      isInMemory ? MovieRepository() : MovieRepository(path: TemporaryDirectory.path("movies.db"))
    let heat = try await repository.write { store throws(StoreError) in
      let heat = try store.add(MovieDraft(title: "Heat"))
      return try store.toggleFavorite(id: heat.id).movie
    }
    #expect(heat.isFavorite)
    await #expect(throws: Stop.self) {
      try await repository.write { store in
        try store.delete(id: heat.id)
        throw Stop()
      }
    }
    #expect(try await repository.read { try $0.movies() } == [heat])
  }

  @Test("A read closure sees one state while another process writes", arguments: ["delete", "wal"])
  func read(mode: String) async throws {
    let path = try Catalog.file(holding: ["a"])
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    let repository = MovieRepository(path: path)
    try await repository.open()
    // On a thread: a task that writes all the time would occupy one of the pool.
    let (isRead, hasEnded) = (Latch(), Latch())
    BackgroundThread.run {
      defer { hasEnded.set() }
      do {
        var store = try Catalog(path: path)
        // The pause lets a reader take the lock also on a busy machine.
        while !isRead.isSet(within: 0.002) { try store.toggleFavorite(id: 1) }
      } catch {
        Issue.record(error)
      }
    }
    for _ in 0..<40 {
      let pair = try await repository.read { store in
        let first = try store.movie(id: 1)?.isFavorite
        return (first, try store.movie(id: 1)?.isFavorite)
      }
      #expect(pair.0 == pair.1)
    }
    isRead.set()
    #expect(hasEnded.isSet(within: 60))
  }

  @Test("An observed closure sees one state while movies are added")
  func observation() async throws {
    let path = try Catalog.file()
    let repository = MovieRepository(path: path)
    let writing = Task.detached {
      var store = try Catalog(path: path)
      for _ in 0..<60 { try store.add("x") }
    }
    let pages = repository.observe { store in
      [try store.movies().count, try store.movieCount()]
    }
    for try await page in pages {
      #expect(page[0] == page[1])
      if page[0] == 60 { break }
    }
    try await writing.value
  }

  @Test("An error of an observed closure ends the live query and is thrown by it")
  func observedError() async throws {
    let repository = MovieRepository()
    let isFailing = Mutex(false)
    var values = repository.observe { _ in
      if isFailing.withLock({ $0 }) { throw Stop() }
      return 1
    }.makeAsyncIterator()
    #expect(try await values.next() == 1)
    isFailing.withLock { $0 = true }
    try await repository.write { try $0.add(MovieDraft(title: "a")) }
    await #expect(throws: Stop.self) { try await values.next() }
    #expect(try await values.next() == nil)
    var cancelled = repository.observe { _ -> Int in throw CancellationError() }.makeAsyncIterator()
    await #expect(throws: CancellationError.self) { try await cancelled.next() }
  }

  @Test("Reads do not wait for a change of the same repository, also one that is written")
  func readsBesideChange() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path)
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let isRead = Mutex(false)
    let change = Task {
      try await repository.write { store in
        try store.add("b")
        hasStarted.yield()
        let limit = ContinuousClock.now + .seconds(20)
        while !isRead.withLock({ $0 }), ContinuousClock.now < limit {}
      }
    }
    for await _ in started { break }
    #expect(try await repository.read { try $0.movieCount() } == 1)
    var counts = repository.observe { try $0.movieCount() }.makeAsyncIterator()
    #expect(try await counts.next() == 1)
    isRead.withLock { $0 = true }
    try await change.value
    #expect(try await counts.next() == 2)
  }

  @Test("A read waits for a change of the same repository that locks the file, without a limit")
  func readsBehindLock() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path)
    try await repository.open()
    try await repository.setBusyTimeout(30)
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let change = Task {
      try await repository.write { store in
        try store.add("b")
        // Readers are locked out from here on.
        try store.core.connection.write { try $0.flushCache() }
        hasStarted.yield()
        Thread.sleep(forTimeInterval: 0.15)
      }
    }
    for await _ in started { break }
    #expect(try await repository.read { try $0.movieCount() } == 2)
    try await change.value
  }

  @Test("While another process has the write lock, a change ends as busy although reads go on")
  func busyBesideReads() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path)
    try await repository.open()
    try await repository.change { $0.busyTimeout = 60 }
    let other = try Catalog(path: path)
    try other.core.connection.execute("BEGIN IMMEDIATE")
    let reads = Task {
      while !Task.isCancelled {
        _ = try await repository.read { store in
          let count = try store.movieCount()
          Thread.sleep(forTimeInterval: 0.02)
          return count
        }
      }
    }
    try await Task.sleep(for: .milliseconds(30))
    await #expect(throws: StoreError(.busy(path: path))) {
      try await repository.write { try $0.add(MovieDraft(title: "b")) }
    }
    reads.cancel()
    _ = await reads.result
    try other.core.connection.execute("ROLLBACK")
  }

  @Test("While another process reads, changes that wait for it do not make reads wait for ever")
  func busyBesideChanges() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path)
    try await repository.open()
    try await repository.change { $0.busyTimeout = 200 }
    try await repository.setBusyTimeout(300)
    let (hasRead, mayEnd) = (Latch(), Latch())
    BackgroundThread.run {
      do {
        try Catalog(path: path, access: .reading).read { store in
          _ = try store.movieCount()
          hasRead.set()
          _ = mayEnd.isSet(within: 60)
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(hasRead.isSet(within: 60))
    let changes = Task {
      while !Task.isCancelled {
        do { try await repository.write { try $0.add(MovieDraft(title: "b")) } } catch let error
          as StoreError
          where error.category == .busy
        {}
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    do { _ = try await repository.read { try $0.movieCount() } } catch let error as StoreError
      where error.category == .busy
    {}
    #expect(ContinuousClock.now - start < .seconds(15))
    changes.cancel()
    _ = await changes.result
    mayEnd.set()
  }

  @Test("A call throws an error if the file was replaced, and leaves the new file as it is")
  func replaced() async throws {
    let path = try Catalog.file(holding: ["a"])
    let new = try Catalog.file("new.db", holding: ["b", "c"])
    let repository = MovieRepository(path: path)
    #expect(try await repository.read { try $0.movieCount() } == 1)
    rename(new, path)
    let error = StoreError(.replaced(path: path))
    await #expect(throws: error) { try await repository.read { try $0.movieCount() } }
    await #expect(throws: error) {
      try await repository.write { try $0.add(MovieDraft(title: "d")) }
    }
    #expect(try Catalog(path: path, access: .reading).titles() == ["b", "c"])
  }

  @Test("A closure that replaces its store changes nothing of the repository")
  func swappedStore() async throws {
    let repository = MovieRepository()
    try await repository.write { store in
      try store.add(MovieDraft(title: "a"))
      store = try Catalog()
    }
    #expect(try await repository.read { try $0.movieCount() } == 1)
  }

  @Test("Work that waits in the queue ends with its task")
  func cancelledWhileWaiting() async throws {
    let repository = MovieRepository()
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let isFree = Mutex(false)
    let blocking = Task {
      try await repository.write { _ in
        hasStarted.yield()
        let limit = ContinuousClock.now + .seconds(20)
        while !isFree.withLock({ $0 }), ContinuousClock.now < limit {}
      }
    }
    for await _ in started { break }
    let waiting = Task { try await repository.write { try $0.add(MovieDraft(title: "a")) } }
    try await Task.sleep(for: .milliseconds(10))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(isFree.withLock { !$0 })
    isFree.withLock { $0 = true }
    try await blocking.value
    #expect(try await repository.read { try $0.movieCount() } == 0)
  }

  @Test("A call of a cancelled task does nothing, and one that waits for a lock ends")
  func cancelled() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await repository.write { try $0.add(MovieDraft(title: "b")) }
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(try await repository.read { try $0.movieCount() } == 1)
    let other = try Catalog(path: path)
    try other.core.connection.execute("BEGIN EXCLUSIVE")
    let waiting = Task { try await repository.write { try $0.add(MovieDraft(title: "b")) } }
    try await Task.sleep(for: .milliseconds(30))
    let start = ContinuousClock.now
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(ContinuousClock.now - start < .seconds(3))
    try other.core.connection.execute("ROLLBACK")
    #expect(try await repository.read { try $0.movieCount() } == 1)
  }
}

extension MovieRepository {
  fileprivate func setBusyTimeout(_ milliseconds: Int32) async throws {
    try await read { $0.busyTimeout = milliseconds }
  }
}
