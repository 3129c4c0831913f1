import Foundation

/// A descriptor that is closed when it is let go, and that no program started inherits by accident.
final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32, _ call: String) throws {
    if descriptor < 0 { throw ToolError.last(call) }
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// A nameless file with the bytes, to be read from their start.
  static func nameless(_ bytes: [UInt8] = []) throws -> OpenFile {
    let path = NSTemporaryDirectory() + "/movies-stream-" + UUID().uuidString
    let file = try OpenFile(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "open")
    unlink(path)
    try file.write(bytes)
    lseek(file.descriptor, 0, SEEK_SET)
    return file
  }

  /// Two ends of one line; where one closes, the other comes to its end.
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

  /// Everything in the file, from its start.
  func content() throws -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    var content: [UInt8] = []
    while let piece = try next(), !piece.isEmpty { content += piece }
    return content
  }

  /// What can be read next: nothing at the end, `nil` where a terminal's other side is gone.
  func next() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EIO { return nil }
    if count < 0 { throw ToolError.last("read") }
    return Array(buffer[..<count])
  }

  /// Whether, before the time in milliseconds is over, there is something to read or an end.
  func isReadable(within patience: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&entry, 1, patience)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}
