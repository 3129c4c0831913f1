import MovieStore
import Testing

/// A problem of a catalog that can be repaired.
package struct Corruption: Sendable, CustomTestStringConvertible {
  /// Statements of another program.
  package let sql: String
  /// The findings, in order.
  package let codes: [Finding.Code]
  /// Movies that differ after the repair.
  package var changed: [Int] = []
  /// A query, and its rows after the repair.
  package var outcome: (query: String, rows: [String]) = ("SELECT 1", ["1"])

  package var testDescription: String { codes.first?.rawValue ?? sql }

  /// Rows that tables accept, without CHECK constraints.
  package static let ofRows = [
    Corruption(
      sql: "DELETE FROM MovieModel WHERE id = 2",
      codes: [.orphanCredits],
      outcome: (
        "SELECT name FROM ActorModel WHERE name IN ('Marlon Brando', 'Al Pacino')", ["Al Pacino"]
      )),
    Corruption(
      sql: "DELETE FROM ActorModel WHERE name = 'Val Kilmer'", codes: [.orphanCredits],
      changed: [1],
      outcome: ("SELECT count(*) FROM MovieActor WHERE movieID = 1", ["2"])),
    Corruption(
      sql: "INSERT INTO ActorModel(name) VALUES ('Jane Doe')", codes: [.actorsWithoutMovies],
      outcome: ("SELECT count(*) FROM ActorModel WHERE name = 'Jane Doe'", ["0"])),
    Corruption(
      sql: "UPDATE MovieModel SET sortableTitle = 'zzz' WHERE id = 2",
      codes: [.staleSortableTitles],
      outcome: ("SELECT sortableTitle FROM MovieModel WHERE id = 2", ["score"])),
    Corruption(
      sql: "UPDATE MovieModel SET title = ' ', sortableTitle = '' WHERE id = 3",
      codes: [.invalidTitles], changed: [3],
      outcome: ("SELECT title FROM MovieModel WHERE id = 3", ["Title unknown (3)"])),
    Corruption(
      sql: "UPDATE MovieModel SET title = CAST(x'486561ff7400' AS TEXT) WHERE id = 1",
      codes: [.staleSortableTitles, .invalidTitles], changed: [1],
      outcome: ("SELECT title FROM MovieModel WHERE id = 1", ["Hea\u{FFFD}t"])),
    Corruption(
      sql: "UPDATE ActorModel SET name = '' WHERE name = 'Al Pacino'", codes: [.invalidNames],
      changed: [1],
      outcome: ("SELECT name FROM ActorModel WHERE id = 1", ["Name unknown (1)"])),
    Corruption(
      sql: "UPDATE MovieActor SET position = 0 WHERE movieID = 2", codes: [.invalidPositions],
      changed: [2],
      outcome: (
        "SELECT position FROM MovieActor WHERE movieID = 2 ORDER BY actorID", ["0", "1", "2"]
      )),
    Corruption(
      sql: "UPDATE MovieActor SET position = -1 WHERE movieID = 4", codes: [.invalidPositions],
      outcome: ("SELECT position FROM MovieActor WHERE movieID = 4", ["0"])),
    Corruption(
      sql: "UPDATE MovieModel SET favorite = 7 WHERE id = 2", codes: [.invalidFavorites],
      changed: [2],
      outcome: ("SELECT favorite FROM MovieModel ORDER BY id", ["1", "1", "0", "1"])),
  ]

  /// Missing, changed or stale indexes, and a search index that is missing, stale or damaged.
  package static let ofStructure = [
    Corruption(sql: "DROP INDEX movie_by_sortable_title", codes: [.missingIndex]),
    Corruption(
      sql: """
        DROP INDEX actor_by_name; INSERT INTO ActorModel(name) VALUES ('Al Pacino');
        INSERT INTO MovieActor VALUES (3, 7, 0)
        """, codes: [.missingIndex, .duplicateNames, .similarNames], changed: [3],
      outcome: ("SELECT actorID FROM MovieActor WHERE movieID = 3", ["1"])),
    Corruption(
      sql: "DROP INDEX cast_by_actor; CREATE INDEX cast_by_actor ON MovieActor(position)",
      codes: [.changedIndex]),
    Corruption(sql: "DROP TRIGGER movie_noted_after_update", codes: [.missingSearchIndex]),
    Corruption(sql: "DROP TABLE movieSearch", codes: [.missingSearchIndex]),
    Corruption(
      sql: "DROP TABLE movieSearchNote; CREATE TABLE movieSearchNote(movieIE)",
      codes: [.changedSearchIndex]),
    Corruption(
      sql: """
        DROP TABLE movieSearch; CREATE TABLE movieSearch(a); INSERT INTO movieSearch VALUES (1)
        """, codes: [.changedSearchIndex]),
    // A store compares the exact text.
    Corruption(
      sql: """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '(', ' (') WHERE name = 'movieSearchNote'
        """, codes: [.missingSearchIndex]),
    Corruption(
      sql: "UPDATE movieSearch_content SET c0 = 'cold' WHERE id = 1",
      codes: [.staleSearchIndex]),
    Corruption(
      sql: "DELETE FROM movieSearch WHERE rowid = 1", codes: [.staleSearchIndex]),
    Corruption(
      sql: "INSERT INTO movieSearch(rowid, letters) VALUES (99, 'ghost')",
      codes: [.staleSearchIndex]),
    Corruption(
      sql: "UPDATE movieSearch_data SET block = x'FFFFFFFFFF' WHERE id = 10",
      codes: [.damagedSearchIndex]),
    Corruption(
      sql: "DELETE FROM movieSearch_content", codes: [.staleSearchIndex]),
    Corruption(sql: "DROP TABLE movieSearch_config", codes: [.missingSearchIndex]),
  ]

  /// More damages of the same indexes.
  package static let ofIndexes =
    [Corruption(sql: "DROP INDEX cast_by_actor", codes: [.missingIndex])]
    + [
      "DELETE FROM movieSearch_data WHERE id > 10", "DELETE FROM movieSearch_config",
      "DELETE FROM movieSearch_data", "UPDATE movieSearch_config SET v = 99",
      "UPDATE movieSearch_data SET block = zeroblob(8)",
      "UPDATE movieSearch_data SET block = randomblob(length(block))",
    ].map { Corruption(sql: $0, codes: [.damagedSearchIndex]) }
    + ["data", "idx", "content"].map {
      Corruption(sql: "DROP TABLE movieSearch_\($0)", codes: [.missingSearchIndex])
    }

  /// Applies the statements to a file.
  package func apply(to path: String) throws {
    try OtherProgram.run(
      path,
      ["PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON"]
        + sql.split(separator: ";").map(String.init))
  }
}
