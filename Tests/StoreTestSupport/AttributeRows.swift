import MovieSQLite
import MovieStore
import TestSupport

/// Rows of attributes that another program writes.
package enum AttributeRows {
  /// Creates the table with its index, as a file of the version has it, and inserts rows such as
  /// `1, 'year', 0, 1995`, without checking them.
  package static func write(
    to path: String, _ rows: [String], version: SchemaVersion = .newest
  ) throws {
    try OtherProgram.run(
      path,
      ["DROP TABLE IF EXISTS MovieAttribute"] + AttributeTable.objects(of: version).map(\.sql))
    try OtherProgram.run(
      path,
      ["PRAGMA ignore_check_constraints = ON"]
        + rows.map { "INSERT INTO MovieAttribute VALUES (\($0))" })
  }

  /// All rows in order, with typed values.
  package static func read(_ path: String) throws -> [String] {
    try OtherProgram.texts(
      path,
      """
      SELECT movieID || ', ' || quote(key) || ', ' || ordinal || ', ' || quote(value)
      FROM MovieAttribute ORDER BY movieID, key, ordinal
      """)
  }
}
