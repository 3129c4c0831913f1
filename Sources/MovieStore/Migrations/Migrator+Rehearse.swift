internal import MovieSQLite

extension Migrator {
  /// Migrates a private copy of the file, and looks whether everything is as it should be: content,
  /// schema, integrity and references. Losses of a way back are accepted there, and named.
  ///
  /// - Parameters:
  ///   - target: the version that the copy is brought to.
  ///   - progress: is told how far it has come; what it throws ends the work and climbs as it is.
  /// - Throws: what the progress throws; else as ``status()``, and ``StoreError``: `noRoom`. That the
  ///   migration would fail is a finding, and no error.
  public func rehearse(
    to target: SchemaVersion = .newest, progress: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> MigrationRehearsal {
    let look = try looking { transaction throws in try SchemaLook(in: transaction, path: path) }
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
