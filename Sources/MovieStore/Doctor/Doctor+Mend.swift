internal import MovieSQLite

extension Doctor {
  /// Mends what can be mended, wholly or not at all, with a backup beside the file, and examines the
  /// file again. Where there is nothing to mend nothing is written.
  ///
  /// - Parameter progress: is told of each check before it begins; what it throws ends the work.
  /// - Throws: as ``examine(progress:)``, and ``StoreError``: `readOnly`, `changedSchema`, and
  ///   `cannotCreate` where the backup cannot be made.
  public func mend(
    progress: (ExaminationProgress) throws -> Void = { _ in }
  ) throws -> Treatment {
    let timeout = Opening.busyTimeout()
    let before = try examine(timeout: timeout, progress: progress)
    guard let version = before.version, !before.mendable.isEmpty else {
      return Treatment(before: before, after: before, mends: [], backup: nil)
    }
    let (mends, backup) = try mend(before, version: version, timeout)
    let after = try examine(timeout: timeout, progress: progress)
    return Treatment(before: before, after: after, mends: mends, backup: backup)
  }

  private func mend(
    _ diagnosis: Diagnosis, version: SchemaVersion, _ timeout: LockTimeout
  ) throws(StoreError) -> (mends: [String], backup: String?) {
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
        let mending = try Mending(diagnosis, version: version, in: transaction)
        backup = try MigrationBackup(of: path, version: version, .beside, timeout: timeout)
        return (try mending.run(in: transaction), backup?.path)
      }
    } catch {
      backup?.removeIfNeedless(after: error)
      if let error = error as? SQLiteError, error.code.primary == .constraint {
        throw .damaged(path: path, detail: error.message)
      }
      throw StoreError(error, path: path)
    }
  }
}
