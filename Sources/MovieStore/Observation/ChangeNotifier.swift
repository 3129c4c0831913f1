internal import MovieSQLite
internal import Synchronization

/// Notifies tasks that the catalog may have changed.
package final class ChangeNotifier: Sendable {
  private struct State {
    var generation = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var latestKey = 0
    /// Whether a task looks for changes that nobody notifies of. It ends when no task waits.
    var isPolling = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of notifications. A task that reads it before it reads the catalog misses no change.
  package var generation: Int { state.withLock(\.generation) }

  package var waiterCount: Int { state.withLock(\.waiters.count) }

  /// Resumes all waiting tasks.
  package func notify() {
    let waiters = state.withLock { state in
      state.generation += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Waits until there is a notification after the generation, or the task is cancelled.
  ///
  /// - Parameter hasChanged: A closure that is called every 100 milliseconds, and more rarely when
  ///   nothing changes, while tasks wait, by one of them for all. If it returns `true`, all are
  ///   notified.
  package func wait(
    after generation: Int, polling hasChanged: (@Sendable () async -> Bool)? = nil
  ) async {
    let key = state.withLock { state in
      state.latestKey += 1
      return state.latestKey
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isDue, startsPolling) = state.withLock { state in
          // Cancellation sets the flag before it calls the handler: one of the two resumes the task.
          if state.generation > generation || Task.isCancelled { return (true, false) }
          state.waiters[key] = continuation
          defer { state.isPolling = state.isPolling || hasChanged != nil }
          return (false, !state.isPolling)
        }
        if isDue { continuation.resume() }
        // Detached: the wait of this task can end before those of others.
        if startsPolling, let hasChanged { Task.detached { try await self.poll(hasChanged) } }
      }
    } onCancel: {
      resume(key)
    }
  }

  private func poll(_ hasChanged: @Sendable () async -> Bool) async throws {
    // The number of checks since the last notification.
    var (count, latest) = (0, generation)
    while true {
      try await Task.sleep(for: Self.interval(afterChecks: count))
      (count, latest) = (generation == latest ? count + 1 : 0, generation)
      let hasWaiters = state.withLock { state in
        state.isPolling = !state.waiters.isEmpty
        return state.isPolling
      }
      if !hasWaiters { return }
      if await hasChanged() { notify() }
    }
  }

  /// The time until the next check for changes: longer if nothing has changed for half a minute.
  package static func interval(afterChecks count: Int) -> Duration {
    .milliseconds(count < 300 ? DatabaseVersion.pollingMilliseconds : 500)
  }

  private func resume(_ key: Int) {
    state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
  }
}

/// The version of a database as one connection sees it. While it stays equal, nothing was committed.
///
/// The only way in which live queries and interactive programs find changes by other connections.
package struct DatabaseVersion: Equatable, Sendable {
  /// The time between two checks for changes by other connections, in milliseconds.
  package static let pollingMilliseconds = 100

  /// `PRAGMA data_version`: changes with each commit of another connection.
  private let dataVersion: Int64
  /// The number of rows that this connection changed.
  private let totalChanges: Int64

  /// Reads the version. This takes a few microseconds, and waits for locks up to the store's timeout.
  ///
  /// - Throws: ``StoreError``: `replaced` if the file was moved or removed. SQLite could apply the
  ///   journal of a new file to the open one, so such a file is not read.
  package init(of store: borrowing Catalog) throws(StoreError) {
    guard try store.isInPlace else { throw StoreError(.replaced(path: store.path)) }
    do {
      dataVersion = try store.core.connection.queryInt("PRAGMA data_version")
    } catch {
      throw StoreError(error, path: store.path)
    }
    totalChanges = store.core.connection.totalChanges
  }

  /// Whether another connection committed since an earlier version of the same connection; `true` if
  /// there is no earlier version.
  package func hasExternalChange(since earlier: DatabaseVersion?) -> Bool {
    dataVersion != earlier?.dataVersion
  }
}
