import Glibc
import MovieFormats
import MovieInterchange
import MovieStatistics
import MovieStore
import MovieStoreMaintenance
import MovieSystem

/// An untrusted file is read or rejected, and reading does not change it. A migration succeeds or leaves
/// it unchanged.
func checkDatabase(_ bytes: [UInt8]) throws {
  let file = try ScratchFile(bytes)
  try file.expectingStoreErrors { path in try read(path) }
  try file.expectingStoreErrors { path in
    let migrator = try Migrator(path: path)
    _ = try migrator.status()
    _ = try migrator.log()
    _ = try migrator.verify()
  }
  try require(file.bytes == bytes, "reading changes nothing")
  let isDone = try file.expectingStoreErrors { path in
    let options = Migrator.Options(backup: .none, acceptsLosses: true)
    _ = try Migrator(path: path).apply(options)
  }
  try require(isDone || file.bytes == bytes, "a migration that fails changes nothing")
  try file.expectingStoreErrors { path in try change(path) }
}

private func read(_ path: String) throws {
  let store = try Catalog(path: path, access: .reading)
  _ = try store.movies()
  _ = try store.movies([.text("the"), .text("score")], order: .relevance)
  _ = try store.actors()
  _ = try store.statistics()
  _ = try store.exportMovies(as: .json, to: ByteSink())
}

private func change(_ path: String) throws {
  var store = try Catalog(path: path, access: .writing)
  let movie = try store.add(MovieDraft(title: "Heat", cast: ["Al Pacino"])).movie
  try store.toggleFavorite(id: movie.id)
  try store.delete(id: movie.id)
}

/// A temporary database file in memory.
private struct ScratchFile: ~Copyable {
  private let path: String

  init(_ bytes: [UInt8]) throws {
    path = "/dev/shm/movies-fuzz-\(getpid())-\(pthread_self()).db"
    let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    try require(write(descriptor, bytes, bytes.count) == bytes.count, "\(path) can be written")
  }

  deinit { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) } }

  var bytes: [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// Runs the body.
  ///
  /// - Returns: Whether it succeeded; `false` for a `StoreError` other than an internal error.
  @discardableResult
  borrowing func expectingStoreErrors(_ body: (String) throws -> Void) throws -> Bool {
    do {
      try body(path)
      return true
    } catch let error as StoreError {
      if error.category == .internalError { throw FuzzFinding(description: error.description) }
      return false
    }
  }
}
