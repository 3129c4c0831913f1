internal import MovieSQLite

/// A catalog that is read without changing a byte of its files; see `UntouchedDatabase`.
package struct UntouchedCatalog: ~Copyable {
  private var database: UntouchedDatabase
  /// The migrated copy that is read instead of a file with an older schema.
  private let copy: TemporaryCopy?
  package let catalog: Catalog

  /// - Parameter migratesCopy: Whether a file with an older schema is read, as a copy that is
  ///   migrated.
  /// - Throws: As `Catalog(path:access:)`, and `busy` if the files change meanwhile.
  package init(path: String, migratingCopy migratesCopy: Bool = false) throws(StoreError) {
    let database = try UntouchedDatabase(path: path)
    do throws(StoreError) {
      catalog = try Catalog(
        database.location, path: database.path, access: .reading, timeout: LockTimeout())
      copy = nil
    } catch {
      guard migratesCopy, case .olderSchema = error.problem else { throw error }
      let copy = try TemporaryCopy(of: path)
      do throws(StoreError) {
        try Catalog.migrate(copy.path, backup: .none)
      } catch let reason {
        // A migration of the file itself tells what is wrong with it.
        throw [.rejected, .incompatibleFile].contains(reason.category) ? error : reason
      }
      catalog = try Catalog(
        .file(copy.path), path: database.path, access: .reading, timeout: LockTimeout())
      self.copy = .some(copy)
    }
    self.database = database
  }

  /// Checks that what was read so far is what was committed.
  ///
  /// - Throws: `StoreError.busy`.
  package mutating func requireReliable() throws { try database.read { _ in } }
}
