import Foundation
import MovieSQLite
import MovieStore
import TestSupport

/// What a file says to the one who owns it, as text to be compared; what is wrong with it where
/// something is.
enum Content: Hashable {
  /// No file, or a catalog without a film.
  case nothing
  case sound(String)
  case damaged(String)

  init(of path: String) {
    guard FileManager.default.fileExists(atPath: path) else {
      self = .nothing
      return
    }
    do {
      self = path.hasSuffix(".db") ? try Self.ofDatabase(path) : try Self.ofFile(path)
    } catch {
      self = .damaged("\(error)")
    }
  }

  var isSound: Bool {
    if case .damaged = self { false } else { true }
  }

  private static func ofFile(_ path: String) throws -> Content {
    .sound(String(decoding: try Files.bytes(path), as: UTF8.self))
  }

  /// Opens the file as the program does, which takes back a change that was interrupted.
  private static func ofDatabase(_ path: String) throws -> Content {
    var connection = try ConnectionSetup.connection(to: .file(path))
    return try connection.read { transaction throws in
      let problems =
        try transaction.fetchTexts("PRAGMA integrity_check").filter { $0 != "ok" }
        + transaction.fetchTexts("SELECT 'orphan in ' || \"table\" FROM pragma_foreign_key_check")
        + searchProblems(in: transaction)
      if !problems.isEmpty { return .damaged(problems.joined(separator: "; ")) }
      let rows = try rows(in: transaction)
      if rows.isEmpty { return .nothing }
      let version = try transaction.fetchInt("PRAGMA user_version")
      return .sound((["version \(version)"] + rows).joined(separator: "\n"))
    }
  }

  /// Every row of every table but those that follow from others or tell the time.
  private static func rows(in transaction: borrowing Transaction) throws -> [String] {
    let tables = try transaction.fetchTexts(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT LIKE 'movieSearch%' AND name <> 'migrationLog'
      ORDER BY name
      """)
    return try tables.flatMap { table in
      let columns = try transaction.fetchTexts(
        "SELECT name FROM pragma_table_info('\(raw: table)')")
      let row = columns.map { #"quote("\#($0)")"# }.joined(separator: " || ',' || ")
      return try transaction.fetchTexts(
        "SELECT '\(raw: table) ' || \(raw: row) FROM \"\(raw: table)\" ORDER BY 1")
    }
  }

  /// Titles that a search would miss or invent.
  private static func searchProblems(in transaction: borrowing Transaction) throws -> [String] {
    let hasIndex = "SELECT count(*) FROM sqlite_schema WHERE name = 'movieSearch'"
    if try transaction.fetchInt(SQL(raw: hasIndex)) == 0 { return [] }
    return try transaction.fetchTexts(
      """
      SELECT 'not to be searched: ' || id FROM MovieModel
      WHERE id NOT IN (SELECT movieID FROM movieSearchNote)
        AND fold(title) IS NOT (SELECT foldedTitle FROM movieSearch WHERE rowid = id)
      UNION ALL SELECT 'searched in vain: ' || rowid FROM movieSearch
      WHERE rowid NOT IN (SELECT id FROM MovieModel UNION SELECT movieID FROM movieSearchNote)
      """)
  }
}

extension Transaction {
  /// The first column of the rows of a query.
  borrowing func texts(_ sql: String) throws(SQLiteError) -> [String] {
    var statement = try prepare(SQL(raw: sql))
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(at: 0)) }
    return texts
  }
}
