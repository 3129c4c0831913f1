internal import MovieSQLite

/// What SQLite finds wrong with pages, indexes and values, told apart by its words.
struct IntegrityReport {
  static let hint =
    "restore a backup with 'movies restore'; without a backup, the '.recover' command of the "
    + "sqlite3 shell may recover some rows"

  /// So many lines are read.
  private static let mostLines = 1_000
  /// So many are told one by one.
  private static let mostTold = 10

  private var damage: [String] = []
  /// Whether the damaged pages are those of the search index, and all other tables are whole.
  private var isConfinedToSearchIndex = false
  /// By the name of the index, in order.
  private var indexes: [(name: String, count: Int, rows: [Int64])] = []
  /// By what is wrong with which column.
  private var values: [(text: String, count: Int)] = []

  /// Where SQLite itself cannot go on, that is a part of the report.
  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    do throws(SQLiteError) {
      try read(in: transaction)
    } catch  where error.code.isOfDamage {
      damage.append("the integrity check did not finish: \(error.message)")
    }
    if !damage.isEmpty {
      isConfinedToSearchIndex = try Self.isSearchIndexAlone(damagedIn: transaction)
    }
  }

  private static func isSearchIndexAlone(
    damagedIn transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let tables = try transaction.fetchTexts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    let parts = tables.filter(SearchIndex.shadowTables.contains)
    let others = ["sqlite_schema"] + tables.filter { !SearchIndex.shadowTables.contains($0) }
    for table in others where try !isWhole(table, in: transaction) { return false }
    for table in parts where try !isWhole(table, in: transaction) { return true }
    return false
  }

  private static func isWhole(
    _ table: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      return try transaction.fetchTexts("PRAGMA integrity_check(\"\(raw: table.doublingQuotes)\")")
        == ["ok"]
    } catch  where error.code.isOfDamage {
      return false
    }
  }

  private mutating func read(in transaction: borrowing Transaction) throws(SQLiteError) {
    var lines = try transaction.prepare("PRAGMA integrity_check(\(raw: Self.mostLines))")
    while try lines.step() {
      // One answer may have a heading, and several lines.
      for line in lines.text(at: 0).split(separator: "\n")
      where line != "ok" && !line.hasPrefix("***") {
        add(String(line))
      }
    }
  }

  private mutating func add(_ line: String) {
    if let index = line.part(after: " index ") {
      add(line.number(after: "row "), missingFrom: index)
    } else if line.contains(" value in ") || line.hasPrefix("CHECK constraint failed in ") {
      if let place = values.firstIndex(where: { $0.text == line }) {
        values[place].count += 1
      } else {
        values.append((line, 1))
      }
    } else {
      damage.append(line)
    }
  }

  private mutating func add(_ row: Int64?, missingFrom name: String) {
    let rows = row.map { [$0] } ?? []
    if let place = indexes.firstIndex(where: { $0.name == name }) {
      indexes[place].count += 1
      if indexes[place].rows.count < Self.mostTold { indexes[place].rows += rows }
    } else {
      indexes.append((name, 1, rows))
    }
  }

  func symptoms(of version: SchemaVersion?) -> [Symptom] {
    damageSymptoms
      + indexes.map { index in
        Symptom(
          .damagedIndex, .integrity, "the index '\(index.name)' does not match its table",
          object: index.name, rows: index.rows, fix: "rebuild it from the table")
      }
      + values.map { value in
        let place = (value.text.part(after: " in ") ?? "").split(separator: ".")
        let isMendable = Self.isMendable(place, version)
        return Symptom(
          .wrongValues, .integrity, "\(value.text): \(value.count)",
          object: place.first.map(String.init),
          hint: isMendable ? nil : "repair them with the program that wrote them",
          fix: isMendable ? "convert them to valid values" : nil)
      }
  }

  /// Whether a table's column, or a check of the table, is one that the rules of the catalog mend.
  private static func isMendable(_ place: [Substring], _ version: SchemaVersion?) -> Bool {
    guard let version, let table = place.first,
      VersionedSchema(version).tables.contains(String(table))
    else { return false }
    // Checks of earlier versions are about casts and UUIDs, too.
    guard let column = place.dropFirst().first else { return version >= .v5 }
    return ["title", "favorite", "sortableTitle", "name", "movieID", "actorID", "position"]
      .contains(column)
  }

  private var damageSymptoms: [Symptom] {
    if isConfinedToSearchIndex {
      return [
        Symptom(
          .damagedSearchIndex, .integrity, "pages of the search index are damaged",
          object: SearchIndex.objects[0].name, fix: "rebuild the search index")
      ]
    }
    let told = damage.prefix(Self.mostTold).map { line in
      Symptom(.damagedPages, .integrity, line, hint: Self.hint)
    }
    if damage.count <= Self.mostTold { return told }
    let rest = damage.count - Self.mostTold
    let more = "\(rest) more damaged \(rest == 1 ? "place" : "places")"
    return told + [Symptom(.damagedPages, .integrity, more, hint: Self.hint)]
  }
}

extension String {
  /// What stands behind the first occurrence of the words.
  fileprivate func part(after words: String) -> String? {
    guard let start = utf8.firstIndex(of: Array(words.utf8)) else { return nil }
    return String(self[start...])
  }

  /// The number that begins behind the first occurrence of the word.
  fileprivate func number(after word: String) -> Int64? {
    part(after: word).flatMap { Int64($0.prefix { $0.isNumber }) }
  }
}

extension String.UTF8View {
  /// Where the first occurrence of the bytes ends.
  fileprivate func firstIndex(of bytes: [UInt8]) -> Index? {
    indices.first { self[$0...].starts(with: bytes) }.map { index($0, offsetBy: bytes.count) }
  }
}
