import Glibc

/// Bytes to be written in order, gathered into few system calls.
///
/// Nothing is written when the sink is let go: whoever fills it calls ``flush()``, so that no
/// failure passes unseen. After a failure every later call fails in the same way.
package final class ByteSink {
  private static let capacity = 65_536

  private let descriptor: Int32?
  private let path: String?
  private let isPatient: Bool
  /// How many bytes are worth an attempt to write them.
  private var worthwhile = capacity
  private var pending: [UInt8] = []
  private var failure: SystemError?

  /// Writes to a descriptor that stays the caller's to close.
  ///
  /// - Parameter isPatient: whether adding bytes waits until a reader takes them; else, of a
  ///   descriptor that does not block, they are kept until ``flush()``, however many they become.
  package init(descriptor: Int32, path: String? = nil, isPatient: Bool = true) {
    self.descriptor = descriptor
    self.path = path
    self.isPatient = isPatient
    pending.reserveCapacity(Self.capacity)
  }

  /// Keeps everything in memory.
  package init() {
    descriptor = nil
    path = nil
    isPatient = true
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
  package func flush() throws(SystemError) { try flush(waits: true) }

  private func flush(waits: Bool) throws(SystemError) {
    if let failure { throw failure }
    guard let descriptor else { return }
    do {
      let count = try write(to: descriptor, waits: waits)
      if count == pending.count {
        pending.removeAll(keepingCapacity: true)
      } else {
        pending.removeFirst(count)
      }
      worthwhile = pending.count + Self.capacity
    } catch {
      failure = error
      pending = []
      throw error
    }
  }

  private func flushIfFull() throws(SystemError) {
    guard descriptor != nil, pending.count >= worthwhile || failure != nil else { return }
    try flush(waits: isPatient)
  }

  /// - Returns: how many bytes were written.
  private func write(to descriptor: Int32, waits: Bool) throws(SystemError) -> Int {
    let path = path
    return try unsafe pending.withUnsafeBufferPointer { (bytes) throws(SystemError) in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty, waits || Self.hasRoom(descriptor) {
        let piece = unsafe UnsafeBufferPointer(rebasing: rest)
        let count = try retrying("write", path, waitingFor: (descriptor, POLLOUT)) {
          unsafe Glibc.write(descriptor, piece.baseAddress, piece.count)
        }
        // A device that takes nothing and reports nothing would keep us here for ever.
        guard count > 0 else { throw SystemError(code: EIO, operation: "write", path: path) }
        unsafe rest = rest.dropFirst(count)
      }
      return unsafe bytes.count - rest.count
    }
  }

  /// Whether a write would not wait; where nobody reads any more it fails at once.
  private static func hasRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, 0) == 1
  }
}
