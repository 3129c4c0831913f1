internal import MovieSQLite
internal import MovieSystem

extension Catalog {
  /// Returns movies whose titles a mistyped text can mean: those that share most of its trigrams,
  /// or of its pairs of letters if it is short.
  package func movies(near text: String) throws(StoreError) -> [Movie] {
    try core.read { catalog in
      let ids = try SearchIndex.titles.rows(near: text, in: catalog)
      return try catalog.database.fetchAll(
        """
        SELECT \(Movie.columns) FROM json_each(\(jsonArray(ids))) AS near
        CROSS JOIN MovieModel AS m ON m.id = near.value ORDER BY near.key
        """, Movie.init(row:))
    }
  }

  /// Returns actors whose names a mistyped text can mean: see ``movies(near:)``.
  package func actors(near text: String) throws(StoreError) -> [Actor] {
    try core.read { catalog in
      let ids = try SearchIndex.names.rows(near: text, in: catalog)
      return try catalog.database.fetchAll(
        """
        SELECT a.id, a.name FROM json_each(\(jsonArray(ids))) AS near
        CROSS JOIN ActorModel AS a ON a.id = near.value ORDER BY near.key
        """, Actor.init(row:))
    }
  }
}

extension SearchIndex {
  /// The number of texts in which a trigram is so common that it tells little.
  private static let commonLimit = 2_000
  /// The maximum number of texts to compare.
  private static let comparedLimit = 500
  /// The number of letters up to which pairs of letters are looked for.
  private static let shortLimit = 4

  /// Returns the ids of texts that share letters with a text, the most similar ones first.
  fileprivate func rows(
    near text: String, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Int64] {
    let letters = Array(
      String(decoding: LooseText(text).letters, as: UTF8.self).unicodeScalars.prefix(
        Self.indexedLimit))
    guard !letters.isEmpty, catalog.hasSearchIndex else { return [] }
    let scalars = [" "] + letters + [" "]
    let size = letters.count > Self.shortLimit ? 3 : 2
    var shared: [Int64: Int] = [:]
    for start in 0...max(0, scalars.count - size) {
      let part = Array(scalars[start..<min(start + size, scalars.count)])
      let rows = try catalog.database.fetchInts(
        "\(try indexedRows(with: part, in: catalog)) LIMIT \(Self.commonLimit)")
      for id in Set(rows) { shared[id, default: 0] += 1 }
    }
    return shared.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.comparedLimit).map(\.key)
  }
}
