/// Records the changes of a transaction, and adds them to the history as one entry before the
/// commit.
package final class Journal {
  /// The description of entries for which the caller gives none.
  var defaultDescription: String?
  /// The limits of the history.
  var limits = HistoryLimits()
  /// Called after a commit with each change that it added to the history, but not with undos and
  /// redos.
  var didAdd: ((HistoryEntry) -> Void)?
  /// The entry that is being made. A nested transaction that is rolled back restores the previous
  /// value.
  package var pending = PendingEntry()

  /// The description of the next entry.
  var description: String? { pending.description ?? defaultDescription }
}

/// The changes of a transaction.
package struct PendingEntry {
  /// The text that the caller gave.
  var description: String?
  /// The entries that the transaction added before.
  var added: [HistoryEntry] = []
  /// Whether the changes are those of other catalogs.
  package var isSync = false
  /// The movies of an import.
  var imported: ImportedMovies?
  var summary = ChangeSummary()
  package var values = EntryValues()
}

/// The rows of an entry that is being made: for each changed movie its values before and after.
package struct EntryValues {
  /// The entry, if it has rows.
  var entryID: HistoryEntry.ID?
  var movies = 0
  var bytes = 0
  /// Whether the values cannot be stored: there are too many, or they contain text that is not
  /// valid.
  package var areDiscarded = false
}

/// The number of movie values that the history stores. A test can lower the limits of a store.
package struct HistoryLimits: Sendable {
  /// The maximum number of movies whose values all changes together store. The oldest entries are
  /// deleted first. The imports that were undone can have as many again, until the next change.
  package var movies: Int
  /// The same for the bytes of all texts.
  package var bytes: Int
  /// The maximum number of entries for an undo or a redo.
  package var replays: Int

  package init(movies: Int = 1_000_000, bytes: Int = 256 << 20, replays: Int = 10_000) {
    (self.movies, self.bytes, self.replays) = (movies, bytes, replays)
  }

  /// The maximum number of bytes in a value. Two of them are one row, whose header counts for
  /// SQLite's limit of 16 MiB, too.
  static let valueByteLimit = (8 << 20) - 512
}
