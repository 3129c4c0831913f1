import Foundation
import Synchronization

/// A flag that one thread sets and another waits for.
package final class Latch: Sendable {
  private let isSet = Atomic(false)

  package init() {}

  package func set() { isSet.store(true, ordering: .releasing) }

  /// Whether the flag is set within the timeout, in seconds.
  package func isSet(within timeout: Double = 20) -> Bool {
    let end = Date() + timeout
    while !isSet.load(ordering: .acquiring) {
      if Date() > end { return false }
      usleep(500)
    }
    return true
  }
}
