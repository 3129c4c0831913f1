import Foundation
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Journal modes, several connections for reading, and replaced files.
@Suite(.limited, .temporaryDirectory) struct ReaderPoolTests {
  private static func mode(_ path: String) throws -> [String] {
    try OtherProgram.texts(path, "PRAGMA journal_mode")
  }

  @Test("A file keeps its journal mode unless another one is given")
  func modes() throws {
    let path = try Catalog.file(holding: ["a"])
    #expect(try Self.mode(path) == ["delete"])
    do { _ = try Catalog(path: path, access: .reading, journal: .wal) }
    do { _ = try Catalog(path: path, access: .dryRun, journal: .wal) }
    #expect(try Self.mode(path) == ["delete"])
    do {
      var store = try Catalog(path: path, journal: .wal)
      try store.add("b")
    }
    #expect(try Self.mode(path) == ["wal"])
    do {
      var store = try Catalog(path: path)
      try store.add("c")
    }
    #expect(try Self.mode(path) == ["wal"])
    do { _ = try Catalog(path: path, journal: .rollback) }
    #expect(try Self.mode(path) == ["delete"])
    #expect(try Catalog(path: path, access: .reading).titles() == ["a", "b", "c"])
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
    let new = TemporaryDirectory.path("new.db")
    do { _ = try Catalog(path: new, journal: .wal) }
    #expect(try Self.mode(new) == ["wal"])
  }

  @Test("The mode of a file that another program has open cannot be changed")
  func inUse() throws {
    let path = try Catalog.file(holding: ["a"])
    let store = try Catalog(path: path, journal: .wal)
    #expect(try store.titles() == ["a"])
    let error = try storeProblem {
      _ = try Catalog(
        path: path, access: .writing, journal: .rollback,
        timeout: LockTimeout(milliseconds: 20, isRenewed: true))
    }
    guard case .busy = error else { throw error }
    #expect(try store.titles() == ["a"])
  }

  @Test(
    "Reads run at the same time on different connections", arguments: [JournalMode.rollback, .wal])
  func parallel(journal: JournalMode) async throws {
    let path = try Catalog.file(holding: ["a", "b"])
    let repository = MovieRepository(path: path, journal: journal, readers: 3)
    try await repository.open()
    let (entered, mayEnd) = ((0..<3).map { _ in Latch() }, Latch())
    try await withThrowingTaskGroup(of: [String].self) { group in
      for latch in entered {
        group.addTask {
          try await repository.read { store in
            latch.set()
            #expect(mayEnd.isSet())
            return try store.titles()
          }
        }
      }
      for latch in entered { try await latch.wait() }
      mayEnd.set()
      for try await titles in group { #expect(titles == ["a", "b"]) }
    }
  }

  @Test("In WAL mode, a change does not wait for a read, which does not see it")
  func writeDuringRead() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path, journal: .wal, readers: 2)
    try await repository.open()
    let (entered, mayEnd) = (Latch(), Latch())
    let read = Task {
      try await repository.read { store in
        let before = try store.titles()
        entered.set()
        #expect(mayEnd.isSet())
        return (before, try store.titles())
      }
    }
    try await entered.wait()
    try await repository.write { try $0.add(MovieDraft(title: "b")) }
    #expect(try await repository.read { try $0.movies() }.map(\.title) == ["a", "b"])
    mayEnd.set()
    let (before, after) = try await read.value
    #expect(before == ["a"] && after == ["a"])
  }

  @Test("After an error because the file was replaced, the next call opens the new file")
  func reopened() async throws {
    let path = try Catalog.file(holding: ["a"])
    let repository = MovieRepository(path: path)
    #expect(try await repository.read { try $0.movies() }.map(\.title) == ["a"])
    try FileManager.default.removeItem(atPath: path)
    _ = try Catalog.file(holding: ["b"])
    await #expect(throws: StoreError(.replaced(path: path))) {
      try await repository.read { try $0.movies() }
    }
    #expect(try await repository.read { try $0.movies() }.map(\.title) == ["b"])
    await #expect(throws: StoreError(.replaced(path: path))) {
      try await repository.write { try $0.add(MovieDraft(title: "c")) }
    }
    try await repository.write { try $0.add(MovieDraft(title: "d")) }
    var results = repository.observe { try $0.titles() }.makeAsyncIterator()
    #expect(try await results.next() == ["b", "d"])
  }
}

extension Latch {
  /// Waits without blocking a thread of the cooperative pool.
  fileprivate func wait() async throws {
    while !isSet(within: 0) { try await Task.sleep(for: .milliseconds(1)) }
  }
}
