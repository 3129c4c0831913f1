internal import CLibrary

/// The output of a ``ByteSink`` while the program holds a lock and must not wait for a reader.
///
/// Bytes that the reader does not accept within a tenth of a second, and all after them, are spooled until
/// the deferral ends.
struct DeferredOutput {
  /// Whether no bytes are written before the end.
  let isWhole: Bool
  /// The number of pending bytes in the sink when the deferral began.
  let start: Int
  private var spool: SpooledBytes?

  /// How long a reader may take for a full buffer, in milliseconds.
  private static let readerTimeout = 100.0

  init(isWhole: Bool, start: Int) {
    self.isWhole = isWhole
    self.start = start
  }

  mutating func append(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String?
  ) throws(SystemError) {
    var rest = bytes[...]
    // The reader of spooled bytes may be gone, which the write reports.
    if !isWhole, spool == nil || Descriptor.isBroken(descriptor) {
      rest = try Descriptor.write(rest, to: descriptor, path, within: Self.readerTimeout)
    }
    if rest.isEmpty { return }
    let spool = spool ?? SpooledBytes()
    self.spool = spool
    try spool.append(Array(rest))
  }

  /// Returns the bytes that are still to be written, if any.
  func finish() throws(SystemError) -> ByteSource? { try spool?.source() }
}
