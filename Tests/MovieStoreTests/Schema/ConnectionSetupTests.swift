import Foundation
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ConnectionSetupTests {
  @Test("Reading does not create a missing file")
  func missing() throws {
    let path = TemporaryDirectory.path("no.db")
    #expect(throws: StoreError(.fileNotFound(path: path))) { try Catalog.open(path) }
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  @Test("Writing creates a missing file, readable only by its owner, and no other file")
  func created() throws {
    let path = TemporaryDirectory.path("movies.db")
    try Catalog.open(path, .writing)
    #expect(Files.mode(path) == 0o600)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
    try Catalog.open(path, .reading)
  }

  @Test("Creates missing directories, accessible only to their owner")
  func directories() throws {
    let path = TemporaryDirectory.path("a/b/movies.db")
    try Catalog.open(path, .writing)
    #expect(Files.mode(TemporaryDirectory.path("a")) == 0o700)
    #expect(Files.mode(TemporaryDirectory.path("a/b")) == 0o700)
    #expect(Files.mode(path) == 0o600)
  }

  @Test("Preserves the mode of an existing file")
  func preservedMode() throws {
    let path = try Catalog.file()
    chmod(path, 0o640)
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat")
    #expect(Files.mode(path) == 0o640)
  }

  @Test("Names can start with a combining mark")
  func combiningMark() throws {
    let path = TemporaryDirectory.path("new/\u{301}a/\u{301}b.db")
    try Catalog.open(path, .writing)
    #expect(Files.mode(path) == 0o600)
  }

  @Test("The error names a directory that cannot be created")
  func uncreatableDirectory() throws {
    let path = TemporaryDirectory.path("file/movies.db")
    try Files.touch(TemporaryDirectory.path("file"))
    #expect(throws: StoreError(.cannotCreate(path: path, reason: "Not a directory"))) {
      try Catalog.open(path, .writing)
    }
    let error = try storeProblem { try Catalog.open("/proc/nothing/movies.db", .writing) }
    guard case .cannotCreate(path: "/proc/nothing", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("Reads an empty file as an empty catalog and leaves it unchanged")
  func zeroBytes() throws {
    let path = TemporaryDirectory.path("empty.db")
    try Files.touch(path)
    for access in [Catalog.Access.reading, .dryRun] {
      let store = try Catalog(path: path, access: access)
      #expect(try store.titles().isEmpty)
      #expect(store.path == path)
      #expect(try Files.bytes(path).isEmpty)
    }
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat")
    #expect(try store.titles() == ["Heat"])
  }

  @Test("Reads an empty database as an empty catalog")
  func emptyDatabase() throws {
    let path = try OtherProgram.make("empty.db", ["PRAGMA journal_mode = WAL"])
    #expect(try !Files.bytes(path).isEmpty)
    for access in [Catalog.Access.reading, .dryRun] {
      let store = try Catalog(path: path, access: access)
      #expect(try store.titles().isEmpty)
    }
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat")
    #expect(try store.titles() == ["Heat"])
  }

  @Test("Rejects a file that is not regular without opening it", arguments: [false, true])
  func specialFiles(isWriting: Bool) throws {
    let access: Catalog.Access = isWriting ? .writing : .reading
    let directory = TemporaryDirectory.current
    #expect(throws: StoreError(.notAMovieDatabase(path: directory, reason: "it is a directory"))) {
      try Catalog.open(directory, access)
    }
    let pipe = TemporaryDirectory.path("pipe")
    mkfifo(pipe, 0o600)
    for path in [pipe, "/dev/zero", "/dev/null"] {
      #expect(
        throws: StoreError(.notAMovieDatabase(path: path, reason: "it is not a regular file"))
      ) {
        try Catalog.open(path, access)
      }
    }
  }

  @Test(
    "Rejects a file that is not a database and leaves it unchanged",
    arguments: [
      "x", "hello, world\n", "SQLite format 3\0", String(repeating: "text ", count: 3_000),
    ])
  func text(content: String) throws {
    let path = TemporaryDirectory.path("notes.txt")
    try Files.write(content.bytes, to: path)
    for access in [Catalog.Access.reading, .writing, .dryRun] {
      let error = try storeProblem { try Catalog.open(path, access) }
      #expect(
        error == .notAMovieDatabase(path: path, reason: "it is not an SQLite database"))
      #expect(try Files.bytes(path) == content.bytes)
    }
  }

  @Test("Rejects the database of another program and leaves it unchanged")
  func otherProgram() throws {
    let plain = try OtherProgram.make("plain.db", ["CREATE TABLE t(a)"])
    let marked = try OtherProgram.make("marked.db", ["PRAGMA application_id = 1"])
    let versioned = try OtherProgram.make("versioned.db", ["PRAGMA user_version = 6"])
    for path in [plain, marked, versioned] {
      let before = try Files.bytes(path)
      for access in [Catalog.Access.reading, .writing, .dryRun] {
        #expect(
          throws: StoreError(
            .notAMovieDatabase(
              path: path, reason: "it was not created by movies"))
        ) {
          try Catalog.open(path, access)
        }
      }
      #expect(try Files.bytes(path) == before)
    }
  }

  @Test(
    "Rejects an older catalog and leaves it unchanged", arguments: SchemaVersion.allCases.dropLast()
  )
  func older(version: SchemaVersion) throws {
    let path = try OldCatalog.make([OldCatalog.Row("Heat")], version: version)
    let before = try Files.bytes(path)
    for access in [Catalog.Access.reading, .writing, .dryRun] {
      #expect(throws: StoreError(.olderSchema(path: path, version: version))) {
        try Catalog.open(path, access)
      }
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("Rejects a newer catalog and leaves it unchanged", arguments: [7, 100, 2_147_483_647])
  func newer(version: Int) throws {
    let path = try Catalog.file()
    try OtherProgram.run(path, "PRAGMA user_version = \(version)")
    let before = try Files.bytes(path)
    for access in [Catalog.Access.reading, .writing, .dryRun] {
      #expect(throws: StoreError(.newerSchema(path: path, version: version))) {
        try Catalog.open(path, access)
      }
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("Rejects an invalid version", arguments: [0, -1, -2_147_483_648])
  func invalidVersion(version: Int) throws {
    let path = try Catalog.file()
    try OtherProgram.run(path, "PRAGMA user_version = \(version)")
    let error = try storeProblem { try Catalog.open(path) }
    #expect(
      error
        == .notAMovieDatabase(path: path, reason: "its schema version (\(version)) is invalid"))
  }
}
