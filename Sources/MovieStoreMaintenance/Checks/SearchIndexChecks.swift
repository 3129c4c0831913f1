internal import MovieSQLite
internal import MovieStore

enum SearchIndexChecks {
  static func findings(
    _ schema: SchemaInspection, at location: Connection.Location, path: String,
    timeout: LockTimeout, in transaction: borrowing Transaction
  ) throws -> [Finding] {
    if schema.findings.contains(where: { $0.problem == .changedSearchIndex }) { return [] }
    if try !SearchIndex.isUsable(schema.objects, in: transaction) { return [missing] }
    if var finding = try stale.finding(in: transaction) {
      finding.repair = "rebuild the search index"
      return [finding]
    }
    return try isInconsistent(at: location, path: path, timeout) ? [damaged] : []
  }

  private static let missing = Finding(
    .data, "the search index is missing, or was created by another version of movies",
    code: .missingSearchIndex, severity: .note, repair: "rebuild it")

  /// Movies that the index contains with another title or not at all, and deleted movies that it
  /// contains. Pending changes are not violations.
  private static let stale = Check(
    code: .staleSearchIndex, message: "titles that do not match the search index",
    table: SearchIndex.objects[0].name,
    query: """
      SELECT id FROM (
        SELECT MovieModel.id AS id
        FROM MovieModel LEFT JOIN movieSearch_content AS indexed ON indexed.id = MovieModel.id
        WHERE c0 IS NOT fold(title)
        UNION ALL
        SELECT id FROM movieSearch_content WHERE id NOT IN (SELECT id FROM MovieModel))
      WHERE id NOT IN (SELECT movieID FROM movieSearchNote)
      """)

  private static let damaged = Finding(
    .data, "the search index is inconsistent", code: .damagedSearchIndex,
    object: SearchIndex.objects[0].name, repair: "rebuild the search index")

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
        // Opens the index, even if there are no titles to find.
        _ = try transaction.fetchInt("SELECT count(*) FROM (SELECT 1 FROM movieSearch LIMIT 1)")
        try checkCopy(in: transaction)
        return try transaction.fetchInt(lostTitles) > 0
      }
    } catch let error as SQLiteError
      where error.code.isDamage || error.code.primary == .error
    { return true }
  }

  /// Runs FTS5's integrity check on a temporary copy of the index. It requires write access, so it
  /// cannot check the index itself.
  private static func checkCopy(in transaction: borrowing Transaction) throws(SQLiteError) {
    let definition = SearchIndex.objects[0].sql.split(separator: " USING ").last ?? ""
    try transaction.execute(
      "CREATE VIRTUAL TABLE temp.searchCopy USING \(raw: String(definition))")
    try transaction.execute("DELETE FROM temp.searchCopy_data")
    for part in ["data", "idx", "content"] {
      try transaction.execute(
        "INSERT INTO temp.searchCopy_\(raw: part) SELECT * FROM main.movieSearch_\(raw: part)")
    }
    try transaction.execute("INSERT INTO temp.searchCopy(searchCopy) VALUES ('integrity-check')")
  }

  /// Counts the first and last titles that the index does not find by their first letters. FTS5's
  /// integrity check does not notice that it cannot find the pages of the index.
  private static let lostTitles: SQL = """
    SELECT count(*) FROM (
      SELECT * FROM (SELECT id, fold(title) AS text FROM MovieModel ORDER BY id LIMIT 25)
      UNION
      SELECT * FROM (SELECT id, fold(title) FROM MovieModel ORDER BY id DESC LIMIT 25)) AS movie
    WHERE text GLOB '[a-z0-9][a-z0-9][a-z0-9]*'
      AND id NOT IN (SELECT movieID FROM movieSearchNote)
      AND id NOT IN (SELECT rowid FROM movieSearch WHERE movieSearch MATCH substr(text, 1, 3))
    """
}
