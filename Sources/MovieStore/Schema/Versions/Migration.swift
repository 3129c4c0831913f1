internal import MovieSystem

/// The step from one schema version to the next and back, as data: SQL, invariants and losses.
///
/// It contains no code that uses the record types, because these change with later versions.
package struct Migration: Sendable {
  /// The version after the upgrade. The downgrade leads to the version before.
  package let version: SchemaVersion
  /// What the upgrade changes, in a few words.
  package let summary: String
  /// Returns what must hold before an upgrade to this version, for a file of an earlier version.
  /// Its data is checked before the first step.
  package let requirements: @Sendable (Schema) -> [Invariant]
  package let up: [Action]
  package let down: [Action]
  package let losses: [Loss]
  /// Returns the number of rows in the tables that the step processes.
  let rows: @Sendable (CatalogCounts) -> Int64

  package init(
    version: SchemaVersion, summary: String,
    rows: @escaping @Sendable (CatalogCounts) -> Int64 = { $0.movies },
    requirements: @escaping @Sendable (Schema) -> [Invariant] = { _ in [] }, up: [Action],
    down: [Action] = [], losses: [Loss] = []
  ) {
    self.version = version
    self.summary = summary
    self.rows = rows
    self.requirements = requirements
    self.up = up
    self.down = down
    self.losses = losses
  }

  package static let all: [Migration] = [v1, v2, v3, v4, v5, v6]

  package struct Invariant: Hashable, Sendable {
    /// What the rows would be, in the plural: "casts that are not …".
    package let description: String
    /// The query. Each row violates the invariant; the first column is its key.
    package let violations: String
  }

  /// What a downgrade loses, and the query that counts it.
  package struct Loss: Sendable {
    let singular: String
    let plural: String
    /// Whether the query reads the migration log. Without a log, nothing is lost.
    var readsLog = false
    /// Returns a query for one number in a file of a version; `nil` if the version has no such
    /// data.
    let count: @Sendable (Schema) -> String?
  }

  /// The cost of an action or a step.
  package enum Cost: String, CaseIterable, Sendable, Codable, Comparable {
    /// Changes only the schema; the cost does not depend on the number of rows.
    case instant
    /// Reads all rows.
    case scan
    /// Writes all rows.
    case rewrite

    package static func < (left: Self, right: Self) -> Bool {
      left != right && (left == .instant || right == .rewrite)
    }
  }

  package struct Action: Hashable, Sendable {
    package enum Work: Hashable, Sendable {
      case statement(String)
      /// Runs a statement for each range of keys of a table; `?1` and `?2` are the first and last
      /// key.
      case chunks(table: String, key: String, String)
      /// Runs a query. A row stops the migration.
      case invariant(Invariant)
    }

    package let work: Work
    package let cost: Cost
    /// Why the data that the action drops is not needed; `nil` if it drops none.
    package let reason: String?

    private init(_ work: Work, _ cost: Cost, because reason: String? = nil) {
      self.work = work
      self.cost = cost
      self.reason = reason
    }

    package var sql: String {
      switch work {
      case .statement(let sql), .chunks(_, _, let sql): sql
      case .invariant(let invariant): invariant.violations
      }
    }

    package static func instantly(_ sql: String) -> Self { Self(.statement(sql), .instant) }

    /// A statement that reads all rows of a table.
    package static func scanning(_ sql: String) -> Self { Self(.statement(sql), .scan) }

    /// A statement for each range of keys. Together they write all rows of a table.
    package static func inChunks(of table: String, by key: String = "pk", _ sql: String) -> Self {
      Self(.chunks(table: table, key: key, sql), .rewrite)
    }

    package static func verifying(_ description: String, _ violations: String) -> Self {
      Self(.invariant(Invariant(description: description, violations: violations)), .scan)
    }

    /// A statement that drops a table or a column. Dropping a column writes all rows.
    package static func dropping(_ sql: String, because reason: String) -> Self {
      Self(.statement(sql), .rewrite, because: reason)
    }
  }
}

