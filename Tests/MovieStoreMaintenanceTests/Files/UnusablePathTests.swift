import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Paths that are too long for SQLite, or not valid UTF-8.
@Suite(.limited, .temporaryDirectory) struct UnusablePathTests {
  /// All functions that open an existing file.
  private static let openings: [@Sendable (String) throws -> Void] = [
    { try Catalog.open($0) },
    { try Catalog.open($0, .writing) },
    { try Catalog.open($0, .migrating) },
    { try Catalog.open($0, .dryRun) },
    { _ = try Doctor(path: $0).check() },
    { _ = try Doctor(path: $0).repair() },
    { _ = try Migrator(path: $0).status() },
    { _ = try Migrator(path: $0).plan() },
    { _ = try Migrator(path: $0).rehearse() },
    { _ = try Migrator(path: $0).verify() },
    { _ = try Migrator(path: $0).log() },
    { _ = try Migrator(path: $0).apply(to: .v5) },
    { _ = try Backup(of: $0).write(to: TemporaryDirectory.path("backup")) },
    { _ = try Restoration(of: TemporaryDirectory.path("other.db"), from: $0) },
    { try Restoration(of: $0, from: TemporaryDirectory.path("ok.db")).requireReplaceable() },
  ]

  /// All functions that create a file.
  private static let creations: [@Sendable (String) throws -> Void] = [
    { try Catalog.open($0, .writing) },
    { try Catalog.open($0, .migrating) },
    { try Catalog.open($0, .dryRun) },
    { _ = try Backup(of: TemporaryDirectory.path("ok.db")).write(to: $0) },
    { path in
      let restoration = try Restoration(of: path, from: TemporaryDirectory.path("ok.db"))
      _ = try restoration.run()
    },
    { try Restoration(of: $0, from: TemporaryDirectory.path("ok.db")).requireReplaceable() },
    { path in
      try Migrator(path: TemporaryDirectory.path("ok.db")).apply(
        to: .v5, Migrator.Options(backup: .file(path)))
    },
  ]

  /// Creates a directory whose path is so long that a file name of `rest` bytes reaches the limit.
  private static func directory(leaving rest: Int) throws -> String {
    var path = TemporaryDirectory.path("d")
    while Connection.pathLimit - rest - path.utf8.count > 1 {
      let room = Connection.pathLimit - rest - path.utf8.count - 2
      path += "/" + String(repeating: "d", count: room > 200 ? 100 : room)
    }
    try Files.makeDirectory(path)
    return path + "/"
  }

