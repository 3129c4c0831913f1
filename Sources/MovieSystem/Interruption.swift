internal import Synchronization

/// A request to stop, raised by a signal handler.
///
/// A process without unfinished work can exit in its signal handler. In a critical section, the handler
/// records the request here instead: SQLite statements end with `SQLITE_INTERRUPT`, nothing is
/// committed, and the error unwinds the work.
package enum Interruption {
  private static let requestedSignal = Atomic<Int32>(0)
  private static let criticalSections = Atomic<Int>(0)
  private static let commit = Atomic<Bool>(false)

  /// The signal that requested the stop, or `nil` if none did.
  package static var signal: Int32? {
    let signal = requestedSignal.load(ordering: .sequentiallyConsistent)
    return signal == 0 ? nil : signal
  }

  package static var isRequested: Bool { signal != nil }

  /// Records the first request. Safe to call from a signal handler.
  ///
  /// - Returns: Whether this is the first request.
  package static func request(by signal: Int32) -> Bool {
    requestedSignal.compareExchange(
      expected: 0, desired: signal, ordering: .sequentiallyConsistent
    ).exchanged
  }

  /// Whether exiting now would leave work incomplete.
  package static var isCritical: Bool {
    criticalSections.load(ordering: .sequentiallyConsistent) > 0
  }

  package static func enterCritical() {
    criticalSections.add(1, ordering: .sequentiallyConsistent)
  }

  package static func leaveCritical() {
    criticalSections.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Whether a change was committed, which a later interruption does not undo.
  package static var hasCommitted: Bool { commit.load(ordering: .sequentiallyConsistent) }

  package static func didCommit() { commit.store(true, ordering: .sequentiallyConsistent) }
}

/// A critical section that lasts as long as the object.
package final class CriticalSection: Sendable {
  package init() { Interruption.enterCritical() }

  deinit { Interruption.leaveCritical() }
}
