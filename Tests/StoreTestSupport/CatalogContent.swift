import MovieStore

/// The rows and the movies of a catalog in a file. The id counters are not compared: they only grow.
package struct CatalogContent: Equatable {
  private let tables: [[[String]]]
  /// Empty without a table.
  private let attributes: [[String]]
  private let movies: [Movie]

  package init(_ path: String, _ store: borrowing Catalog) throws {
    tables = try [
      "id, hex(title), favorite, hex(sortableTitle) FROM MovieModel",
      "id, hex(name), 0, 0 FROM ActorModel", "movieID, actorID, position, 0 FROM MovieActor",
    ].map { try OtherProgram.rows(path, columns: 4, "SELECT \($0) ORDER BY 1, 2") }
    attributes =
      try OtherProgram.texts(
        path, "SELECT count(*) FROM sqlite_schema WHERE name = 'MovieAttribute'") == ["0"]
      ? []
      : OtherProgram.rows(
        path, columns: 5,
        """
        SELECT movieID, hex(key), ordinal, typeof(value),
          CASE typeof(value) WHEN 'text' THEN hex(value) ELSE value END
        FROM MovieAttribute ORDER BY movieID, key, ordinal
        """)
    movies = try store.movies(order: .added)
  }
}
