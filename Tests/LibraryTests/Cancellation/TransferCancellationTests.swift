import Foundation
import MovieFormats
import MovieInterchange
import MovieSamples
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Imports, exports and seeding in a task that is cancelled.
@Suite(.limited, .temporaryDirectory) struct TransferCancellationTests {
  private static let recordCount = Tier.amount(1_200, full: 2_000)
  private static let seedCount = Tier.amount(300, full: 1_500)

  /// A catalog with a movie.
  private let path: String
  /// A file of records that are not in the catalog.
  private let source: String

  init() throws {
    path = try Catalog.file(holding: ["Heat"])
    source = TemporaryDirectory.path("source.ndjson")
    let lines = (0..<Self.recordCount).map {
      "{\"title\": \"Movie \($0)\", \"cast\": [\"Actor \($0 % 97)\", \"Actor \($0 % 89)\"]}\n"
    }
    try Files.write(Array(lines.joined().utf8), to: source)
  }

  /// Cancels the task that runs in this thread.
  private static func cancelTask() { withUnsafeCurrentTask { $0?.cancel() } }

  /// Expects that the closure ends with `CancellationError`, and that the catalog and the directory are
  /// unchanged.
  private func expectCancelled(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (inout Catalog) throws -> Void
  ) async throws {
    let (before, names) = (try CatalogState(path), try Files.names(in: TemporaryDirectory.current))
    try await Task { [path] in
      var store = try Catalog.withoutDurability(path)
      #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
        try body(&store)
      }
      #expect(Task.isCancelled, sourceLocation: sourceLocation)
      try store.expectUsable(sourceLocation: sourceLocation)
    }.value
    #expect(try CatalogState(path).rows["MovieModel"] == before.rows["MovieModel"])
    #expect(try OtherProgram.texts(path, "SELECT count(*) FROM ActorModel") == ["0"])
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
  }

  // MARK: Cancellation from a progress closure

  @Test(
    "A cancelled import adds nothing, and the store stays usable",
    arguments: [1, recordCount / 2, recordCount])
  func importing(records: Int) async throws {
    try await expectCancelled { [source] store in
      try store.importMovies(
        from: [source], progress: { if $0.completed >= records { Self.cancelTask() } })
    }
  }

  @Test("A cancelled import that skips existing movies adds nothing")
  func importingWithLookups() async throws {
    try await expectCancelled { [source] store in
      try store.importMovies(
        from: [source], ImportOptions(records: .new),
        progress: { if $0.completed >= 600 { Self.cancelTask() } })
    }
  }

  @Test("An import that is cancelled at any time adds all movies or none")
  func anyTime() throws {
    for step in 0..<Tier.amount(6, full: 60) {
      let catalog = TemporaryDirectory.path("\(step).db")
      let task = TimedTask { [source] in
        var store = try Catalog.withoutDurability(catalog)
        try store.importMovies(from: [source])
      }
      usleep(UInt32(step * 5_000))
      let (result, _) = try task.cancel()
      if case .failure(let error) = result { #expect(error is CancellationError) }
      let count = if case .success = result { Self.recordCount } else { 0 }
      #expect(try Catalog(path: catalog).movieCount() == count)
    }
  }

  @Test("Cancelled seeding adds nothing", arguments: [1, seedCount])
  func seeding(records: Int) async throws {
    try await expectCancelled { store in
      try store.seed(Self.seedCount) { if $0.completed >= records { Self.cancelTask() } }
    }
  }

  @Test("A cancelled export leaves no file, and an existing file as it was", arguments: [1, 600])
  func exporting(records: Int) async throws {
    var store = try Catalog.withoutDurability(path)
    try store.seed(600)
    let names = try Files.names(in: TemporaryDirectory.current)
    for (file, replacing) in [(TemporaryDirectory.path("new.json"), false), (source, true)] {
      let bytes = replacing ? try Files.bytes(file) : []
      await Task { [path] in
        _ = #expect(throws: CancellationError.self) {
          try Catalog(path: path).exportMovies(to: file, as: .json, replacing: replacing) {
            if $0.completed >= records { Self.cancelTask() }
          }
        }
      }.value
      #expect(try Files.names(in: TemporaryDirectory.current) == names)
      if replacing { #expect(try Files.bytes(file) == bytes) }
    }
  }

  @Test("An operation does not start in a cancelled task")
  func alreadyCancelled() async throws {
    let (fifo, export) = (TemporaryDirectory.path("fifo"), TemporaryDirectory.path("export"))
    #expect(mkfifo(fifo, 0o600) == 0)
    try await Task {
      Self.cancelTask()
      var store = try Catalog()
      for file in [fifo, TemporaryDirectory.path("missing")] {
        #expect(throws: CancellationError.self) { try store.importMovies(from: [file]) }
      }
      #expect(throws: CancellationError.self) { try store.seed(1) }
      #expect(throws: CancellationError.self) { try store.exportMovies(to: export, as: .csv) }
      #expect(!FileMetadata.exists(export))
    }.value
  }

  @Test("An import that is cancelled in a transaction rolls the transaction back")
  func inTransaction() async throws {
    try await expectCancelled { [source] store in
      try store.write { store in
        try store.add("First")
        try store.importMovies(
          from: [source], progress: { if $0.completed > 700 { Self.cancelTask() } })
      }
    }
  }

  @Test("An import in a transaction adds all movies, and foreign keys are enforced afterwards")
  func wholeTransaction() throws {
    var store = try Catalog.withoutDurability(path)
    try store.write { store in
      try store.add("First", "Al")
      try store.importMovies(from: [source])
      try store.seed(600)
    }
    #expect(try store.movieCount() == 602 + Self.recordCount)
    try store.expectUsable()
    #expect(throws: StoreError.self) {
      try store.write { store in
        try store.core.connection.execute("INSERT INTO MovieActor VALUES (1, 99999, 0)")
      }
    }
  }

  @Test("An error other than the cancellation is thrown unchanged")
  func otherErrors() async throws {
    struct Stop: Error {}
    try await Task { [source] in
      var store = try Catalog()
      #expect(throws: Stop.self) {
        try store.importMovies(
          from: [source],
          progress: { _ in
            Self.cancelTask()
            throw Stop()
          })
      }
    }.value
  }

  @Test("Other operations and stores do not observe the cancellation of a task")
  func otherOperations() async throws {
    try await Task { [path] in
      Self.cancelTask()
      var store = try Catalog(path: path)
      try store.add("Ran", "Al")
      #expect(try store.titles() == ["Heat", "Ran"])
    }.value
  }

  @Test("A large import ends soon after its cancellation at any time", .fullTier)
  func largeImport() throws {
    let large = TemporaryDirectory.path("large.ndjson")
    let lines = (0..<40_000).map {
      "{\"title\": \"The Movie \($0 * 7919 % 40_000) of a Kind\", \"cast\": [\"Actor \($0)\", \"Al\"]}\n"
    }
    try Files.write(Array(lines.joined().utf8), to: large)
    let stopwatch = Stopwatch()
    var store = try Catalog(path: TemporaryDirectory.path("whole.db"))
    try store.importMovies(from: [large])
    let seconds = stopwatch.seconds
    for step in 0..<10 {
      let catalog = TemporaryDirectory.path("\(step).db")
      let task = TimedTask {
        var store = try Catalog(path: catalog)
        try store.importMovies(from: [large])
      }
      usleep(UInt32(seconds * 100_000) * UInt32(step))
      let (result, time) = try task.cancel()
      #expect(time < .seconds(2))
      if case .failure(let error) = result { #expect(error is CancellationError) }
      let count = if case .success = result { 40_000 } else { 0 }
      #expect(try Catalog(path: catalog).movieCount() == count)
      #expect(!FileMetadata.exists(catalog + "-journal"))
    }
  }

  // MARK: Cancellation while an import waits

  /// Runs the import in a repository, cancels its task while it waits, and expects a `CancellationError`
  /// soon.
  private func expectWaitEnds(
    _ file: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let task = TimedTask { [path] in
      try await MovieRepository(path: path).importMovies(from: [file])
    }
    usleep(60_000)
    try task.expectCancellation(sourceLocation: sourceLocation)
  }

  @Test("A cancelled import stops waiting for the first writer of a FIFO")
  func unopenedFIFO() throws {
    let fifo = TemporaryDirectory.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    try expectWaitEnds(fifo)
    #expect(try Catalog(path: path).movieCount() == 1)
  }

  @Test(
    "A cancelled import stops waiting for a silent writer",
    arguments: ["", "{\"title\": \"A\"}\n{"])
  func silentWriter(text: String) throws {
    let fifo = TemporaryDirectory.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let writer = open(fifo, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    #expect(write(writer, text, text.utf8.count) == text.utf8.count)
    try expectWaitEnds(fifo)
    #expect(try Catalog(path: path).movieCount() == 1)
  }

  @Test("A cancelled import stops waiting for the lock of another process")
  func foreignLock() throws {
    let other = try SQLProcess(path)
    try other.run("BEGIN IMMEDIATE")
    try expectWaitEnds(source)
    try other.run("COMMIT")
    #expect(try Catalog(path: path).movieCount() == 1)
    #expect(
      try Files.names(in: TemporaryDirectory.current) == ["movies.db", "source.ndjson"])
  }

  @Test("An import reads a FIFO whose writer opens it later")
  func laterWriter() throws {
    let fifo = TemporaryDirectory.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let bytes = try Files.bytes(source)
    BackgroundThread.run {
      usleep(20_000)
      let writer = open(fifo, O_WRONLY | O_CLOEXEC)
      defer { close(writer) }
      do { try Descriptor.write(bytes, to: writer) } catch { Issue.record(error) }
    }
    var store = try Catalog(path: path)
    #expect(try store.importMovies(from: [fifo])[.new] == Self.recordCount)
  }
}
