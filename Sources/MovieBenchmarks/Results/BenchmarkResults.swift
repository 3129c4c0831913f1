internal import MovieSQLite
internal import MovieStore

/// What was measured, where and when.
package struct BenchmarkResults: Sendable {
  package let machine: MachineDescription
  /// The day in UTC, as in `2026-01-31`.
  package let date: String
  package let measurements: [Measurement]

  package init(machine: MachineDescription, date: String, measurements: [Measurement]) {
    self.machine = machine
    self.date = date
    self.measurements = measurements
  }

  /// One object, with these keys:
  ///
  /// - `machine`: an object of `cpu`, the processor's name; `cores`, those that work; `memoryMiB`,
  ///   what is built in; `system`, the operating system; `swift`, the compiler; `sqlite`, the library.
  /// - `date`: the day in UTC.
  /// - `results`: an array of objects, one for each work and size: `work`, its name; `movies`, how many
  ///   the catalog has; `medianSeconds`, `minimumSeconds` and the number of `samples` that these are
  ///   of; `peakMiB`, the most memory that the process of the work held at once.
  package var json: String {
    let results = measurements.map { "    " + $0.json }.joined(separator: ",\n")
    return """
      {
        "machine": \(machine.json),
        "date": \(quoted(date)),
        "results": [
      \(results)
        ]
      }

      """
  }

  /// The day by the system's clock.
  ///
  /// - Throws: `SQLiteError`.
  static func today() throws -> String {
    let connection = try Connection(.memory)
    return try connection.queryText("SELECT date('now')")
  }
}

extension Measurement {
  fileprivate var json: String {
    let (median, minimum) = (
      DecimalText.text(median, decimals: 7), DecimalText.text(minimum, decimals: 7)
    )
    return """
      {"work": \(quoted(work)), "movies": \(movies), "medianSeconds": \(median), \
      "minimumSeconds": \(minimum), "samples": \(samples), "peakMiB": \(peakMiB)}
      """
  }
}

extension MachineDescription {
  fileprivate var json: String {
    """
    {"cpu": \(quoted(cpu)), "cores": \(cores), "memoryMiB": \(memoryMiB), \
    "system": \(quoted(system)), "swift": \(quoted(swift)), \
    "sqlite": \(quoted(sqlite))}
    """
  }
}

private func quoted(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.appendJSONString(text.utf8.span)
  return String(decoding: bytes, as: UTF8.self)
}
