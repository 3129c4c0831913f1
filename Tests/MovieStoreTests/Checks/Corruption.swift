import MovieStore
import Testing

/// Something wrong with a catalog that can be mended.
struct Corruption: Sendable, CustomTestStringConvertible {
  /// Statements of another program.
  let sql: String
  /// What is found, in order.
  let codes: [Finding.Code]
  /// Movies that come out otherwise than they were.
  var changed: [Int] = []
  /// A query, and what it gives once all is mended.
  var outcome: (query: String, rows: [String]) = ("SELECT 1", ["1"])
  /// Whether the schema would not let anybody do it.
  var isForbidden = false

  var testDescription: String { codes.first?.rawValue ?? sql }

  /// What rows can have that the schema does not forbid.
  static let ofRows = [
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
      sql: "INSERT INTO ActorModel(name) VALUES ('Nobody')", codes: [.actorsWithoutMovies],
      outcome: ("SELECT count(*) FROM ActorModel WHERE name = 'Nobody'", ["0"])),
    Corruption(
      sql: "UPDATE MovieModel SET sortableTitle = 'zzz' WHERE id = 2",
      codes: [.staleSortableTitles],
      outcome: ("SELECT sortableTitle FROM MovieModel WHERE id = 2", ["score"])),
    Corruption(
      sql: "UPDATE MovieModel SET title = ' ', sortableTitle = '' WHERE id = 3",
      codes: [.unusableTitles], changed: [3],
      outcome: ("SELECT title FROM MovieModel WHERE id = 3", ["Title unknown (3)"])),
    Corruption(
      sql: "UPDATE MovieModel SET title = CAST(x'486561ff7400' AS TEXT) WHERE id = 1",
      codes: [.staleSortableTitles, .unusableTitles], changed: [1],
      outcome: ("SELECT title FROM MovieModel WHERE id = 1", ["Hea\u{FFFD}t"])),
    Corruption(
      sql: "UPDATE ActorModel SET name = '' WHERE name = 'Al Pacino'", codes: [.unusableNames],
      changed: [1],
      outcome: ("SELECT name FROM ActorModel WHERE id = 1", ["Name unknown (1)"])),
    Corruption(
      sql: "UPDATE MovieActor SET position = 0 WHERE movieID = 2", codes: [.wrongPlaces],
      changed: [2],
      outcome: (
        "SELECT position FROM MovieActor WHERE movieID = 2 ORDER BY actorID", ["0", "1", "2"]
      )),
  ]

  /// What the schema forbids.
  static let ofValues = [
    Corruption(
      sql: "UPDATE MovieModel SET title = NULL WHERE id = 3",
      codes: [.wrongValues, .staleSortableTitles, .staleSearchIndex, .unusableTitles], changed: [3],
      outcome: ("SELECT title FROM MovieModel WHERE id = 3", ["Title unknown (3)"]),
      isForbidden: true),
    Corruption(
      sql: "UPDATE MovieModel SET title = x'48656174' WHERE id = 1",
      codes: [.wrongValues, .unusableTitles], changed: [1],
      outcome: ("SELECT title FROM MovieModel WHERE id = 1 AND typeof(title) = 'text'", ["Heat"]),
      isForbidden: true),
    Corruption(
      sql: "UPDATE MovieModel SET favorite = 7 WHERE id = 2",
      codes: [.wrongFavorites], changed: [2],
      outcome: ("SELECT favorite FROM MovieModel ORDER BY id", ["1", "1", "0", "1"]),
      isForbidden: true),
    Corruption(
      sql:
        "UPDATE MovieModel SET favorite = CASE id WHEN 2 THEN NULL ELSE 'yes' END WHERE id IN (1, 2)",
      codes: [.wrongValues, .wrongValues, .wrongFavorites], changed: [1, 2],
      outcome: ("SELECT favorite FROM MovieModel ORDER BY id", ["0", "0", "0", "1"]),
      isForbidden: true),
    Corruption(
      sql: "UPDATE ActorModel SET name = x'41' WHERE name = 'Val Kilmer'",
      codes: [.wrongValues, .unusableNames], changed: [1],
      outcome: (
        "SELECT name FROM ActorModel WHERE typeof(name) = 'text' AND name < 'B' ORDER BY 1",
        ["A", "Al Pacino", "Audrey Tautou"]
      ),
      isForbidden: true),
    Corruption(
      sql: "UPDATE MovieActor SET position = -1 WHERE movieID = 4",
      codes: [.wrongPlaces],
      outcome: ("SELECT position FROM MovieActor WHERE movieID = 4", ["0"]), isForbidden: true),
  ]

  /// What the schema, or what is derived, lacks or has otherwise.
  static let ofStructure = [
    Corruption(sql: "DROP INDEX movie_by_sortable_title", codes: [.missingIndex]),
    Corruption(sql: "DROP INDEX cast_by_actor", codes: [.missingIndex]),
    Corruption(
      sql: """
        DROP INDEX actor_by_name; INSERT INTO ActorModel(name) VALUES ('Al Pacino');
        INSERT INTO MovieActor VALUES (3, 7, 0)
        """, codes: [.missingIndex, .doubledNames, .similarNames], changed: [3],
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
      sql: "UPDATE movieSearch_content SET c0 = 'cold' WHERE id = 1",
      codes: [.staleSearchIndex, .damagedSearchIndex]),
    Corruption(
      sql: "DELETE FROM movieSearch WHERE rowid = 1", codes: [.staleSearchIndex]),
    Corruption(
      sql: "INSERT INTO movieSearch(rowid, foldedTitle) VALUES (99, 'ghost')",
      codes: [.staleSearchIndex]),
    Corruption(
      sql: "DELETE FROM movieSearch_data WHERE id > 10", codes: [.damagedSearchIndex]),
    Corruption(sql: "DELETE FROM movieSearch_config", codes: [.damagedSearchIndex]),
    Corruption(sql: "DELETE FROM movieSearch_data", codes: [.damagedSearchIndex]),
    Corruption(
      sql: "UPDATE movieSearch_data SET block = x'FFFFFFFFFF' WHERE id = 10",
      codes: [.damagedSearchIndex]),
    Corruption(sql: "UPDATE movieSearch_config SET v = 99", codes: [.damagedSearchIndex]),
    Corruption(
      sql: "UPDATE movieSearch_data SET block = zeroblob(8)", codes: [.damagedSearchIndex]),
    Corruption(
      sql: "UPDATE movieSearch_data SET block = randomblob(length(block))",
      codes: [.damagedSearchIndex]),
    Corruption(
      sql: "DELETE FROM movieSearch_content", codes: [.staleSearchIndex, .damagedSearchIndex]),
    Corruption(sql: "DROP TABLE movieSearch_config", codes: [.missingSearchIndex]),
    Corruption(sql: "DROP TABLE movieSearch_data", codes: [.missingSearchIndex]),
    Corruption(sql: "DROP TABLE movieSearch_idx", codes: [.missingSearchIndex]),
    Corruption(sql: "DROP TABLE movieSearch_content", codes: [.missingSearchIndex]),
  ]

  /// Does it to a file.
  func befall(_ path: String) throws {
    if isForbidden { return try BrokenCatalog.forcing(path, sql) }
    try OtherProgram.run(path, ["PRAGMA foreign_keys = OFF"])
    for statement in sql.split(separator: ";") { try OtherProgram.run(path, String(statement)) }
  }
}
