/// The operations for asynchronous code.
///
/// They block no thread of Swift's cooperative pool, and end within half a second if the task is cancelled.
extension Migrator {
  /// Migrates the file to a schema version, up or down, without blocking a thread of the cooperative pool.
  ///
  /// The migration is the same as that of the synchronous function. If the task is cancelled before the
  /// commit, it ends within half a second, and leaves the file unchanged and no backup.
  ///
  /// - Parameters:
  ///   - target: The version to migrate to.
  ///   - options: Where to write the backup, and whether a downgrade may lose data.
  ///   - progress: A closure that is called with the progress, on another thread.
  /// - Returns: The steps that were run, the path of the backup, and the duration.
  /// - Throws: `CancellationError` if the task is cancelled before the commit; otherwise the errors of the
  ///   synchronous function.
  @discardableResult
  public func apply(
    to target: SchemaVersion = .newest, _ options: Options = Options(),
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationReport {
    try await WorkQueue.runOnce {
      try apply(to: target, options, progress: WorkQueue.checking(progress))
    }
  }

  /// Migrates a private copy of the file, and checks the result, without blocking a thread of the
  /// cooperative pool.
  ///
  /// - Parameters:
  ///   - target: The version to migrate the copy to.
  ///   - progress: A closure that is called with the progress, on another thread.
  /// - Returns: The steps that were run, the row counts before and after, and the findings.
  /// - Throws: `CancellationError` if the task is cancelled; otherwise the errors of the synchronous
  ///   function.
  public func rehearse(
    to target: SchemaVersion = .newest,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationRehearsal {
    try await WorkQueue.runOnce {
      try rehearse(to: target, progress: WorkQueue.checking(progress))
    }
  }

  /// Checks the file and rehearses its migrations, without blocking a thread of the cooperative pool.
  ///
  /// - Parameter progress: A closure that is called with the progress of each rehearsal, on another
  ///   thread.
  /// - Returns: The checks and their findings, and the steps of the rehearsals.
  /// - Throws: `CancellationError` if the task is cancelled; otherwise the errors of the synchronous
  ///   function.
  public func verify(
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationVerification {
    try await WorkQueue.runOnce { try verify(progress: WorkQueue.checking(progress)) }
  }

  /// Returns the schema version of the file and its pending versions, without blocking a thread of the
  /// cooperative pool.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; otherwise the errors of the synchronous
  ///   function.
  public func status() async throws -> MigrationStatus {
    try await WorkQueue.runOnce { try status() }
  }

  /// Returns the plan of a migration, without blocking a thread of the cooperative pool.
  ///
  /// - Parameters:
  ///   - target: The version that the file would have.
  ///   - options: The options of the migration. The backup counts towards the disk space needed.
  /// - Throws: `CancellationError` if the task is cancelled; otherwise the errors of the synchronous
  ///   function.
  public func plan(
    to target: SchemaVersion = .newest, _ options: Options = Options()
  ) async throws -> MigrationPlan {
    try await WorkQueue.runOnce { try plan(to: target, options) }
  }

  /// Returns the entries of the file's migration log, oldest first, without blocking a thread of the
  /// cooperative pool.
  ///
  /// The array is empty if the file has no log.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; otherwise the errors of the synchronous
  ///   function.
  public func log() async throws -> [MigrationLogEntry] {
    try await WorkQueue.runOnce { try log() }
  }

  /// Returns the schema of the file as SQL, as the file stores it, without blocking a thread of the
  /// cooperative pool.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; otherwise the errors of the synchronous
  ///   function.
  public func schema() async throws -> String {
    try await WorkQueue.runOnce { try schema() }
  }
}
