package import MovieSQLite

extension SearchIndex {
  /// Returns `SELECT …` of the ids of all rows whose text can have the letters, a
  /// superset of those that have them. An id can be repeated.
  ///
  /// - Parameters:
  ///   - rank: At most this rank is looked for.
  /// - Returns: `nil` if all rows must be read: without letters, and without a usable index.
  func candidates(
    for pattern: LoosePattern, atMost rank: LoosePattern.Rank = .inside,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    let (start, end) = (rank == .whole || rank == .start ? " " : "", rank == .whole ? " " : "")
    if pattern.letters.isEmpty { return nil }
    let text = start + String(decoding: pattern.letters, as: UTF8.self) + end
    return try candidates(with: text, in: catalog)
  }

  /// Returns the ids of all rows that can have a text in the index, as
  /// ``candidates(for:atMost:in:)``: letters, with a space before those that start a text or follow
  /// its article, and with a space after those that end it.
  package func candidates(
    with text: String, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    if !catalog.hasSearchIndex { return nil }
    let indexed = try indexedRows(
      with: Array(text.unicodeScalars.prefix(Self.indexedLimit)), in: catalog)
    guard try hasPending(in: catalog.database) else { return indexed }
    return """
      SELECT id FROM (\(indexed)) WHERE id NOT IN (SELECT \(raw: key) FROM \(raw: pending))
      UNION ALL SELECT \(raw: key) FROM \(raw: pending)
      """
  }

  /// Returns the ids of all rows whose text can be the name, as ``candidates(for:atMost:in:)``.
  /// Case, accents and a leading article are ignored.
  package func candidates(
    named name: String, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL? {
    // Folding can leave nothing of a name.
    guard let pattern = LoosePattern(FoldedTitle.of(name)) else { return nil }
    return try candidates(for: pattern, atMost: .whole, in: catalog)
  }

  /// The number of characters to look for in the index. Longer matches are rare enough.
  static let indexedLimit = 32
  /// The number of texts from which on a trigram is common.
  private static let rareLimit = 500

  func indexedRows(
    with scalars: [Unicode.Scalar], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> SQL {
    let last = scalars.count - 3
    if last < 0 {
      let vocabulary = try vocabulary(in: catalog)
      let text = String(String.UnicodeScalarView(scalars))
      return """
        SELECT doc AS id FROM \(raw: vocabulary)
        WHERE term >= \(text) AND term < \(StoredTexts.end(of: text))
        """
    }
    // Letters, digits and spaces need no escapes in FTS5's strings.
    func trigram(_ start: Int) -> String {
      "\"\(String(String.UnicodeScalarView(scalars[start..<(start + 3)])))\""
    }
    // Every third trigram, and the last one, have all letters.
    let starts = Array(stride(from: 0, to: last, by: 3)) + [last]
    var trigrams = starts.map(trigram)
    // FTS5 reads all rows of each trigram. Two rare ones are enough.
    if trigrams.count > 2 {
      var rare: [String] = []
      for start in starts + (0..<last).filter({ !$0.isMultiple(of: 3) }) where rare.count < 2 {
        let rows: SQL = "SELECT 1 FROM \(raw: name) WHERE \(raw: name) MATCH \(trigram(start))"
        let count = try catalog.database.fetchInt(
          "SELECT count(*) FROM (\(rows) LIMIT \(Self.rareLimit))")
        if count < Self.rareLimit { rare.append(trigram(start)) }
      }
      if !rare.isEmpty { trigrams = rare }
    }
    return """
      SELECT rowid AS id FROM \(raw: name) WHERE \(raw: name) MATCH \(trigrams.joined(separator: " "))
      """
  }

  /// Returns the name of a temporary table of all trigrams, which finds texts of one or two
  /// letters.
  ///
  /// Source: https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
  private func vocabulary(in catalog: borrowing CatalogTransaction) throws(SQLiteError) -> String {
    let vocabulary = "temp.\(name)Vocabulary"
    if catalog.database.hasTable("\(name)Vocabulary", in: "temp") { return vocabulary }
    // It is not in the file.
    let isQueryOnly = try catalog.database.fetchInt("PRAGMA query_only")
    try catalog.database.execute("PRAGMA query_only = OFF")
    try catalog.database.execute(
      "CREATE VIRTUAL TABLE \(raw: vocabulary) USING fts5vocab('main', '\(raw: name)', 'instance')")
    try catalog.database.execute("PRAGMA query_only = \(raw: isQueryOnly)")
    return vocabulary
  }
}
