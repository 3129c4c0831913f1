internal import MovieStore
internal import MovieSystem
internal import MovieTerminal
internal import MoviesCLI

#if canImport(FoundationEssentials)
  // Foundation itself would add 8 MiB to the memory of each measured process.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The times and the memory of one run. As JSON, they are the baseline of later runs.
package struct BenchmarkResults: Codable {
  /// The day in UTC, such as `2026-01-31`.
  package let date: String
  package let machine: MachineDescription
  package let results: [BenchmarkResult]

  package init(date: String, machine: MachineDescription, results: [BenchmarkResult]) {
    self.date = date
    self.machine = machine
    self.results = results
  }

  /// Reads the JSON of an earlier run.
  package init(path: String) throws {
    let data = Data(try ByteSource(path: path).readToEnd())
    let invalid = BenchmarkError(
      status: ExitStatus.badInput.rawValue,
      message: "'\(path)' does not contain benchmark results.")
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch { throw invalid }
    if results.isEmpty || results.contains(where: { $0.median <= 0 }) { throw invalid }
  }
}

/// The result of one benchmark with one number of movies.
package struct BenchmarkResult: Codable {
  package let name: String
  package let movies: Int
  /// Seconds. Of an even number of samples, the slower one in the middle.
  package let median: Double
  /// Seconds of the fastest sample.
  package let minimum: Double
  package let samples: Int
  package let peakMiB: Int
  /// The number of movies that match a search. It is not part of the JSON.
  package var hits: Int?

  private enum CodingKeys: String, CodingKey {
    case name = "work", median = "medianSeconds", minimum = "minimumSeconds"
    case movies, samples, peakMiB
  }

  /// - Parameter seconds: The times of the samples, at least one.
  package init(_ name: String, movies: Int, seconds: [Double], peakMiB: Int) {
    let seconds = seconds.sorted()
    self.name = name
    self.movies = movies
    median = seconds[seconds.count / 2]
    minimum = seconds[0]
    samples = seconds.count
    self.peakMiB = peakMiB
  }

  package init(json: [UInt8]) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json))
  }
}

extension Encodable {
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

// MARK: - Tables

extension BenchmarkResults {
  /// A row for each benchmark, and for each size its time, the ratio to the time for the previous size,
  /// and its memory.
  package var table: String {
    let headings = sizes.flatMap { $0 == sizes[0] ? ["time", "MiB"] : ["time", "growth", "MiB"] }
    let lines = aligned(headings, cells)
    // Each size ends where its last column ends.
    var movies = "movies"
    for (column, size) in zip(lines[0].ranges(of: "MiB"), sizes) {
      let width = lines[0][..<column.upperBound].count
      movies += TerminalText.padded(
        Formatting.grouped(size), to: width - movies.count, alignment: .right)
    }
    let hits = names.compactMap { name in
      let hits = sizes.compactMap { result(name, $0)?.hits }.map { Formatting.grouped($0) }
      return hits.isEmpty ? nil : "  \(name): \(hits.joined(separator: " / "))"
    }
    return Self.text(
      [movies] + lines
        + ["", "time: median; growth: time relative to the previous size; MiB: peak memory"]
        + (hits.isEmpty ? [] : ["Movies found by each search, of which 20 are read:"] + hits))
  }

  /// The changes since an earlier run, for each benchmark and size that both runs have.
  package func comparison(with baseline: BenchmarkResults) -> String {
    let common = BenchmarkResults(
      date: date, machine: machine,
      results: results.filter { baseline.result($0.name, $0.movies) != nil })
    if common.results.isEmpty {
      return "Nothing to compare with the results of \(baseline.date).\n"
    }
    let differences = machine.differences(from: baseline.machine)
    let lines = common.aligned(common.sizes.map { Formatting.grouped($0) }) { name, size in
      guard let now = result(name, size), let earlier = baseline.result(name, size)
      else { return ["–"] }
      return [Self.change(from: earlier.median, to: now.median)]
    }
    return Self.text(
      ["Speed relative to \(baseline.date):"]
        + (differences.isEmpty ? [] : ["On a different machine:"])
        + differences.map { "  " + TerminalText.escaped($0) } + lines)
  }

  /// Returns `1.30× (faster)`, `0.80× (slower)`, or `1.00× (same)`.
  package static func change(from earlier: Double, to now: Double) -> String {
    let ratio = earlier / max(now, 1e-9)
    let text = Formatting.seconds(ratio, decimals: 2)
    return "\(text)× (\(text == "1.00" ? "same" : ratio > 1 ? "faster" : "slower"))"
  }

  /// Returns a time with three digits, such as `0.12 ms`, `12.3 s` or `123 s`.
  package static func duration(_ seconds: Double) -> String {
    let milliseconds = seconds * 1_000
    let (number, unit) = milliseconds < 999.5 ? (milliseconds, "ms") : (seconds, "s")
    let decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0
    return "\(Formatting.seconds(number, decimals: decimals)) \(unit)"
  }

  private var sizes: [Int] { Set(results.map(\.movies)).sorted() }

  private var names: [String] {
    Benchmark.names.filter { name in results.contains { $0.name == name } }
  }

  private func result(_ name: String, _ movies: Int) -> BenchmarkResult? {
    results.first { $0.name == name && $0.movies == movies }
  }

  private func cells(_ name: String, _ size: Int) -> [String] {
    let result = result(name, size)
    let previous = sizes.last { $0 < size }.flatMap { self.result(name, $0) }
    var growth = "–"
    if let result, let previous {
      growth = Formatting.seconds(result.median / previous.median, decimals: 1) + "×"
    }
    let time = result.map { Self.duration($0.median) } ?? "–"
    let peak = result.map { "\($0.peakMiB)" } ?? "–"
    return size == sizes[0] ? [time, peak] : [time, growth, peak]
  }

  /// Returns a line with the headings and one for each benchmark: the name at the left, and the cells at
  /// the right of their columns, two spaces apart.
  private func aligned(
    _ headings: [String], _ cells: (_ name: String, _ size: Int) -> [String]
  ) -> [String] {
    let rows =
      [["work"] + headings] + names.map { name in [name] + sizes.flatMap { cells(name, $0) } }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      TerminalText.padded(row[0], to: widths[0])
        + zip(row, widths).dropFirst().map { cell, width in
          TerminalText.padded(cell, to: width + 2, alignment: .right)
        }.joined()
    }
  }

  private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
