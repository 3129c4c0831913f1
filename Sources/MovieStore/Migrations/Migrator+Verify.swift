internal import MovieSQLite
internal import MovieSystem

extension Migrator {
  /// Checks the file and rehearses its migrations, without changing it.
  ///
  /// The schema, log, integrity, references and data of the file are checked. If the version is not
  /// the newest one, a private copy is then migrated to the newest version and back, and its
  /// content is compared after each migration.
  ///
  /// - Parameter progress: A closure that is called with the progress of each rehearsal. An error
  ///   that it throws ends the checks and is rethrown.
  /// - Returns: The checks and their findings, and the steps of the rehearsals.
  /// - Throws: Any error that `progress` throws; otherwise the errors of ``status()``, and
  ///   ``StoreError``: `insufficientDiskSpace`. Problems of the file are reported as findings, not as errors.
  public func verify(
    progress: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> MigrationVerification {
    var checks = CheckRunner()
    let version = try checkFile(&checks)
    var steps: [MigrationStep] = []
    if checks.areSound, let version { steps = try rehearse(from: version, &checks, progress) }
    return MigrationVerification(path: path, version: version, checks: checks.all, steps: steps)
  }

  private func checkFile(_ checks: inout CheckRunner) throws(StoreError) -> SchemaVersion? {
    var found = CheckRunner()
    let version = try readUnchanged { transaction throws in
      let schema = try SchemaInspection(in: transaction, path: path)
      found.add("schema") { schema.findings }
      // An integrity check computes the expressions of a changed schema, however long that takes.
      guard schema.findings.isEmpty else { return schema.version }
      try found.add("integrity") { try IntegrityCheck.findings(in: transaction) }
      guard let version = schema.version else { return nil }
      try found.add("log") { try MigrationLog.findings(in: transaction, of: version) }
      try found.add("references") {
        try ForeignKeyViolations(in: transaction, of: version).findings
      }
      try found.add("data") {
        try Check.forMigrations(of: version).compactMap { try $0.finding(in: transaction) }
      }
      return version
    }
    checks = found
    return version
  }

  private func rehearse(
    from version: SchemaVersion, _ checks: inout CheckRunner,
    _ progress: (MigrationProgress) throws -> Void
  ) throws -> [MigrationStep] {
    if version == .newest { return [] }
    do {
      var rehearsal = try Rehearsal(of: path, isSound: true)
      var steps: [MigrationStep] = []
      for (name, target) in [("up to", SchemaVersion.newest), ("down to", version)] {
        let result = try rehearsal.run(to: target, progress: progress)
        checks.add("\(name) v\(target.rawValue)", seconds: result.seconds, result.findings)
        steps += result.steps
        if !checks.areSound { break }
      }
      return steps
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}
