internal import MovieSQLite

/// For a program that keeps a store open while other programs change the file.
extension MovieStore {
  /// Whether the path still refers to the open file; always true for a catalog in memory.
  ///
  /// If it does not, do not read from the store: SQLite could use the journal of the new file for the old
  /// one.
  package var isInPlace: Bool { connection.isInPlace }

  /// A number that changes with every commit of another connection, and not with commits of this one
  /// (`PRAGMA data_version`).
  package mutating func dataVersion() throws(StoreError) -> Int64 {
    do {
      return try connection.queryInt("PRAGMA data_version")
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Sets the timeout for locks of each later call.
  package func setBusyTimeout(milliseconds: Int32) {
    connection.timeout.set(milliseconds: milliseconds)
  }

  /// Runs the closure, in which reads end with `interrupted` as soon as the descriptor has input or is at
  /// its end, so that the next key does not wait for the result of the previous one. Changes are not
  /// interrupted.
  ///
  /// - Parameter descriptor: A file descriptor, or `nil` to not interrupt reads.
  package mutating func interruptingReads<Result>(
    onInputFrom descriptor: Int32?, _ body: (inout MovieStore) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let previous = connection.readInterrupter
    connection.readInterrupter = descriptor
    defer { connection.readInterrupter = previous }
    return try body(&self)
  }
}
