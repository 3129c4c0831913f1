internal import Synchronization

/// A store, and the queue that runs its calls.
package final class StoreWorker: Sendable {
  /// The store, once it is open. Only the queue uses it, so that the lock is always available.
  private let store = Mutex<Catalog?>(nil)
  private let queue: WorkQueue
  private let open: @Sendable () throws(StoreError) -> Catalog
  private let calls = Atomic<Int>(0)

  /// The number of calls that run or wait.
  private var callCount: Int { calls.load(ordering: .relaxed) }

  init(label: String, _ open: @escaping @Sendable () throws(StoreError) -> Catalog) {
    queue = WorkQueue(label: label)
    self.open = open
  }

  /// Runs the closure before the store is opened; does nothing if it is open.
  func prepare(_ body: @escaping @Sendable () throws -> String?) async throws -> String? {
    try await queue.run { [self] in
      store.withLock { $0 == nil } ? try body() : nil
    }
  }

  /// Runs the closure with the store, which is opened first if it is not open. After an error
  /// because the file was replaced, the next call opens the new file.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (inout Catalog) throws -> Result
  ) async throws -> Result {
    calls.add(1, ordering: .relaxed)
    return try await runCounted(body)
  }

  /// Runs the closure on the worker that has the fewest calls.
  static func run<Result: Sendable>(
    onOneOf workers: [StoreWorker], _ body: @escaping @Sendable (inout Catalog) throws -> Result
  ) async throws -> Result {
    // Two calls at the same time take two idle workers.
    let idle = workers.first {
      $0.calls.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged
    }
    if let idle { return try await idle.runCounted(body) }
    let busy = workers.min { $0.callCount < $1.callCount } ?? workers[0]
    return try await busy.run(body)
  }

  private func runCounted<Result: Sendable>(
    _ body: @escaping @Sendable (inout Catalog) throws -> Result
  ) async throws -> Result {
    defer { calls.subtract(1, ordering: .relaxed) }
    return try await queue.run { [self] in
      try store.withLock { stored in
        var store = try stored.take() ?? open()
        let result = Swift.Result { try body(&store) }
        if case .failure(let error as StoreError) = result, case .replaced = error.problem {
          _ = consume store
        } else {
          stored = consume store
        }
        return try result.get()
      }
    }
  }
}
