internal import MovieSystem
internal import Synchronization

/// The time to wait for the locks of other processes, for all connections and attempts that share it.
package final class LockTimeout: Sendable {
  private let allowance: Atomic<Int64>
  private let remaining: Atomic<Int64>
  private let isRenewed: Bool

  /// - Parameters:
  ///   - milliseconds: How long to wait before an attempt fails as busy.
  ///   - isRenewed: Whether each transaction may wait that long; otherwise it is the total.
  package init(milliseconds: Int32, isRenewed: Bool = false) {
    allowance = Atomic(Int64(milliseconds) * 1_000_000)
    remaining = Atomic(Int64(milliseconds) * 1_000_000)
    self.isRenewed = isRenewed
  }

  /// Replaces the time.
  package func set(milliseconds: Int32) {
    allowance.store(Int64(milliseconds) * 1_000_000, ordering: .relaxed)
    remaining.store(Int64(milliseconds) * 1_000_000, ordering: .relaxed)
  }

  /// To be called when a transaction, or a statement outside a transaction, begins.
  func begin() {
    guard isRenewed else { return }
    remaining.store(allowance.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Sleeps for some milliseconds.
  ///
  /// - Parameter attempt: The number of attempts before this one.
  /// - Returns: `false`, immediately, if no time is left or the process was asked to stop.
  package func wait(attempt: Int = 4) -> Bool {
    let left = remaining.load(ordering: .relaxed)
    guard left > 0, !Interruption.isRequested else { return false }
    let pause = min(left / 1_000, Self.pauses[min(attempt, Self.pauses.count - 1)] * 1_000)
    let start = Clock.monotonic
    Clock.sleep(microseconds: max(1, pause))
    remaining.subtract(Clock.monotonic - start, ordering: .relaxed)
    return true
  }

  /// Milliseconds: short ones first, because most locks are held for one commit.
  private static let pauses: [Int64] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]
}
