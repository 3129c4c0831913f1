import Foundation

/// A descriptor that is closed when it is released, and that started programs do not inherit.
final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32, _ call: String) throws {
    if descriptor < 0 { throw ToolError.last(call) }
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// An unlinked file with the bytes, positioned at their start.
  static func unlinked(_ bytes: [UInt8] = []) throws -> OpenFile {
    let path = TemporaryDirectory.home + "movies-stream-" + UUID().uuidString
    let file = try OpenFile(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "open")
    unlink(path)
    try file.write(bytes)
    lseek(file.descriptor, 0, SEEK_SET)
    return file
  }

  /// A socket pair: when one end is closed, the other reads the end of the stream.
  static func pair() throws -> (OpenFile, OpenFile) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw ToolError.last("socketpair") }
    return (try OpenFile(ends[0], "socketpair"), try OpenFile(ends[1], "socketpair"))
  }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 { throw ToolError.last("write") }
      rest = rest.dropFirst(count)
    }
  }

  /// The whole content of the file.
  func content() throws -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    var content: [UInt8] = []
    while let chunk = try next(), !chunk.isEmpty { content += chunk }
    return content
  }

  /// Reads the next bytes: none at the end, `nil` if the other side of a terminal was closed.
  func next() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EIO { return nil }
    if count < 0 { throw ToolError.last("read") }
    return Array(buffer[..<count])
  }

  /// Waits for input or the end of the stream.
  ///
  /// - Parameter timeout: Milliseconds.
  /// - Returns: `false` if there was neither before the timeout.
  func isReadable(within timeout: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&entry, 1, timeout)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}
