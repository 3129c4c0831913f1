internal import Synchronization

/// The wish that the work of this process end, made by a signal.
///
/// Whoever handles the signal ends the process at once where nothing would be left half-done. Else,
/// while it is postponed, the wish is noted here: statements under way end with
/// `SQLITE_INTERRUPT`, nothing is committed any more, and the work climbs out as an error.
package enum Interruption {
  private static let number = Atomic<Int32>(0)
  private static let postponements = Atomic<Int>(0)

  /// The signal that made the wish; 0 where there is none.
  package static var signal: Int32 { number.load(ordering: .sequentiallyConsistent) }

  package static var isRequested: Bool { signal != 0 }

  /// What is wished away is not committed, and not gone on with.
  static func requireNone() throws(SQLiteError) {
    if isRequested { throw SQLiteError(code: .interrupted, message: "interrupted") }
  }

  private static let commit = Atomic<Bool>(false)

  /// Whether a change was made before the wish, which is past being taken back.
  package static var comesAfterCommit: Bool { commit.load(ordering: .sequentiallyConsistent) }

  /// To be called after each commit of a change.
  static func noteCommit() { commit.store(true, ordering: .sequentiallyConsistent) }

  /// Whether something would be left half-done if the process ended now.
  package static var isPostponed: Bool {
    postponements.load(ordering: .sequentiallyConsistent) > 0
  }

  /// Something begins that is to be taken back rather than left half-done.
  package static func postpone() { postponements.add(1, ordering: .sequentiallyConsistent) }

  /// It is done, or taken back.
  package static func cease() { postponements.subtract(1, ordering: .sequentiallyConsistent) }

  /// Notes the first wish. It may be called by a signal's handler.
  ///
  /// - Returns: whether it is the first.
  package static func request(by signal: Int32) -> Bool {
    number.compareExchange(
      expected: 0, desired: signal, ordering: .sequentiallyConsistent
    ).exchanged
  }
}
