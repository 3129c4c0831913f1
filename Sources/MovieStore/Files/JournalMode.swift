internal import MovieSQLite

/// How SQLite makes changes atomic (https://sqlite.org/pragma.html#pragma_journal_mode). It is a
/// property of the file, and the same for all programs that use it.
public enum JournalMode: String, Hashable, Sendable {
  /// A rollback journal, which exists during a change only: while no program changes the catalog,
  /// it is one file. A change waits for readers before its commit, and readers wait for the commit.
  case rollback = "delete"
  /// A write-ahead log: readers and a writer do not wait for each other. While a program has the
  /// catalog open, there are two more files next to it, `-wal` and `-shm`, without which it must
  /// not be copied. All programs must run on the same machine.
  case wal
}

extension Connection {
  /// Sets the journal mode, unless the database has it.
  func setJournalMode(_ mode: JournalMode) throws(SQLiteError) {
    if try queryText("PRAGMA journal_mode") == mode.rawValue { return }
    try setJournalMode(mode.rawValue)
  }
}
