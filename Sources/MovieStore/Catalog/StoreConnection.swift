package import MovieSQLite

/// The connection of a store, and the only place where it begins transactions.
///
/// `StoreError.init(_:path:)` translates their errors.
package final class StoreConnection {
  package let connection: Connection
  package let path: String
  package let access: Catalog.Access
  package let journal = Journal()
  private var schema: SchemaVerifier
  /// Whether settings of a bulk write could not be restored after it.
  private var hasBulkWriteSettings = false

  init(
    _ connection: consuming Connection, path: String, access: Catalog.Access,
    schema: SchemaVerifier
  ) {
    self.connection = connection
    self.path = path
    self.access = access
    self.schema = schema
  }

  /// Runs the closure in a transaction that sees a consistent snapshot of the catalog.
  package func read<Result>(
    _ body: (borrowing CatalogTransaction) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try transaction(.read, body) } catch { throw StoreError(error, path: path) }
  }

  /// Runs the closure in a transaction that changes the catalog atomically and keeps the search index up
  /// to date.
  package func write<Result>(
    _ body: (borrowing CatalogTransaction) throws -> Result
  ) throws(StoreError) -> Result {
    do { return try transaction(.write, body) } catch { throw StoreError(error, path: path) }
  }

  package enum TransactionKind {
    case read
    case write
    /// A write that adds many movies. Foreign keys are not enforced, so the closure must not delete
    /// rows.
    case bulkWrite
  }

  /// Runs the closure in a transaction. An error that a caller's closure throws inside it is rethrown
  /// unchanged; an `SQLiteError` is rethrown as the `StoreError` that it means.
  package func transaction<Result>(
    _ kind: TransactionKind, _ body: (borrowing CatalogTransaction) throws -> Result
  ) throws -> Result {
    do {
      if hasBulkWriteSettings, !connection.isInTransaction { try endBulkWrite() }
      switch kind {
      case .read:
        return try connection.read { transaction throws in
          try schema.verify(in: transaction, path: path)
          connection.didRead()
          return try body(CatalogTransaction(transaction, schema))
        }
      case .write: return try performWrite(body)
      case .bulkWrite: return try performBulkWrite(body)
      }
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  private func performWrite<Result>(
    _ body: (borrowing CatalogTransaction) throws -> Result
  ) throws -> Result {
    if connection.isInTransaction { return try performNestedWrite(body) }
    var isDone = false
    defer {
      journal.pending = PendingEntry()
      // The rollback may have changed the schema since it was verified.
      if !isDone || access == .dryRun { schema = SchemaVerifier() }
    }
    do {
      let result = try connection.write(commit: access != .dryRun) { transaction throws in
        try schema.prepareWrite(in: transaction, path: path)
        try SearchIndex.updateSortableTitles(in: transaction)
        let catalog = CatalogTransaction(transaction, schema, journal)
        let result = try body(catalog)
        try journal.finish(in: catalog)
        try SearchIndex.applyPending(in: transaction)
        return result
      }
      isDone = true
      if access != .dryRun { journal.pending.added.forEach { journal.didAdd?($0) } }
      return result
    } catch let error as SQLiteError {
      throw explain(error)
    }
  }

  /// Runs the closure as a part of the current transaction. If it fails, only its own changes are rolled
  /// back.
  private func performNestedWrite<Result>(
    _ body: (borrowing CatalogTransaction) throws -> Result
  ) throws -> Result {
    let recorded = journal.pending
    do {
      return try connection.write { transaction throws in
        try schema.verify(in: transaction, path: path)
        let result = try body(CatalogTransaction(transaction, schema, journal))
        try SearchIndex.applyPending(in: transaction)
        return result
      }
    } catch {
      journal.pending = recorded
      schema = SchemaVerifier()
      throw (error as? SQLiteError).map(explain) ?? error
    }
  }

  private func performBulkWrite<Result>(
    _ body: (borrowing CatalogTransaction) throws -> Result
  ) throws -> Result {
    // The settings cannot change in a transaction.
    if connection.isInTransaction {
      return try performNestedWrite { catalog in
        // The credits of a movie can be inserted before the movie and its actors.
        try catalog.database.execute("PRAGMA defer_foreign_keys = ON")
        return try body(catalog)
      }
    }
    // Set first: whatever is thrown from here on, the settings are restored.
    hasBulkWriteSettings = true
    defer {
      // After a commit, an error must not report that the write failed. The next transaction tries again.
      do { try endBulkWrite() } catch {}
    }
    try connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.bulkPageCache)")
    try connection.set(.foreignKeys, to: false)
    return try performWrite(body)
  }

  private func endBulkWrite() throws(SQLiteError) {
    try connection.set(.foreignKeys, to: true)
    try connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.pageCache)")
    hasBulkWriteSettings = false
  }

  /// Returns the error of a change that was rolled back. The statements of the library are correct,
  /// and its values satisfy its constraints: an object of another program is the cause.
  private func explain(_ error: SQLiteError) -> StoreError {
    let storeError = StoreError(error, path: path)
    guard storeError.category == .internalError else { return storeError }
    return [.constraint, .error].contains(error.code.primary)
      ? StoreError(.refused(path: path, detail: error.message)) : storeError
  }
}
