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
