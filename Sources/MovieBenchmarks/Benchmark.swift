internal import MovieInterchange
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MoviesCLI

/// A measurement of the library. If a command opens the catalog for the operation, opening is part of a
/// sample: it is the response time of the command, without the start of its process.
package struct Benchmark: Sendable {
  package let name: String
  /// The file that must exist before.
  let needs: BenchmarkFiles.Kind?
  /// A search whose number of matches is printed below the times.
  let searchText: String?
  private let samples: @Sendable (BenchmarkFiles, _ runs: Int) throws -> [Double]
  /// Larger catalogs are measured only by `--only`.
  var maximumMovies: Int { needs == .v1 ? 100_000 : .max }

  package static let names = all.map(\.name)

  /// - Parameters:
  ///   - isLarge: Whether a few runs are enough. Other benchmarks run at least five times and at least
  ///     for 0.2 s.
  ///   - rows: The valid numbers of rows, or `nil` for all movies. Any other number is an error.
  ///   - prepare: Creates what the body changes. It is not measured.
  ///   - run: The measured body, which returns its number of rows.
  init(
    _ name: String, isLarge: Bool = false, needs: BenchmarkFiles.Kind? = .catalog,
    searchText: String? = nil, rows: ClosedRange<Int>? = nil,
    prepare: @escaping @Sendable (BenchmarkFiles, _ sample: Int) throws -> Void = { _, _ in },
    run: @escaping @Sendable (BenchmarkFiles, _ sample: Int) throws -> Int
  ) {
    self.name = name
    self.needs = needs
    self.searchText = searchText
    samples = { files, runs in
      var samples: [Double] = []
      while isLarge ? samples.count < runs : samples.count < 5 || samples.reduce(0, +) < 0.2 {
        let sample = samples.count
        try prepare(files, sample)
        let stopwatch = Stopwatch()
        let count = try run(files, sample)
        samples.append(stopwatch.seconds)
        guard (rows ?? files.movies...files.movies).contains(count) else {
          throw BenchmarkError(
            status: ExitStatus.internalError.rawValue,
            message: "'\(name)' returned an unexpected number of rows: \(count).")
        }
      }
      return samples
    }
  }

  /// A benchmark that opens the catalog once and measures many operations.
  init(_ name: String, samples: @escaping @Sendable (BenchmarkFiles) throws -> [Double]) {
    self.name = name
    needs = .catalog
    searchText = nil
    self.samples = { files, _ in try samples(files) }
  }

  /// Runs the benchmark in this process, which must not have done anything else: the result has the peak
  /// memory of the process. The files were just written, and are in the page cache.
  func measure(_ files: BenchmarkFiles, runs: Int) throws -> BenchmarkResult {
    // The limit of the `movies` program.
    Catalog.limitMemory(bytes: ConnectionSetup.heapLimit)
    let seconds = try samples(files, runs)
    Directory.removeFile(files.copy)
    return BenchmarkResult(
      name, movies: files.movies, seconds: seconds, peakMiB: try MachineDescription.peakMemoryMiB)
  }
}

/// The files for catalogs of one size, in one directory.
struct BenchmarkFiles {
  /// A file that several benchmarks share. `v1` is a catalog of the first schema version.
  enum Kind: String {
    case movies = "movies.ndjson"
    case catalog = "catalog.db"
    case v1 = "v1.db"
  }

  let directory: String
  let movies: Int

  /// The path of the file that benchmarks may change.
  var copy: String { directory + "/copy.db" }

  func path(_ kind: Kind) -> String { directory + "/" + kind.rawValue }

  func openCatalog() throws -> Catalog {
    try Catalog(path: path(.catalog), access: .reading)
  }

  func openCopy() throws -> Catalog { try Catalog(path: copy, access: .writing) }

  /// Returns a different movie for each sample, from all parts of the file.
  func movie(_ sample: Int) -> Movie.ID {
    // Ids start at 1. The factor is prime, so that each movie of the usual sizes occurs.
    Movie.ID(rawValue: Int64(1 + sample * 7_368_787 % movies))
  }

  /// Creates a file that does not exist.
  func create(_ kind: Kind) throws {
    if FileMetadata.exists(path(kind)) { return }
    switch kind {
    case .movies: try GeneratedMovies(count: movies).write(to: path(.movies))
    case .catalog:
      try create(.movies)
      _ = try importMovies()
    case .v1:
      try create(.catalog)
      try copy(.catalog, to: path(.v1))
      _ = try Migrator(path: path(.v1))
        .apply(to: .v1, Migrator.Options(backup: .none, acceptsLosses: true))
    }
  }

  /// Creates the catalog, and returns its number of movies.
  func importMovies() throws -> Int {
    var store = try Catalog(path: path(.catalog), access: .writing)
    let source = try ImportSource(path: path(.movies))
    return try store.importMovies(from: [source])[.new]
  }

  func copy(_ kind: Kind, to target: String) throws {
    let source = try ByteSource(path: path(kind))
    var file = try AtomicFile(target: target, replacing: true)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = try source.read(into: &buffer, from: 0), count > 0 {
      try file.sink.append(Array(buffer[..<count]))
    }
    try file.commit()
  }
}
