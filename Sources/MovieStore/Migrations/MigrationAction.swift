extension Migration {
  /// One act of a migration.
  package struct Action: Hashable, Sendable {
    /// What is done.
    package enum Work: Hashable, Sendable {
      /// Runs one statement.
      case statement(String)
      /// Runs a statement for each run of keys of a table; `?1` and `?2` are the first and last.
      case chunks(table: String, key: String, String)
      /// Looks for violations; one stops it all.
      case proof(Proof)
    }

    package let work: Work
    /// How much it takes.
    package let kind: MigrationStep.Kind
    /// Why what it drops may go; `nil` where it drops nothing.
    package let reason: String?

    private init(_ work: Work, _ kind: MigrationStep.Kind, because reason: String? = nil) {
      self.work = work
      self.kind = kind
      self.reason = reason
    }

    package var sql: String {
      switch work {
      case .statement(let sql), .chunks(_, _, let sql): sql
      case .proof(let proof): proof.violations
      }
    }

    /// A statement that touches the schema alone.
    package static func instantly(_ sql: String) -> Self { Self(.statement(sql), .instant) }

    /// A statement that reads all rows of a table.
    package static func scanning(_ sql: String) -> Self { Self(.statement(sql), .scan) }

    /// A statement for each run of keys, which writes all rows of a table.
    package static func inChunks(of table: String, by key: String = "pk", _ sql: String) -> Self {
      Self(.chunks(table: table, key: key, sql), .rewrite)
    }

    /// A query that must find nothing.
    package static func proving(_ claim: String, _ violations: String) -> Self {
      Self(.proof(Proof(claim, violations)), .scan)
    }

    /// A statement that drops a table or a column, and with a column writes all rows.
    package static func dropping(_ sql: String, because reason: String) -> Self {
      Self(.statement(sql), .rewrite, because: reason)
    }
  }
}
