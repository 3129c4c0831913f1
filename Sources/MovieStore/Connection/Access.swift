extension Catalog {
  /// The purpose of a store.
  ///
  /// The purpose also determines how a missing file or a file with an older schema is treated.
  public enum Access: Sendable {
    /// Reading. The file must exist.
    case reading
    /// Reading and writing. A missing file is created.
    case writing
    /// Reading and writing. A missing file is created. A file with an older schema is migrated
    /// first, with a ``MigrationBackup``.
    case migrating
    /// A dry run. Every change is rolled back before its function returns, and a missing file is
    /// not created.
    case dryRun

    var createsFile: Bool { self == .writing || self == .migrating }
  }
}
