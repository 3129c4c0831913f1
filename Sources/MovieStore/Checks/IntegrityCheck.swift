internal import MovieSQLite

enum IntegrityCheck {
  static let hint =
    "restore a backup with 'movies restore'; without a backup, the '.recover' command of the "
    + "sqlite3 shell may recover some rows"

  /// Returns the first problem in SQLite's words.
  private static func firstProblem(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> String? {
    let line = try transaction.fetchTexts("PRAGMA integrity_check(1)").first { $0 != "ok" }
    if line != nil { try transaction.requireReadablePages() }
    return line.map { problems(in: $0).joined(separator: "; ") }
  }

  /// - Throws: `damaged` with the first problem, `changedSchema` if SQLite cannot use the schema.
  static func requireIntact(in transaction: borrowing Transaction, path: String) throws {
    do {
      if let problem = try firstProblem(in: transaction) {
        throw StoreError.damaged(path: path, detail: problem)
      }
    } catch let error as SQLiteError where error.code.primary == .error {
      throw StoreError.changedSchema(path: path, findings: [unusableObject(error)])
    }
  }

  /// Returns the first problem, if any, as a finding without a repair.
  static func firstFindings(in transaction: borrowing Transaction) throws(SQLiteError) -> [Finding]
  {
    do throws(SQLiteError) {
      let problem = try firstProblem(in: transaction)
      return problem.map { [Finding(.integrity, $0, hint: "restore a backup")] } ?? []
    } catch  where error.code.primary == .error {
      return [unusableObject(error)]
    }
  }

  /// A function or a collation of another program is missing, or an expression of its index fails.
  static func unusableObject(_ error: SQLiteError) -> Finding {
    Finding(
      .drift, "SQLite cannot use the schema: \(error.message)", code: .unusableObject,
      hint: "drop the table or index that another program created")
  }

  private static func problems(in row: String) -> [Substring] {
    row.split(separator: "\n").filter { $0 != "ok" && !$0.hasPrefix("***") }
  }

  /// Returns the problems with their codes and repairs: damaged pages, wrong values and damaged
  /// indexes.
  static func findings(in transaction: borrowing Transaction) throws -> [Finding] {
    var damage: [String] = []
    var values: [String] = []
    var indexes: [(name: String, rows: [Int64])] = []
    let lines: [String]
    do {
      lines = try self.lines(in: transaction)
    } catch let error as SQLiteError where error.code.primary == .error {
      return [unusableObject(error)]
    }
    for line in lines {
      // SQLite checks CHECK constraints only if the connection can write; the checks of rows find
      // the violations in either case.
      if line.hasPrefix("CHECK constraint failed in ") { continue }
      if let name = line.text(after: " index ") {
        let row = line.text(after: "row ").flatMap { Int64($0.prefix { $0.isNumber }) }
        let index = indexes.firstIndex { $0.name == name } ?? indexes.endIndex
        if index == indexes.endIndex { indexes.append((String(name), [])) }
        if let row, indexes[index].rows.count < Finding.maximumRows {
          indexes[index].rows.append(row)
        }
      } else if line.text(after: " value in ") != nil {
        values.append(line)
      } else {
        damage.append(line)
      }
    }
    return try damageFindings(damage, in: transaction)
      + indexes.map { name, rows in
        Finding(
          .integrity, "the index '\(name)' does not match its table", code: .damagedIndex,
          object: name, rows: rows, repair: "rebuild it from the table")
      } + valueFindings(values)
  }

  /// Returns the first 1,000 lines of the result, and an error that ends the check as the last line.
  private static func lines(in transaction: borrowing Transaction) throws -> [String] {
    var lines: [String] = []
    do {
      try transaction.forEachRow("PRAGMA integrity_check(1000)") { row throws(SQLiteError) in
        lines += problems(in: try row.text(at: 0)).map(String.init)
      }
    } catch let error as SQLiteError where error.code.isDamage {
      lines.append("the integrity check did not finish: \(error.message)")
    }
    if !lines.isEmpty { try transaction.requireReadablePages() }
    return lines
  }

  private static func damageFindings(
    _ lines: [String], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Finding] {
    if lines.isEmpty { return [] }
    if try isConfinedToSearchIndex(in: transaction) {
      return [
        Finding(
          .integrity, "pages of the search index are damaged", code: .damagedSearchIndex,
          object: SearchIndex.objects[0].name, repair: "rebuild the search index")
      ]
    }
    let rest = lines.count - Finding.maximumRows
    let more = rest > 0 ? ["\(rest) more damaged \(rest == 1 ? "place" : "places")"] : []
    return (lines.prefix(Finding.maximumRows) + more).map {
      Finding(.integrity, $0, code: .damagedPages, hint: hint)
    }
  }

  /// Whether the damaged pages are those of the search index, and all other tables are intact.
  private static func isConfinedToSearchIndex(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let tables = try transaction.fetchTexts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    var isSearchIndexDamaged = false
    for table in ["sqlite_schema"] + tables where try !isIntact(table, in: transaction) {
      if !SearchIndex.shadowTables.contains(table) { return false }
      isSearchIndexDamaged = true
    }
    return isSearchIndexDamaged
  }

  private static func isIntact(
    _ table: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      return try transaction.fetchTexts("PRAGMA integrity_check(\(raw: table.quotedIdentifier))")
        == ["ok"]
    } catch  where error.code.isDamage {
      return false
    }
  }

