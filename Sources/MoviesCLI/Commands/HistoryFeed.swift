internal import MovieStore
internal import MovieSystem

/// The entries of the history after one of them, oldest first.
struct HistoryFeed {
  private let text: String
  /// The last entry that was read, whether it matched or not.
  private var last: HistoryEntry.ID
  /// The number of entries that may follow; `nil` if it has no limit.
  private var rest: Int?
  /// The number of entries to skip.
  private var offset: Int

  init(matching text: String, after last: HistoryEntry.ID, limit: Int?, offset: Int = 0) {
    (self.text, self.last, rest, self.offset) = (text, last, limit, offset)
  }

  /// Returns the entries that were committed since the last call.
  ///
  /// - Throws: `CommandError` if the history ends before the last entry. The ids of entries are not used
  ///   again, except after a backup was restored.
  mutating func next(in store: borrowing Catalog) throws -> [HistoryEntry] {
    let (text, last, rest, offset) = (text, last, rest, offset)
    let (entries, newest) = try store.read { store in
      (
        try store.historyEntries(matching: text, after: last, limit: rest, offset: offset),
        try store.lastHistoryID
      )
    }
    if newest < last {
      throw CommandError.notFound(
        "the history has no change \(last), the latest is \(newest): the catalog was replaced by an "
          + "older one. Read the catalog again, then continue with '--since \(newest)'.")
    }
    (self.last, self.offset) = (newest, 0)
    self.rest = rest.map { $0 - entries.count }
    return entries
  }

  /// Prints entries as they are committed, also by other processes, until the limit is reached, a signal
  /// ends the program, or the reader closes the output.
  ///
  /// - Parameter print: Prints entries and flushes the output.
  mutating func follow(
    _ store: borrowing Catalog, to output: OutputWriter, _ print: ([HistoryEntry]) throws -> Void
  ) throws {
    var version: DatabaseVersion?
    var unchangedChecks = 0
    while Interruption.signal == nil {
      do {
        // Read before the entries: after a commit between the two reads, they are read again.
        let current = try DatabaseVersion(of: store)
        if current.hasExternalChange(since: version) {
          let entries = try next(in: store)
          (version, unchangedChecks) = (current, 0)
          try print(entries)
        }
      } catch let error as StoreError {
        // A long change of another process holds a lock.
        guard case .busy = error.problem else { throw error }
      }
      if rest == 0 { return }
      let interval = ChangeNotifier.interval(afterChecks: unchangedChecks) / .milliseconds(1)
      if Descriptor.isBroken(output.descriptor, within: Int32(interval)) { return }
      unchangedChecks += 1
    }
  }
}
