internal import MovieSQLite

/// A catalog that is read without changing a byte of its files; see `UntouchedDatabase`.
package struct UntouchedCatalog: ~Copyable {
  private var database: UntouchedDatabase
  package let catalog: Catalog

  /// - Throws: As `Catalog(path:access:)`, and `busy` if the files change meanwhile.
  package init(path: String) throws(StoreError) {
    let database = try UntouchedDatabase(path: path)
    catalog = try Catalog(
      database.location, path: database.path, access: .reading, timeout: LockTimeout())
    self.database = database
  }

  /// Checks that what was read so far is what was committed.
  ///
  /// - Throws: `StoreError.busy`.
  package mutating func requireReliable() throws { try database.read { _ in } }
}
