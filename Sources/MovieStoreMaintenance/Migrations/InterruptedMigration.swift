internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// The contents that a file may have after an interrupted migration: that before it, or that after
/// it.
package struct InterruptedMigration: Sendable {
  private let before: FileContent
  private let after: FileContent

  /// - Parameters:
  ///   - before: The path of a copy that is not migrated.
  ///   - after: The path of a migrated copy.
  package init(before: String, after: String) throws {
    (self.before, self.after) = try (FileContent(of: before), FileContent(of: after))
  }

  /// Migrates a file to the newest version, in a process that is killed at a system call.
  ///
  /// - Parameter call: The number of the call, from 1; 0 for none. If there are fewer calls, the
  ///   process is killed after the commit.
  /// - Returns: The number of system calls before each phase of the migration, and at the end.
  package static func apply(to path: String, killingAt call: Int) throws -> [Int] {
    FatalSystemCall.install(killingAt: call)
    var (calls, phase) = ([Int](), "")
    try Migrator(path: path).apply(to: .newest, Migrator.Options(backup: .none)) { progress in
      if progress.phase != phase { calls.append(FatalSystemCall.count) }
      phase = progress.phase
    }
    let count = FatalSystemCall.count
    if call > count { FatalSystemCall.killProcess() }
    return calls + [count]
  }

  /// What `apply` prints at last if it is killed.
  package static var announcement: String { FatalSystemCall.announcement }

  /// Opens a file, which rolls an interrupted change back, compares it, and completes the migration.
  ///
  /// - Returns: Whether the file was migrated, and the problems.
  /// - Throws: `StoreError`: `interrupted`. Other errors are problems of the file.
  package func result(of path: String) throws -> (isMigrated: Bool, findings: [Finding]) {
    do {
      return try problems(of: path)
    } catch {
      let error = error as? StoreError ?? StoreError(error, path: path)
      if error.category == .interrupted { throw error }
      do {
        return (false, try error.migrationFindings())
      } catch {
        return (false, [Finding(.migration, "the file cannot be read or migrated: \(error)")])
      }
    }
  }

  private func problems(of path: String) throws -> (isMigrated: Bool, findings: [Finding]) {
    let content = try FileContent(of: path)
    guard let expected = [before, after].first(where: { $0.version == content.version }) else {
      return (false, [Finding(.migration, "the file has neither version")])
    }
    let isMigrated = content.version == after.version
    if let difference = expected.difference(from: content) {
      return (isMigrated, [Finding(.migration, difference)])
    }
    let connection = try ConnectionSetup.connection(to: .file(path))
    connection.reportsCommits = false
    // Checks the pages before it migrates.
    try Migrator(path: path).apply(to: .newest, Migrator.Options(backup: .none), on: connection)
    let difference = after.difference(from: try FileContent(of: path))
    let findings = try CheckSuite.run(at: path, for: .migration).findings
    return (
      isMigrated,
      findings.filter { $0.severity == .error }
        + (difference.map { [Finding(.migration, "the next migration failed: \($0)")] } ?? [])
    )
  }
}

private struct FileContent: Sendable {
  let version: SchemaVersion?
  /// `nil` before the first write.
  private let digest: CatalogDigest?

  init(of path: String) throws {
    let connection = try ConnectionSetup.connection(to: .file(path))
    (version, digest) = try connection.read { transaction throws in
      let inspection = try SchemaInspection(in: transaction, path: path)
      let digest = try inspection.version.map { version throws in
        try CatalogDigest(
          in: transaction, of: version, counts: CatalogCounts(in: transaction, of: version),
          references: BrokenReferences(in: transaction, of: version), comparing: .names)
      }
      return (inspection.version, digest)
    }
  }

  /// Returns the first difference, as a clause, or `nil` if there is none.
  func difference(from other: FileContent) -> String? {
    guard let digest, let otherDigest = other.digest else { return nil }
    return digest.difference(from: otherDigest)
  }
}
