internal import MovieSQLite

/// The version of a database as one connection sees it. While it stays equal, nothing was committed.
///
/// The only way in which live queries and interactive programs find changes by other connections.
package struct DatabaseVersion: Equatable, Sendable {
  /// The time between two checks for changes by other connections, in milliseconds.
  package static let pollingMilliseconds = 100

  /// `PRAGMA data_version`: changes with each commit of another connection.
  private let dataVersion: Int64
  /// The number of rows that this connection changed.
  private let totalChanges: Int64

  /// Reads the version. This takes a few microseconds, and waits for locks up to the store's timeout.
  ///
  /// - Throws: ``StoreError``: `replaced` if the file was moved or removed. SQLite could apply the
  ///   journal of a new file to the open one, so such a file is not read.
  package init(of store: inout MovieStore) throws(StoreError) {
    guard store.isInPlace else { throw .replaced(path: store.path) }
    dataVersion = try store.dataVersion()
    totalChanges = store.connection.totalChanges
  }

  /// Whether another connection committed since an earlier version of the same connection; `true` if
  /// there is no earlier version.
  package func hasExternalChange(since earlier: DatabaseVersion?) -> Bool {
    dataVersion != earlier?.dataVersion
  }
}
