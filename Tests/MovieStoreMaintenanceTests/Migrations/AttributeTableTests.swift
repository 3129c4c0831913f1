import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// The table of attributes in files of all versions.
@Suite(.limited, .temporaryDirectory) struct AttributeTableTests {
  private static let rows = [
    "1, 'note', 0, 'It''s'", "1, 'rating', 0, 8.5", "1, 'tag', 0, 'a'", "1, 'tag', 2, 'b'",
    "1, 'year', 0, 1995", "3, 'year', 0, 1982",
  ]

  @Test("A catalog with the table is whole at every version", arguments: SchemaVersion.allCases)
  func whole(version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    let migrator = try Migrator(path: path)
    let (status, schema) = try (migrator.status(), migrator.schema())
    try AttributeRows.write(to: path, Self.rows, version: version)
    #expect(try migrator.status() == status && status.findings == [])
    #expect(try migrator.schema() == schema)
    let findings = try Doctor(path: path).check().findings
    #expect(findings.map(\.problem) == (version < .newest ? [.olderSchema] : []))
    #expect(try migrator.verify().findings == [])
  }

  @Test("Migrations to every version and back preserve the rows and the definition")
  func migrated() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, Self.rows)
    for target in SchemaVersion.allCases.reversed() {
      try OldCatalog.migrate(path, to: target)
      #expect(try CatalogReading(path).version == target)
      #expect(try AttributeRows.read(path) == Self.rows)
      #expect(
        try SchemaFingerprint.of(Self.objects(path))
          == SchemaFingerprint.of(AttributeTable.objects(of: target)))
      try OldCatalog.migrate(path)
      #expect(try AttributeRows.read(path) == Self.rows)
      #expect(
        try SchemaFingerprint.of(Self.objects(path))
          == SchemaFingerprint.of(AttributeTable.objects(of: .v6)))
      #expect(try Doctor(path: path).check().findings == [])
    }
    // The renamed foreign key is enforced.
    var store = try Catalog(path: path, access: .writing)
    try store.delete(1)
    #expect(try AttributeRows.read(path) == ["3, 'year', 0, 1982"])
  }

  private static func objects(_ path: String) throws -> [SchemaObject] {
    let connection = try Connection(.file(path))
    return try connection.read { transaction throws in
      try SchemaObject.all(in: transaction).filter { $0.sql.contains("MovieAttribute") }
        .sorted { $0.type > $1.type }
    }
  }

  @Test(
    "A missing or changed index is rejected, and rebuilt by a repair",
    arguments: [
      ("", Finding.Code.missingIndex),
      ("CREATE INDEX attribute_by_value ON MovieAttribute(value)", .changedIndex),
      ("CREATE INDEX Attribute_By_Value ON MovieAttribute(key)", .changedIndex),
    ], [SchemaVersion.v1, .v6])
  func index(change: (sql: String, code: Finding.Code), version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    try AttributeRows.write(to: path, Self.rows, version: version)
    try OtherProgram.run(path, ["DROP INDEX attribute_by_value"])
    if !change.sql.isEmpty { try OtherProgram.run(path, [change.sql]) }
    if version == .newest {
      let error = try storeProblem { try Catalog.open(path) }
      guard case .changedSchema(path, let findings) = error else { throw error }
      #expect(findings.map(\.problem) == [change.code])
    }
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem).contains(change.code))
    #expect(report.repairs.count == 1)
    #expect(report.after.isHealthy)
    #expect(try AttributeRows.read(path) == Self.rows)
    #expect(try Self.objects(path).last?.sql == AttributeTable.objects(of: version)[1].sql)
  }

  @Test("Rebuilds an index that does not match the table")
  func damagedIndex() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, Self.rows)
    let sql = AttributeTable.objects(of: .v6)[1].sql
    try BrokenCatalog.rewrite(
      path,
      "UPDATE sqlite_schema SET sql = '\(sql) WHERE value > 1990' WHERE name = 'attribute_by_value'"
    )
    try OtherProgram.run(path, "REINDEX attribute_by_value")
    try BrokenCatalog.rewrite(
      path, "UPDATE sqlite_schema SET sql = '\(sql)' WHERE name = 'attribute_by_value'")
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.damagedIndex])
    #expect(report.repairs == ["rebuilt the index 'attribute_by_value'"])
    #expect(report.after.findings == [])
  }

  @Test(
    "Rejects a changed table, also in a file of another version",
    arguments: [
      (SchemaVersion.v6, "ALTER TABLE MovieAttribute ADD COLUMN x ANY"),
      (.v6, "ALTER TABLE MovieAttribute RENAME COLUMN ordinal TO position"),
      (.v3, "ALTER TABLE MovieAttribute ADD COLUMN x ANY"),
    ])
  func changedTable(version: SchemaVersion, sql: String) throws {
    let path = try BrokenCatalog.make(version)
    try AttributeRows.write(to: path, Self.rows, version: version)
    try OtherProgram.run(path, sql)
    let error = try storeProblem { try OldCatalog.migrate(path, to: version == .v6 ? .v5 : .v6) }
    guard case .changedSchema(path, let findings) = error else { throw error }
    #expect(findings.map(\.message) == ["the table 'MovieAttribute' was changed"])
    let report = try Doctor(path: path).repair()
    #expect(report.backup == nil && report.after.findings.contains { $0.problem == .changedTable })
  }

  @Test("Rejects the table of another version")
  func tableOfOtherVersion() throws {
    let path = try BrokenCatalog.make()
    try AttributeRows.write(to: path, [], version: .v5)
    let error = try storeProblem { try Catalog.open(path) }
    guard case .changedSchema(path, let findings) = error else { throw error }
    #expect(findings.map(\.object) == ["MovieAttribute"])
  }

  @Test("An index of another program with the name of ours is removed by a repair")
  func indexWithoutTable() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "DROP TABLE MovieAttribute",
      "CREATE INDEX attribute_by_value ON MovieModel(favorite)")
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.changedIndex])
    #expect(report.after.findings == [])
  }

  @Test("A deletion by another program in an old file leaves attributes, which a repair deletes")
  func orphans() throws {
    let path = try BrokenCatalog.make(.v3)
    try AttributeRows.write(to: path, Self.rows, version: .v3)
    try OtherProgram.run(path, "PRAGMA foreign_keys = OFF", "DELETE FROM Movie WHERE pk = 1")
    let migrator = try Migrator(path: path)
    let check = try migrator.verify()
    #expect(!check.isSound && check.findings.map(\.problem) == [.orphanAttributes])
    #expect(check.findings.map(\.message) == ["attributes that refer to missing movies: 5"])
    let plan = try migrator.plan()
    #expect(plan.findings.map(\.severity) == [.warning])

    try OldCatalog.migrate(path)
    #expect(try AttributeRows.read(path) == Self.rows)
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.orphanAttributes])
    #expect(report.before.checks.first { $0.name == "references" }?.findings.count == 1)
    #expect(report.repairs == ["deleted attributes that refer to missing movies (5 rows)"])
    #expect(report.after.findings == [])
    #expect(try AttributeRows.read(path) == ["3, 'year', 0, 1982"])
    let store = try Catalog(path: path, access: .reading)
    let entry = try #require(try store.history(limit: 1).first)
    #expect(entry.summary.hasPrefix("repaired: \(report.repairs[0]); backup: "))
  }

  @Test(
    "Counts the values in reports of migrations and in the log", arguments: [SchemaVersion.v1, .v5])
  func counts(target: SchemaVersion) throws {
    let path = try BrokenCatalog.make()
    #expect(try Migrator(path: path).rehearse(to: target).before.attributes == 0)
    try AttributeRows.write(to: path, Self.rows)
    let rehearsal = try Migrator(path: path).rehearse(to: target)
    #expect(rehearsal.findings == [])
    #expect(rehearsal.before.attributes == 6 && rehearsal.after.attributes == 6)
    try OldCatalog.migrate(path, to: target)
    #expect(try Migrator(path: path).log().last?.rows.attributes == 6)
  }

  @Test("A backup and a restoration preserve the rows", arguments: [SchemaVersion.v2, .v6])
  func restored(version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    try AttributeRows.write(to: path, Self.rows, version: version)
    let backup = TemporaryDirectory.path("backup.db")
    try Backup(of: path).write(to: backup)
    #expect(try AttributeRows.read(backup) == Self.rows)
    try OtherProgram.run(path, "DELETE FROM MovieAttribute")
    let restoration = try Restoration(of: path, from: backup)
    #expect(restoration.findings == [])
    _ = try restoration.run()
    #expect(try AttributeRows.read(path) == Self.rows)
    #expect(try Doctor(path: path).check().isHealthy)

    try OtherProgram.run(path, "DROP TABLE MovieAttribute")
    _ = try Restoration(of: path, from: backup).run()
    #expect(try AttributeRows.read(path) == Self.rows)
  }
}
