internal import MovieSQLite

/// What movies have as attributes.
extension Catalog {
  /// Returns the keys that movies have, in their order: at most 10,000.
  ///
  /// Invalid keys, which another program can have stored, are left out.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func attributeKeys() throws(StoreError) -> [AttributeKey] {
    try core.read { catalog in
      try AttributeTable.keys(limit: 10_000, in: catalog)
    }
  }

  /// Returns the keys that movies have, in their order, each with the number of these movies: at
  /// most 10,000.
  ///
  /// Invalid keys, which another program can have stored, are left out.
  package func attributeCounts() throws(StoreError) -> [AttributeCount] {
    try core.read { catalog in
      guard catalog.hasAttributes else { return [] }
      // Counts the first value of each movie, which need not have the ordinal 0.
      let counts = try catalog.database.fetchAll(
        """
        SELECT key, count(*) FROM MovieAttribute AS counted
        WHERE ordinal = 0 OR NOT EXISTS (
          SELECT 1 FROM MovieAttribute AS other
          WHERE other.movieID = counted.movieID AND other.key = counted.key
            AND other.ordinal < counted.ordinal)
        GROUP BY key
        """
      ) { row throws(SQLiteError) in
        AttributeCount(
          key: AttributeKey(unchecked: try row.text(at: 0)), movies: Int(try row.int(at: 1)))
      }
      // SQLite would test a key in HAVING for each row.
      return counts.filter { AttributeKey.isValid($0.key.name) }.prefix(10_000)
        .sorted { $0.key < $1.key }
    }
  }

  /// Whether a movie had the key before a change that the history has.
  package func hasHistory(of key: AttributeKey) throws(StoreError) -> Bool {
    try core.read { catalog in
      guard catalog.hasHistory else { return false }
      // The history has the values of a key as a JSON array.
      let name = "\"\(key)\":["
      return try catalog.database.fetchInt(
        """
        SELECT EXISTS (
          SELECT 1 FROM movieHistoryChange WHERE instr(before, \(name)) OR instr(after, \(name)))
        """) == 1
    }
  }

  /// Returns the first value of the key in their order, in which numbers are before texts.
  package func firstValue(of key: AttributeKey) throws(StoreError) -> AttributeValue? {
    try core.read { catalog in
      guard catalog.hasAttributes else { return nil }
      return try StoredTexts.values(of: key, limit: 1, in: catalog).first
    }
  }

  /// Returns texts stored for the key that a mistyped text can stand for, at most some thousands.
  package func attributeTexts(
    of key: AttributeKey, near text: String
  ) throws(StoreError) -> [String] {
    try core.read { catalog in
      guard catalog.hasAttributes else { return [] }
      return try StoredTexts.candidates(for: text, of: key, in: catalog)
    }
  }
}

/// A key with the number of movies that have it.
package struct AttributeCount: Hashable, Sendable {
  package let key: AttributeKey
  package let movies: Int

  package init(key: AttributeKey, movies: Int) { (self.key, self.movies) = (key, movies) }
}
