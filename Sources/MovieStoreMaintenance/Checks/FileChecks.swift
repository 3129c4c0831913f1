internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

enum FileChecks {
  /// - Throws: `fileNotFound`, `unreadable`, `inputOutput`.
  static func findings(at path: String) throws(StoreError) -> [Finding] {
    let state = try CatalogFile(path).state()
    guard let file = state.database else { throw .fileNotFound(path: path) }
    let risksDamage = state.isWAL && WALResetBug.affects(Connection.libraryVersion)
    return (file.permissions & 0o044 == 0 ? [] : [readableByOthers])
      + (file.linkCount == 1 ? [] : [hardLinks(file.linkCount)])
      + (state.journal == nil ? [] : [interruptedChange]) + (risksDamage ? [writeAheadLog] : [])
  }

  private static let readableByOthers = Finding(
    .file, "other users can read the file", code: .readableByOthers, severity: .note)

  private static func hardLinks(_ count: UInt64) -> Finding {
    Finding(
      .file, "the file has \(count) hard links", code: .hardLinks, severity: .warning)
  }

  private static let interruptedChange = Finding(
    .file, "a change is in progress or was interrupted", code: .interruptedChange,
    severity: .note)

  private static var writeAheadLog: Finding {
    Finding(
      .file,
      "the database uses a write-ahead log; SQLite \(Connection.libraryVersion) can damage the "
        + "database when several processes write", code: .writeAheadLog, severity: .note)
  }
}

/// A bug of SQLite that can lose changes or damage a file if a process resets the write-ahead log
/// while another one writes to it.
///
/// Source: https://sqlite.org/wal.html#walresetbug
package enum WALResetBug {
  package static func affects(_ version: String) -> Bool {
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    return !numbers.lexicographicallyPrecedes([3, 7, 0])
      && numbers.lexicographicallyPrecedes([3, 51, 3])
  }
}
