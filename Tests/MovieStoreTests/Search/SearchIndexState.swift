import MovieSQLite
import MovieStore
import Testing

/// The content of the search index of a file.
enum SearchIndexState {
  /// Expects the index to contain exactly the folded titles, without pending changes.
  static func expectCurrent(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let titles = try OtherProgram.rows(
      path, columns: 2, "SELECT id, title FROM MovieModel ORDER BY id")
    let indexed = try OtherProgram.rows(
      path, columns: 2, "SELECT rowid, foldedTitle FROM movieSearch ORDER BY rowid")
    #expect(
      indexed.map { [$0[0].bytes, $0[1].bytes] }
        == titles.map { [$0[0].bytes, Folding.fold($0[1]).bytes] },
      sourceLocation: sourceLocation)
    #expect(try pendingChanges(path).isEmpty, sourceLocation: sourceLocation)
    try OtherProgram.run(path, "INSERT INTO movieSearch(movieSearch) VALUES ('integrity-check')")
  }

  /// The ids of the movies with pending changes.
  static func pendingChanges(_ path: String) throws -> [String] {
    try OtherProgram.texts(path, "SELECT movieID FROM movieSearchNote ORDER BY 1")
  }
}
