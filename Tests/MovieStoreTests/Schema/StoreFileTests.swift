import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// What opening, reading, changing and rehearsing do to the file and to what is beside it.
@Suite(.limited, .temporaryDirectory) struct StoreFileTests {
  @Test("a dangling link is not created through")
  func danglingLink() throws {
    let (path, target) = (TemporaryDirectory.path("link"), TemporaryDirectory.path("target.db"))
    symlink(target, path)
    #expect(throws: StoreError.cannotCreate(path: path, reason: "it is a dangling symbolic link")) {
      try MovieStore.open(path, .writing)
    }
    #expect(throws: StoreError.fileNotFound(path: path)) { try MovieStore.open(path, .reading) }
    #expect(Files.mode(target) == nil)
  }

  @Test("a link to a catalog is followed, and the journal lies beside the catalog")
  func link() throws {
    let target = try MovieStore.file("target.db")
    let folder = TemporaryDirectory.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let path = folder + "/link"
    symlink(target, path)
    var store = try MovieStore(path: path, access: .writing)
    var names: [String] = []
    try store.setFavorite(.on, of: [try store.add("Heat").id]) { _ in
      names = try Files.names(in: folder)
      #expect(try Files.names(in: TemporaryDirectory.current).contains("target.db-journal"))
    }
    #expect(names == ["link"])
    #expect(try OtherProgram.texts(target, "SELECT title FROM MovieModel") == ["Heat"])
  }

  @Test("a name that SQLite would take for a URI is a file's name")
  func uri() throws {
    let name = "file:x?mode=memory"
    var store = try MovieStore(path: TemporaryDirectory.path(name), access: .writing)
    try store.add("Heat")
    #expect(try Files.names(in: TemporaryDirectory.current) == [name])
  }

  @Test(
    "a relative path is made absolute, whatever it looks like",
    arguments: ["file:x?mode=memory", ":memory:", "x.db", "\u{301}.db"])
  func relative(name: String) throws {
    let error = try storeError { try MovieStore.open("no-such-folder/" + name) }
    let folder = FileManager.default.currentDirectoryPath
    #expect(error == .fileNotFound(path: folder + "/no-such-folder/" + name))
  }

  @Test("reading leaves every byte of the file as it was, and nothing beside it")
  func readingLeavesBytes() throws {
    let path = try MovieStore.file(holding: ["The Score", "Heat"])
    let before = try Files.bytes(path)
    do {
      var store = try MovieStore(path: path, access: .reading)
      #expect(try store.titles() == ["Heat", "The Score"])
      _ = try store.found("score")
      _ = try store.statistics()
      _ = try store.names()
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("a store for reading refuses every change")
  func readingRefusesChanges() throws {
    let path = try MovieStore.file(holding: ["Heat"])
    var store = try MovieStore(path: path, access: .reading)
    #expect(throws: StoreError.readOnly(path: path)) { try store.add("Speed") }
    #expect(throws: StoreError.readOnly(path: path)) { try store.delete(1) }
    #expect(try store.titles() == ["Heat"])
  }

  @Test("a file that its owner put into WAL mode stays in it, and works")
  func wal() throws {
    let path = try MovieStore.file(holding: ["Heat"])
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    do {
      var store = try MovieStore(path: path, access: .writing)
      try store.add("Speed")
      #expect(try store.titles() == ["Heat", "Speed"])
      var reader = try MovieStore(path: path, access: .reading)
      #expect(try reader.found("spe") == [2])
    }
    #expect(try OtherProgram.texts(path, "PRAGMA journal_mode") == ["wal"])
    #expect(Array(try Files.bytes(path)[18..<20]) == [2, 2])
  }

  @Test(
    "any other journal mode becomes a rollback journal that leaves no file",
    arguments: ["PERSIST", "TRUNCATE", "MEMORY"])
  func journal(mode: String) throws {
    let path = try MovieStore.file(holding: ["Heat"])
    try OtherProgram.run(
      path, "PRAGMA journal_mode = \(mode)", "UPDATE MovieModel SET favorite = 1")
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Speed")
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("a file that may only be read is read, and changing it is refused")
  func readOnlyFile() throws {
    let path = try MovieStore.file(holding: ["Heat"])
    chmod(path, 0o444)
    try withoutPrivileges {
      var reader = try MovieStore(path: path, access: .reading)
      #expect(try reader.found("heat") == [1])
      var writer = try MovieStore(path: path, access: .writing)
      #expect(throws: StoreError.readOnly(path: path)) { try writer.add("Speed") }
      #expect(try writer.titles() == ["Heat"])
    }
  }

  @Test("a folder that may not be written makes no file")
  func readOnlyFolder() throws {
    let folder = TemporaryDirectory.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    chmod(folder, 0o555)
    withoutPrivileges {
      #expect(
        throws: StoreError.cannotCreate(path: folder + "/a.db", reason: "Permission denied")
      ) {
        try MovieStore.open(folder + "/a.db", .writing)
      }
    }
  }

  @Test("rehearsing makes no file, and shows what would be")
  func rehearsingNothing() throws {
    let path = TemporaryDirectory.path("a/movies.db")
    var store = try MovieStore(path: path, access: .dryRun)
    #expect(try store.add("Heat").id == 1)
    #expect(try store.titles().isEmpty)
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  @Test("rehearsing changes no byte of a file")
  func rehearsing() throws {
    let path = try MovieStore.file(holding: ["Heat", "Speed"])
    let before = try Files.bytes(path)
    do {
      var store = try MovieStore(path: path, access: .dryRun)
      #expect(try store.add("Alien", "Sigourney Weaver").id == 3)
      try store.setFavorite(.on, of: [1]) { #expect($0.movie.movie.isFavorite) }
      try store.delete(1, 2)
      _ = try store.edit(1, MovieEdit(title: "Cold"))
      #expect(try store.titles() == ["Heat", "Speed"])
      #expect(try store.found("heat") == [1])
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("many who begin one file at once make one schema, and lose nothing")
  func manyBeginners() async throws {
    let path = TemporaryDirectory.path("movies.db")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          var store = try MovieStore(path: path, access: .writing)
          try store.add("Film \(number)")
        }
      }
      try await group.waitForAll()
    }
    var store = try MovieStore(path: path, access: .reading)
    #expect(try Set(store.titles()) == Set((0..<8).map { "Film \($0)" }))
    #expect(try store.ids(MovieQuery(order: .added)) == Array(1...8))
  }
}
