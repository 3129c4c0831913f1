internal import MovieSQLite

/// SQLite's own checks. Which table is concerned is asked with the pragmas of each table, never
/// read from their messages.
enum IntegrityCheck {
  /// - Throws: `damaged` with the first problem, `changedSchema` if SQLite cannot use the schema.
  static func requireIntact(in transaction: borrowing Transaction, path: String) throws {
    guard let finding = try firstFinding(in: transaction) else { return }
    throw finding.code == .damagedData
      ? StoreError.damaged(path: path, detail: finding.message)
      : .changedSchema(path: path, findings: [finding])
  }

  /// Returns the first problem, in SQLite's words.
  static func firstFinding(in transaction: borrowing Transaction) throws -> Finding? {
    do {
      let problem = try problems("integrity_check(1)", in: transaction)
      return problem.isEmpty ? nil : damagedData(problem.joined(separator: "; "))
    } catch let error as SQLiteError where error.code.primary == .error {
      return invalidSchema(error)
    }
  }

  /// A function or a collation of another program is missing, or an expression of its index fails.
  static func invalidSchema(_ error: SQLiteError) -> Finding {
    Finding(.drift, "SQLite cannot use the schema: \(error.message)", code: .invalidSchema)
  }

  static func damagedData(_ problem: String) -> Finding {
    Finding(.integrity, problem, code: .damagedData)
  }

  /// Returns the problems with their codes and repairs.
  static func findings(in transaction: borrowing Transaction) throws -> [Finding] {
    do {
      let problems = try problems("integrity_check(1000)", in: transaction)
      if problems.isEmpty { return [] }
      let tables = try damagedTables(in: transaction)
      if !tables.isEmpty {
        // It does not compare indexes with their tables.
        if try self.problems("quick_check(1)", in: transaction).isEmpty {
          return tables.map(damagedIndexes)
        }
        if tables.allSatisfy(SearchIndex.shadowTables.contains) { return [searchIndex] }
        if tables.allSatisfy(HistoryTables.all.map(\.name).contains) {
          return [damagedHistory(problems[0])]
        }
      }
      // Problems of no table, such as those of unused pages, are here, too.
      let rest = problems.count - Finding.maximumRows
      let more = rest > 0 ? ["\(rest) more damaged \(rest == 1 ? "place" : "places")"] : []
      return (problems.prefix(Finding.maximumRows) + more).map(damagedData)
    } catch let error as SQLiteError where error.code.primary == .error {
      return [invalidSchema(error)]
    }
  }

  private static func damagedIndexes(of table: String) -> Finding {
    Finding(
      .integrity, "the indexes of the table '\(table)' do not match it", code: .damagedIndex,
      object: table, repair: "rebuild them from the table")
  }

  private static let searchIndex = Finding(
    .integrity, "pages of the search index are damaged", code: .damagedSearchIndex,
    object: SearchIndex.objects[0].name, repair: "rebuild the search index")

  private static func damagedHistory(_ problem: String) -> Finding {
    Finding(
      .integrity, "the history is damaged: \(problem)", code: .damagedHistory, severity: .warning,
      repair: "clear it")
  }

  /// Returns the tables that have problems, or whose indexes have.
  private static func damagedTables(in transaction: borrowing Transaction) throws -> [String] {
    let tables = try transaction.fetchTexts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    return try (["sqlite_schema"] + tables).filter { table in
      try !problems("integrity_check(\(table.quotedIdentifier))", in: transaction).isEmpty
    }
  }

  /// Returns the lines of the result, and an error that ends the check as the last line.
  private static func problems(
    _ pragma: String, in transaction: borrowing Transaction
  ) throws -> [String] {
    var lines: [String] = []
    do {
      try transaction.forEachRow("PRAGMA \(raw: pragma)") { row throws(SQLiteError) in
        // Several problems of pages are one text, after a line with the name of the database.
        lines += try row.text(at: 0).split(separator: "\n")
          .filter { $0 != "ok" && !$0.hasPrefix("***") }.map(String.init)
      }
    } catch let error as SQLiteError where error.code.isDamage {
      lines.append("the integrity check did not finish: \(error.message)")
    }
    if !lines.isEmpty { try transaction.requireReadablePages() }
    return lines
  }
}

extension ResultCode {
  var isDamage: Bool { [.corrupt, .notADatabase, .tooBig, .mismatch].contains(primary) }
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
        object: "MovieActor", repair: "delete them")
    }
    let attributes = Finding(
      .foreignKey, "attributes that refer to missing movies: \(attributes)",
      code: .orphanAttributes, object: AttributeTable.name,
      repair: "delete them")
    let foreign = Finding(
      .foreignKey, "rows in tables of other programs that refer to missing rows: \(others)",
      code: .thirdPartyReferences, severity: .warning)
    return zip([movies, actors, self.attributes, others], credits + [attributes, foreign])
      .filter { $0.0 > 0 }.map(\.1)
  }
}
