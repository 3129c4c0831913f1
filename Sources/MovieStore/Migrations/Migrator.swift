internal import MovieSQLite

/// A tool that migrates a database file to another schema version, up or down, and checks the
/// migration beforehand.
///
/// Only `apply` changes the file, atomically. `status`, `plan`, `rehearse`, `verify`, `log` and
/// `schema` leave the file, its time stamps and its directory unchanged.
public struct Migrator: Sendable {
  /// The absolute path of the file.
  public let path: String

  /// The options of a migration.
  public struct Options: Hashable, Sendable {
    /// The location of the backup that is written before a migration.
    public enum Backup: Hashable, Sendable {
      /// Next to the file, under a name that contains its version and the time in UTC.
      case beside
      /// At this path. No file may exist there.
      case file(String)
      /// No backup.
      case none
    }

    /// The location of the backup.
    public var backup: Backup
    /// Whether a downgrade may lose data that the older version cannot store.
    public var acceptsLosses: Bool
    /// The program that is recorded in the log: a name, a space and a version.
    public var program: String

    /// Creates options. By default, a backup is written next to the file, and losses are not
    /// accepted.
    public init(
      backup: Backup = .beside, acceptsLosses: Bool = false,
      program: String = "MovieStore \(Release.version)"
    ) {
      self.backup = backup
      self.acceptsLosses = acceptsLosses
      self.program = program
    }
  }

  /// Creates a migrator for a file, without opening the file.
  ///
  /// - Parameter path: The path of the file, absolute or relative to the working directory.
  /// - Throws: ``StoreError``: `unreadable` if the path is relative and there is no working
  ///   directory.
  public init(path: String) throws(StoreError) { self.path = try DatabaseFile.absolute(path) }

  /// The steps from one version to another, in order; without a file nothing is counted.
  ///
  /// - Parameter start: `nil` for a file before its first write.
  package static func steps(
    from start: SchemaVersion?, to target: SchemaVersion
  ) -> [MigrationStep] {
    DirectedMigration.legs(from: start, to: target).map { $0.planned(CatalogCounts()) }
  }

  /// The statements and proofs of a step, in the order that they run in.
  package static func sql(of step: MigrationStep) -> [String] {
    let start = SchemaVersion(rawValue: step.version.rawValue + (step.direction == .up ? -1 : 1))
    return DirectedMigration.legs(from: start, to: step.version).flatMap(\.actions).map(\.sql)
  }
}
