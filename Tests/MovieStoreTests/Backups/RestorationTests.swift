import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RestorationTests {
  private struct Stop: Error {}

  /// Restores `backup.db` in the place of the path.
  @discardableResult
  private static func restore(
    _ path: String, from source: String = TemporaryDirectory.path("backup.db")
  ) throws -> Restoration.Report {
    var restoration = try Restoration(of: path, from: source)
    return try restoration.run()
  }

  /// A database of two movies, and `backup.db` with the first.
  private static func files() throws -> String {
    let path = try MovieStore.file(holding: ["A"])
    try Backup(of: path).write(to: TemporaryDirectory.path("backup.db"))
    var store = try MovieStore(path: path, access: .writing)
    try store.add("B")
    return path
  }

  private static func titles(_ path: String) throws -> [String] {
    var store = try MovieStore(path: path, access: .reading)
    return try store.titles()
  }

  @Test("the backup takes the place, and what was there is kept beside it")
  func restored() throws {
    let path = try Self.files()
    Files.setMode(0o640, of: path)
    let kept = try #require(try Self.restore(path).kept)
    #expect(try Self.titles(path) == ["A"])
    #expect(try Self.titles(kept) == ["A", "B"])
    #expect(kept.hasPrefix(path + ".replaced-") && kept.hasSuffix("Z.backup"))
    #expect(Files.mode(kept) == 0o600 && Files.mode(path) == 0o640)
    #expect(try CatalogReading.faults(path) == [])
    #expect(try Files.names(in: TemporaryDirectory.current).count == 3)
  }

  @Test("a missing or an empty database is made, and nothing is kept", arguments: [false, true])
  func new(isThere: Bool) throws {
    _ = try Self.files()
    let path = TemporaryDirectory.path("new.db")
    if isThere { try Files.touch(path) }
    #expect(try Self.restore(path).kept == nil)
    #expect(try Self.titles(path) == ["A"])
    #expect(Files.mode(path) == (isThere ? Files.mode(path) : 0o600))
  }

  @Test("A restoration to a new path that fails leaves no file")
  func failedNew() throws {
    _ = try Self.files()
    let names = try Files.names(in: TemporaryDirectory.current)
    let path = TemporaryDirectory.path("new.db")
    var restoration = try Restoration(
      of: path, from: TemporaryDirectory.path("backup.db"))
    #expect(throws: Stop.self) { try restoration.run { _, _ in throw Stop() } }
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
    #expect(try restoration.run().kept == nil)
    #expect(try Self.titles(path) == ["A"])
  }

  @Test("A database that another program creates meanwhile is replaced, and kept")
  func createdMeanwhile() throws {
    _ = try Self.files()
    let path = TemporaryDirectory.path("new.db")
    var restoration = try Restoration(of: path, from: TemporaryDirectory.path("backup.db"))
    var isFirst = true
    let report = try restoration.run { _, _ in
      if isFirst { _ = try MovieStore.file("new.db", holding: ["Other"]) }
      isFirst = false
    }
    #expect(try Self.titles(path) == ["A"])
    #expect(try Self.titles(#require(report.kept)) == ["Other"])
  }

  @Test("a store that has the database open goes on with what was restored")
  func openStore() throws {
    let path = try Self.files()
    var store = try MovieStore(path: path, access: .writing)
    #expect(try store.titles() == ["A", "B"])
    try Self.restore(path)
    #expect(try store.titles() == ["A"])
    #expect(try store.add("C").id.rawValue == 2)
    #expect(try store.titles() == ["A", "C"])
  }

  @Test("a backup of any version can be restored", arguments: SchemaVersion.allCases)
  func versions(version: SchemaVersion) throws {
    let path = try Self.files()
    let old = try OldCatalog.make([.init("Old", ["x"])], version: version, named: "old.db")
    let restoration = try Restoration(of: path, from: old)
    #expect(restoration.version == version && restoration.counts.movies == 1)
    try Self.restore(path, from: old)
    #expect(try CatalogReading(path) == CatalogReading(old))
  }

  @Test("A UTF-16 catalog is backed up and restored with a warning", arguments: ["DELETE", "WAL"])
  func encoding(journalMode: String) throws {
    let path = try MovieStore.file(holding: ["A"])
    try OtherProgram.run(path, "PRAGMA journal_mode = \(journalMode)")
    let shell = try SQLProcess(TemporaryDirectory.path("utf16.db"))
    try shell.run("PRAGMA encoding = 'UTF-16le'", try Migrator.schema(of: .newest))
    try shell.run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Zo\u{EB}', 'zoe')")
    try shell.quit()
    let backup = TemporaryDirectory.path("backup.db")
    let report = try Backup(of: TemporaryDirectory.path("utf16.db")).write(to: backup)
    #expect(report.findings.count == 1)
    let restoration = try Restoration(of: path, from: backup)
    #expect(restoration.findings.map(\.severity) == [.warning])
    #expect(restoration.findings.map(\.message) == report.findings.map(\.message))
    let kept = try #require(try Self.restore(path).kept)
    #expect(try Self.titles(path) == ["Zo\u{EB}"] && Self.titles(kept) == ["A"])
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    let mode = try OtherProgram.texts(path, "PRAGMA journal_mode")
    #expect(mode == [journalMode.lowercased()])
  }

  /// What can happen to the pages of a file.
  enum Damage: String, CaseIterable {
    case zeroedHeader, wrongMagic, randomFirstPage, truncated, randomInside

    func apply(to path: String) throws {
      var bytes = try Files.bytes(path)
      var random = RandomSource(seed: 4)
      switch self {
      case .zeroedHeader: bytes.replaceSubrange(0..<100, with: repeatElement(0, count: 100))
      case .wrongMagic: bytes[3] = 0x58
      case .randomFirstPage:
        for place in 0..<4_096 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case .truncated: bytes.removeLast(bytes.count - 8_192)
      case .randomInside:
        for place in 16_384..<24_576 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      }
      try Files.write(bytes, to: path)
    }
  }

  @Test("a damaged database is replaced, and its bytes are kept", arguments: Damage.allCases)
  func damaged(damage: Damage) throws {
    let path = try Self.files()
    try damage.apply(to: path)
    let bytes = try Files.bytes(path)
    let kept = try #require(try Self.restore(path).kept)
    #expect(try Self.titles(path) == ["A"])
    #expect(try CatalogReading.faults(path) == [])
    // A copy by pages has another count of changes in its header.
    #expect(try Files.bytes(kept).dropFirst(100) == bytes.dropFirst(100))
  }

  @Test("damaged with a log beside it, it is left alone, since the log would be read into it")
  func damagedWithLog() throws {
    let path = try Self.files()
    try Damage.wrongMagic.apply(to: path)
    try Files.touch(path + "-wal")
    let bytes = try Files.bytes(path)
    #expect {
      try Self.restore(path)
    } throws: {
      if case StoreError.cannotCreate(path, let reason) = $0 {
        reason.contains("move both")
      } else {
        false
      }
    }
    #expect(try Files.bytes(path) == bytes)
  }

  @Test("what is no catalog is not replaced", arguments: ["text", "other", "newer", "folder"])
  func foreignPlace(kind: String) throws {
    _ = try Self.files()
    let path = try Self.foreign(kind)
    let bytes = kind == "folder" ? [] : try Files.bytes(path)
    #expect { try Self.restore(path) } throws: { Self.isRefusal($0) }
    if kind != "folder" { #expect(try Files.bytes(path) == bytes) }
    #expect(try Files.names(in: TemporaryDirectory.current).count == 3)
  }

  @Test(
    "what is no whole catalog is not restored",
    arguments: ["text", "other", "newer", "folder", "empty", "damaged", "trigger", "missing"])
  func foreignBackup(kind: String) throws {
    let path = try Self.files()
    let source = try Self.foreign(kind)
    let names = try Files.names(in: TemporaryDirectory.current)
    #expect { try Self.restore(path, from: source) } throws: { Self.isRefusal($0) }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
  }

  private static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case StoreError.notAMovieDatabase, StoreError.newerSchema, StoreError.damaged,
      StoreError.changedSchema, StoreError.fileNotFound:
      true
    default: false
    }
  }

  private static func foreign(_ kind: String) throws -> String {
    let path = TemporaryDirectory.path("foreign.db")
    switch kind {
    case "text": try Files.write(Array("Dear diary".utf8), to: path)
    case "other": _ = try OtherProgram.make("foreign.db", ["CREATE TABLE x(y)"])
    case "folder": try Files.makeFolder(path)
    case "empty": try Files.touch(path)
    case "missing": break
    default:
      _ = try MovieStore.file("foreign.db", holding: ["F"])
      if kind == "newer" { try OtherProgram.run(path, "PRAGMA user_version = 7") }
      if kind == "damaged" { try Damage.randomInside.apply(to: path) }
      if kind == "trigger" {
        try OtherProgram.run(path, "CREATE VIEW v AS SELECT 1")
      }
    }
    return path
  }

  @Test("pages of something else were never a database, and stay")
  func otherPages() throws {
    _ = try Self.files()
    let path = TemporaryDirectory.path("archive")
    for bytes in [Array(repeating: UInt8(0x78), count: 51_200), Array(repeating: 0, count: 4_096)] {
      try Files.write(bytes, to: path)
      #expect { try Self.restore(path) } throws: { Self.isRefusal($0) }
      #expect(try Files.bytes(path) == bytes)
    }
  }

  @Test("a backup that changes after it was checked is not taken")
  func changedBackup() throws {
    let path = try Self.files()
    let source = TemporaryDirectory.path("backup.db")
    var restoration = try Restoration(of: path, from: source)
    try OtherProgram.run(source, "DELETE FROM MovieModel")
    #expect(throws: StoreError.replaced(path: source)) { try restoration.run() }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
  }

  @Test("beside a damaged database, a journal that has nothing to take back is not in the way")
  func coldJournal() throws {
    let path = try Self.files()
    try Damage.wrongMagic.apply(to: path)
    try Files.write(Array(repeating: 0, count: 1_024), to: path + "-journal")
    try Self.restore(path)
    #expect(try Self.titles(path) == ["A"])
  }

  @Test("what progress throws takes all back, and nothing is kept")
  func stopped() throws {
    let path = try Self.files()
    let large = try MovieStore.file("large.db")
    var store = try MovieStore(path: large, access: .writing)
    try store.seed(20_000)
    var restoration = try Restoration(of: path, from: large)
    #expect(throws: Stop.self) { try restoration.run { _, _ in throw Stop() } }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(
      try Files.names(in: TemporaryDirectory.current) == ["backup.db", "large.db", "movies.db"])
  }

  @Test("another program that reads or writes is waited for, and then told of", .fullTier)
  func busy() throws {
    let path = try Self.files()
    let other = try SQLProcess(path)
    try other.run("BEGIN", "SELECT * FROM MovieModel")
    #expect(throws: StoreError.busy(path: path, holder: .reader)) { try Self.restore(path) }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
    try other.run("COMMIT")
    try Self.restore(path)
    #expect(try other.run("SELECT count(*) FROM MovieModel") == "1\n")
  }

  @Test("a write-ahead log stays, whatever the size of pages", arguments: [4_096, 8_192])
  func logged(pageSize: Int) throws {
    _ = try Self.files()
    let path = try OtherProgram.make("logged.db", ["PRAGMA page_size = \(pageSize)", "VACUUM"])
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Logged")
    _ = consume store
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    let kept = try #require(try Self.restore(path).kept)
    #expect(try OtherProgram.texts(path, "PRAGMA journal_mode") == ["wal"])
    #expect(try Self.titles(path) == ["A"] && Self.titles(kept) == ["Logged"])
  }

  @Test("the database is not its own backup, and no link of it is")
  func itself() throws {
    let path = try Self.files()
    link(path, TemporaryDirectory.path("same"))
    for source in [path, TemporaryDirectory.path("same")] {
      #expect {
        try Self.restore(path, from: source)
      } throws: {
        if case StoreError.cannotCreate(path, _) = $0 { true } else { false }
      }
    }
    #expect(try Self.titles(path) == ["A", "B"])
  }
}
