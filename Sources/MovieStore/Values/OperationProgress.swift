/// The progress of an operation that can take long. It is reported from time to time; an operation
/// is done when its function returns, also if the last report has a lower fraction than 1.
public struct OperationProgress: Hashable, Sendable {
  /// The part of the operation that runs now: `import`, `export`, `seed` or `copy`; for a
  /// migration, `backup`, `check`, and the version to which each step leads, such as `v6`; the name
  /// of a check.
  public let phase: String
  /// The number of units that are done: movies or records of an import, an export or seeding, rows of
  /// a migration, checks, or bytes of a copy. An import counts records that are skipped.
  public let completed: Int
  /// The number of all units, or `nil` if it is not known, as for an import or an export.
  public let total: Int?
  /// The part of the whole operation that is done, from 0 to 1, or `nil` if it is not known: for an
  /// import from a pipe, an export or seeding.
  public let fraction: Double?

  /// A report with a known total.
  ///
  /// - Parameters:
  ///   - phase: The part of the operation that runs.
  ///   - completed: The number of units that are done.
  ///   - total: The number of all units.
  package init(_ phase: String, _ completed: Int, of total: Int) {
    (self.phase, self.completed, self.total) = (phase, completed, total)
    fraction = total > 0 ? min(max(Double(completed) / Double(total), 0), 1) : 1
  }

  /// - Parameter fraction: The part of the bytes of a source that was read.
  package init(_ phase: String, _ completed: Int, fraction: Double? = nil) {
    (self.phase, self.completed, total, self.fraction) = (phase, completed, nil, fraction)
  }
}

/// Reports the progress of a transfer at intervals of some hundred records.
///
/// No value decreases from one report to the next, although a pipe is first read to its end and
/// then parsed.
package struct TransferMeter {
  /// The number of records after which progress is reported, unless many bytes were read before.
  private static let interval = 256
  private static let byteInterval: Int64 = 1 << 18

  private let phase: String
  private let totalBytes: Int64?
  private var (records, bytes) = (0, 0 as Int64)
  private var reported = (records: 0, bytes: 0 as Int64)

  package init(_ phase: String, totalBytes: Int64? = nil) {
    self.phase = phase
    self.totalBytes = totalBytes
  }

  /// Records the progress, and reports it if the last report is long enough ago.
  package mutating func update(
    records: Int, bytes: Int64 = 0, _ report: (OperationProgress) throws -> Void
  ) throws {
    advance(records, bytes)
    if self.records - reported.records >= Self.interval
      || self.bytes - reported.bytes >= Self.byteInterval
    {
      reported = (self.records, self.bytes)
      try report(progress)
    }
  }

  /// Reports the final values.
  package mutating func finish(
    records: Int, bytes: Int64 = 0, _ report: (OperationProgress) throws -> Void
  ) throws {
    advance(records, bytes)
    try report(progress)
  }

  private mutating func advance(_ records: Int, _ bytes: Int64) {
    (self.records, self.bytes) = (max(self.records, records), max(self.bytes, bytes))
  }

  private var progress: OperationProgress {
    OperationProgress(
      phase, records,
      fraction: totalBytes.map { $0 > 0 ? min(Double(bytes) / Double($0), 1) : 1 })
  }
}
