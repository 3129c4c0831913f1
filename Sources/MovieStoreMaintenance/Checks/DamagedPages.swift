internal import MovieSQLite
internal import MovieStore

extension IntegrityCheck {
  /// Returns the problems with their codes and repairs.
  ///
  /// - Parameter location: Where another connection reads the same database.
  static func findings(
    in transaction: borrowing Transaction, at location: Connection.Location, path: String
  ) throws -> [Finding] {
    do {
      let problems = try problems("integrity_check(1000)", in: transaction)
      if problems.isEmpty { return [] }
      let tables = try damagedTables(in: transaction)
      let damaged = try repairableFindings(of: tables, problems[0], in: transaction)
      if try isIntact(without: damaged, at: location, path: path) { return damaged }
      let rest = problems.count - Finding.rowLimit
      let more = rest > 0 ? ["\(rest) more damaged \(rest == 1 ? "place" : "places")"] : []
      return (problems.prefix(Finding.rowLimit) + more).map(damagedData)
    } catch let error as SQLiteError where error.code.primary == .error {
      return [invalidSchema(error)]
    }
  }

  /// Returns the findings if only indexes of the tables are damaged, what a repair creates again or
  /// can do without, or pages of no table.
  private static func repairableFindings(
    of tables: [String], _ problem: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Finding] {
    let (search, history) = (SearchIndex.tables, HistoryTables.all.map(\.name))
    var findings: [Finding] = []
    for table in tables where !search.contains(table) && !history.contains(table) {
      if try transaction.indexes(of: table).isEmpty { continue }
      findings.append(
        Finding(
          .integrity, "the indexes of the table '\(table)' do not match it", code: .damagedIndex,
          object: table, repair: "rebuild them from the table"))
    }
    if tables.contains(where: search.contains) {
      findings.append(
        Finding(
          .integrity, "pages of the search index are damaged", code: .damagedSearchIndex,
          object: SearchIndex.all[0].name, repair: "rebuild the search index"))
    }
    if tables.contains(where: history.contains) {
      findings.append(
        Finding(
          .integrity, "the history is damaged: \(problem)", code: .damagedHistory,
          severity: .warning, repair: "clear it"))
    }
    let unusedPages = Finding(
      .integrity, "unused pages are damaged, or not listed as such: \(problem)",
      code: .damagedUnusedPages, repair: "rebuild the file without them")
    return findings.isEmpty ? [unusedPages] : findings
  }

  /// Returns the tables that have problems, or whose indexes have.
  private static func damagedTables(in transaction: borrowing Transaction) throws -> [String] {
    let tables = try transaction.fetchTexts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    return try (["sqlite_schema"] + tables).filter { table in
      try !problems("integrity_check(\(table.quotedIdentifier))", in: transaction).isEmpty
    }
  }

  /// Whether a copy of the database has no problems after the repair of these findings.
  private static func isIntact(
    without damaged: [Finding], at location: Connection.Location, path: String
  ) throws -> Bool {
    let copy = try TemporaryCopy(in: nil)
    try copy.fill(from: ConnectionSetup.connection(to: location), path: path)
    let connection = try ConnectionSetup.connection(to: .file(copy.path))
    connection.reportsCommits = false
    try connection.removeModules()
    try connection.execute("PRAGMA ignore_check_constraints = ON")
    do {
      try connection.removePages(of: damaged)
      return try connection.read { transaction throws in
        try problems("integrity_check(1)", in: transaction).isEmpty
      }
    } catch let error as SQLiteError where error.code.isDamage {
      return false
    }
  }
}

extension Finding {
  /// Whether pages are damaged, but only of objects that a repair removes.
  var isInRemovablePages: Bool { kind == .integrity && problem != .damagedData }

  /// Returns the names of the objects whose pages are damaged.
  func damagedObjects(in transaction: borrowing Transaction) throws(SQLiteError) -> [String] {
    switch problem {
    case .damagedIndex: try transaction.indexes(of: object ?? "")
    case .damagedSearchIndex: SearchIndex.tables
    case .damagedHistory: HistoryTables.all.map(\.name)
    default: []
    }
  }
}

extension Connection {
  /// Removes objects whose pages are damaged, and rebuilds the file without these pages.
  ///
  /// Only the schema table of the damaged file is written: a page that is listed as free may be in
  /// use. Everything else is intact.
  ///
  /// - Parameter onceLocked: Runs when no other process can write, before anything is changed.
  /// - Returns: The removed indexes. The rest of the repair creates them again, and all else.
  @discardableResult
  func removePages(
    of damaged: [Finding], onceLocked: () throws -> Void = {}
  ) throws -> [SchemaObject] {
    let indexes = try write { transaction throws in
      try onceLocked()
      let names = try damaged.flatMap { finding throws in
        try finding.damagedObjects(in: transaction)
      }
      let indexes = try SchemaObject.all(in: transaction).filter {
        $0.type == "index" && names.contains($0.name)
      }
      try transaction.removeFromSchema(names)
      return indexes
    }
    try execute("VACUUM")
    return indexes
  }
}
