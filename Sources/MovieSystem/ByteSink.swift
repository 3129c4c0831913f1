internal import CLibrary

/// A buffered writer to a descriptor, a file or memory.
///
/// Deinitialization does not write: the owner calls ``flush()``, so that no failure is ignored. After a
/// failure, every later call throws the same error.
package final class ByteSink {
  private static let capacity = 65_536

  /// The number of bytes added so far.
  package private(set) var byteCount: Int64 = 0

  private let descriptor: Int32?
  private var ownsDescriptor = false
  private let path: String?
  private var pending: [UInt8] = []
  private var failure: SystemError?
  private var deferral: DeferredOutput?

  /// Writes to a descriptor, which the caller closes.
  package init(descriptor: Int32, path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
    pending.reserveCapacity(Self.capacity)
  }

  /// Creates a file that only its owner may read, or opens an existing one for overwriting. The sink
  /// closes it.
  package convenience init(creating path: String) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try valueOrErrno("write", path) { unsafe open(path, flags, 0o600) }
    self.init(descriptor: descriptor, path: path)
    ownsDescriptor = true
  }

  /// Opens a file, or creates one that only its owner may read, for appending after its first
  /// bytes. The sink closes it.
  package convenience init(appendingTo path: String, after length: Int64) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try valueOrErrno("write", path) { unsafe open(path, flags, 0o600) }
    self.init(descriptor: descriptor, path: path)
    ownsDescriptor = true
    try valueOrErrno("write", path) { ftruncate(descriptor, off_t(length)) }
  }

  /// Writes all bytes and makes them durable.
  package func synchronize() throws(SystemError) {
    try flush()
    if let descriptor { try valueOrErrno("sync", path) { fsync(descriptor) } }
  }

  /// Stores all bytes in memory.
  package init() {
    descriptor = nil
    path = nil
  }

  deinit {
    if ownsDescriptor, let descriptor { close(descriptor) }
  }

  /// The bytes that are not written yet; all bytes of a sink in memory.
  package var bytes: [UInt8] { pending }

  /// Returns the bytes of a sink in memory, and empties it.
  package func takeBytes() -> [UInt8] {
    defer { pending = [] }
    return pending
  }

  /// Adds bytes; writes the buffer when it is full.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    pending.append(contentsOf: bytes)
    byteCount += Int64(bytes.count)
    try flushIfFull()
  }

  package func append(_ text: String) throws(SystemError) {
    pending.append(contentsOf: text.utf8)
    byteCount += Int64(text.utf8.count)
    try flushIfFull()
  }

  /// Adds all remaining bytes of a source.
  package func append(contentsOf source: ByteSource) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = try source.read(into: &buffer, from: 0), count > 0 {
      try append(Array(buffer[..<count]))
    }
  }

  /// Writes the buffer. Has no effect on a sink in memory.
  package func flush() throws(SystemError) {
    if let failure { throw failure }
    guard let descriptor, !pending.isEmpty else { return }
    do {
      if deferral == nil {
        try Descriptor.write(pending, to: descriptor, path)
      } else {
        try deferral?.append(pending, to: descriptor, path)
      }
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw fail(error)
    }
  }

  private func flushIfFull() throws(SystemError) {
    guard descriptor != nil, pending.count >= Self.capacity || failure != nil else { return }
    try flush()
  }

  private func fail(_ error: SystemError) -> SystemError {
    failure = error
    pending = []
    return error
  }

  // MARK: Deferral

  /// Begins a deferral: until ``endDeferral()``, adding bytes does not wait for the reader.
  ///
  /// - Parameter isWhole: Whether no bytes are written before the end.
  package func beginDeferral(isWhole: Bool) throws(SystemError) {
    // Earlier bytes are written even if the later ones are discarded.
    if isWhole { try flush() }
    deferral = DeferredOutput(isWhole: isWhole, start: pending.count)
  }

  /// Writes the deferred bytes; blocks until the reader accepts them.
  package func endDeferral() throws(SystemError) {
    guard let ended = deferral.take(), let descriptor else { return }
    do throws(SystemError) {
      let spooled = try ended.finish()
      if let failure { throw failure }
      guard let spooled else { return }
      var buffer = [UInt8](repeating: 0, count: Self.capacity)
      while case let count = try spooled.read(into: &buffer, from: 0), count > 0 {
        try Descriptor.write(Array(buffer[..<count]), to: descriptor, path)
      }
    } catch {
      throw fail(error)
    }
  }

  /// Ends a whole deferral without writing its bytes.
  package func discardDeferred() {
    guard let ended = deferral.take() else { return }
    pending.removeLast(pending.count - ended.start)
  }
}
