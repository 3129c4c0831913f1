internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

struct Repair {
  private let version: SchemaVersion
  private let schema: SchemaInspection
  private let codes: Set<Finding.Code>
  private let indexes: [SchemaObject]

  /// - Parameter removed: Indexes to create again.
  /// - Throws: `StoreError.changedSchema` if another program changed the schema after the check.
  init(
    _ report: CheckReport, of path: String, version: SchemaVersion,
    recreating removed: [SchemaObject], in transaction: borrowing Transaction
  ) throws {
    let schema = try SchemaInspection(in: transaction, path: path)
    if schema.version != version || schema.findings.preventRepairs {
      throw StoreError(.changedSchema(path: path, findings: schema.findings))
    }
    self.version = version
    self.schema = schema
    codes = Set(report.repairable.compactMap(\.problem))
    let wrong = report.repairable.compactMap { finding in
      [.missingIndex, .changedIndex].contains(finding.problem) ? finding.object : nil
    }
    let ours = (Schema(version).objects + AttributeTable.objects).filter { index in
      index.type == "index"
        && (wrong + removed.map(\.name)).contains(where: index.name.hasSameName)
    }
    indexes = ours + removed.filter { index in !ours.contains(where: index.hasSameName) }
  }

  /// - Parameters:
  ///   - description: The description of the entry of the history.
  ///   - backup: The path of the backup, which the entry names.
  func run(
    in transaction: borrowing Transaction, description: String?, backup: String?
  ) throws -> [String] {
    // First, because wrong entries in an index would affect the changes of rows.
    if version == .newest { try SearchIndex.drop(in: transaction) }
    for index in indexes {
      try transaction.execute("DROP INDEX IF EXISTS \(raw: index.name.quotedIdentifier)")
    }
    let rows = try repairRows(in: transaction)
    var repairs = rows.repairs
    for index in indexes
    where index.name != AttributeTable.indexName || schema.hasTable(AttributeTable.name) {
      try transaction.execute(SQL(raw: index.sql))
    }
    repairs += indexes.map { "rebuilt the index '\($0.name)'" }
    if version == .newest { try SearchIndex.rebuild(in: transaction) }
    if repairsSearchIndex { repairs.append("rebuilt the search index") }
    if codes.contains(.damagedUnusedPages) { repairs.append("rebuilt the file") }
    if codes.contains(.damagedHistory) {
      // Without tables, pages of the history were damaged.
      let changes =
        HistoryTables.exist(in: transaction)
        ? " (\(Formatting.pluralized(try HistoryLog.count(in: transaction), "change")))" : ""
      try HistoryTables.drop(in: transaction)
      if version == .newest { try Schema.createAuxiliaryTables(in: transaction) }
      repairs.append("cleared the history\(changes)")
    }
    if version == .newest, rows.count > 0 {
      try Schema.createAuxiliaryTables(in: transaction)
      try HistoryLog.append(
        "repaired: \(rows.repairs.joined(separator: ", "))"
          + (backup.map { "; backup: \($0)" } ?? ""),
        description: description, movieCount: rows.count, in: transaction)
    }
    return repairs
  }

  /// Runs the repairs of all checks, because one may require another: an actor whose last credit is
  /// deleted has no movies.
  private func repairRows(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> (repairs: [String], count: Int) {
    var repairs: [String] = []
    var total = 0
    for check in Check.all(
      schema, trustsIndexes: codes.isDisjoint(with: Finding.Code.damagedIndexes))
    {
      guard let repair = check.repair else { continue }
      var count: Int64 = 0
      for statement in repair.statements {
        try transaction.execute(SQL(raw: statement))
        count += transaction.changes
      }
      if count > 0 {
        repairs.append("\(repair.outcome) (\(count) \(count == 1 ? "row" : "rows"))")
        // What a sync remembers is no part of a movie: earlier changes can still be undone.
        if check.code != .damagedSync { total += Int(count) }
      }
    }
    return (repairs, total)
  }

  private var repairsSearchIndex: Bool {
    version == .newest
      && !codes.isDisjoint(with: [
        .missingSearchIndex, .changedSearchIndex, .staleSearchIndex, .damagedSearchIndex,
      ])
  }
}
