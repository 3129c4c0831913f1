package import MovieSQLite

/// Finds names and values in the order of an index. Few rows are read, also of a large catalog.
enum StoredTexts {
  /// The maximum number of beginnings of names or values to compare with the text.
  static let stepLimit = 2_000
  /// The maximum number of values to compare with a text that can be inside them.
  private static let comparedLimit = 5_000

  /// Returns the beginnings of stored names or values that fold to the text, such as `Áb` and `ab`
  /// for `ab`.
  ///
  /// The index has texts as they are written. Each step skips all texts that have the same
  /// beginning.
  ///
  /// - Parameter texts: `SELECT … AS text …` of the names or values. Texts that are not valid UTF-8
  ///   are left out: the text that is read in place of one has another order.
  static func spellings(
    of folded: String, among texts: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [String] {
    var nextText = try catalog.database.prepare(
      """
      SELECT text FROM (\(texts))
      WHERE is_valid_text(text) AND text >= ? ORDER BY text LIMIT 1
      """)
    // A letter can be joined with a mark that follows it.
    let letters = Array(Folding.canonical(folded).utf8)
    func isUndecided(_ beginning: String) -> Bool {
      let beginning = Folding.canonical(Folding.fold(beginning)).utf8
      return beginning.count < letters.count && letters.starts(with: beginning)
    }
    var spellings: [String] = []
    var start = ""
    for _ in 0..<stepLimit {
      try nextText.bind(start, at: texts.values.count + 1)
      let found = try nextText.fetchOne { row throws(SQLiteError) in try row.text(at: 0) }
      guard let text = found else { break }
      var beginning = ""
      for letter in text.unicodeScalars where isUndecided(beginning) {
        beginning.unicodeScalars.append(letter)
      }
      // A text that is too short is skipped alone: longer texts with its letters come next.
      start = isUndecided(beginning) ? text + "\u{1}" : end(of: beginning)
      if Folding.canonical(Folding.fold(beginning)).utf8.starts(with: letters) {
        spellings.append(beginning)
      }
    }
    return spellings
  }

  /// `SELECT …` of all values of the key, for ``spellings(of:among:in:)``.
  static func values(of key: AttributeKey) -> SQL {
    "SELECT value AS text FROM MovieAttribute WHERE key = \(key.name)"
  }

  /// Returns different values of the key in their order: the first ones, and the last one.
  ///
  /// - Parameters:
  ///   - start: The text from which on values are returned, or `nil` for all: numbers are first.
  ///   - end: The text before which values are returned, or `nil` for all.
  static func values(
    of key: AttributeKey, from start: String? = nil, before end: String? = nil, limit: Int,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [AttributeValue] {
    let ofKey: SQL = "SELECT value FROM MovieAttribute WHERE key = \(key.name)"
    let isAfterStart: SQL = start.map { "AND value >= \($0)" } ?? ""
    let isBeforeEnd: SQL = end.map { "AND value < \($0)" } ?? ""
    // Finds each value in the index, where DISTINCT would read all entries. With a second lower
    // bound, SQLite would read all values from the first one on.
    return try catalog.database.fetchAll(
      """
      WITH RECURSIVE present(value) AS (
        SELECT * FROM (\(ofKey) \(isAfterStart) \(isBeforeEnd) ORDER BY value LIMIT 1)
        UNION ALL
        SELECT (\(ofKey) AND value > present.value \(isBeforeEnd) ORDER BY value LIMIT 1)
        FROM present WHERE value IS NOT NULL LIMIT \(limit))
      SELECT value FROM present WHERE value IS NOT NULL
      UNION
      SELECT * FROM (\(ofKey) \(isAfterStart) \(isBeforeEnd) ORDER BY value DESC LIMIT 1)
      ORDER BY value
      """
    ) { row throws(SQLiteError) in try AttributeValue(row: row, at: 0) }
  }

  /// Returns the values of the key that are equal to a text when case and accents are folded.
  static func values(
    like text: String, of key: AttributeKey, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [AttributeValue] {
    let folded = Folding.fold(text)
    var found: [AttributeValue] = []
    for beginning in try spellings(of: folded, among: values(of: key), in: catalog) {
      found += try values(
        of: key, from: beginning, before: end(of: beginning), limit: stepLimit, in: catalog)
    }
    return found.filter { Folding.fold($0.description).isExactly(folded) }
  }

  /// Returns a text after all texts that begin with the given one.
  static func end(of beginning: String) -> String { beginning + "\u{10FFFF}" }

  /// Returns texts of the key that a mistyped text can stand for: those that begin with it, with
  /// its first half or with its first letter, and others. Case and accents are ignored. Of a key
  /// with very many different texts, some are not found.
  static func candidates(
    for typed: String, of key: AttributeKey, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [String] {
    let folded = Folding.fold(typed)
    var found: [AttributeValue] = []
    let letters = folded.unicodeScalars
    for start in [letters.count, letters.count / 2, 1].map({ String(letters.prefix($0)) }) {
      for beginning in try spellings(of: start, among: values(of: key), in: catalog) {
        found += try values(
          of: key, from: beginning, before: end(of: beginning), limit: stepLimit,
          in: catalog)
      }
    }
    found += try values(of: key, from: "", limit: comparedLimit, in: catalog)
    var seen: Set<AttributeValue> = []
    return found.filter { seen.insert($0).inserted }.map(\.description)
  }
}

extension AttributeTable {
  /// Returns the valid keys that movies have, in their order.
  package static func keys(
    limit: Int? = nil, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [AttributeKey] {
    guard catalog.hasAttributes else { return [] }
    // Finds each key in the index, where DISTINCT would read all entries.
    return try catalog.database.fetchAll(
      """
      WITH RECURSIVE present(key) AS (
        SELECT min(key) FROM MovieAttribute
        UNION ALL
        SELECT (SELECT min(key) FROM MovieAttribute WHERE key > present.key)
        FROM present WHERE key IS NOT NULL)
      SELECT key FROM present WHERE key IS NOT NULL AND is_attribute_key(key) LIMIT \(limit ?? -1)
      """
    ) { row throws(SQLiteError) in AttributeKey(unchecked: try row.text(at: 0)) }.sorted()
  }
}
