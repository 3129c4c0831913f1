import Foundation
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// How opening, reading, changing and dry runs affect the file and its directory.
@Suite(.limited, .temporaryDirectory) struct StoreFileTests {
  @Test(
    "A dangling link is unreadable, and its target is not created",
    arguments: [Catalog.Access.reading, .writing, .migrating, .dryRun], ["", "/a/b.db"])
  func danglingLink(access: Catalog.Access, rest: String) throws {
    let (link, target) = (TemporaryDirectory.path("link"), TemporaryDirectory.path("target.db"))
    symlink(target, link)
    let subject = rest.isEmpty ? "it" : "'\(link)'"
    let error = StoreError(
      .unreadable(
        path: link + rest, reason: "\(subject) is a dangling symbolic link"))
    #expect(throws: error) { try Catalog.open(link + rest, access) }
    #expect(Files.mode(target) == nil)
  }

  @Test("Follows a link to a catalog, and writes the journal next to the catalog")
  func link() throws {
    let target = try Catalog.file("target.db")
    let directory = TemporaryDirectory.path("directory")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let path = directory + "/link"
    symlink(target, path)
    var store = try Catalog(path: path, access: .writing)
    var names: [String] = []
    try store.setFavorite(true, of: .ids([try store.add("Heat").id])) { _ in
      names = try Files.names(in: directory)
      #expect(try Files.names(in: TemporaryDirectory.current).contains("target.db-journal"))
    }
    #expect(names == ["link"])
    #expect(try OtherProgram.texts(target, "SELECT title FROM MovieModel") == ["Heat"])
  }

  @Test("A name in the form of a URI is a file name")
  func uri() throws {
    let name = "file:x?mode=memory"
    var store = try Catalog(path: TemporaryDirectory.path(name), access: .writing)
    try store.add("Heat")
    #expect(try Files.names(in: TemporaryDirectory.current) == [name])
  }

  @Test(
    "Resolves any relative path",
    arguments: ["file:x?mode=memory", ":memory:", "x.db", "\u{301}.db"])
  func relative(name: String) throws {
    let error = try storeProblem { try Catalog.open("no-such-directory/" + name) }
    let directory = FileManager.default.currentDirectoryPath
    #expect(error == .fileNotFound(path: directory + "/no-such-directory/" + name))
  }

  @Test("Reading changes no byte and leaves no other file")
  func readingLeavesBytes() throws {
    let path = try Catalog.file(holding: ["The Score", "Heat"])
    let before = try Files.bytes(path)
    do {
      let store = try Catalog(path: path, access: .reading)
      #expect(try store.titles() == ["Heat", "The Score"])
      _ = try store.found("score")
      _ = try store.historySize
      _ = try store.names()
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("A store for reading rejects every change")
  func readingRefusesChanges() throws {
    let path = try Catalog.file(holding: ["Heat"])
    var store = try Catalog(path: path, access: .reading)
    #expect(throws: StoreError(.readOnly(path: path))) { try store.add("Speed") }
    #expect(throws: StoreError(.readOnly(path: path))) { try store.delete(1) }
    #expect(try store.titles() == ["Heat"])
  }

  @Test("Preserves WAL mode")
  func wal() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    do {
      var store = try Catalog(path: path, access: .writing)
      try store.add("Speed")
      #expect(try store.titles() == ["Heat", "Speed"])
      let reader = try Catalog(path: path, access: .reading)
      #expect(try reader.found("spe") == [2])
    }
    #expect(try OtherProgram.texts(path, "PRAGMA journal_mode") == ["wal"])
    #expect(Array(try Files.bytes(path)[18..<20]) == [2, 2])
  }

  @Test(
    "Changes any other journal mode to DELETE",
    arguments: ["PERSIST", "TRUNCATE", "MEMORY"])
  func journal(mode: String) throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(
      path, "PRAGMA journal_mode = \(mode)", "UPDATE MovieModel SET favorite = 1")
    var store = try Catalog(path: path, access: .writing)
    try store.add("Speed")
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("Reads a read-only file and rejects changes")
  func readOnlyFile() throws {
    let path = try Catalog.file(holding: ["Heat"])
    chmod(path, 0o444)
    try withoutPrivileges {
      let reader = try Catalog(path: path, access: .reading)
      #expect(try reader.found("heat") == [1])
      var writer = try Catalog(path: path, access: .writing)
      #expect(throws: StoreError(.readOnly(path: path))) { try writer.add("Speed") }
      #expect(try writer.titles() == ["Heat"])
    }
  }

  @Test("Reports a read-only directory and creates no file")
  func readOnlyDirectory() throws {
    let directory = TemporaryDirectory.path("directory")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    chmod(directory, 0o555)
    withoutPrivileges {
      #expect(
        throws: StoreError(.cannotCreate(path: directory + "/a.db", reason: "Permission denied"))
      ) {
        try Catalog.open(directory + "/a.db", .writing)
      }
    }
  }

  @Test("A dry run creates no file and returns the results")
  func dryRunWithoutFile() throws {
    let path = TemporaryDirectory.path("a/movies.db")
    var store = try Catalog(path: path, access: .dryRun)
    #expect(try store.add("Heat").id == 1)
    #expect(try store.titles().isEmpty)
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  @Test("A dry run changes no byte of a file")
  func dryRun() throws {
    let path = try Catalog.file(holding: ["Heat", "Speed"])
    let before = try Files.bytes(path)
    do {
      var store = try Catalog(path: path, access: .dryRun)
      #expect(try store.add("Alien", "Sigourney Weaver").id == 3)
      #expect(try store.setFavorite(true, of: [1]) == 1)
      try store.delete(1, 2)
      _ = try store.edit(id: 1, MovieEdit(title: "Cold"))
      #expect(try store.titles() == ["Heat", "Speed"])
      #expect(try store.found("heat") == [1])
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("Several stores create one file at the same time without losing movies")
  func concurrentCreation() async throws {
    let path = TemporaryDirectory.path("movies.db")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          var store = try Catalog(path: path, access: .writing)
          try store.add("Movie \(number)")
        }
      }
      try await group.waitForAll()
    }
    let store = try Catalog(path: path, access: .reading)
    #expect(try Set(store.titles()) == Set((0..<8).map { "Movie \($0)" }))
    #expect(try store.ids(order: .added) == Array(1...8))
  }
}
