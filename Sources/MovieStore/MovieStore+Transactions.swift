internal import MovieSQLite

/// The only place where a store begins transactions. `StoreError.init(_:path:)` translates their errors.
extension MovieStore {
  /// Runs the closure in a transaction that sees a consistent snapshot of the catalog.
  mutating func read<Result>(
    _ body: (borrowing Transaction, SchemaVerifier) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try transaction(.read, body) } catch { throw StoreError(error, path: path) }
  }

  /// Runs the closure in a transaction that changes the catalog atomically and keeps the search index up
  /// to date.
  mutating func write<Result>(
    _ body: (borrowing Transaction, SchemaVerifier) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try transaction(.write, body) } catch { throw StoreError(error, path: path) }
  }

  enum TransactionKind {
    case read
    case write
    /// A write that adds many movies. Foreign keys are not enforced, so the closure must not delete
    /// rows.
    case bulkWrite
  }

  /// Runs the closure in a transaction. An error that a caller's closure throws inside it is rethrown
  /// unchanged; an `SQLiteError` is rethrown as the `StoreError` that it means.
  mutating func transaction<Result>(
    _ kind: TransactionKind, _ body: (borrowing Transaction, SchemaVerifier) throws -> Result
  ) throws -> Result {
    do {
      if hasBulkWriteSettings { try endBulkWrite() }
      switch kind {
      case .read:
        return try connection.read { transaction throws in
          try schema.verify(in: transaction, path: path)
          return try body(transaction, schema)
        }
      case .write: return try performWrite(body)
      case .bulkWrite: return try performBulkWrite(body)
      }
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  private mutating func performWrite<Result>(
    _ body: (borrowing Transaction, SchemaVerifier) throws -> Result
  ) throws -> Result {
    let isIndexUsable = try isSearchIndexUsable()
    var isDone = false
    defer { changeLog.end(isCommitted: isDone && access != .dryRun) }
    do {
      let result = try connection.write(commit: access != .dryRun, continuesWait: true) {
        transaction throws in
        try schema.verify(in: transaction, path: path)
        if schema.hasSearchIndex, isIndexUsable {
          try SearchIndex.updateSortableTitles(in: transaction)
        } else {
          try SearchIndex.rebuild(in: transaction)
        }
        let result = try body(transaction, schema)
        try SearchIndex.applyPending(in: transaction)
        return result
      }
      isDone = true
      return result
    } catch {
      schema = SchemaVerifier()
      guard let error = error as? SQLiteError else { throw error }
      if SearchIndex.isCause(of: error), access != .dryRun {
        try connection.write(continuesWait: true) { transaction throws(SQLiteError) in
          try SearchIndex.rebuild(in: transaction)
        }
        throw StoreError.searchIndexRebuilt(path: path)
      }
      throw explain(error)
    }
  }

  private mutating func performBulkWrite<Result>(
    _ body: (borrowing Transaction, SchemaVerifier) throws -> Result
  ) throws -> Result {
    // Set first: whatever is thrown from here on, the settings are restored.
    hasBulkWriteSettings = true
    defer {
      // After a commit, an error must not report that the write failed. The next transaction tries again.
      do { try endBulkWrite() } catch {}
    }
    try connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.bulkPageCache)")
    try connection.set(.foreignKeys, to: false)
    let changeLog = changeLog
    return try performWrite { transaction, schema in
      try changeLog.recordingAdditions(in: transaction) { transaction in
        try body(transaction, schema)
      }
    }
  }

  private mutating func endBulkWrite() throws(SQLiteError) {
    try connection.set(.foreignKeys, to: true)
    try connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.pageCache)")
    hasBulkWriteSettings = false
  }

  /// Runs the closure, in which all reads see the same state of the catalog, and changes fail.
  package mutating func snapshot<Result>(
    _ body: (inout MovieStore) throws -> Result
  ) throws -> Result {
    do { try connection.beginSnapshot() } catch { throw StoreError(error, path: path) }
    defer { connection.endSnapshot() }
    return try body(&self)
  }

  /// Checks the search index in a transaction of its own: if it is damaged, SQLite can run out of memory
  /// and roll back.
  private mutating func isSearchIndexUsable() throws -> Bool {
    // The write will fail.
    if !connection.isInPlace { return true }
    do {
      return try connection.read { transaction throws in
        try SearchIndex.isUsable(in: transaction)
      }
    } catch let error as SQLiteError where error.code.primary == .noMemory {
      // Damaged lengths can be larger than any memory.
      return false
    }
  }

  /// Returns the error of a change that was rolled back. An internal error that a third-party constraint
  /// can cause is reported as that.
  private mutating func explain(_ error: SQLiteError) -> StoreError {
    let storeError = StoreError(error, path: path)
    guard case .internalError = storeError else { return storeError }
    do {
      let findings = try connection.read { transaction throws in
        try ThirdPartyConstraints(in: transaction).findings(refusing: error, in: transaction)
      }
      return findings.isEmpty ? storeError : .refused(path: path, findings: findings)
    } catch {
      return storeError
    }
  }
}
