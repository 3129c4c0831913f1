extension MovieRepository {
  /// Adds the movies of drafts, or none of them: many times faster than one by one, and than
  /// ``Catalog/add(contentsOf:)`` in ``write(_:_:)``, where the indexes of the catalog stay. Reads
  /// do not wait for it.
  ///
  /// - Returns: The number of movies.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for opening and for every change;
  ///   `CancellationError`.
  @discardableResult
  public func add(
    contentsOf drafts: some Sequence<MovieDraft> & Sendable
  ) async throws -> Int {
    try await change { try $0.add(contentsOf: drafts) }
  }
}
