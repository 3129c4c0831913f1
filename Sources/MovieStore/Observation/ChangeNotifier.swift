internal import Synchronization

/// Tells whoever waits that something may have changed.
package final class ChangeNotifier: Sendable {
  private struct State {
    var rings = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var latestKey = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// How many times it rang. Who reads this before a look at what may change misses nothing.
  package var rings: Int { state.withLock(\.rings) }

  /// How many tasks wait for it.
  package var waiters: Int { state.withLock(\.waiting.count) }

  package func ring() {
    let waiting = state.withLock { state in
      state.rings += 1
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits until it has rung more often than so many times, or the task is cancelled.
  package func wait(after rings: Int) async {
    let key = state.withLock { state in
      state.latestKey += 1
      return state.latestKey
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          // A task is cancelled before its handler runs: one of the two is seen here.
          if state.rings > rings || Task.isCancelled { return true }
          state.waiting[key] = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: key) }?.resume()
    }
  }
}
