internal import MovieSQLite

/// Several calls in one transaction.
extension Catalog {
  /// Runs a closure in which all reads see the same state of the catalog.
  ///
  /// ```swift
  /// let (movies, count) = try store.read { store in (try store.movies(query), try store.movieCount(query)) }
  /// ```
  ///
  /// While the closure runs, other stores and programs may have to wait before they can change the file.
  ///
  /// - Parameter body: A closure that reads from the store. It cannot change the catalog.
  /// - Returns: The value that `body` returns.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``, as for every read.
  public func read<Result, Failure: Error>(
    _ body: (borrowing Catalog) throws(Failure) -> Result
  ) throws -> Result {
    try core.transaction(.read) { _ in try body(self) }
  }

  /// Runs a closure whose changes are made together or not at all.
  ///
  /// ```swift
  /// try store.write("add a double feature") { store in
  ///   try store.add(first)
  ///   try store.add(second)
  /// }
  /// ```
  ///
  /// Reads in the closure see its changes. If a call in the closure throws an error that the closure
  /// catches, only the changes of that call are rolled back. Calls of this function can be nested.
  ///
  /// The changes are one entry of the history, and are undone together.
  ///
  /// - Parameters:
  ///   - description: The description of the entry. The one of the outermost call is used.
  ///   - body: A closure that reads from the store and changes it. An error that it throws rolls back all
  ///     changes and is rethrown.
  /// - Returns: The value that `body` returns.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``, as for every change. If an error is
  ///   thrown, nothing is changed.
  @discardableResult
  public mutating func write<Result, Failure: Error>(
    _ description: String? = nil, _ body: (inout Catalog) throws(Failure) -> Result
  ) throws -> Result {
    let core = core
    let isOutermost = !core.connection.isInTransaction
    // The closure can assign another store to its parameter, which is not an effect of a transaction.
    defer { self = Catalog(core) }
    return try core.transaction(.write) { _ in
      if isOutermost { core.journal.pending.description = description }
      return try body(&self)
    }
  }
}
