internal import MovieSQLite

/// What the stores of this process are doing, to whoever handles its signals.
package enum WorkUnderWay {
  /// Whether something would be left half-done if the process ended now.
  package static var isThere: Bool { Interruption.isPostponed }

  /// Ends the work: it takes back what it did and throws. It may be called by a signal's handler.
  ///
  /// - Returns: whether this is the first wish of the kind.
  package static func interrupt(by signal: Int32) -> Bool { Interruption.request(by: signal) }

  /// Whether a change was made before, which stays.
  package static var hasCommitted: Bool { Interruption.comesAfterCommit }

  /// The signal that ended the work; `nil` where none did.
  package static var interruptingSignal: Int32? {
    Interruption.isRequested ? Interruption.signal : nil
  }
}

/// As long as it lives, something is under way that is to be taken back rather than left half-done.
final class Postponement: Sendable {
  init() { Interruption.postpone() }

  deinit { Interruption.cease() }
}