  private static func expectTooLong(
    _ path: String, _ bytes: Int, isMissing: Bool, _ body: () throws -> Void
  ) throws {
    let reason =
      "the path is too long (\(bytes) bytes, at most \(Connection.pathLimit)); use a shorter one"
    let error = try storeProblem(of: body)
    #expect(
      error
        == (isMissing
          ? .cannotCreate(path: path, reason: reason) : .unreadable(path: path, reason: reason)))
  }

  @Test("A path of the maximum length works; a longer one is rejected and creates nothing")
  func longest() throws {
    _ = try Catalog.file("ok.db", holding: ["a"])
    let directory = try Self.directory(leaving: 3)
    let path = directory + "abc"
    #expect(path.utf8.count == Connection.pathLimit)
    for create in Self.creations.prefix(3) {
      try create(path)
      unlink(path)
    }
    for create in Self.creations {
      try Self.expectTooLong(path + "d", path.utf8.count + 1, isMissing: true) {
        try create(path + "d")
      }
    }
    #expect(try Files.names(in: directory) == [])
  }

  @Test("Does not read a file whose path is too long")
  func existing() throws {
    let file = try Catalog.file("ok.db", holding: ["a"])
    let path = try Self.directory(leaving: 3) + "abcd"
    #expect(rename(file, path) == 0)
    _ = try Catalog.file("ok.db", holding: ["a"])
    let bytes = try Files.bytes(path)
    for open in Self.openings {
      try Self.expectTooLong(path, path.utf8.count, isMissing: false) { try open(path) }
    }
    #expect(try Files.bytes(path) == bytes)
  }

  @Test("The limit applies to the resolved path")
  func resolved() throws {
    let file = try Catalog.file("ok.db", holding: ["a"])
    let directory = try Self.directory(leaving: 3)
    let link = TemporaryDirectory.path("link")
    #expect(symlink(directory, link) == 0)
    try Self.expectTooLong(link + "/abcd", directory.utf8.count + 4, isMissing: true) {
      try Catalog.open(link + "/abcd", .writing)
    }
    try Self.expectTooLong(link + "/new/../abcd", directory.utf8.count + 4, isMissing: true) {
      try Catalog.open(link + "/new/../abcd", .writing)
    }
    let depth = directory.split(separator: "/").count - file.split(separator: "/").count + 1
    let dots = directory + String(repeating: "../", count: depth) + "ok.db"
    #expect(dots.utf8.count > Connection.pathLimit)
    for open in Self.openings.dropLast(2) { try open(dots) }
  }

  @Test("A file whose name is longer than the system allows is missing")
  func longName() throws {
    let path = TemporaryDirectory.path(String(repeating: "n", count: 256))
    #expect(throws: StoreError(.fileNotFound(path: path))) { try Catalog.open(path) }
    #expect(throws: StoreError(.cannotCreate(path: path, reason: "File name too long"))) {
      try Catalog.open(path, .writing)
    }
    let longer = "/" + String(repeating: "n/", count: 10_000)
    #expect(throws: StoreError(.fileNotFound(path: longer))) { try Catalog.open(longer) }
    try Self.expectTooLong(longer, 20_001, isMissing: true) {
      try Catalog.open(longer, .writing)
    }
  }

  @Test("Changes nothing if the path of the automatic backup is too long")
  func automaticBackups() throws {
    let backup = try Catalog.file("backup.db", holding: ["a"])
    let path = try Self.directory(leaving: 3) + "abc"
    do {
      var store = try Catalog(path: path)
      try store.add("a")
    }
    try OtherProgram.run(path, "UPDATE MovieModel SET sortableTitle = 'zzz'")
    let bytes = try Files.bytes(path)
    let changes: [() throws -> Void] = [
      { try Migrator(path: path).apply(to: .v5) },
      { _ = try Doctor(path: path).repair() },
      {
        let restoration = try Restoration(of: path, from: backup)
        _ = try restoration.run()
      },
      { try Restoration(of: path, from: backup).requireReplaceable() },
    ]
    for change in changes {
      let error = try storeProblem(of: change)
      guard case .cannotCreate(let backup, let reason) = error else { throw error }
      #expect(backup.hasPrefix(path + "."))
      #expect(reason.hasPrefix("the path is too long ("))
    }
    #expect(try Files.bytes(path) == bytes)
    #expect(try Files.names(in: String(path.dropLast(3))) == ["abc"])
  }

  @Test("Rejects a backup of a write-ahead log if its temporary path is too long")
  func temporaryName() throws {
    let path = try Catalog.file(holding: ["a"])
    try OtherProgram.run(path, "PRAGMA journal_mode = wal")
    let directory = try Self.directory(leaving: 3)
    let error = try storeProblem { try Backup(of: path).write(to: directory + "abc") }
    guard case .cannotCreate(_, let reason) = error else { throw error }
    #expect(reason.hasPrefix("the path is too long ("))
    #expect(try Files.names(in: directory) == [])
  }

  @Test("Rejects a link to a directory whose name is not UTF-8, and creates no other file")
  func notUTF8() throws {
    let file = try Catalog.file("ok.db", holding: ["a"])
    let directory = Array(TemporaryDirectory.path("d").utf8CString.dropLast()) + [CChar(-1), 0]
    #expect(mkdir(directory, 0o700) == 0)
    let link = TemporaryDirectory.path("link")
    #expect(link.withCString { symlink(directory, $0) } == 0)
    let path = link + "/movies.db"
    try FileManager.default.copyItem(atPath: file, toPath: path)
    let names = try Files.names(in: TemporaryDirectory.current)
    let reason = "its real path is not valid UTF-8; rename the file or directory"
    for open in Self.openings {
      #expect(throws: StoreError(.unreadable(path: path, reason: reason))) { try open(path) }
    }
    for create in Self.creations {
      #expect(throws: StoreError(.cannotCreate(path: link + "/new.db", reason: reason))) {
        try create(link + "/new.db")
      }
    }
    #expect(try Files.names(in: link) == ["movies.db"])
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
  }
}
