import Foundation
import TestSupport
import Testing

/// A state that other programs leave, or keep, a database in.
enum DatabaseCase: CaseIterable {
  case rollback
  case persistentJournal
  case truncatedJournal
  case openReader
  case openWriter
  case hotJournal
  /// The header tells of a write-ahead log, and the journal takes that back.
  case interruptedSwitchToLog
  case log
  case liveLog
  case liveLogInTransaction
  case freshLog
  case abandonedLog
  case abandonedLogWithoutIndex
  case emptyLog

  /// The side files that are there.
  var sideFiles: [String] {
    switch self {
    case .rollback, .openReader, .log: []
    case .persistentJournal, .truncatedJournal, .openWriter, .hotJournal,
      .interruptedSwitchToLog:
      ["-journal"]
    case .liveLog, .liveLogInTransaction, .freshLog, .abandonedLog: ["-shm", "-wal"]
    case .abandonedLogWithoutIndex, .emptyLog: ["-wal"]
    }
  }

  var needsCopy: Bool {
    [.hotJournal, .interruptedSwitchToLog, .abandonedLogWithoutIndex].contains(self)
  }

  var isLogged: Bool {
    switch self {
    case .rollback, .persistentJournal, .truncatedJournal, .openReader, .openWriter, .hotJournal,
      .interruptedSwitchToLog:
      false
    default: true
    }
  }

  /// The rows that are committed in each case: so many that a cache of one page overflows.
  static let committed = (1...400).map { "row \($0)" }

  /// Brings a database into the state.
  ///
  /// - Returns: the process that keeps it so.
  func make(_ path: String) throws -> SQLProcess {
    let shell = try SQLProcess(path)
    try shell.run("PRAGMA journal_mode = \(isLogged ? "WAL" : "DELETE")", "PRAGMA cache_size = 1")
    try shell.run("PRAGMA wal_autocheckpoint = 0", "CREATE TABLE t(a)")
    try Self.insert(Self.committed.prefix(200), shell)
    try settle(shell, path)
    let names = try Files.names(in: URL(filePath: path).deletingLastPathComponent().path)
    let name = URL(filePath: path).lastPathComponent
    try #require(names == ([""] + sideFiles).map { name + $0 })
    return shell
  }

  private func settle(_ shell: SQLProcess, _ path: String) throws {
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
    case .interruptedSwitchToLog:
      try Self.insertRest(shell)
      try shell.run("BEGIN", "CREATE TABLE page1IsInTheJournal(a)")
      try Self.updateAll(shell)
      shell.kill()
      try Self.claimLog(path)
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

  /// The database and the log hold a part each.
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

  /// Changes every page without a commit, in the files as well as in memory.
  private static func overwrite(_ shell: SQLProcess) throws {
    try shell.run("BEGIN")
    try updateAll(shell)
  }

  private static func updateAll(_ shell: SQLProcess) throws {
    try shell.run("UPDATE t SET a = 'uncommitted ' || a || hex(zeroblob(100))")
  }

  /// Puts the versions of a write-ahead log into the header.
  private static func claimLog(_ path: String) throws {
    var bytes = try Files.bytes(path)
    bytes.replaceSubrange(18..<20, with: [2, 2])
    try Files.write(bytes, to: path)
  }
}
