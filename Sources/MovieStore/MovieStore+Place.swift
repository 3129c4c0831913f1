internal import MovieSQLite

/// What a program needs that keeps a store open for long, beside others that change the file.
extension MovieStore {
  /// Whether the file at the path is still the one that is open; true of one in memory.
  ///
  /// Where it is not, nothing should be read any more either: SQLite may take the journal that
  /// another program has beside the new file for that of the old one.
  package var isInPlace: Bool { connection.isInPlace }

  /// A number that changes with every commit of another connection, and with none of this one's
  /// (`PRAGMA data_version`).
  package mutating func dataVersion() throws(StoreError) -> Int64 {
    do {
      return try connection.queryInt("PRAGMA data_version")
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// How long each of the next calls waits for locks.
  package func setBusyTimeout(milliseconds: Int32) {
    connection.timeout.set(milliseconds: milliseconds)
  }

  /// While the body runs, reading ends as `interrupted` as soon as the descriptor has input, or comes
  /// to its end; `nil` for never. Changes never give way.
  ///
  /// A person's next key is worth more than the answer to the last.
  package mutating func givingWay<Result>(
    toInputOf descriptor: Int32?, _ body: (inout MovieStore) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let former = connection.interruptReads(onInputFrom: descriptor)
    defer { _ = connection.interruptReads(onInputFrom: former) }
    return try body(&self)
  }
}
