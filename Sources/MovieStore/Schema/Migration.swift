/// The way from one schema version to the next, as data: SQL and proofs, never code that touches
/// the record types of today.
package struct Migration: Sendable {
  /// The version that the migration leads to.
  package let version: SchemaVersion
  /// What changes, in a few words.
  package let summary: String
  package let steps: [Step]

  package init(version: SchemaVersion, summary: String, steps: [Step]) {
    self.version = version
    self.summary = summary
    self.steps = steps
  }

  /// One act of a migration, in order.
  package enum Step: Sendable {
    /// Runs one statement.
    case run(String)
    /// Runs one statement for each run of keys of a table; `?1` and `?2` are the first and last.
    case runInChunks(table: String, key: String, String)
    /// Runs a query whose rows are violations; the first column names each. One row stops it all.
    case prove(String, String)
  }

  package static let all: [Migration] = [v1, v2, v3, v4, v5, v6]
}