/// A migration in one direction: a step from a version to the next or the previous one.
package struct DirectedMigration: Sendable {
  package enum Direction: String, CaseIterable, Sendable, Codable { case up, down }

  package let migration: Migration
  package let direction: Direction

  /// Returns the migrations from one version to another, in order; none if both are the same.
  package static func sequence(
    from start: SchemaVersion?, to target: SchemaVersion,
    using migrations: [Migration] = Migration.all
  ) -> [DirectedMigration] {
    let (first, last) = (start?.rawValue ?? 0, target.rawValue)
    let passed = migrations.filter {
      min(first, last) < $0.version.rawValue && $0.version.rawValue <= max(first, last)
    }
    return first <= last
      ? passed.map { DirectedMigration(migration: $0, direction: .up) }
      : passed.reversed().map { DirectedMigration(migration: $0, direction: .down) }
  }

  /// All steps: the upgrades from the first, then the downgrades from the last.
  package static let all =
    sequence(from: nil, to: .newest) + sequence(from: .newest, to: .v1)

  package var start: SchemaVersion? { direction == .up ? previous : migration.version }

  package var end: SchemaVersion { direction == .up ? migration.version : previous ?? .v1 }

  private var previous: SchemaVersion? { SchemaVersion(rawValue: migration.version.rawValue - 1) }

  package var actions: [Migration.Action] { direction == .up ? migration.up : migration.down }

  package var cost: Migration.Cost { actions.map(\.cost).max() ?? .instant }

  package var losses: [Migration.Loss] { direction == .up ? [] : migration.losses }

  /// The SHA-256 of the SQL of all actions, each after its length as eight bytes.
  package var checksum: String {
    let message = actions.flatMap { action in
      let length = Int64(action.sql.utf8.count)
      return (0..<8).map { UInt8(truncatingIfNeeded: length >> Int64(8 * $0)) } + action.sql.utf8
    }
    return SHA256.digest(of: message).hexadecimal
  }

  /// Returns the number of rows that the step processes; 0 for an instant step.
  func rows(_ counts: CatalogCounts) -> Int64 { cost == .instant ? 0 : migration.rows(counts) }
}

// MARK: - Rebuilding a table

extension Migration {
  /// Returns actions that change a table in a way that ALTER TABLE cannot. The numbers are those of
  /// SQLite's recipe (https://sqlite.org/lang_altertable.html#otheralter); the executor does its
  /// other steps.
  ///
  /// - Parameters:
  ///   - key: The integer key of both tables: `id` from v5 on.
  ///   - columns: The definitions of the new columns, the key first.
  ///   - values: The expressions that fill them, in order, for a row of the old table.
  ///   - preserved: The columns of both tables, compared before the old table is dropped.
  ///   - invariants: What else must hold by then. `rebuilt` returns the name of the new table.
  ///   - indexes: The statements that create the indexes.
  static func rebuilding(
    _ table: String, by key: String = "pk", columns: String, from values: String,
    preserving preserved: String,
    invariants: [Invariant] = [], indexes: [String]
  ) -> [Action] {
    let new = rebuilt(table)
    return [
      // 4. Create the new table.
      .instantly("CREATE TABLE \(new)(\n\(columns)\n) STRICT"),
      // 5. Copy the rows.
      .inChunks(
        of: table, by: key,
        "INSERT INTO \(new) SELECT \(values) FROM \(table) WHERE \(key) BETWEEN ?1 AND ?2"),
      .verifying(
        "rows of \(table) that were not copied correctly",
        """
        SELECT \(key) FROM \(table) AS old
        WHERE (SELECT count(*) FROM \(new) AS new
          WHERE new.\(key) = old.\(key) AND (\(list(preserved, of: "new"))) IS (\(list(preserved, of: "old")))) <> 1
        """),
    ] + invariants.map { .verifying($0.description, $0.violations) } + [
      // Copy the id counter. Otherwise, ids of deleted rows would be reused.
      .instantly("DELETE FROM sqlite_sequence WHERE name = '\(new)'"),
      .instantly(
        """
        INSERT INTO sqlite_sequence(name, seq)
        SELECT '\(new)', seq FROM sqlite_sequence WHERE name = '\(table)'
        """),
      // 6. Drop the old table.
      .dropping("DROP TABLE \(table)", because: "all its rows are verified to be copied"),
      // 7. Rename the new table.
      .instantly("ALTER TABLE \(new) RENAME TO \(table)"),
      // 8. Create its indexes.
    ] + indexes.map { .scanning($0) }
  }

  /// The name of a table while it is rebuilt.
  static func rebuilt(_ table: String) -> String { "\(table)Rebuilt" }

  private static func list(_ columns: String, of table: String) -> String {
    columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
  }
}
