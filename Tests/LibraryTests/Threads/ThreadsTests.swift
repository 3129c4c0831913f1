import Foundation
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Eight threads make a thousand calls each, of all kinds.
@Suite(.limited, .fullTier, .temporaryDirectory) struct ThreadsTests {
  private static let threads = 8
  private static let calls = 1_000
  private static let first = ["The Score", "Amélie", "Heat"]

  @Test("Loses no change with a store per thread on one file")
  func storesOfOneFile() throws {
    let path = try Catalog.file(holding: Self.first)
    let left = try run { thread in
      var store = try Catalog(path: path, access: .writing)
      var work = MixedCalls(thread: thread)
      for _ in 0..<Self.calls { try work.call(&store, oneChangeIn: 40) }
      return work.own.values.sorted()
    }
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.titles(order: .added).sorted() == (Self.first + left).sorted())
    #expect(try Migrator(path: path).verify().findings == [])
  }

  @Test("Loses no change with one store protected by a mutex")
  func storeOfAll() throws {
    let shared = Mutex(try Catalog.holding(Self.first))
    // The thread sanitizer does not know `Mutex` and would report races; it knows `NSLock`.
    let known = NSLock()
    let left = try run { thread in
      var work = MixedCalls(thread: thread)
      for _ in 0..<Self.calls {
        try known.withLock { try shared.withLock { try work.call(&$0, oneChangeIn: 4) } }
      }
      return work.own.values.sorted()
    }
    let titles = try shared.withLock { try $0.titles() }
    #expect(titles.sorted() == (Self.first + left).sorted())
  }

  /// Runs the body in all threads concurrently, and returns the results of all.
  private func run(
    _ body: @escaping @Sendable (_ thread: Int) throws -> [String]
  ) throws -> [String] {
    let results = Mutex<[Result<[String], any Error>]>([])
    let done = DispatchGroup()
    for thread in 0..<Self.threads {
      done.enter()
      Thread.detachNewThread {
        let result = Result { try body(thread) }
        results.withLock { $0.append(result) }
        done.leave()
      }
    }
    done.wait()
    return try results.withLock { try $0.flatMap { try $0.get() } }
  }
}
