package import MovieSQLite
internal import MovieSystem

/// The movies of a query, found once for several statements.
package struct FoundMovies {
  /// The ids of the movies as JSON, or of the other ones if these are fewer: each statement reads
  /// the list anew.
  private let list: String
  private let isOfOthers: Bool
  /// Whether these are all movies of the query that chooses all.
  package let isEverything: Bool
  /// The number of movies.
  package let count: Int

  package init(
    _ query: MovieQuery, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    isEverything = query.isEmpty
    if query.isEmpty {
      (list, isOfOthers) = (jsonArray([Int64]()), true)
      count = Int(try catalog.database.fetchInt("SELECT count(*) FROM MovieModel"))
      return
    }
    let found = try catalog.database.fetchInts(MovieSelect(query, in: catalog).ids(in: catalog))
    count = found.count
    let movies = Int(try catalog.database.fetchInt("SELECT count(*) FROM MovieModel"))
    isOfOthers = found.count > movies / 2
    if isOfOthers {
      let found = Set(found)
      list = jsonArray(
        try catalog.database.fetchInts("SELECT id FROM MovieModel").filter { !found.contains($0) })
    } else {
      list = jsonArray(found)
    }
  }

  /// The condition that a column has the id of one of the movies.
  package func condition(on column: SQL) -> SQL {
    if list == jsonArray([Int64]()) { return isOfOthers ? "TRUE" : "FALSE" }
    let ids: SQL = "SELECT value FROM json_each(\(list))"
    return isOfOthers ? "\(column) NOT IN (\(ids))" : "\(column) IN (\(ids))"
  }
}
