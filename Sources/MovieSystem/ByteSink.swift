internal import CLibrary

/// Bytes to be written in order, gathered into few system calls.
///
/// Nothing is written when the sink is let go: whoever fills it calls ``flush()``, so that no
/// failure passes unseen. After a failure every later call fails in the same way.
package final class ByteSink {
  private static let capacity = 65_536

  private let descriptor: Int32?
  private let ownsDescriptor: Bool
  private let path: String?
  private var pending: [UInt8] = []
  private var failure: SystemError?
  private var deferral: Deferral?

  /// What becomes of bytes while nothing may wait for a reader.
  private struct Deferral {
    /// Whether nothing may be written before its end.
    let isWhole: Bool
    /// The number of bytes that were gathered before.
    let start: Int
    var writer: BackgroundWriter?
    /// What the reader did not take in time, and all that comes after.
    var spool: SpooledBytes?
  }

  /// How long a reader may take for a full buffer while others wait, in milliseconds.
  private static let readerTimeout: Int32 = 100

  /// Writes to a descriptor that stays the caller's to close.
  package init(descriptor: Int32, path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
    ownsDescriptor = false
    pending.reserveCapacity(Self.capacity)
  }

  /// Creates or overwrites a file that only its owner can read. The sink closes it.
  package init(creating path: String) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try valueOrErrno("write", path) { unsafe open(path, flags, 0o600) }
    self.descriptor = descriptor
    self.path = path
    ownsDescriptor = true
    pending.reserveCapacity(Self.capacity)
  }

  deinit {
    if ownsDescriptor, let descriptor { close(descriptor) }
  }

  /// Keeps everything in memory.
  package init() {
    ownsDescriptor = false
    descriptor = nil
    path = nil
  }

  /// What has not been written out: for a sink in memory, everything.
  package var bytes: [UInt8] { pending }

  /// Hands over what a sink in memory holds, and empties it.
  package func takeBytes() -> [UInt8] {
    defer { pending = [] }
    return pending
  }

  /// Adds bytes, writing out a full buffer.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    pending.append(contentsOf: bytes)
    try flushIfFull()
  }

  /// Adds the bytes of a text.
  package func append(_ text: String) throws(SystemError) {
    pending.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  /// Hands everything gathered to the system; a sink in memory keeps it.
  ///
  /// - Throws: `SystemError`; `isBrokenPipe` tells that nobody reads any more.
  package func flush() throws(SystemError) {
    if let failure { throw failure }
    guard let descriptor, !pending.isEmpty else { return }
    do {
      if deferral == nil {
        try Self.write(pending, to: descriptor, path)
      } else {
        try deferPending(descriptor)
      }
      pending.removeAll(keepingCapacity: true)
    } catch {
      failure = error
      pending = []
      throw error
    }
  }

  private func flushIfFull() throws(SystemError) {
    guard descriptor != nil, pending.count >= Self.capacity || failure != nil else { return }
    try flush()
  }

  // MARK: Not waiting for the reader

  /// From here to ``endDeferral()``, adding bytes does not wait for the reader: a thread writes them, and
  /// bytes that are not taken within a tenth of a second are kept until the end.
  ///
  /// - Parameter isWhole: whether all bytes are kept until the end.
  /// - Throws: `SystemError`, as ``flush()``.
  package func beginDeferral(isWhole: Bool) throws(SystemError) {
    // Earlier bytes come out whatever becomes of those that follow.
    if isWhole { try flush() }
    deferral = Deferral(isWhole: isWhole, start: pending.count)
  }

  /// Writes what was kept, and waits for the reader again.
  ///
  /// - Throws: `SystemError`, as ``flush()``.
  package func endDeferral() throws(SystemError) {
    guard let ended = deferral else { return }
    deferral = nil
    guard let descriptor else { return }
    do throws(SystemError) {
      // It must not outlive the descriptor, whatever failed.
      if let writer = ended.writer { try writer.finish() }
      if let failure { throw failure }
      guard let spool = ended.spool else { return }
      let source = try spool.source()
      var buffer = [UInt8](repeating: 0, count: Self.capacity)
      while true {
        let count = try source.read(into: &buffer, from: 0)
        if count == 0 { return }
        try Self.write(Array(buffer[..<count]), to: descriptor, path)
      }
    } catch {
      failure = error
      pending = []
      throw error
    }
  }

  /// Ends the deferral of all bytes without writing them.
  package func discardDeferred() {
    guard let ended = deferral else { return }
    deferral = nil
    pending.removeLast(pending.count - ended.start)
  }

  private func deferPending(_ descriptor: Int32) throws(SystemError) {
    if deferral?.isWhole == false, deferral?.spool == nil {
      if Self.neverWaits(descriptor) { return try Self.write(pending, to: descriptor, path) }
      if deferral?.writer == nil {
        deferral?.writer = try BackgroundWriter(descriptor: descriptor, path: path)
      }
      if let writer = deferral?.writer,
        try writer.accept(pending, within: Self.readerTimeout)
      {
        return
      }
    }
    // A reader that went away meanwhile wants no more.
    if let writer = deferral?.writer { try writer.requireNoFailure() }
    let spool = deferral?.spool ?? SpooledBytes()
    deferral?.spool = spool
    try spool.append(pending)
  }

  /// Whether it is a regular file, which has no reader to be waited for.
  private static func neverWaits(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes all bytes, however long their reader takes.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String?
  ) throws(SystemError) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let piece = unsafe UnsafeBufferPointer(rebasing: rest)
        let count = try valueOrErrno("write", path, waitingFor: descriptor) {
          unsafe CLibrary.write(descriptor, piece.baseAddress, piece.count)
        }
        // A device that takes nothing and reports nothing would keep us here for ever.
        guard count > 0 else { throw SystemError(code: EIO, operation: "write", path: path) }
        unsafe rest = rest.dropFirst(count)
      }
    }
  }
}
