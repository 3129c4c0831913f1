import Foundation
import MovieStore
import TestSupport
import Testing

/// Import and export as any program has them: by the names of files.
@Suite(.limited, .temporaryDirectory) struct FilesTests {
  private let file = TemporaryDirectory.path("films")

  private func write(_ text: String) throws { try Files.write(Array(text.utf8), to: file) }

  @Test("what was exported is imported again", arguments: InterchangeFormat.allCases)
  func roundTrip(format: InterchangeFormat) throws {
    var store = try MovieStore()
    try store.add("Heat", "Al Pacino", "Robert De Niro", favorite: true)
    try store.add("Ran; \"Chaos\"\t乱")
    #expect(try store.exportMovies(to: file, as: format) == 2)
    var copy = try MovieStore()
    let report = try copy.importMovies(from: file)
    #expect((report.movies, report.newActors, report.skipped, report.bad) == (2, 2, 0, 0))
    #expect(try copy.movies() == store.movies())
    #expect(try copy.importMovies(from: file, as: format, skipsExisting: true).skipped == 2)
    #expect(Files.mode(file) == 0o600)
  }

  @Test("a query says which movies are exported")
  func query() throws {
    var store = try MovieStore.holding(["Ran", "Ida"])
    #expect(try store.exportMovies(MovieQuery(order: .added, limit: 1), to: file, as: .csv) == 1)
    #expect(try Files.bytes(file) == Array("title,favorite,cast\nRan,false,\n".utf8))
  }

  @Test(
    "The database and the files next to it are not read as movies", arguments: ["", "-wal", "-shm"])
  func importOfItself(suffix: String) throws {
    let path = try MovieStore.file(holding: ["Ran"])
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    var store = try MovieStore(path: path)
    try store.add("Heat")
    symlink(path + suffix, TemporaryDirectory.path("link"))
    for source in [path + suffix, TemporaryDirectory.path("link")] {
      let error = try storeError { try store.importMovies(from: source, skipsBad: true) }
      #expect(error == .unreadable(path: source, reason: "it is the database itself"))
    }
    #expect(try store.titles() == ["Heat", "Ran"])
  }

  @Test("a file that is there is replaced where that is asked for, and the database never")
  func targets() throws {
    let path = try MovieStore.file(holding: ["Ran"])
    var store = try MovieStore(path: path, access: .reading)
    try Files.touch(file)
    for target in [file, path, path + "-journal"] {
      let error = try storeError { try store.exportMovies(to: target, as: .json) }
      expectRefused(target, error)
    }
    #expect(try Files.bytes(file).isEmpty)
    try store.exportMovies(to: file, as: .json, replacing: true)
    #expect(try !Files.bytes(file).isEmpty)
    let error = try storeError {
      try store.exportMovies(to: path, as: .json, replacing: true)
    }
    expectRefused(path, error)
    #expect(try store.titles() == ["Ran"])
  }

  @Test("a bad record ends an import, and nothing is added, unless such are passed over")
  func bad() throws {
    try write("{\"title\": \"Ran\"}\n{\"title\": 7}\n{\"title\": \"Ida\"}\n")
    var store = try MovieStore()
    let error = #expect(throws: InterchangeError.self) { try store.importMovies(from: file) }
    #expect(error?.file == file && error?.line == 2 && error?.column == 11)
    #expect(try store.movieCount() == 0)
    var lines: [Int] = []
    let report = try store.importMovies(from: file, skipsBad: true) { lines.append($0.line) }
    #expect((report.movies, report.bad) == (2, 1))
    #expect(lines == [2])
  }

  @Test("a file that cannot be read is told")
  func unreadable() throws {
    var store = try MovieStore()
    #expect(throws: StoreError.fileNotFound(path: file)) { try store.importMovies(from: file) }
    try Files.makeFolder(file)
    #expect(throws: StoreError.unreadable(path: file, reason: "Is a directory")) {
      try store.importMovies(from: file)
    }
  }
}
