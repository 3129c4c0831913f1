import Foundation
import MovieSQLite
import MovieStore
import TestSupport

/// The content of a file, to be compared, or its damage.
enum CatalogSnapshot: Hashable {
  /// No file, or a catalog without rows.
  case empty
  case sound(String)
  case damaged(String)

  init(of path: String) {
    guard FileManager.default.fileExists(atPath: path) else {
      self = .empty
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

  private static func ofFile(_ path: String) throws -> CatalogSnapshot {
    .sound(String(decoding: try Files.bytes(path), as: UTF8.self))
  }

  /// Opens the file as the program does, which rolls back an interrupted change.
  private static func ofDatabase(_ path: String) throws -> CatalogSnapshot {
    let connection = try ConnectionSetup.connection(to: .file(path))
    return try connection.read { transaction throws in
      let problems =
        try transaction.fetchTexts("PRAGMA integrity_check").filter { $0 != "ok" }
        + transaction.fetchTexts(
          "SELECT 'broken reference in ' || \"table\" FROM pragma_foreign_key_check")
        + searchProblems(in: transaction)
      if !problems.isEmpty { return .damaged(problems.joined(separator: "; ")) }
      let rows = try rows(in: transaction)
      if rows.isEmpty { return .empty }
      let version = try transaction.fetchInt("PRAGMA user_version")
      return .sound((["version \(version)"] + rows).joined(separator: "\n"))
    }
  }

  /// The rows of all tables, except tables with derived data, the migration log, times, and the names of
  /// backups in the history, which contain a time, and what a sync remembers, with random names.
  private static func rows(in transaction: borrowing Transaction) throws -> [String] {
    let tables = try transaction.fetchTexts(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT LIKE 'movieSearch%' AND name NOT LIKE 'actorSearch%' AND name <> 'migrationLog'
        AND name NOT LIKE 'movieSync%'
      ORDER BY name
      """)
    let backup = /; backup: [^']*/
    return try tables.flatMap { table in
      let columns = try transaction.fetchTexts(
        "SELECT name FROM pragma_table_info(\(table)) WHERE name NOT IN ('time', 'bytes')")
      let row = columns.map { "quote(\($0.quotedIdentifier))" }.joined(separator: " || ',' || ")
      return try transaction.fetchTexts(
        """
        SELECT \(table) || ' ' || \(raw: row) FROM \(raw: table.quotedIdentifier)
        \(raw: table == "movieSetting" ? "WHERE name NOT LIKE 'sync%'" : "") ORDER BY 1
        """
      ).map { $0.contains("; backup: ") ? $0.replacing(backup, with: "") : $0 }
    }
  }

  /// Differences between the titles and names and the search indexes.
  private static func searchProblems(in transaction: borrowing Transaction) throws -> [String] {
    let hasIndex = try transaction.fetchInt(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'movieSearch'")
    if hasIndex == 0 { return [] }
    return try SearchIndex.all.flatMap { index in
      let (name, table) = (index.name, index.table)
      return try transaction.fetchTexts(
        """
        SELECT 'not indexed: ' || id FROM \(raw: table)
        WHERE id NOT IN (SELECT \(raw: index.key) FROM \(raw: index.pending))
          AND indexed_text(\(raw: index.column)) IS NOT (
            SELECT letters FROM \(raw: name) WHERE rowid = id)
        UNION ALL SELECT 'indexed without a row: ' || rowid FROM \(raw: name)
        WHERE rowid NOT IN (
          SELECT id FROM \(raw: table) UNION SELECT \(raw: index.key) FROM \(raw: index.pending))
        """)
    }
  }
}
