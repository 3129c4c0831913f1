import FormatsTestSupport
import Foundation
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Import and export by path, the public API.
@Suite(.limited, .temporaryDirectory) struct ImportExportTests {
  private let file = TemporaryDirectory.path("movies")

  private func write(_ text: String) throws { try Files.write(Array(text.utf8), to: file) }

  @Test("An export can be imported", arguments: InterchangeFormat.allCases)
  func roundTrip(format: InterchangeFormat) throws {
    var store = try Catalog()
    try store.add("Heat", "Al Pacino", "Robert De Niro", favorite: true)
    try store.add("Ran; \"Chaos\"\t乱")
    #expect(try store.exportMovies(to: file, as: format).movies == 2)
    var copy = try Catalog()
    let report = try copy.importMovies(from: [file])
    #expect((report[.new], report.newActors, report.records) == (2, 2, 2))
    #expect(try copy.movies() == store.movies())
    #expect(try copy.importMovies(from: [file], ImportOptions(records: .new))[.leftOut] == 2)
    #expect(Files.mode(file) == 0o600)
  }

  @Test("Exports the movies of a query")
  func query() throws {
    let store = try Catalog.holding(["Ran", "Ida"])
    let query = Listing(order: .added, limit: 1)
    #expect(try store.exportMovies(query, to: file, as: .csv).movies == 1)
    #expect(try Files.bytes(file) == Array("title,favorite,cast\nRan,false,\n".utf8))
  }

  @Test(
    "Rejects an import of the database or the files next to it", arguments: ["", "-wal", "-shm"])
  func importOfItself(suffix: String) throws {
    let path = try Catalog.file(holding: ["Ran"])
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    var store = try Catalog(path: path)
    try store.add("Heat")
    symlink(path + suffix, TemporaryDirectory.path("link"))
    for source in [path + suffix, TemporaryDirectory.path("link")] {
      let error = try storeProblem {
        try store.importMovies(from: [source], ImportOptions(skipsInvalid: true))
      }
      #expect(error == .unreadable(path: source, reason: "it is the database itself"))
    }
    #expect(try store.titles() == ["Heat", "Ran"])
  }

  @Test("Replaces an existing file only on request, and the database never")
  func targets() throws {
    let path = try Catalog.file(holding: ["Ran"])
    let store = try Catalog(path: path, access: .reading)
    try Files.touch(file)
    for target in [file, path, path + "-journal"] {
      let error = try storeProblem { try store.exportMovies(to: target, as: .json) }
      expectRefused(target, error)
    }
    #expect(try Files.bytes(file).isEmpty)
    try store.exportMovies(to: file, as: .json, replacing: true)
    #expect(try !Files.bytes(file).isEmpty)
    let error = try storeProblem {
      try store.exportMovies(to: path, as: .json, replacing: true)
    }
    expectRefused(path, error)
    #expect(try store.titles() == ["Ran"])
  }

  @Test("An invalid record ends an import without changes, unless invalid records are skipped")
  func invalid() throws {
    try write("{\"title\": \"Ran\"}\n{\"title\": 7}\n{\"title\": \"Ida\"}\n")
    var store = try Catalog()
    let error = #expect(throws: InterchangeError.self) { try store.importMovies(from: [file]) }
    #expect(error?.file == file && error?.line == 2 && error?.column == 11)
    #expect(try store.movieCount() == 0)
    var lines: [Int] = []
    let report = try store.importMovies(
      from: [file], ImportOptions(skipsInvalid: true), onInvalid: { lines.append($0.line) })
    #expect((report[.new], report[.invalid]) == (2, 1))
    #expect(lines == [2])
  }

  @Test("Reports a file that cannot be read")
  func unreadable() throws {
    var store = try Catalog()
    #expect(throws: StoreError(.unreadable(path: file, reason: "No such file or directory"))) {
      try store.importMovies(from: [file])
    }
    try Files.makeDirectory(file)
    let error = #expect(throws: InterchangeError.self) { try store.importMovies(from: [file]) }
    #expect(error?.message == "expected lists of movies, found none")
  }

  @Test("Imports a FIFO, which is opened once", arguments: InterchangeFormat.allCases)
  func fifo(format: InterchangeFormat) throws {
    // More than a pipe can hold.
    let drafts = try (0..<400).map { index in
      try draft("Movie \(index)", ["An Actor", String(repeating: "x", count: 200) + "\(index)"])
    }
    let bytes = try written(drafts, format)
    #expect(bytes.count > 65_536)
    mkfifo(file, 0o600)
    BackgroundThread.run { [file] in
      do { try Self.write(bytes, toFIFO: file) } catch { Issue.record(error) }
    }
    var store = try Catalog()
    let report = try store.importMovies(from: [file])
    #expect(report[.new] == 400)
    #expect(try store.titles(order: .added) == drafts.map(\.title))
  }

  private static func write(_ bytes: [UInt8], toFIFO path: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  @Test("Opens a regular file twice: to find out how it is read, and to read it")
  func opened() throws {
    try write("{\"title\": \"Ran\"}\n")
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(watch) }
    try #require(inotify_add_watch(watch, file, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) >= 0)
    var store = try Catalog()
    #expect(try store.importMovies(from: [file])[.new] == 1)
    // An event of a watched file has 16 bytes: one for each opening, one for each closing.
    var events = [UInt8](repeating: 0, count: 4_096)
    #expect(read(watch, &events, events.count) == 4 * 16)
  }

  @Test(
    "An export of a query that cannot be run is rejected, and creates no file",
    arguments: [
      (Listing([.text("a\0")]), "the text to search for contains a NUL character"),
      (Listing(limit: -1), "the limit -1 is negative"),
      (Listing(limit: 5, offset: -3), "the offset -3 is negative"),
    ])
  func invalidQuery(list: Listing, sentence: String) throws {
    let store = try Catalog.holding(["Heat"])
    expectInvalid(sentence, .query) { try store.exportMovies(list, to: file, as: .json) }
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  @Test("A catalog without the table of attributes is exported")
  func withoutAttributes() throws {
    let path = try Catalog.file(holding: ["Heat", "Ran"])
    try OtherProgram.run(path, "DROP TABLE MovieAttribute")
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.exportMovies(Listing(), to: file, as: .csv).movies == 2)
  }
}
