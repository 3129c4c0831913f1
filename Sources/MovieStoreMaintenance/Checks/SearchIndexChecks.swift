internal import MovieSQLite
internal import MovieStore

enum SearchIndexChecks {
  static func findings(
    _ schema: SchemaInspection, at location: Connection.Location, path: String,
    timeout: LockTimeout, in transaction: borrowing Transaction
  ) throws -> [Finding] {
    if schema.findings.contains(where: { $0.problem == .changedSearchIndex }) { return [] }
    if try !SearchIndex.isUsable(schema.objects, in: transaction) { return [missing] }
    let findings = try SearchIndex.all.compactMap { index in
      var finding = try stale(index).finding(in: transaction)
      finding?.repair = "rebuild the search index"
      return finding
    }
    if !findings.isEmpty { return findings }
    return try isInconsistent(at: location, path: path, timeout) ? [damaged] : []
  }

  private static let missing = Finding(
    .data, "the search index is missing, or was created by another version of movies",
    code: .missingSearchIndex, severity: .note, repair: "rebuild it")

  /// Rows that the index contains with another text or not at all, and deleted rows that it
  /// contains. Pending changes are not violations.
  private static func stale(_ index: SearchIndex) -> Check {
    let (name, table) = (index.name, index.table)
    return Check(
      code: .staleSearchIndex, message: "\(index.column)s that do not match the search index",
      table: name,
      query: """
        SELECT id FROM (
          SELECT \(table).id AS id
          FROM \(table) LEFT JOIN \(name)_content AS indexed ON indexed.id = \(table).id
          WHERE c0 IS NOT indexed_text(\(index.column))
          UNION ALL
          SELECT id FROM \(name)_content WHERE id NOT IN (SELECT id FROM \(table)))
        WHERE id NOT IN (SELECT \(index.key) FROM \(index.pending))
        """)
  }

  private static let damaged = Finding(
    .data, "the search index is inconsistent", code: .damagedSearchIndex,
    object: SearchIndex.all[0].name, repair: "rebuild the search index")

  /// Whether FTS5 cannot use the index. A damaged length exceeds any memory, each time.
  private static func isInconsistent(
    at location: Connection.Location, path: String, _ timeout: LockTimeout
  ) throws -> Bool {
    for _ in 1...2 {
      do {
        return try isDamaged(at: location, path: path, timeout)
      } catch let error as SQLiteError where error.code.primary == .noMemory {}
    }
    return true
  }

  /// Whether one attempt to use the index fails.
  ///
  /// FTS5 uses its own connection, because an index that it cannot open would end other checks.
  ///
  /// - Throws: Any error of the file; `SQLiteError` with the code `noMemory`, also for some damage.
  private static func isDamaged(
    at location: Connection.Location, path: String, _ timeout: LockTimeout
  ) throws -> Bool {
    let connection = try ConnectionSetup.connection(to: location, timeout: timeout)
    // Allows writes to the shadow tables of a temporary index; the file is opened read-only.
    try connection.set(.defensive, to: false)
    do {
      return try connection.read { transaction throws in
        // In WAL mode, another process can have migrated the file since the other checks began.
        let schema = try SchemaInspection(in: transaction, path: path)
        let isUsable = try SearchIndex.isUsable(schema.objects, in: transaction)
        if schema.version != .newest || !isUsable { return false }
        for index in SearchIndex.all {
          // Opens the index, even if there are no texts to find.
          _ = try transaction.fetchInt(
            "SELECT count(*) FROM (SELECT 1 FROM \(raw: index.name) LIMIT 1)")
          try checkCopy(of: index, in: transaction)
          if try transaction.fetchInt(lostTexts(index)) > 0 { return true }
        }
        return false
      }
    } catch let error as SQLiteError
      where error.code.isDamage || error.code.primary == .error
    { return true }
  }

  /// Runs FTS5's integrity check on a temporary copy of the index. It requires write access, so it
  /// cannot check the index itself.
  private static func checkCopy(
    of index: SearchIndex, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let definition = index.virtualTable.sql.split(separator: " USING ").last ?? ""
    let copy = "\(index.name)Copy"
    try transaction.execute(
      "CREATE VIRTUAL TABLE temp.\(raw: copy) USING \(raw: String(definition))")
    try transaction.execute("DELETE FROM temp.\(raw: copy)_data")
    for part in ["data", "idx", "content"] {
      try transaction.execute(
        "INSERT INTO temp.\(raw: copy)_\(raw: part) SELECT * FROM main.\(raw: index.name)_\(raw: part)"
      )
    }
    try transaction.execute(
      "INSERT INTO temp.\(raw: copy)(\(raw: copy)) VALUES ('integrity-check')")
  }

  /// Counts the first and last texts that the index does not find by their first letters. FTS5's
  /// integrity check does not notice that it cannot find the pages of the index.
  private static func lostTexts(_ index: SearchIndex) -> SQL {
    let rows: SQL = """
      SELECT id, CAST(indexed_text(\(raw: index.column)) AS TEXT) AS text FROM \(raw: index.table)
      """
    return """
      SELECT count(*) FROM (
        SELECT * FROM (\(rows) ORDER BY id LIMIT 25)
        UNION
        SELECT * FROM (\(rows) ORDER BY id DESC LIMIT 25))
      WHERE text GLOB ' [a-z0-9][a-z0-9][a-z0-9]*'
        AND id NOT IN (SELECT \(raw: index.key) FROM \(raw: index.pending))
        AND id NOT IN (
          SELECT rowid FROM \(raw: index.name) WHERE \(raw: index.name) MATCH substr(text, 2, 3))
      """
  }
}
