package import MovieSQLite

/// A database file that is looked at, while every byte, time stamp and name stays as it was.
///
/// It is read where it is whenever that needs no writing: with a rollback journal under a lock, with a
/// write-ahead log by its shared memory, or with neither where the log is gone. Else, as with a log
/// whose shared memory is gone or a change that must be taken back first, a private copy is read.
package struct ReadOnlyDatabase: ~Copyable {
  /// The absolute path of the file.
  package let path: String

  private var sight: Sight
  private let temporaryFolder: String?

  /// Opens the file and reads from it for the first time.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for locks, in total.
  ///   - mayCopy: `false` takes a file that cannot be read where it is for busy.
  ///   - parent: where the folder of a private copy is made; see `TemporaryCopy.init`.
  /// - Throws: `fileNotFound`, `unreadable`, `notAMovieDatabase`, `busy`, `damaged`, `inputOutput`; and
  ///   where a copy is needed what `TemporaryCopy.init` throws.
  package init(
    path: String, timeout: LockTimeout = ConnectionSetup.busyTimeout(), mayCopy: Bool = true,
    copyingInto parent: String? = nil
  ) throws(StoreError) {
    let path = try DatabaseFile.absolute(path)
    let content = try DatabaseFile.content(at: path)
    if content == .nothing { throw .fileNotFound(path: path) }
    sight =
      content == .empty
      ? try Sight.ofNothing(path)
      : try Sight.of(path, timeout, mayCopy: mayCopy, parent)
    self.path = path
    temporaryFolder = parent
  }

  /// Whether the file has no bytes: a database not yet begun.
  package var isEmpty: Bool { sight.isEmpty }

  /// Whether a private copy is read, because the file cannot be read where it is.
  package var isPrivateCopy: Bool { sight.copy != nil }

  /// Runs the body in a transaction that sees one state of the database.
  ///
  /// - Throws: what the body throws, an `SQLiteError` as the `StoreError` that it means; `busy` where
  ///   the file changed under the body, whose result is then worth nothing.
  package mutating func read<Result>(
    _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    do {
      let result = try sight.connection.read { transaction throws in try body(transaction) }
      try requireReliability()
      return result
    } catch {
      try requireReliability()
      if error is SQLiteError { throw StoreError(error, path: path) }
      throw error
    }
  }

  /// Copies all that is committed into another database, which becomes the same.
  ///
  /// - Throws: as `Connection.backUp`, and `busy` where the file changed meanwhile.
  mutating func copy(
    to target: inout Connection, onceLocked: () throws -> Void,
    progress: (_ done: Int64, _ total: Int64) throws -> Void
  ) throws {
    if sight.assumption == nil {
      return try sight.connection.backUp(to: &target, onceLocked: onceLocked, progress: progress)
    }
    // No lock keeps writers away: only a whole copy is known to be right.
    let copy = try sight.privateCopy(of: path, in: temporaryFolder)
    var connection = try ConnectionSetup.connection(
      to: .file(copy.path), timeout: sight.connection.timeout)
    try connection.backUp(to: &target, onceLocked: onceLocked, progress: progress)
  }

  /// Prepares the connection for `PRAGMA integrity_check` and other checks: it leaves out virtual tables,
  /// because a damaged search index would end the check of all other tables, and has memory for lookups
  /// in no order.
  mutating func prepareForChecks() throws(StoreError) {
    do {
      try sight.connection.removeModules()
      try sight.connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.bulkPageCache)")
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// What to open for another connection that reads the same database inside the body of a read.
  var location: Connection.Location { sight.location }

  /// Ends the look with a copy of all that is committed.
  package consuming func privateCopy() throws(StoreError) -> TemporaryCopy {
    try sight.privateCopy(of: path, in: temporaryFolder)
  }

  private func requireReliability() throws(StoreError) {
    if !sight.isReliable { throw .busy(path: path) }
  }
}
