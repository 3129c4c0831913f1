package import MovieSQLite
internal import MovieSystem

extension Migrator {
  /// Migrates the file to a schema version, up or down.
  ///
  /// The migration is atomic: all steps run in one transaction, which also writes the version and
  /// the log. Before any data is dropped, the migration verifies that it was copied or that its
  /// loss is accepted. A process that is killed at any moment leaves an intact file, at the old
  /// version or the new one. If the file already has the version, nothing is written.
  ///
  /// - Parameters:
  ///   - target: The version to migrate to.
  ///   - options: Where to write the backup, and whether a downgrade may lose data.
  ///   - progress: A closure that is called with the progress. An error that it throws ends the
  ///     migration, leaves the file unchanged, and is rethrown.
  /// - Returns: The steps that were run, the path of the backup, and the duration.
  /// - Throws: Any error that `progress` throws; otherwise ``StoreError``: `fileNotFound`, `unreadable`,
  ///   `notAMovieDatabase`, `newerSchema`, `changedSchema`; `unmigratableData` if data cannot be
  ///   migrated, `migrationFailed` if a verification or a statement fails, `lossesNotAccepted`,
  ///   `insufficientDiskSpace`; `cannotCreate` and `fileExists` for the backup; `busy`, `readOnly`, `diskFull`,
  ///   `damaged`, `inputOutput`, `outOfMemory`, `interrupted`.
  @discardableResult
  public func apply(
    to target: SchemaVersion = .newest, _ options: Options = Options(),
    progress: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> MigrationReport {
    if try DatabaseFile.content(at: path) == .nothing { throw StoreError.fileNotFound(path: path) }
    do {
      var connection = try ConnectionSetup.connection(to: .file(path))
      return try apply(to: target, options, on: &connection, progress: progress)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// The same on a connection that is open already.
  package func apply(
    to target: SchemaVersion, _ options: Options = Options(), chunk: Int64 = 10_000,
    on connection: inout Connection, progress: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> MigrationReport {
    let stopwatch = Stopwatch()
    // A look first: where there is nothing to do, nobody is kept from writing.
    let found = try connection.read { transaction throws in
      try SchemaInspection(in: transaction, path: path)
    }
    try found.requireNoDrift(path: path)
    if found.version == target { return report(at: target, stopwatch) }
    try ConnectionSetup.configureDurability(on: &connection)
    try ConnectionSetup.prepareForMigration(&connection)
    let timeout = connection.timeout
    var backup: MigrationBackup?
    do {
      return try connection.write { transaction throws in
        // Another program may have been quicker, while this one waited for the lock.
        let look = try SchemaInspection(in: transaction, path: path)
        if look.version == target { return report(at: target, stopwatch) }
        let preflight = try preflight(from: look, to: target, options, in: transaction)
        backup = try MigrationBackup(
          of: path, version: look.version, options.backup, timeout: timeout)
        // The search index is rebuilt or not needed; a damaged one would end the check.
        try SearchIndex.drop(in: transaction)
        try requireSoundPages(in: transaction)
        let steps = try MigrationExecutor.proved(
          from: look.version, to: target, program: options.program, chunk: chunk, in: transaction,
          observe: progress)
        return MigrationReport(
          from: look.version, to: target, steps: preflight.withLosses(steps), backup: backup?.path,
          seconds: stopwatch.seconds)
      }
    } catch {
      // Also where only the commit failed.
      backup?.removeIfNeedless(after: error)
      throw error
    }
  }

  /// - Throws: the first thing that keeps the migration from being done.
  private func preflight(
    from look: SchemaInspection, to target: SchemaVersion, _ options: Options,
    in transaction: borrowing Transaction
  ) throws -> MigrationPreflight {
    try look.requireNoDrift(path: path)
    let preflight = try MigrationPreflight(
      from: look, to: target, path: path, options, in: transaction)
    try preflight.require(options)
    return preflight
  }

  /// A damaged file is not made another one of.
  private func requireSoundPages(in transaction: borrowing Transaction) throws {
    var check = try transaction.prepare("PRAGMA integrity_check(1)")
    if try check.step(), check.text(at: 0) != "ok" {
      throw StoreError.damaged(path: path, detail: check.text(at: 0))
    }
  }

  private func report(at version: SchemaVersion, _ stopwatch: Stopwatch) -> MigrationReport {
    MigrationReport(
      from: version, to: version, steps: [], backup: nil, seconds: stopwatch.seconds)
  }
}
