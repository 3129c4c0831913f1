import Foundation
import Synchronization

/// A flag that one thread sets and another waits for.
final class Latch: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .releasing) }

  /// Returns whether the flag is set within the timeout in seconds.
  func isSet(within timeout: Double = 20) -> Bool {
    let end = Date() + timeout
    while !isSet.load(ordering: .acquiring) {
      if Date() > end { return false }
      usleep(500)
    }
    return true
  }
}
