internal import MovieSQLite

/// The mending of a file, inside a transaction that is taken back where it throws.
struct Mending {
  private let version: SchemaVersion
  private let codes: Set<Symptom.Code>
  /// Indexes of the schema that are made anew.
  private let indexes: [SchemaObject]
  /// Damaged indexes of other programs.
  private let strangersIndexes: [String]

  /// - Throws: `StoreError.changedSchema` where another program has made the file another one since it
  ///   was examined.
  init(
    _ diagnosis: CheckReport, version: SchemaVersion, in transaction: borrowing Transaction
  ) throws {
    let look = try SchemaInspection(in: transaction, path: diagnosis.path)
    if look.version != version || look.symptoms.contains(where: \.code.forbidsMending) {
      throw StoreError.changedSchema(path: diagnosis.path, findings: look.findings)
    }
    self.version = version
    codes = Set(diagnosis.mendable.map(\.code))
    let broken = diagnosis.mendable
      .filter { [.missingIndex, .changedIndex, .damagedIndex].contains($0.code) }
      .compactMap(\.finding.object)
    let ours = try Migrator.objects(of: version).filter { $0.type == "index" }
    indexes = ours.filter { broken.contains($0.name) }
    strangersIndexes = broken.filter { name in !ours.contains { $0.name == name } }
  }

  /// - Returns: what was done, a clause each.
  func run(in transaction: borrowing Transaction) throws -> [String] {
    if isSearchIndexMade { try SearchIndex.drop(in: transaction) }
    // With wrong entries in it, an index would stand in the way of changes.
    for index in indexes { try transaction.execute("DROP INDEX IF EXISTS \(raw: index.name)") }
    for name in strangersIndexes {
      try transaction.execute("REINDEX \"\(raw: name.doublingQuotes)\"")
    }
    var mends = try mendRows(in: transaction)
    for index in indexes { try transaction.execute(SQL(raw: index.sql)) }
    mends += (indexes.map(\.name) + strangersIndexes).map { "rebuilt the index '\($0)'" }
    if isSearchIndexMade {
      try SearchIndex.rebuild(in: transaction)
      mends.append("rebuilt the search index")
    } else if version == .newest {
      try SearchIndex.applyPending(in: transaction)
    }
    return mends
  }

  /// All rules, because one mend may make another necessary: whose last credit goes is without movies.
  private func mendRows(in transaction: borrowing Transaction) throws(SQLiteError) -> [String] {
    var mends: [String] = []
    var typed: Int64 = 0
    for sql in CatalogRule.typing(VersionedSchema(version)) {
      try transaction.execute(SQL(raw: sql))
      typed += transaction.changes
    }
    if typed > 0 {
      mends.append("converted values to the types of their columns (\(Self.rows(typed)))")
    }
    for rule in CatalogRule.rules(of: version, distrustingIndexes: !indexes.isEmpty) {
      let count = try rule.mend(in: transaction)
      if count > 0 { mends.append("\(rule.done) (\(Self.rows(count)))") }
    }
    return mends
  }

  private static func rows(_ count: Int64) -> String { "\(count) \(count == 1 ? "row" : "rows")" }

  // MARK: The search index

  /// Also where titles are mended: what has no title comes past the triggers that note changes.
  private var isSearchIndexMade: Bool {
    version == .newest
      && !codes.isDisjoint(with: [
        .missingSearchIndex, .changedSearchIndex, .staleSearchIndex, .damagedSearchIndex,
        .unusableTitles,
      ])
  }
}
