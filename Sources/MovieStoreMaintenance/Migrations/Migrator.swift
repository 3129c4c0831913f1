package import MovieSQLite
public import MovieStore
internal import MovieSystem

/// A tool that migrates a database file to another schema version, up or down, and checks the
/// migration beforehand.
///
/// Only `apply` changes the file, atomically. `status`, `plan`, `rehearse`, `verify`, `log` and
/// `schema` change neither the content nor the modification time of the file, and leave no file
/// next to it.
public struct Migrator: Sendable {
  /// The absolute path of the file.
  package let path: String

  /// The options of a migration.
  public struct Options: Hashable, Sendable {
    /// The backup.
    public var backup: MigrationBackup
    /// Whether a downgrade may lose data that the older version cannot store.
    public var acceptsLosses: Bool
    /// The program that is recorded in the log: a name, a space and a version.
    public var program: String

    /// Creates options. By default, a backup is written next to the file, losses are not accepted,
    /// and the program is this library.
    public init(
      backup: MigrationBackup = .automatic, acceptsLosses: Bool = false,
      program: String? = nil
    ) {
      self.backup = backup
      self.acceptsLosses = acceptsLosses
      self.program = program ?? MigrationLog.defaultProgram
    }
  }

  /// Creates a migrator for a file, without opening the file.
  ///
  /// - Parameter path: The path of the file, absolute or relative to the working directory.
  /// - Throws: `StoreError`: `unreadableFile` if the path is relative and there is no working
  ///   directory.
  public init(path: String) throws(StoreError) { self.path = try CatalogFile(path).path }

  /// Migrates the file to a schema version, up or down.
  ///
  /// The migration is atomic: all steps run in one transaction, which also writes the version and
  /// the log. Before any data is dropped, the migration verifies that it was copied or that its
  /// loss is accepted. A process that is killed at any moment leaves an intact file, at the old
  /// version or the new one. If the file already has the version, nothing is written.
  ///
  /// The history of the file is deleted: changes before a migration cannot be undone.
  ///
  /// - Parameters:
  ///   - target: The version to migrate to.
  ///   - options: Where to write the backup, and whether a downgrade may lose data.
  ///   - progress: A closure that is called with the progress. An error that it throws ends the
  ///     migration, leaves the file unchanged, and is rethrown.
  /// - Returns: The steps that were run, the path of the backup, and the duration.
  /// - Throws: Any error that `progress` throws; otherwise `StoreError`: `unreadableFile`,
  ///   `incompatibleFile`; `rejected` if data cannot be migrated, a verification or a statement
  ///   fails, or losses are not accepted; `uncreatableFile` for the backup; `busy`, `storage`,
  ///   `interrupted`.
  @discardableResult
  public func apply(
    to target: SchemaVersion = .newest, _ options: Options = Options(),
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> MigrationReport {
    if try !CatalogFile(path).exists { throw StoreError(.fileNotFound(path: path)) }
    do {
      let connection = try ConnectionSetup.connection(to: .file(path))
      return try apply(to: target, options, on: connection, progress: progress)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// - Parameters:
  ///   - chunk, isSound, comparesCasts: See `FileMigration.run`.
  @discardableResult
  package func apply(
    to target: SchemaVersion, _ options: Options = Options(), chunk: Int64 = 10_000,
    isSound: Bool = false, comparesCasts: Bool = false, on connection: borrowing Connection,
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> MigrationReport {
    let stopwatch = Stopwatch()
    let migration = try FileMigration.run(
      on: path, to: target, backup: options.backup, acceptsLosses: options.acceptsLosses,
      by: options.program, chunk: chunk, isSound: isSound, comparesCasts: comparesCasts,
      with: connection, progress: progress)
    return MigrationReport(
      from: migration.start, to: target, steps: migration.steps.map(MigrationStep.init),
      backup: migration.backup, duration: stopwatch.duration,
      historyEntries: migration.historyEntries)
  }

  // MARK: Steps

  /// Returns the steps from one version to another, in order, without row counts.
  package static func steps(
    from start: SchemaVersion?, to target: SchemaVersion
  ) -> [MigrationStep] {
    DirectedMigration.sequence(from: start, to: target).map { MigrationStep(MigratedStep($0)) }
  }

  package static func sql(of step: MigrationStep) -> [String] {
    let start = SchemaVersion(rawValue: step.version.rawValue + (step.direction == .up ? -1 : 1))
    return DirectedMigration.sequence(from: start, to: step.version).flatMap(\.actions).map(\.sql)
  }
}
