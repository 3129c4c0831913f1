internal import MovieSQLite

extension Migrator {
  /// Migrates a private copy of the file, and checks the result.
  ///
  /// The content, schema, integrity and references of the copy are checked. Losses of a downgrade
  /// are accepted and reported.
  ///
  /// - Parameters:
  ///   - target: The version to migrate the copy to.
  ///   - progress: A closure that is called with the progress. An error that it throws ends the
  ///     rehearsal and is rethrown.
  /// - Returns: The steps that were run, the row counts before and after, and the findings.
  /// - Throws: Any error that `progress` throws; otherwise the errors of ``status()``, and
  ///   ``StoreError``: `insufficientDiskSpace`. If the migration would fail, this is reported as a finding, not as
  ///   an error.
  public func rehearse(
    to target: SchemaVersion = .newest, progress: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> MigrationRehearsal {
    let look = try looking { transaction throws in try SchemaInspection(in: transaction, path: path)
    }
    if !look.findings.isEmpty {
      return MigrationRehearsal(
        from: look.version, to: target, steps: [], before: CatalogCounts(), after: CatalogCounts(),
        findings: look.findings, peakBytes: 0, seconds: 0)
    }
    do {
      var rehearsal = try Rehearsal(of: path)
      return try rehearsal.run(to: target, progress: progress)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}
