import Foundation

package enum BackgroundThread {
  /// Starts a thread that ends with the closure or with the process. It cannot be joined.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
  }
}
