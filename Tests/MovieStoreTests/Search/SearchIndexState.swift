import MovieSQLite
import MovieStore
import Testing

/// What is in the search index of a file.
enum SearchIndexState {
  /// Expects the index to hold the folded titles and nothing else, with no notes left.
  static func expectSettled(
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
    #expect(try notes(path).isEmpty, sourceLocation: sourceLocation)
    try OtherProgram.run(path, "INSERT INTO movieSearch(movieSearch) VALUES ('integrity-check')")
  }

  /// The ids that wait to be indexed.
  static func notes(_ path: String) throws -> [String] {
    try OtherProgram.texts(path, "SELECT movieID FROM movieSearchNote ORDER BY 1")
  }
}
