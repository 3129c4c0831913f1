internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

enum FileChecks {
  static func findings(at path: String) throws(StoreError) -> [Finding] {
    let state = try CatalogFile(path).state()
    guard let file = state.database else { throw StoreError(.fileNotFound(path: path)) }
    var findings: [Finding] = []
    func add(_ message: String, _ code: Finding.Code, _ severity: Finding.Severity = .note) {
      findings.append(Finding(.file, message, code: code, severity: severity))
    }
    if file.permissions & 0o044 != 0 { add("other users can read the file", .readableByOthers) }
    if file.linkCount != 1 {
      add("the file has \(file.linkCount) hard links", .hardLinks, .warning)
    }
    if state.journal != nil {
      add("a change is in progress or was interrupted", .interruptedChange)
    }
    if state.isWAL, WALResetBug.affects(Connection.libraryVersion) {
      add(
        "the database uses a write-ahead log; SQLite \(Connection.libraryVersion) can damage the "
          + "database when several processes write", .writeAheadLog)
    }
    return findings
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
