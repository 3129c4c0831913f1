extension Migration {
  /// Actions that give a table other columns, for what ALTER TABLE cannot do; the numbers are those
  /// of SQLite's recipe (https://sqlite.org/lang_altertable.html#otheralter), whose steps around
  /// these, foreign keys and transaction, are the run's.
  ///
  /// - Parameters:
  ///   - columns: the definitions of the new columns, `pk` first.
  ///   - values: the expressions that fill them, in order, over a row of the old table.
  ///   - kept: columns that both have, compared before the old table goes.
  ///   - proofs: what else must hold by then; the new table is called by `rebuilt`.
  ///   - indexes: the statements that make its indexes.
  static func rebuilding(
    _ table: String, columns: String, from values: String, keeping kept: String,
    proofs: [Proof] = [], indexes: [String]
  ) -> [Action] {
    let new = rebuilt(table)
    return [
      // 4. Make the new table.
      .instantly("CREATE TABLE \(new)(\n\(columns)\n) STRICT"),
      // 5. Copy the rows.
      .inChunks(
        of: table,
        "INSERT INTO \(new) SELECT \(values) FROM \(table) WHERE pk BETWEEN ?1 AND ?2"),
      .proving(
        "rows of \(table) that were not copied correctly",
        """
        SELECT pk FROM \(table) AS old
        WHERE (SELECT count(*) FROM \(new) AS new
          WHERE new.pk = old.pk AND (\(listed(kept, of: "new"))) IS (\(listed(kept, of: "old")))) <> 1
        """),
    ] + proofs.map { .proving($0.claim, $0.violations) } + [
      // The counter of keys, or those of deleted rows would be given again.
      .instantly("DELETE FROM sqlite_sequence WHERE name = '\(new)'"),
      .instantly(
        """
        INSERT INTO sqlite_sequence(name, seq)
        SELECT '\(new)', seq FROM sqlite_sequence WHERE name = '\(table)'
        """),
      // 6. Drop the old table.
      .dropping("DROP TABLE \(table)", because: "all its rows are proved to be copied"),
      // 7. Give the new table its name.
      .instantly("ALTER TABLE \(new) RENAME TO \(table)"),
      // 8. Make its indexes.
    ] + indexes.map { .scanning($0) }
  }

  /// What a table is called while it is rebuilt.
  static func rebuilt(_ table: String) -> String { "\(table)Rebuilt" }

  private static func listed(_ columns: String, of table: String) -> String {
    columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
  }
}
