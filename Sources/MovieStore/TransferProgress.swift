/// The progress of an import, an export or of seeding.
public struct TransferProgress: Hashable, Sendable {
  /// The number of records so far.
  ///
  /// For an import, this is the number of records read, including those that are skipped; for an export or
  /// seeding, the number of movies written or added.
  public let records: Int
  /// The number of bytes read or written so far; 0 for seeding.
  public let bytes: Int64
  /// The number of bytes to read, or `nil` if it is not known: for a pipe, an export or seeding.
  public let totalBytes: Int64?

  package init(records: Int, bytes: Int64 = 0, totalBytes: Int64? = nil) {
    self.records = records
    self.bytes = bytes
    self.totalBytes = totalBytes
  }
}

/// The progress of a backup or a restoration.
public struct CopyProgress: Hashable, Sendable {
  /// The number of bytes copied so far.
  public let bytes: Int64
  /// The number of bytes to copy.
  public let totalBytes: Int64
}

/// Reports the progress of a transfer at intervals of some hundred records.
///
/// No value decreases from one report to the next, although a pipe is first read to its end and
/// then parsed.
struct TransferMeter {
  /// The number of records after which progress is reported, unless many bytes were read before.
  private static let interval = 256
  private static let byteInterval: Int64 = 1 << 18

  private let totalBytes: Int64?
  private var latest: TransferProgress
  private var reported: TransferProgress

  init(totalBytes: Int64? = nil) {
    self.totalBytes = totalBytes
    latest = TransferProgress(records: 0, totalBytes: totalBytes)
    reported = latest
  }

  /// Records the progress, and reports it if the last report is long enough ago.
  mutating func update(
    records: Int, bytes: Int64 = 0, _ report: (TransferProgress) throws -> Void
  ) throws {
    advance(records, bytes)
    if latest.records - reported.records >= Self.interval
      || latest.bytes - reported.bytes >= Self.byteInterval
    {
      reported = latest
      try report(latest)
    }
  }

  /// Reports the final values.
  mutating func finish(
    records: Int, bytes: Int64 = 0, _ report: (TransferProgress) throws -> Void
  ) throws {
    advance(records, bytes)
    try report(latest)
  }

  private mutating func advance(_ records: Int, _ bytes: Int64) {
    latest = TransferProgress(
      records: max(latest.records, records), bytes: max(latest.bytes, bytes),
      totalBytes: totalBytes)
  }
}
