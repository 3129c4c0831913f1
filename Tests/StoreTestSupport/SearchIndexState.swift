import MovieSQLite
import MovieStore
import Testing

/// The content of the search index of a file.
package enum SearchIndexState {
  /// Expects the indexes to contain exactly the titles and names, without pending changes.
  package static func expectCurrent(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for index in SearchIndex.all {
      let texts = try OtherProgram.rows(
        path, columns: 2, "SELECT id, \(index.column) FROM \(index.table) ORDER BY id")
      let indexed = try OtherProgram.rows(
        path, columns: 2, "SELECT rowid, letters FROM \(index.name) ORDER BY rowid")
      #expect(
        indexed.map { [$0[0].bytes, $0[1].bytes] }
          == texts.map { [$0[0].bytes, LooseText($0[1]).indexed] },
        sourceLocation: sourceLocation)
      let pending = try OtherProgram.texts(path, "SELECT \(index.key) FROM \(index.pending)")
      #expect(pending.isEmpty, sourceLocation: sourceLocation)
      try OtherProgram.run(
        path, "INSERT INTO \(index.name)(\(index.name)) VALUES ('integrity-check')")
    }
  }

  /// The ids of the movies with pending changes.
  package static func pendingChanges(_ path: String) throws -> [String] {
    try OtherProgram.texts(path, "SELECT movieID FROM movieSearchNote ORDER BY 1")
  }
}
