internal import MovieSQLite
internal import MovieSystem

extension Doctor {
  /// Repairs what can be repaired, and checks the file again.
  ///
  /// The repair is atomic, and a backup is written next to the file first. Nothing is written if
  /// there is nothing to repair, or if another process repairs the file first.
  ///
  /// - Parameter progress: A closure that is called before each check. An error that it throws ends
  ///   the repair and is rethrown.
  /// - Returns: The findings before and after, the repairs, and the path of the backup.
  /// - Throws: The errors of ``examine(progress:)``, and ``StoreError``: `readOnly`,
  ///   `changedSchema`, `refused`, and `cannotCreate` if the backup cannot be created.
  public func mend(
    progress: (CheckProgress) throws -> Void = { _ in }
  ) throws -> RepairReport {
    let files = DatabaseFileSet(FilePath.resolved(path)).contentFiles
    let timeout = ConnectionSetup.busyTimeout()
    let before = try examine(timeout: timeout, progress: progress)
    if before.version == nil || before.mendable.isEmpty {
      return RepairReport(before: before, after: before, mends: [], backup: nil)
    }
    let repair = try repair(before, of: files, timeout, progress)
    let after =
      repair.backup == nil ? repair.before : try examine(timeout: timeout, progress: progress)
    return RepairReport(
      before: repair.before, after: after, mends: repair.mends, backup: repair.backup)
  }

  private typealias Repair = (before: CheckReport, mends: [String], backup: String?)

  /// - Parameter files: the files of the database before the examination.
  private func repair(
    _ diagnosis: CheckReport, of files: [FileMetadata], _ timeout: LockTimeout,
    _ progress: (CheckProgress) throws -> Void
  ) throws -> Repair {
    var backup: MigrationBackup?
    do {
      var connection = try ConnectionSetup.connection(to: .file(path), timeout: timeout)
      // There, SQLite lets a transaction that writes begin, and refuses the first change.
      if connection.isReadOnly { throw StoreError.readOnly(path: path) }
      try ConnectionSetup.configureDurability(on: &connection)
      // Orphans are looked for afterwards; enforced, references would be followed row by row.
      try connection.set(.foreignKeys, to: false)
      try connection.set(.defensive, to: false)
      if let version = diagnosis.version, diagnosis.symptoms.contains(where: \.isOfSearchPages) {
        backup = try MigrationBackup(of: path, version: version, .beside, timeout: timeout)
        try removeSearchPages(on: &connection)
      }
      return try connection.write { transaction throws in
        // Another process may have repaired the file before this one had the lock.
        let isCurrent = DatabaseFileSet(FilePath.resolved(path)).contentFiles == files
        let before =
          isCurrent || backup != nil
          ? diagnosis : try examine(timeout: timeout, progress: progress)
        guard let version = before.version, !before.mendable.isEmpty else {
          return (before, [], nil)
        }
        let mending = try Mending(before, version: version, in: transaction)
        if backup == nil {
          backup = try MigrationBackup(of: path, version: version, .beside, timeout: timeout)
        }
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

  /// Removes a search index whose pages are damaged, and rebuilds the file without these pages. Nothing
  /// is written into the damaged file but its schema table: a page that is taken for a free one may be
  /// in use. Without its search index the catalog is whole.
  private func removeSearchPages(on connection: inout Connection) throws {
    try connection.write { transaction throws(SQLiteError) in
      try transaction.removeFromSchema([SearchIndex.objects[0].name] + SearchIndex.shadowTables)
    }
    try connection.execute("VACUUM")
  }
}
