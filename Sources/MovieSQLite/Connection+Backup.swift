internal import CMovieSQLite

extension Connection {
  /// Copies the whole database, as of one moment, into another one, which is overwritten.
  ///
  /// It must not be in a transaction that writes: SQLite then refuses the copy as busy.
  package mutating func backUp(to target: inout Connection) throws(SQLiteError) {
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
      try unsafe check(sqlite3_errcode(target.handle), target.handle)
      return
    }
    // All pages in one step, so that no other program's change starts it anew.
    let copied = unsafe sqlite3_backup_step(backup, -1)
    let finished = unsafe sqlite3_backup_finish(backup)
    try unsafe check(copied == SQLITE_DONE ? finished : copied, target.handle)
  }
}
