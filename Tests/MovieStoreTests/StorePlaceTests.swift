import Foundation
import MovieStore
import TestSupport
import Testing

/// A store that is open for long, beside programs that change the file or put another in its place.
@Suite(.limited, .temporaryDirectory) struct StorePlaceTests {
  /// What another program may do to the path of an open file.
  enum Removal: CaseIterable {
    case replaced
    case removed
    case moved
    case linkTurned

    func happen(to path: String, other: String) throws {
      switch self {
      case .replaced: #expect(rename(other, path) == 0)
      case .removed: #expect(unlink(path) == 0)
      case .moved:
        #expect(rename(path, path + ".old") == 0)
        #expect(rename(other, path) == 0)
      case .linkTurned:
        #expect(unlink(path) == 0)
        #expect(symlink(other, path) == 0)
      }
    }
  }

  /// The path of a catalog in a folder of its own, behind a link where that is to be turned.
  private static func catalog(for removal: Removal) throws -> String {
    try Files.makeFolder(TemporaryDirectory.path("folder"))
    let path = TemporaryDirectory.path("folder/movies.db")
    guard removal == .linkTurned else {
      return try MovieStore.file("folder/movies.db", holding: ["a"])
    }
    let file = try MovieStore.file("real.db", holding: ["a"])
    #expect(symlink(file, path) == 0)
    return path
  }

  /// A property of what cannot be copied cannot stand in an expectation.
  private static func expect(
    _ store: borrowing MovieStore, isInPlace expected: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isInPlace = store.isInPlace
    #expect(isInPlace == expected, sourceLocation: sourceLocation)
  }

  private static func write(_ store: inout MovieStore) throws { try store.add("more", "Al") }

  @Test(
    "no change is made once the file is elsewhere, and nothing appears beside the one at the path",
    arguments: Removal.allCases, ["delete", "wal"])
  func refused(removal: Removal, mode: String) throws {
    let path = try Self.catalog(for: removal)
    let other = try MovieStore.file("other.db", holding: ["b", "c"])
    let bytes = try Files.bytes(other)
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    var store = try MovieStore(path: path, access: .writing)
    try Self.write(&store)
    Self.expect(store, isInPlace: true)
    try removal.happen(to: path, other: other)
    Self.expect(store, isInPlace: false)
    let names = try Files.names(in: TemporaryDirectory.path("folder"))
    #expect(throws: StoreError.replaced(path: path)) { try Self.write(&store) }
    #expect(throws: StoreError.replaced(path: path)) { try store.delete([1]) { _ in } }
    #expect(throws: StoreError.replaced(path: path)) {
      try store.importMovies(from: [try draft("x", [])].sources(1))
    }
    #expect(try Files.names(in: TemporaryDirectory.path("folder")) == names)
    if removal != .removed { #expect(try Files.bytes(path) == bytes) }
  }

  @Test("another program's journal beside the new file is left alone")
  func journal() throws {
    let path = try MovieStore.file(holding: ["a"])
    let other = try MovieStore.file("other.db", holding: ["b"])
    var store = try MovieStore(path: path, access: .writing)
    try Removal.replaced.happen(to: path, other: other)
    let journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + Array(0..<100)
    try Files.write(journal, to: path + "-journal")
    #expect(throws: StoreError.replaced(path: path)) { try Self.write(&store) }
    #expect(try Files.bytes(path + "-journal") == journal)
  }

  @Test("put back in its place, the file is changed again; links to it and new names do not matter")
  func back() throws {
    let path = try MovieStore.file(holding: ["a"])
    let link = TemporaryDirectory.path("link")
    #expect(symlink(path, link) == 0)
    var store = try MovieStore(path: link, access: .writing)
    #expect(rename(path, path + ".old") == 0)
    Self.expect(store, isInPlace: false)
    #expect(rename(path + ".old", path) == 0)
    Self.expect(store, isInPlace: true)
    try Self.write(&store)
    #expect(try store.movieCount() == 2)
  }

  @Test("a catalog in memory is always in its place")
  func memory() throws {
    var store = try MovieStore()
    Self.expect(store, isInPlace: true)
    try Self.write(&store)
    #expect(try store.dataVersion() == store.dataVersion())
  }

  @Test("the number changes with others' commits, and not with ours", arguments: ["delete", "wal"])
  func dataVersion(mode: String) throws {
    let path = try MovieStore.file(holding: ["a"])
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    var store = try MovieStore(path: path, access: .writing)
    let first = try store.dataVersion()
    try Self.write(&store)
    _ = try store.movies()
    #expect(try store.dataVersion() == first)
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 1")
    let second = try store.dataVersion()
    #expect(second != first)
    #expect(try store.dataVersion() == second)
    var other = try MovieStore(path: path, access: .writing)
    try Self.write(&other)
    #expect(try ![first, second].contains(store.dataVersion()))
  }

  @Test("a lock is waited for as long as was set, and no longer")
  func busy() throws {
    let path = try MovieStore.file(holding: ["a"])
    var store = try MovieStore(path: path, access: .writing)
    store.setBusyTimeout(milliseconds: 60)
    var other = try MovieStore(path: path, access: .writing)
    try other.connection.execute("BEGIN EXCLUSIVE")
    for attempt in [{ _ = try $0.dataVersion() }, Self.write] as [(inout MovieStore) throws -> Void]
    {
      let clock = ContinuousClock()
      let start = clock.now
      #expect(throws: StoreError.busy(path: path)) { try attempt(&store) }
      #expect((.milliseconds(50)..<(.seconds(4))).contains(clock.now - start))
    }
    try other.connection.execute("ROLLBACK")
    _ = try store.dataVersion()
    try Self.write(&store)
  }
}
