internal import MovieSQLite
internal import MovieSystem

struct Repair {
  private let version: SchemaVersion
  private let schema: SchemaInspection
  private let codes: Set<Finding.Code>
  private let indexes: [SchemaObject]
  private let thirdPartyIndexes: [String]

  /// - Throws: `StoreError.changedSchema` if another program changed the schema after the check.
  init(
    _ report: CheckReport, version: SchemaVersion, in transaction: borrowing Transaction
  ) throws {
    let schema = try SchemaInspection(in: transaction, path: report.path)
    if schema.version != version || schema.findings.preventRepairs {
      throw StoreError.changedSchema(path: report.path, findings: schema.findings)
    }
    self.version = version
    self.schema = schema
    codes = Set(report.repairable.compactMap(\.code))
    let damaged = try report.repairable.flatMap { finding -> [String] in
      switch (finding.code, finding.object) {
      case (.missingIndex, let index?), (.changedIndex, let index?): [index]
      case (.damagedIndex, let table?):
        try transaction.indexes(of: table)
      default: []
      }
    }
    let ours = (Schema(version).objects + AttributeTable.objects)
      .filter { $0.type == "index" }
    indexes = ours.filter { damaged.contains(where: $0.name.hasSameName) }
    thirdPartyIndexes = damaged.filter { name in !ours.contains { $0.name.hasSameName(as: name) } }
  }

  /// - Parameters:
  ///   - description: The description of the entry of the history.
  ///   - backup: The path of the backup, which the entry names.
  func run(
    in transaction: borrowing Transaction, description: String?, backup: String?
  ) throws -> [String] {
    // First, because wrong entries in an index would affect the changes of rows.
    if version == .newest { try SearchIndex.drop(in: transaction) }
    for index in indexes { try transaction.execute("DROP INDEX IF EXISTS \(raw: index.name)") }
    for name in thirdPartyIndexes {
      try transaction.execute("REINDEX \(raw: name.quotedIdentifier)")
    }
    let rows = try repairRows(in: transaction)
    var repairs = rows.repairs
    for index in indexes
    where index.name != AttributeTable.indexName || schema.hasTable(AttributeTable.name) {
      try transaction.execute(SQL(raw: index.sql))
    }
    repairs += (indexes.map(\.name) + thirdPartyIndexes).map { "rebuilt the index '\($0)'" }
    if version == .newest { try SearchIndex.rebuild(in: transaction) }
    if repairsSearchIndex { repairs.append("rebuilt the search index") }
    if codes.contains(.damagedHistory) {
      let count = try HistoryLog.count(in: transaction)
      try HistoryTables.drop(in: transaction)
      if version == .newest { try Schema.createAuxiliaryTables(in: transaction) }
      repairs.append("cleared the history (\(Formatting.pluralized(count, "change")))")
    }
    if version == .newest, rows.count > 0 {
      try Schema.createAuxiliaryTables(in: transaction)
      try HistoryLog.append(
        NewHistoryEntry(
          kind: .change, description: description,
          summary: "repaired: \(rows.repairs.joined(separator: ", "))"
            + (backup.map { "; backup: \($0)" } ?? ""), movieCount: rows.count),
        HistoryValues(), HistoryLimits(), in: transaction)
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
    for repair in Check.all(
      schema, trustsIndexes: codes.isDisjoint(with: Finding.Code.damagedIndexes)
    ).compactMap(\.repair) {
      var count: Int64 = 0
      for statement in repair.statements {
        try transaction.execute(SQL(raw: statement))
        count += transaction.changes
      }
      if count > 0 {
        repairs.append("\(repair.outcome) (\(count) \(count == 1 ? "row" : "rows"))")
        total += Int(count)
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
