internal import CLibrary

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

  /// Returns a source of all bytes from the first on. No bytes can be appended after that.
  package func source() throws(SystemError) -> ByteSource {
    guard let (sink, descriptor) = file else { return ByteSource(bytes: memory) }
    try sink.flush()
    try valueOrErrno("read", nil) { lseek(descriptor, 0, SEEK_SET) }
    // The source closes the descriptor.
    file = nil
    return try ByteSource(.descriptor(descriptor, path: nil, isOwned: true))
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
