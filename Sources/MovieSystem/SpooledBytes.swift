internal import CLibrary

/// Bytes that are kept until they can be passed on: in memory as long as they are few, otherwise in a
/// temporary file without a name, which is deleted when the process ends.
package final class SpooledBytes {
  /// The most bytes that are kept in memory.
  package static let memoryLimit = 16 << 20

  private let limit: Int
  private var memory: [UInt8] = []
  private var file: (sink: ByteSink, descriptor: Int32)?

  /// - Parameter limit: the most bytes that are kept in memory.
  package init(limit: Int = memoryLimit) { self.limit = limit }

  deinit {
    if let file { close(file.descriptor) }
  }

  /// - Throws: `SystemError` where the temporary file cannot be created or written.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    if let file { return try file.sink.append(bytes) }
    memory.append(contentsOf: bytes)
    guard memory.count > limit else { return }
    let (descriptor, directory) = try Self.temporaryFile()
    file = (ByteSink(descriptor: descriptor, path: directory), descriptor)
    try ByteSink.write(memory, to: descriptor, directory)
    memory = []
  }

  /// The bytes from the first to the last. It must not outlive this object.
  package func source() throws(SystemError) -> ByteSource {
    guard let file else { return ByteSource(bytes: memory) }
    try file.sink.flush()
    try valueOrErrno("read", nil) { lseek(file.descriptor, 0, SEEK_SET) }
    return try ByteSource(descriptor: file.descriptor)
  }

  /// A file that its owner alone may read, and its directory: the first one for temporary files that can
  /// be written.
  private static func temporaryFile() throws(SystemError) -> (Int32, directory: String) {
    for directory in ScratchDirectory.parents {
      var name = (directory + "/movies-XXXXXX").utf8CString.map { $0 }
      let descriptor = unsafe mkstemp(&name)
      guard descriptor >= 0 else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      unsafe unlink(name)
      return (descriptor, directory)
    }
    throw .last("create a temporary file in", ScratchDirectory.parents.last)
  }
}
