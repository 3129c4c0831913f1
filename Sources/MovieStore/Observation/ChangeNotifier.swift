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
