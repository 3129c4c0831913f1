internal import MovieSQLite
public import MovieStore
internal import MovieSystem

extension Migrator {
  /// Checks the file and rehearses its migrations, without changing it.
  ///
  /// The schema, log, integrity, references and data of the file are checked. If the version is not
  /// the newest one, a private copy is then migrated to the newest version and back, and its
  /// content is compared after each migration. A second migration to the newest version must not
  /// change a byte.
  ///
  /// - Parameter progress: A closure that is called with the progress of each rehearsal. An error
  ///   that it throws ends the checks and is rethrown.
  /// - Returns: The checks and their findings, and the steps of the rehearsals.
  /// - Throws: Any error that `progress` throws; otherwise the errors of `status()`, and
  ///   `StoreError`: `storage` if there is not enough disk space. Problems of the file are reported
  ///   as findings, not as errors.
  public func verify(
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> CheckReport {
    var report = try CheckSuite.run(at: path, for: .migration)
    guard report.isSound, let version = report.version, version != .newest else { return report }
    do {
      var rehearsal = try Rehearsal(of: path, isSound: true)
      for (name, target) in [("up to", SchemaVersion.newest), ("down to", version)] {
        let result = try rehearsal.run(to: target, progress: progress)
        report.checks.append(
          CheckReport.Check(
            name: "\(name) v\(target.rawValue)", findings: result.findings,
            duration: result.duration))
        report.rehearsals.append(result)
        if result.findings.hasErrors { break }
        if target == .newest { report.checks.append(try rehearsal.runAgain()) }
      }
      return report
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}
