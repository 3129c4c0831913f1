internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Measures what the options ask for, and tells.
struct BenchmarkRun {
  let options: BenchmarkOptions

  func run() throws {
    // What is wrong with the files shows before the work, not hours later.
    let earlier = try options.earlier.map { try EarlierResults(path: $0) }
    let target = try ResultTarget(options.json)
    // An interruption from the terminal ends the process that does the work, and so this one, which
    // cleans up.
    Signals.discardInterruptions()
    let results = BenchmarkResults(
      machine: .current, date: try BenchmarkResults.today(), measurements: try measurements())
    var text = "\(results.machine.text)\n\n\(ResultTable(results.measurements).text)"
    if let earlier { text += "\n" + Comparison(of: results, with: earlier).text }
    try target.write(table: text, json: results.json)
  }

  /// Creates a directory in the one that `TMPDIR` names, otherwise in `/tmp`.
  private static func scratchDirectory() throws(SystemError) -> ScratchDirectory {
    var parent = "/tmp"
    if let path = Environment.process["TMPDIR"], path.hasPrefix("/") { parent = path }
    return try ScratchDirectory(in: parent)
  }

  private func measurements() throws -> [Measurement] {
    var measurements: [Measurement] = []
    for movies in options.sizes {
      let folder = try Self.scratchDirectory()
      let files = BenchmarkFiles(folder: folder.path, movies: movies)
      for work in options.work(movies: movies) {
        if let kind = work.needs { try make(kind, of: files) }
        let measurement = try measure(work, on: files, runs: options.runs(movies: movies))
        Screen.say("\(describe(work, movies)): \(DurationText.text(measurement.median))")
        measurements.append(measurement)
      }
    }
    return measurements
  }

  /// Makes what is not there yet.
  private func make(_ kind: BenchmarkFiles.Kind, of files: BenchmarkFiles) throws {
    if files.hasMade(kind) { return }
    let movies = Formatting.grouped(files.movies)
    switch kind {
    case .films:
      _ = try BenchmarkProcess.run(
        ["generate", files.folder, "\(files.movies)"], what: "generating \(movies) movies")
    case .catalog:
      try make(.films, of: files)
      _ = try measure(.importing, on: files, runs: 1)
    case .oldCatalog:
      try make(.films, of: files)
      _ = try BenchmarkProcess.run(
        ["load-v1", files.path(.films), files.path(.oldCatalog)],
        what: "creating a v1 catalog of \(movies) movies")
    }
  }

  private func measure(
    _ work: BenchmarkWork, on files: BenchmarkFiles, runs: Int
  ) throws -> Measurement {
    let what = describe(work, files.movies)
    let output = try BenchmarkProcess.run(
      ["sample", work.name, files.folder, "\(files.movies)", "--runs", "\(runs)"], what: what)
    guard let report = SampleReport(output) else {
      throw BenchmarkError.notUnderstood(what: what)
    }
    return Measurement(work: work.name, movies: files.movies, report: report)
  }

  private func describe(_ work: BenchmarkWork, _ movies: Int) -> String {
    "\(work.name) with \(Formatting.grouped(movies)) movies"
  }
}
