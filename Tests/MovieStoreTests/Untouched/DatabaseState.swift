import Foundation
import TestSupport
import Testing

/// A state of a database after other processes have ended, or while they run.
enum DatabaseState: CaseIterable {
  case rollback
  case persistentJournal
  case truncatedJournal
  case openReader
  case openWriter
  case hotJournal
  /// The header specifies WAL mode, and a hot journal reverts that.
  case interruptedSwitchToWAL
  case log
  case liveLog
  case liveLogInTransaction
  case freshLog
  case abandonedLog
  case abandonedLogWithoutIndex
  case emptyLog

  /// The suffixes of the side files that exist.
  var sideFiles: [String] {
    switch self {
    case .rollback, .openReader, .log: []
    case .persistentJournal, .truncatedJournal, .openWriter, .hotJournal,
      .interruptedSwitchToWAL:
      ["-journal"]
    case .liveLog, .liveLogInTransaction, .freshLog, .abandonedLog: ["-shm", "-wal"]
    case .abandonedLogWithoutIndex, .emptyLog: ["-wal"]
    }
  }

  var needsCopy: Bool {
    [.hotJournal, .interruptedSwitchToWAL, .abandonedLogWithoutIndex].contains(self)
  }

  var isWAL: Bool {
    switch self {
    case .rollback, .persistentJournal, .truncatedJournal, .openReader, .openWriter, .hotJournal,
      .interruptedSwitchToWAL:
      false
    default: true
    }
  }

  /// The rows that are committed in each state: so many that a cache of one page overflows.
  static let committed = (1...400).map { "row \($0)" }

  /// Creates a database in the state.
  ///
  /// - Returns: The process that holds the database in the state.
  func create(_ path: String) throws -> SQLProcess {
    let shell = try SQLProcess(path)
    try shell.run("PRAGMA journal_mode = \(isWAL ? "WAL" : "DELETE")", "PRAGMA cache_size = 1")
    try shell.run("PRAGMA wal_autocheckpoint = 0", "CREATE TABLE t(a)")
    try Self.insert(Self.committed.prefix(200), shell)
    try enterState(shell, path)
    let names = try Files.names(in: URL(filePath: path).deletingLastPathComponent().path)
    let name = URL(filePath: path).lastPathComponent
    try #require(names == ([""] + sideFiles).map { name + $0 })
    return shell
  }

  private func enterState(_ shell: SQLProcess, _ path: String) throws {
    switch self {
    case .rollback, .log: try end(shell)
    case .persistentJournal:
      try shell.run("PRAGMA journal_mode = PERSIST")
      try end(shell)
    case .truncatedJournal:
      try shell.run("PRAGMA journal_mode = TRUNCATE")
      try end(shell)
    case .openReader:
      try Self.insertRest(shell)
      try shell.run("BEGIN", "SELECT count(*) FROM t")
    case .openWriter:
      try Self.insertRest(shell)
      try shell.run("BEGIN IMMEDIATE", "INSERT INTO t VALUES ('no')")
    case .hotJournal:
      try Self.insertRest(shell)
      try Self.overwrite(shell)
      shell.kill()
    case .interruptedSwitchToWAL:
      try Self.insertRest(shell)
      try shell.run("BEGIN", "CREATE TABLE firstPageIsInJournal(a)")
      try Self.updateAll(shell)
      shell.kill()
      try Self.setWALHeader(path)
    case .liveLog:
      try Self.insertRest(shell)
      try shell.run("SELECT count(*) FROM t")
    case .liveLogInTransaction:
      try Self.insertRest(shell)
      try Self.overwrite(shell)
    case .freshLog:
      try Self.checkpointAndInsertRest(shell)
    case .abandonedLog, .abandonedLogWithoutIndex:
      try Self.checkpointAndInsertRest(shell)
      try Self.overwrite(shell)
      shell.kill()
      if self == .abandonedLogWithoutIndex { unlink(path + "-shm") }
    case .emptyLog:
      try end(shell)
      try Files.touch(path + "-wal")
    }
  }

  private func end(_ shell: SQLProcess) throws {
    try Self.insertRest(shell)
    try shell.quit()
  }

  /// Leaves one half of the rows in the database and one half in the log.
  private static func checkpointAndInsertRest(_ shell: SQLProcess) throws {
    try shell.run("PRAGMA wal_checkpoint(TRUNCATE)")
    try insertRest(shell)
  }

  private static func insertRest(_ shell: SQLProcess) throws {
    try insert(committed.dropFirst(200), shell)
  }

  private static func insert(_ rows: some Collection<String>, _ shell: SQLProcess) throws {
    try shell.run(
      "INSERT INTO t VALUES " + rows.map { "('\($0)')" }.joined(separator: ", "))
  }

  /// Changes every page without a commit, in the files and in memory.
  private static func overwrite(_ shell: SQLProcess) throws {
    try shell.run("BEGIN")
    try updateAll(shell)
  }

  private static func updateAll(_ shell: SQLProcess) throws {
    try shell.run("UPDATE t SET a = 'uncommitted ' || a || hex(zeroblob(100))")
  }

  /// Writes the read and write versions of WAL mode into the header.
  private static func setWALHeader(_ path: String) throws {
    var bytes = try Files.bytes(path)
    bytes.replaceSubrange(18..<20, with: [2, 2])
    try Files.write(bytes, to: path)
  }
}
