internal import MovieSQLite
public import MovieStore
internal import MovieSystem

/// A tool that finds problems in a database file of any schema version, and repairs what can be
/// repaired.
public struct Doctor: Sendable {
  /// The absolute path of the file.
  package let path: String
  /// The description of the repair in the history.
  package var changeDescription: String?

  /// Creates a doctor for a file, without opening the file.
  ///
  /// - Parameter path: The path of the file, absolute or relative to the working directory.
  /// - Throws: `StoreError`: `unreadableFile` if the path is relative and there is no working
  ///   directory.
  public init(path: String) throws(StoreError) { self.path = try CatalogFile(path).path }

  /// Checks everything in the file.
  ///
  /// The content and modification time of the file are not changed, and no file is left next to it.
  ///
  /// - Parameter progress: A closure that is called before each check. An error that it throws ends
  ///   the checks and is rethrown.
  /// - Returns: The checks and their findings.
  /// - Throws: Any error that `progress` throws; otherwise `StoreError`: `unreadableFile`,
  ///   `incompatibleFile`, `busy`; `storage`, also if not even the schema can be read;
  ///   `interrupted`.
  public func check(
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> CheckReport {
    try CheckSuite.run(at: path, for: .doctor, progress)
  }

  /// Repairs what can be repaired, and checks the file again.
  ///
  /// The repair is atomic, and a backup is written next to the file first. Nothing is written if
  /// there is nothing to repair, or if another process repairs the file first.
  ///
  /// If movies, actors, credits or attributes are repaired, the history gets an entry with the path
  /// of the backup. Such an entry cannot be undone; restore the backup instead.
  ///
  /// - Parameter progress: A closure that is called before each check. An error that it throws ends
  ///   the repair and is rethrown.
  /// - Returns: The findings before and after, the repairs, and the path of the backup.
  /// - Throws: The errors of `check(progress:)`, and `StoreError`: `uncreatableFile` if the backup
  ///   cannot be created.
  public func repair(
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> RepairReport {
    let state = try CatalogFile(path).state()
    let timeout = LockTimeout()
    let before = try CheckSuite.run(at: path, for: .doctor, timeout: timeout, progress)
    if before.version == nil || before.repairable.isEmpty {
      return .unrepaired(before)
    }
    var report: RepairReport
    do { report = try repair(before, of: state, timeout, progress) } catch is ChangedSinceCheck {
      return try repair(progress: progress)
    }
    if report.backup != nil {
      report.after = try ignoringCancellation {
        try CheckSuite.run(at: path, for: .doctor, timeout: timeout, progress)
      }
    }
    return report
  }

  /// Another process changed the file since the check, before damaged pages were removed.
  private struct ChangedSinceCheck: Error {}

  /// - Parameter state: The files of the database before the check.
  private func repair(
    _ checked: CheckReport, of state: FileState, _ timeout: LockTimeout,
    _ progress: (OperationProgress) throws -> Void
  ) throws -> RepairReport {
    let damaged = checked.repairable.filter(\.isInRemovablePages)
    var backup: BackupBeforeChange?
    do {
      let connection = try ConnectionSetup.connection(to: .file(path), timeout: timeout)
      // SQLite would begin a write transaction, and refuse only the first change.
      if connection.isReadOnly { throw StoreError(.readOnly(path: path)) }
      try ConnectionSetup.configureDurability(on: connection)
      // Each deletion would look for rows that refer to it; orphaned credits are deleted
      // separately.
      try connection.set(.foreignKeys, to: false)
      for function in CheckSuite.functions { try connection.add(function) }
      var removed: [SchemaObject] = []
      if let version = checked.version, !damaged.isEmpty {
        backup = try BackupBeforeChange(of: path, version: version, timeout: timeout)
        removed = try ignoringCancellation {
          try connection.removePages(of: damaged) {
            if try CatalogFile(path).state() != state { throw ChangedSinceCheck() }
          }
        }
      }
      try connection.set(.defensive, to: false)
      return try ignoringCancellation(if: backup != nil) {
        try run(checked, of: state, removed, timeout, progress, on: connection, &backup)
      }
    } catch {
      // The removal of pages is committed, so that the file is not what it was.
      if damaged.isEmpty || error is ChangedSinceCheck { backup?.removeIfUnneeded(after: error) }
      guard let error = error as? SQLiteError else { throw error }
      if error.code.primary == .constraint {
        throw StoreError(.refused(path: path, detail: error.message))
      }
      throw StoreError(error, path: path)
    }
  }

  /// Runs the repairs in one transaction.
  private func run(
    _ checked: CheckReport, of state: FileState, _ removed: [SchemaObject],
    _ timeout: LockTimeout, _ progress: (OperationProgress) throws -> Void,
    on connection: borrowing Connection, _ backup: inout BackupBeforeChange?
  ) throws -> RepairReport {
    try connection.write { transaction throws in
      // Another process may have repaired the file before this one locked it.
      let isCurrent = try CatalogFile(path).state() == state
      let before =
        isCurrent || backup != nil
        ? checked : try CheckSuite.run(at: path, for: .doctor, timeout: timeout, progress)
      guard let version = before.version, !before.repairable.isEmpty else {
        return .unrepaired(before)
      }
      let repair = try Repair(
        before, of: path, version: version, recreating: removed, in: transaction)
      if backup == nil {
        backup = try BackupBeforeChange(of: path, version: version, timeout: timeout)
      }
      return RepairReport(
        before: before, after: before,
        repairs: try repair.run(
          in: transaction, description: changeDescription, backup: backup?.path),
        backup: backup?.path)
    }
  }
}
