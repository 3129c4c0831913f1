import Glibc
import MovieStore
import MovieSystem

/// A file that anybody may have written is read, or refused, and not changed by that; a migration of
/// it is done or leaves it as it was.
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
  var store = try MovieStore(path: path, access: .reading)
  _ = try store.movies()
  _ = try store.movies(MovieQuery(text: SearchPattern("the score"), order: .relevance))
  _ = try store.actors()
  _ = try store.statistics()
  _ = try store.exportMovies(MovieQuery(), as: .json, to: ByteSink())
}

private func change(_ path: String) throws {
  var store = try MovieStore(path: path, access: .writing)
  let movie = try store.add(MovieDraft(title: "Heat", cast: ["Al Pacino"])).movie
  try store.setFavorite(.toggled, of: [movie.id]) { _ in }
  try store.delete([movie.id]) { _ in }
}

/// A database file in memory, for as long as it is looked at.
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

  /// Whether the work was done: what a file can do to it is an error of the store's, and no defect.
  @discardableResult
  borrowing func expectingStoreErrors(_ work: (String) throws -> Void) throws -> Bool {
    do {
      try work(path)
      return true
    } catch StoreError.internalError(let code, let message, let sql) {
      throw FuzzFinding(description: "a defect: \(code) \(message) \(sql ?? "")")
    } catch is StoreError {
      return false
    }
  }
}