  private static func valueFindings(_ lines: [String]) -> [Finding] {
    var rest = lines
    var findings: [Finding] = []
    while let line = rest.first {
      let table = line.text(after: " in ")?.prefix { $0 != "." }
      let count = rest.count { $0 == line }
      rest.removeAll { $0 == line }
      let isInHistory = HistoryTables.all.contains { table?.elementsEqual($0.name) == true }
      findings.append(
        isInHistory
          ? Finding(
            .integrity, "\(line): \(count)", code: .damagedHistory, severity: .warning,
            object: table.map(String.init), hint: HistoryChecks.hint, repair: HistoryChecks.repair)
          : Finding(
            .integrity, "\(line): \(count)", code: .wrongValues, object: table.map(String.init),
            hint: hint))
    }
    return findings
  }
}

extension ResultCode {
  var isDamage: Bool { [.corrupt, .notADatabase, .tooBig, .mismatch].contains(primary) }
}

extension String {
  fileprivate func text(after marker: String) -> Substring? {
    utf8.firstRange(of: marker.utf8).map { self[$0.upperBound...] }
  }
}

/// Credits and attributes that refer to missing movies or actors, and rows in tables of other programs that
/// refer to missing rows.
///
/// `PRAGMA foreign_key_check` would look up every credit; looking up each distinct movie and actor of
/// the credits takes a tenth of the time.
struct ForeignKeyViolations: Sendable {
  private var movies: Int64 = 0
  private var actors: Int64 = 0
  private var attributes: Int64 = 0
  private let others: Int64

  init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws(SQLiteError) {
    others = try Self.others(in: transaction)
    guard let version else { return }
    let schema = Schema(version)
    if transaction.hasTable(AttributeTable.name) {
      attributes = try Self.rows(
        of: AttributeTable.name, "movieID", missingFrom: schema.movies, schema.key, in: transaction)
    }
    guard schema.hasActors else { return }
    movies = try Self.rows(
      of: "MovieActor", "movieID", missingFrom: schema.movies, schema.key, in: transaction)
    actors = try Self.rows(
      of: "MovieActor", "actorID", missingFrom: schema.actors, schema.key, in: transaction)
  }

  var count: Int64 { movies + actors + attributes + others }

  private static func rows(
    of referring: String, _ column: String, missingFrom table: String, _ key: String,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64 {
    try transaction.fetchInt(
      """
      SELECT count(*) FROM \(raw: referring) WHERE \(raw: column) IN (
        SELECT \(raw: column) FROM (SELECT DISTINCT \(raw: column) FROM \(raw: referring))
        WHERE \(raw: column) NOT IN (SELECT \(raw: key) FROM \(raw: table)))
      """)
  }

  /// A table whose foreign keys do not match a key of the table that they refer to counts as one.
  private static func others(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    let tables = try transaction.fetchTexts(
      """
      SELECT DISTINCT object.name
      FROM sqlite_schema AS object, pragma_foreign_key_list(object.name)
      WHERE object.type = 'table' AND object.name NOT IN ('MovieActor', 'MovieAttribute')
      """)
    var count: Int64 = 0
    for table in tables {
      do throws(SQLiteError) {
        count += try transaction.fetchInt("SELECT count(*) FROM pragma_foreign_key_check(\(table))")
      } catch  where error.code.primary == .error {
        count += 1
      }
    }
    return count
  }

  var findings: [Finding] {
    let credits = [("movies", movies), ("actors", actors)].map { subject, count in
      Finding(
        .foreignKey, "credits that refer to missing \(subject): \(count)", code: .orphanCredits,
        object: "MovieActor", hint: "delete them with 'movies doctor --fix', or restore a backup")
    }
    let attributes = Finding(
      .foreignKey, "attributes that refer to missing movies: \(attributes)",
      code: .orphanAttributes, object: AttributeTable.name,
      hint: "delete them with 'movies doctor --fix', or restore a backup")
    let foreign = Finding(
      .foreignKey, "rows in tables of other programs that refer to missing rows: \(others)",
      code: .foreignReferences, severity: .warning,
      hint: "repair them with the program that wrote them")
    return zip([movies, actors, self.attributes, others], credits + [attributes, foreign])
      .filter { $0.0 > 0 }.map(\.1)
  }
}
