import Foundation
import Synchronization

/// Tells one thread that another has come to a point.
final class Latch: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .releasing) }

  /// Whether it is set before the patience, in seconds, is over.
  func isSet(within patience: Double = 20) -> Bool {
    let end = Date() + patience
    while !isSet.load(ordering: .acquiring) {
      if Date() > end { return false }
      usleep(500)
    }
    return true
  }
}
