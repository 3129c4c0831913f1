import Foundation
import MovieStore
import Testing

/// A rule for the actions of migrations, with planted violations.
struct LintRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let isBroken: @Sendable (Migration.Action) -> Bool
  let planted: [Migration.Action]

  init(
    _ name: String, _ isBroken: @escaping @Sendable (Migration.Action) -> Bool,
    planted: [Migration.Action]
  ) {
    testDescription = name
    self.isBroken = isBroken
    self.planted = planted
  }

  static let all = [
    LintRule(
      "An action that drops data has a reason", { $0.sql.has(drop) && $0.reason == nil },
      planted: [
        .instantly("DROP TABLE Movie"), .scanning("ALTER TABLE Movie DROP COLUMN title"),
        .instantly("ALTER TABLE Movie drop title"), .inChunks(of: "Movie", "DELETE FROM Movie"),
      ]),
    LintRule(
      "An added NOT NULL column has a default",
      { $0.sql.has(#"\bADD\b.*\bNOT\s+NULL\b"#) && !$0.sql.has(#"\bDEFAULT\b"#) },
      planted: [
        .instantly("ALTER TABLE Movie ADD COLUMN x TEXT NOT NULL"),
        .instantly("ALTER TABLE Movie\n  ADD x INTEGER  NOT\nNULL CHECK (x > 0)"),
      ]),
    LintRule(
      "An action that writes all rows has the kind rewrite",
      { $0.sql.has(rewrite) && $0.cost != .rewrite },
      planted: [
        .instantly("UPDATE Movie SET title = trim(title)"), .instantly("DROP TABLE Movie"),
        .scanning("INSERT INTO MovieRebuilt SELECT * FROM Movie"),
        .scanning("ALTER TABLE Movie DROP COLUMN title"), .instantly("DELETE FROM MovieActor"),
      ]),
    LintRule(
      "No function folds only ASCII",
      { $0.sql.has(#"\b(LOWER|UPPER)\s*\("#) || $0.sql.has("NOCASE") },
      planted: [
        .inChunks(of: "Movie", "UPDATE Movie SET sortableTitle = lower(title)"),
        .verifying("x", "SELECT pk FROM Movie WHERE UPPER (title) = title"),
        .scanning("CREATE INDEX i ON Movie(title COLLATE nocase)"),
      ]),
    LintRule(
      "No statement is ignored or forbidden in a transaction",
      { $0.sql.has(#"^\s*(PRAGMA|BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|ATTACH|DETACH|VACUUM)\b"#) },
      planted: [
        .instantly("PRAGMA foreign_keys = OFF"), .instantly("\n pragma user_version = 7"),
        .instantly("VACUUM"), .instantly("COMMIT"), .instantly("ATTACH 'x' AS y"),
      ]),
    LintRule(
      "No statement ignores conflicts",
      { $0.sql.has(#"\bOR\s+(IGNORE|REPLACE|FAIL|ROLLBACK)\b|^\s*REPLACE\b"#) },
      planted: [
        .instantly("INSERT OR IGNORE INTO Actor(name) VALUES ('x')"),
        .inChunks(of: "Movie", "update or\n replace Movie SET title = 'x'"),
        .instantly("REPLACE INTO Actor(name) VALUES ('x')"),
      ]),
    LintRule(
      "No function is newer than SQLite 3.40", { $0.sql.has(newer) },
      planted: [
        "jsonb(\"cast\")", "jsonb_extract(\"cast\", '$')", "json_pretty(\"cast\")",
        "concat(id, title)", "concat_ws(' ', id, title)", "octet_length(title)",
        "unixepoch('now', 'subsec')", "string_agg(title, ',')", "unhex(title)", "iif(pk, 1)",
        "if(pk, 1, 2)", "timediff('now', 'now')", "json_error_position(\"cast\")",
        "json_group_array(title ORDER BY pk)", "group_concat(title, ',' ORDER BY pk)", "1_000",
      ].map { .verifying("x", "SELECT \($0) FROM Movie") }),
  ]

  private static let drop =
    #"\bDROP\s+TABLE\b|\bALTER\b.*\bDROP\b|\bDELETE\s+FROM\s+(?!SQLITE_SEQUENCE)"#

  /// The table of id counters has one row per table.
  private static let rewrite =
    #"^\s*(UPDATE|DELETE\s+FROM|INSERT\s+INTO)\s+(?!SQLITE_SEQUENCE)|\bDROP\s+TABLE\b|\bALTER\b.*\bDROP\b"#

  private static let newer =
    #"\bJSONB(_[A-Z_]+)?\s*\(|\b(JSON_PRETTY|JSON_ERROR_POSITION|CONCAT|CONCAT_WS|OCTET_LENGTH)\s*\("#
    + #"|\b(STRING_AGG|UNHEX|TIMEDIFF|UNISTR|MEDIAN|PERCENTILE|IF)\s*\(|'SUBSEC(OND)?'|\b\d+_\d"#
    + #"|\bIIF\s*\([^(),]*,[^(),]*\)"#
    + #"|\b(SUM|AVG|COUNT|GROUP_CONCAT|JSON_GROUP_ARRAY|JSON_GROUP_OBJECT)\s*\([^()]*\bORDER\s+BY\b"#
}

extension String {
  /// Whether the SQL matches the pattern, ignoring case.
  fileprivate func has(_ pattern: String) -> Bool {
    range(of: "(?si)" + pattern, options: .regularExpression) != nil
  }
}
