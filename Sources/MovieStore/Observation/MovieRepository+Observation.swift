internal import Synchronization

/// Live queries.
extension MovieRepository {
  /// Returns a live query for the value that a closure reads.
  ///
  /// ```swift
  /// let pages = repository.observe { store in
  ///   Page(movies: try store.movies(query), count: try store.movieCount(query))
  /// }
  /// ```
  ///
  /// A value of an `Equatable` type is delivered when it differs from the last one, any other value
  /// after each change of the catalog. `==` does not distinguish the NFC and NFD spellings of a
  /// `String`.
  ///
  /// - Parameter read: A closure that reads from the store. All its reads see the same state of the
  ///   catalog, and it cannot change the catalog. An error that it throws ends the live query, and is
  ///   thrown by it.
  public func observe<Value: Sendable, Failure: Error>(
    _ read: @escaping @Sendable (borrowing Catalog) throws(Failure) -> Value
  ) -> LiveQuery<Value> {
    LiveQuery(of: self) { store in try read(store) }
  }
}

// MARK: - Finding changes

extension MovieRepository {
  /// The time that an observing read waits for locks, in milliseconds. It is short, so that other reads
  /// are not delayed.
  private static var observationTimeout: Int32 { 20 }

  /// Returns the value that the closure reads and the version of the database, or `nil` if the version
  /// has not changed.
  ///
  /// - Throws: `busy` if another process holds a lock, `replaced`, and any error that the closure throws.
  func readValue<Value: Sendable>(
    ifNewerThan version: DatabaseVersion?,
    _ body: @escaping @Sendable (borrowing Catalog) throws -> Value
  ) async throws -> (value: Value, version: DatabaseVersion)? {
    try await withObserver { store in
      let timeout = store.busyTimeout
      store.busyTimeout = Self.observationTimeout
      defer { store.busyTimeout = timeout }
      // The version is read first: after a commit between the two reads, the value is read again.
      let current = try DatabaseVersion(of: store)
      if current == version { return nil }
      return (try store.read(body), current)
    }
  }

  /// Waits until the catalog may have changed, or the task is cancelled.
  func waitForChange(after generation: Int) async {
    // No other connection can change a catalog in memory.
    await notifier.wait(
      after: generation, polling: path == Catalog.memoryPath ? nil : hasExternalChange)
  }

  /// Whether another connection may have changed the catalog since the last call.
  @Sendable private func hasExternalChange() async -> Bool {
    do {
      let new = try await readValue(ifNewerThan: polledVersion.withLock(\.self)) { _ in true }
      if let new { polledVersion.withLock { $0 = new.version } }
      return new != nil
    } catch {
      if case .busy = (error as? StoreError)?.problem { return false }
      // The live queries read, and report the error.
      return true
    }
  }
}
