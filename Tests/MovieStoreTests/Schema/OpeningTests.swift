import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct OpeningTests {
  private static func open(
    _ path: String, _ access: MovieStore.Access = .reading
  ) throws(StoreError) {
    _ = try MovieStore(path: path, access: access)
  }

  @Test("a missing file is missing for a reader, and stays so")
  func missing() throws {
    let path = TemporaryDirectory.path("no.db")
    #expect(throws: StoreError.missing(path: path)) { try Self.open(path) }
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  @Test("a writer makes a missing file, for its owner alone, and nothing beside it")
  func made() throws {
    let path = TemporaryDirectory.path("movies.db")
    try Self.open(path, .writing)
    #expect(Files.mode(path) == 0o600)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
    try Self.open(path, .reading)
  }

  @Test("missing folders are made, for their owner alone")
  func folders() throws {
    let path = TemporaryDirectory.path("a/b/movies.db")
    try Self.open(path, .writing)
    #expect(Files.mode(TemporaryDirectory.path("a")) == 0o700)
    #expect(Files.mode(TemporaryDirectory.path("a/b")) == 0o700)
    #expect(Files.mode(path) == 0o600)
  }

  @Test("the mode of a file that is there is kept")
  func keptMode() throws {
    let path = try MovieStore.file()
    chmod(path, 0o640)
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat")
    #expect(Files.mode(path) == 0o640)
  }

  @Test("a folder or file whose name starts with a combining mark is a name like any other")
  func combiningMark() throws {
    let path = TemporaryDirectory.path("new/\u{301}a/\u{301}b.db")
    try Self.open(path, .writing)
    #expect(Files.mode(path) == 0o600)
  }

  @Test("a folder that cannot be made is named")
  func unmadeFolder() throws {
    let path = TemporaryDirectory.path("file/movies.db")
    try Files.touch(TemporaryDirectory.path("file"))
    #expect(throws: StoreError.unreadable(path: path, reason: "Not a directory")) {
      try Self.open(path, .writing)
    }
    let error = try storeError { try Self.open("/proc/nothing/movies.db", .writing) }
    guard case .cannotCreate(path: "/proc/nothing", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("a file of no bytes is an empty catalog for a reader, who leaves it so")
  func zeroBytes() throws {
    let path = TemporaryDirectory.path("empty.db")
    try Files.touch(path)
    for access in [MovieStore.Access.reading, .rehearsing] {
      var store = try MovieStore(path: path, access: access)
      #expect(try store.titles().isEmpty)
      #expect(store.path == path)
      #expect(try Files.bytes(path).isEmpty)
    }
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat")
    #expect(try store.titles() == ["Heat"])
  }

  @Test("a database in which nothing was begun is an empty catalog too")
  func emptyDatabase() throws {
    let path = try OtherProgram.make("empty.db", ["PRAGMA journal_mode = WAL"])
    #expect(try !Files.bytes(path).isEmpty)
    for access in [MovieStore.Access.reading, .rehearsing] {
      var store = try MovieStore(path: path, access: access)
      #expect(try store.titles().isEmpty)
    }
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat")
    #expect(try store.titles() == ["Heat"])
  }

  @Test("what is no regular file is refused without opening it", arguments: [false, true])
  func specialFiles(isWriting: Bool) throws {
    let access: MovieStore.Access = isWriting ? .writing : .reading
    let folder = TemporaryDirectory.current
    #expect(throws: StoreError.notAMovieDatabase(path: folder, reason: "it is a folder")) {
      try Self.open(folder, access)
    }
    let pipe = TemporaryDirectory.path("pipe")
    mkfifo(pipe, 0o600)
    for path in [pipe, "/dev/zero", "/dev/null"] {
      #expect(
        throws: StoreError.notAMovieDatabase(path: path, reason: "it is not a regular file")
      ) {
        try Self.open(path, access)
      }
    }
  }

  @Test(
    "a file that is no database is refused, and not touched",
    arguments: [
      "x", "hello, world\n", "SQLite format 3\0", String(repeating: "text ", count: 3_000),
    ])
  func text(content: String) throws {
    let path = TemporaryDirectory.path("notes.txt")
    try Files.write(content.bytes, to: path)
    for access in [MovieStore.Access.reading, .writing, .rehearsing] {
      let error = try storeError { try Self.open(path, access) }
      #expect(
        error == .notAMovieDatabase(path: path, reason: "it is not an SQLite database"))
      #expect(try Files.bytes(path) == content.bytes)
    }
  }

  @Test("another program's database is refused, and not touched")
  func foreign() throws {
    let plain = try OtherProgram.make("plain.db", ["CREATE TABLE t(a)"])
    let marked = try OtherProgram.make("marked.db", ["PRAGMA application_id = 1"])
    let versioned = try OtherProgram.make("versioned.db", ["PRAGMA user_version = 6"])
    for path in [plain, marked, versioned] {
      let before = try Files.bytes(path)
      for access in [MovieStore.Access.reading, .writing, .rehearsing] {
        #expect(
          throws: StoreError.notAMovieDatabase(
            path: path, reason: "it belongs to another program")
        ) {
          try Self.open(path, access)
        }
      }
      #expect(try Files.bytes(path) == before)
    }
  }

  @Test(
    "an older catalog is refused, and not touched", arguments: SchemaVersion.allCases.dropLast())
  func older(version: SchemaVersion) throws {
    let path = try OldCatalog.make([OldCatalog.Row("Heat")], version: version)
    let before = try Files.bytes(path)
    for access in [MovieStore.Access.reading, .writing, .rehearsing] {
      #expect(throws: StoreError.olderSchema(path: path, version: version)) {
        try Self.open(path, access)
      }
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("a newer catalog is refused, and not touched", arguments: [7, 100, 2_147_483_647])
  func newer(version: Int) throws {
    let path = try MovieStore.file()
    try OtherProgram.run(path, "PRAGMA user_version = \(version)")
    let before = try Files.bytes(path)
    for access in [MovieStore.Access.reading, .writing, .rehearsing] {
      #expect(throws: StoreError.newerSchema(path: path, version: version)) {
        try Self.open(path, access)
      }
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("a version that never was is refused", arguments: [0, -1, -2_147_483_648])
  func impossibleVersion(version: Int) throws {
    let path = try MovieStore.file()
    try OtherProgram.run(path, "PRAGMA user_version = \(version)")
    let error = try storeError { try Self.open(path) }
    #expect(error == .notAMovieDatabase(path: path, reason: "its schema version is \(version)"))
  }

  @Test("a dangling link is not created through")
  func danglingLink() throws {
    let (path, target) = (TemporaryDirectory.path("link"), TemporaryDirectory.path("target.db"))
    symlink(target, path)
    #expect(throws: StoreError.cannotCreate(path: path, reason: "it is a dangling link")) {
      try Self.open(path, .writing)
    }
    #expect(throws: StoreError.missing(path: path)) { try Self.open(path, .reading) }
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
    let error = try storeError { try Self.open("no-such-folder/" + name) }
    let folder = FileManager.default.currentDirectoryPath
    #expect(error == .missing(path: folder + "/no-such-folder/" + name))
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
        try Self.open(folder + "/a.db", .writing)
      }
    }
  }

  @Test("rehearsing makes no file, and shows what would be")
  func rehearsingNothing() throws {
    let path = TemporaryDirectory.path("a/movies.db")
    var store = try MovieStore(path: path, access: .rehearsing)
    #expect(try store.add("Heat").id == 1)
    #expect(try store.titles().isEmpty)
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  @Test("rehearsing changes no byte of a file")
  func rehearsing() throws {
    let path = try MovieStore.file(holding: ["Heat", "Speed"])
    let before = try Files.bytes(path)
    do {
      var store = try MovieStore(path: path, access: .rehearsing)
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
