internal import MovieSQLite

/// Hashes over the rows of movies in the order of their keys, one for each thing that a row says.
struct MovieHashes: Sendable {
  private var titles = SHA256()
  private var favorites: SHA256?
  private var sortableTitles: SHA256?

  init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws(SQLiteError) {
    guard let version else { return }
    let names = VersionedSchema(version)
    if names.hasFavorites { favorites = SHA256() }
    if names.hasSortableTitles { sortableTitles = SHA256() }
    var rows = try transaction.prepare(
      """
      SELECT \(raw: names.key), title, \(raw: names.hasFavorites ? "favorite" : "0"),
        \(raw: names.hasSortableTitles ? "sortableTitle" : "''")
      FROM \(raw: names.movies) ORDER BY 1
      """)
    while try rows.step() { add(rows) }
  }

  private mutating func add(_ row: borrowing Statement) {
    titles.add(row.integer(at: 0))
    row.withBytes(at: 1) { titles.add($0) }
    favorites?.add(row.integer(at: 2))
    row.withBytes(at: 3) { sortableTitles?.add($0) }
  }

  /// The first thing that differs of what both have; `nil` where nothing does.
  func difference(from other: MovieHashes) -> String? {
    if titles.digest != other.titles.digest { return "the titles changed" }
    if let mine = favorites, let others = other.favorites, mine.digest != others.digest {
      return "the favorites changed"
    }
    if let mine = sortableTitles, let others = other.sortableTitles, mine.digest != others.digest {
      return "the sortable titles changed"
    }
    return nil
  }
}
