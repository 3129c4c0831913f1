import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// A store that stays open while other programs change, replace or remove the file.
@Suite(.limited, .temporaryDirectory) struct FreshnessTests {
  /// The ways in which another program removes an open file from its path.
  enum Removal: CaseIterable {
    case replaced
    case removed
    case moved
    case linkChanged

    func apply(to path: String, other: String) throws {
      switch self {
      case .replaced: #expect(rename(other, path) == 0)
      case .removed: #expect(unlink(path) == 0)
      case .moved:
        #expect(rename(path, path + ".old") == 0)
        #expect(rename(other, path) == 0)
      case .linkChanged:
        #expect(unlink(path) == 0)
        #expect(symlink(other, path) == 0)
      }
    }
  }

  /// The path of a catalog in its own directory, or of a link to it if the link is to be changed.
  private static func catalog(for removal: Removal) throws -> String {
    try Files.makeDirectory(TemporaryDirectory.path("directory"))
    let path = TemporaryDirectory.path("directory/movies.db")
    guard removal == .linkChanged else {
      return try Catalog.file("directory/movies.db", holding: ["a"])
    }
    let file = try Catalog.file("real.db", holding: ["a"])
    #expect(symlink(file, path) == 0)
    return path
  }

  /// `#expect` does not accept a property of a noncopyable value.
  private static func expect(
    _ store: borrowing Catalog, isInPlace expected: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isInPlace = try store.isInPlace
    #expect(isInPlace == expected, sourceLocation: sourceLocation)
  }

  private static func write(_ store: inout Catalog) throws { try store.add("more", "Al") }

  @Test(
    "Rejects changes after the file was replaced or removed, and creates no file",
    arguments: Removal.allCases, ["delete", "wal"])
  func rejected(removal: Removal, mode: String) throws {
    let path = try Self.catalog(for: removal)
    let other = try Catalog.file("other.db", holding: ["b", "c"])
    let bytes = try Files.bytes(other)
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    var store = try Catalog(path: path, access: .writing)
    try Self.write(&store)
    try Self.expect(store, isInPlace: true)
    try removal.apply(to: path, other: other)
    try Self.expect(store, isInPlace: false)
    let names = try Files.names(in: TemporaryDirectory.path("directory"))
    #expect(throws: StoreError(.replaced(path: path))) { try Self.write(&store) }
    #expect(throws: StoreError(.replaced(path: path))) { try store.delete(id: 1) }
    #expect(throws: StoreError(.replaced(path: path))) {
      try store.add(contentsOf: [try draft("x", [])])
    }
    #expect(try Files.names(in: TemporaryDirectory.path("directory")) == names)
    if removal != .removed { #expect(try Files.bytes(path) == bytes) }
  }

  @Test("Leaves the journal of a new file unchanged")
  func journal() throws {
    let path = try Catalog.file(holding: ["a"])
    let other = try Catalog.file("other.db", holding: ["b"])
    var store = try Catalog(path: path, access: .writing)
    try Removal.replaced.apply(to: path, other: other)
    let journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + Array(0..<100)
    try Files.write(journal, to: path + "-journal")
    #expect(throws: StoreError(.replaced(path: path))) { try Self.write(&store) }
    #expect(try Files.bytes(path + "-journal") == journal)
  }

  @Test("Accepts changes after the file was moved back; links do not matter")
  func movedBack() throws {
    let path = try Catalog.file(holding: ["a"])
    let link = TemporaryDirectory.path("link")
    #expect(symlink(path, link) == 0)
    var store = try Catalog(path: link, access: .writing)
    #expect(rename(path, path + ".old") == 0)
    try Self.expect(store, isInPlace: false)
    #expect(rename(path + ".old", path) == 0)
    try Self.expect(store, isInPlace: true)
    try Self.write(&store)
    #expect(try store.movieCount() == 2)
  }

  @Test("A catalog in memory is never replaced")
  func memory() throws {
    var store = try Catalog()
    try Self.expect(store, isInPlace: true)
    try Self.write(&store)
    let version = try DatabaseVersion(of: store)
    #expect(try DatabaseVersion(of: store) == version)
  }

  @Test(
    "The data version changes with commits of other connections only", arguments: ["delete", "wal"])
  func dataVersion(mode: String) throws {
    let path = try Catalog.file(holding: ["a"])
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    var store = try Catalog(path: path, access: .writing)
    let first = try DatabaseVersion(of: store)
    #expect(first.hasExternalChange(since: nil))
    try Self.write(&store)
    _ = try store.movies()
    let changed = try DatabaseVersion(of: store)
    #expect(changed != first && !changed.hasExternalChange(since: first))
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 1")
    let second = try DatabaseVersion(of: store)
    #expect(second.hasExternalChange(since: first))
    #expect(try DatabaseVersion(of: store) == second)
    var other = try Catalog(path: path, access: .writing)
    try Self.write(&other)
    let third = try DatabaseVersion(of: store)
    #expect(third.hasExternalChange(since: first) && third.hasExternalChange(since: second))
  }

  @Test("Waits for a lock as long as the timeout")
  func busy() throws {
    let path = try Catalog.file(holding: ["a"])
    var store = try Catalog(path: path, access: .writing)
    store.busyTimeout = 60
    let other = try Catalog(path: path, access: .writing)
    try other.core.connection.execute("BEGIN EXCLUSIVE")
    for attempt in [{ _ = try DatabaseVersion(of: $0) }, Self.write]
      as [(inout Catalog) throws -> Void]
    {
      let clock = ContinuousClock()
      let start = clock.now
      #expect(throws: StoreError(.busy(path: path))) { try attempt(&store) }
      #expect((.milliseconds(50)..<(.seconds(4))).contains(clock.now - start))
    }
    try other.core.connection.execute("ROLLBACK")
    _ = try DatabaseVersion(of: store)
    try Self.write(&store)
  }
}
