internal import MovieSQLite

extension Doctor {
  /// Mends what can be mended, wholly or not at all, with a backup beside the file, and examines the
  /// file again. Writes nothing if there is nothing to repair, or if another process repaired the file first.
  ///
  /// - Parameter progress: is told of each check before it begins; what it throws ends the work.
  /// - Throws: as ``examine(progress:)``, and ``StoreError``: `readOnly`, `changedSchema`, `refused`,
  ///   and `cannotCreate` where the backup cannot be made.
  public func mend(
    progress: (ExaminationProgress) throws -> Void = { _ in }
  ) throws -> Treatment {
    let files = DatabaseParts(DatabaseFile.realPath(path)).contentFiles
    let timeout = Opening.busyTimeout()
    let before = try examine(timeout: timeout, progress: progress)
    if before.version == nil || before.mendable.isEmpty {
      return Treatment(before: before, after: before, mends: [], backup: nil)
    }
    let repair = try repair(before, of: files, timeout, progress)
    let after =
      repair.backup == nil ? repair.before : try examine(timeout: timeout, progress: progress)
    return Treatment(
      before: repair.before, after: after, mends: repair.mends, backup: repair.backup)
  }

  private typealias Repair = (before: Diagnosis, mends: [String], backup: String?)

  /// - Parameter files: the files of the database before the examination.
  private func repair(
    _ diagnosis: Diagnosis, of files: [FileState], _ timeout: LockTimeout,
    _ progress: (ExaminationProgress) throws -> Void
  ) throws -> Repair {
    var backup: MigrationBackup?
    do {
      var connection = try Opening.connection(to: .file(path), timeout: timeout)
      // There, SQLite lets a transaction that writes begin, and refuses the first change.
      if connection.isReadOnly { throw StoreError.readOnly(path: path) }
      try Opening.keepChanges(on: &connection)
      // Orphans are looked for afterwards; enforced, references would be followed row by row.
      try connection.set(.foreignKeys, to: false)
      try connection.set(.defensive, to: false)
      return try connection.write { transaction throws in
        // Another process may have repaired the file before this one had the lock.
        let isCurrent = DatabaseParts(DatabaseFile.realPath(path)).contentFiles == files
        let before = isCurrent ? diagnosis : try examine(in: transaction, timeout, progress)
        guard let version = before.version, !before.mendable.isEmpty else {
          return (before, [], nil)
        }
        let mending = try Mending(before, version: version, in: transaction)
        backup = try MigrationBackup(of: path, version: version, .beside, timeout: timeout)
        do {
          return (before, try mending.run(in: transaction), backup?.path)
        } catch let error as SQLiteError where error.code == .uniqueConstraint {
          let findings = try ThirdPartyConstraints(in: transaction, of: version).ofUniqueIndexes
          throw findings.isEmpty ? error : StoreError.refused(path: path, findings: findings)
        }
      }
    } catch {
      backup?.removeIfNeedless(after: error)
      guard let error = error as? SQLiteError else { throw error }
      if error.code.primary == .constraint {
        throw StoreError.damaged(path: path, detail: error.message)
      }
      throw StoreError(error, path: path)
    }
  }

  private func examine(
    in transaction: borrowing Transaction, _ timeout: LockTimeout,
    _ progress: (ExaminationProgress) throws -> Void
  ) throws -> Diagnosis {
    var examination = Examination()
    try examination.look(at: path, timeout: timeout, progress)
    try examination.look(in: transaction, path: path, progress)
    return examination.diagnosis(of: path)
  }
}
