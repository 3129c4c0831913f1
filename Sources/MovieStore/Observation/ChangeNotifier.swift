internal import MovieSQLite
internal import Synchronization

/// Notifies tasks that the catalog may have changed, and polls for changes while tasks wait.
package final class ChangeNotifier: Sendable {
  private struct State {
    var generation = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var latestKey = 0
    var isPolling = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of notifications. A task that reads it before it reads the catalog misses no change.
  package var generation: Int { state.withLock(\.generation) }

  package var waiterCount: Int { state.withLock(\.waiters.count) }

  package var isPolling: Bool { state.withLock(\.isPolling) }

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
  /// - Parameter poll: A function that calls ``notify()`` if it finds a change. While any task waits,
  ///   one of the functions given runs every ``DatabaseVersion/pollingMilliseconds``.
  package func wait(
    after generation: Int, polling poll: (@Sendable () async -> Void)? = nil
  ) async {
    let key = state.withLock { state in
      state.latestKey += 1
      return state.latestKey
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          // Cancellation sets the flag before it calls the handler: one of the two resumes the task.
          if state.generation > generation || Task.isCancelled { return true }
          state.waiters[key] = continuation
          return false
        }
        if isDue { continuation.resume() } else if let poll { startPolling(poll) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
    }
  }

  private func startPolling(_ poll: @escaping @Sendable () async -> Void) {
    let wasPolling = state.withLock { state in
      defer { state.isPolling = true }
      return state.isPolling
    }
    if wasPolling { return }
    Task.detached { [self] in
      while true {
        // Does not throw: the task is never cancelled.
        do { try await Task.sleep(for: .milliseconds(DatabaseVersion.pollingMilliseconds)) } catch {
        }
        if !continuesPolling() { return }
        await poll()
      }
    }
  }

  /// Ends polling if no task waits. The next task that waits starts it again.
  private func continuesPolling() -> Bool {
    state.withLock { state in
      state.isPolling = !state.waiters.isEmpty
      return state.isPolling
    }
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
  package init(of store: inout MovieStore) throws(StoreError) {
    guard store.isInPlace else { throw .replaced(path: store.path) }
    dataVersion = try store.dataVersion()
    totalChanges = store.connection.totalChanges
  }

  /// Whether another connection committed since an earlier version of the same connection; `true` if
  /// there is no earlier version.
  package func hasExternalChange(since earlier: DatabaseVersion?) -> Bool {
    dataVersion != earlier?.dataVersion
  }
}
