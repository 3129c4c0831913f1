internal import CLibrary
internal import Synchronization

/// The output of a ``ByteSink`` while the program holds a lock and must not wait for a reader.
///
/// A thread writes the bytes. Bytes that the reader does not accept within a tenth of a second, and all
/// after them, are spooled until the deferral ends.
struct DeferredOutput {
  /// Whether no bytes are written before the end.
  let isWhole: Bool
  /// The number of pending bytes in the sink when the deferral began.
  let start: Int
  private var writer: BackgroundWriter?
  private var spool: SpooledBytes?

  /// How long a reader may take for a full buffer, in milliseconds.
  private static let readerTimeout: Int32 = 100

  init(isWhole: Bool, start: Int) {
    self.isWhole = isWhole
    self.start = start
  }

  mutating func append(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String?
  ) throws(SystemError) {
    if !isWhole, spool == nil {
      if Self.neverBlocks(descriptor) { return try Descriptor.write(bytes, to: descriptor, path) }
      if writer == nil { writer = try BackgroundWriter(descriptor: descriptor, path: path) }
      if try writer?.append(bytes, within: Self.readerTimeout) == true { return }
    }
    // Bytes after a failed write are not spooled.
    try writer?.requireNoFailure()
    let spool = spool ?? SpooledBytes()
    self.spool = spool
    try spool.append(bytes)
  }

  /// Waits for the thread; it must not outlive the descriptor.
  ///
  /// - Returns: The bytes that are still to be written, if any.
  func finish() throws(SystemError) -> ByteSource? {
    try writer?.finish()
    return try spool?.source()
  }

  /// Whether the descriptor is a regular file, which has no reader.
  private static func neverBlocks(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

/// Writes bytes to a descriptor in a thread, so that the caller does not wait for the reader.
private final class BackgroundWriter: Sendable {
  private let chunks: BoundedChannel<[UInt8]>
  private let end: PipeSemaphore
  private let failure = Mutex<SystemError?>(nil)

  /// - Parameter descriptor: It must stay open until ``finish()`` has returned.
  init(descriptor: Int32, path: String?) throws(SystemError) {
    chunks = try BoundedChannel()
    end = try PipeSemaphore()
    try BackgroundThread.run { self.write(to: descriptor, path) }
  }

  /// - Returns: `false` if the reader did not accept the previous bytes in time.
  /// - Throws: `SystemError` if writing failed.
  func append(_ bytes: [UInt8], within milliseconds: Int32) throws(SystemError) -> Bool {
    let isAccepted = try chunks.send(bytes, within: milliseconds)
    try requireNoFailure()
    return isAccepted
  }

  /// Waits until all bytes are written.
  func finish() throws(SystemError) {
    _ = try chunks.send(nil)
    try end.wait()
    try requireNoFailure()
  }

  func requireNoFailure() throws(SystemError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func write(to descriptor: Int32, _ path: String?) {
    do throws(SystemError) {
      while let bytes = try chunks.receive() {
        try Descriptor.write(bytes, to: descriptor, path)
      }
    } catch {
      failure.withLock { $0 = error }
      do throws(SystemError) { try chunks.close() } catch {}
    }
    do throws(SystemError) { try end.signal() } catch {}
  }
}

/// Bytes that are stored until they are read: in memory up to a limit, then in an unnamed temporary file,
/// which is deleted when the process ends.
package final class SpooledBytes {
  /// The default limit for bytes in memory.
  package static let memoryLimit = 16 << 20

  private let limit: Int
  private var memory: [UInt8] = []
  private var file: (sink: ByteSink, descriptor: Int32)?

  package init(limit: Int = memoryLimit) { self.limit = limit }

  deinit {
    if let file { close(file.descriptor) }
  }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    if let file { return try file.sink.append(bytes) }
    memory.append(contentsOf: bytes)
    guard memory.count > limit else { return }
    let (descriptor, directory) = try ScratchDirectory.inFirstUsable(
      of: ScratchDirectory.parents, Self.createFile)
    file = (ByteSink(descriptor: descriptor, path: directory), descriptor)
    try Descriptor.write(memory, to: descriptor, directory)
    memory = []
  }

  /// Returns a source of all bytes from the first on. It must not outlive this object.
  package func source() throws(SystemError) -> ByteSource {
    guard let file else { return ByteSource(bytes: memory) }
    try file.sink.flush()
    try valueOrErrno("read", nil) { lseek(file.descriptor, 0, SEEK_SET) }
    return try ByteSource(descriptor: file.descriptor)
  }

  /// Creates a file that only its owner may read, and removes its name.
  private static func createFile(
    in directory: String
  ) throws(SystemError) -> (descriptor: Int32, directory: String) {
    var name = (directory + "/movies-XXXXXX").utf8CString.map { $0 }
    let descriptor = try valueOrErrno("create a temporary file in", directory) {
      unsafe mkstemp(&name)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unsafe unlink(name)
    return (descriptor, directory)
  }
}
