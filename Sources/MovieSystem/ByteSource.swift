internal import CLibrary

/// Bytes that are made while they are read, such as those of a compressed file.
package protocol ByteStream: AnyObject {
  /// The number of bytes that were read to make those that were returned.
  var bytesRead: Int64 { get }

  /// Makes the next bytes, and stores them in the buffer from `start` on.
  ///
  /// - Returns: The number of bytes; 0 only at the end.
  func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int
}

/// A reader of a descriptor, a file, memory or a stream, from the first byte to the last.
package final class ByteSource {
  /// The number of bytes read so far; for a stream, of those that it is made of.
  package private(set) var bytesRead: Int64 = 0
  /// The length in bytes; `nil` for a pipe or a terminal.
  package let totalBytes: Int64?

  private let origin: Origin
  /// The position in a regular file at which the source starts.
  private let start: Int64
  /// The stream, once it is read.
  private var stream: (any ByteStream)?
  /// The bytes that were read for lines, and not returned yet.
  private var unreadLines: ArraySlice<UInt8> = []
  /// Whether the unread bytes begin with the rest of a truncated line.
  private var isAfterTruncatedLine = false

  package enum Origin: Sendable {
    /// - Parameter start: The position of the first byte in a regular file; `nil` for the current
    ///   one.
    case descriptor(Int32, path: String?, isOwned: Bool, start: Int64? = nil)
    case memory([UInt8], chunkLength: Int)
    /// - Parameters:
    ///   - length: The number of bytes that the stream is made of.
    ///   - open: Returns a stream of all bytes. A later one replaces the one before.
    case stream(length: Int64, open: @Sendable () throws(SystemError) -> any ByteStream)

    fileprivate var length: Int64? {
      get throws(SystemError) {
        switch self {
        case .memory(let bytes, _): return Int64(bytes.count)
        case .stream(let length, _): return length
        case .descriptor(let descriptor, let path, _, _):
          var status = stat()
          try valueOrErrno("open", path) { unsafe fstat(descriptor, &status) }
          switch status.st_mode & S_IFMT {
          case S_IFDIR: throw SystemError(code: EISDIR, operation: "read", path: path)
          case S_IFREG: return Int64(status.st_size)
          default: return nil
          }
        }
      }
    }
  }

  /// The origin for a second reader, possibly in another thread. This source still closes the
  /// descriptor. Only one of the readers may read at a time.
  package var shared: Origin {
    switch origin {
    case .descriptor(let descriptor, let path, _, _):
      .descriptor(descriptor, path: path, isOwned: false, start: totalBytes.map { _ in start })
    case .memory, .stream: origin
    }
  }

  /// - Throws: `SystemError`, with `EISDIR` for a directory.
  package init(_ origin: Origin) throws(SystemError) {
    self.origin = origin
    do {
      totalBytes = try origin.length
      start =
        if case .descriptor(let descriptor, _, _, let start) = origin, totalBytes != nil {
          start ?? Int64(lseek(descriptor, 0, SEEK_CUR))
        } else { 0 }
    } catch {
      if case .descriptor(let descriptor, _, isOwned: true, _) = origin { close(descriptor) }
      throw error
    }
  }

  /// Opens a file for reading. A FIFO is opened without waiting for a writer; the first read waits.
  package convenience init(path: String) throws(SystemError) {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
    let descriptor = try valueOrErrno("open", path) { unsafe open(path, flags) }
    try self.init(.descriptor(descriptor, path: path, isOwned: true))
  }

  /// Reads from a descriptor, which the caller closes.
  package convenience init(descriptor: Int32, path: String? = nil) throws(SystemError) {
    try self.init(.descriptor(descriptor, path: path, isOwned: false))
  }

  /// Reads bytes in memory.
  ///
  /// - Parameter chunkLength: The maximum number of bytes that one read returns, at least 1.
  package init(bytes: [UInt8], chunkLength: Int = .max) {
    totalBytes = Int64(bytes.count)
    start = 0
    origin = .memory(bytes, chunkLength: max(1, chunkLength))
  }

  deinit {
    if case .descriptor(let descriptor, _, isOwned: true, _) = origin { close(descriptor) }
  }

  /// Starts again at the first byte of a source whose length is known, also after another reader of
  /// the origin.
  package func rewind() throws(SystemError) { try seek(to: 0) }

  /// Frees the memory of a stream; the next read starts it again.
  package func closeStream() { stream = nil }

  /// Continues at another byte of a source whose length is known; of a stream, only at the first.
  package func seek(to offset: Int64) throws(SystemError) {
    if case .descriptor(let descriptor, let path, _, _) = origin {
      try valueOrErrno("read", path) { lseek(descriptor, off_t(start + offset), SEEK_SET) }
    }
    (bytesRead, stream) = (offset, nil)
    (unreadLines, isAfterTruncatedLine) = ([], false)
  }

  /// Reads the next bytes into the buffer from `start` on.
  ///
  /// - Returns: The number of bytes; 0 at the end, or if `start` is not below the length of the buffer.
  package func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
    let room = buffer.count - start
    guard start >= 0, room > 0 else { return 0 }
    let count: Int
    switch origin {
    case .stream(_, let open):
      if stream == nil { stream = try open() }
      count = try stream?.read(into: &buffer, from: start) ?? 0
      bytesRead = stream?.bytesRead ?? 0
      return count
    case .descriptor(let descriptor, let path, _, _):
      count = try read(descriptor, path, into: &buffer, from: start)
    case .memory(let bytes, let chunkLength):
      let first = Int(min(bytesRead, Int64(bytes.count)))
      count = min(room, chunkLength, bytes.count - first)
      for offset in 0..<count { buffer[start + offset] = bytes[first + offset] }
    }
    bytesRead += Int64(count)
    return count
  }

  private func read(
    _ descriptor: Int32, _ path: String?, into buffer: inout [UInt8], from start: Int
  ) throws(SystemError) -> Int {
    while true {
      // Reads of regular files do not block.
      if totalBytes == nil { try Descriptor.waitForInput(descriptor, path) }
      do throws(SystemError) {
        return try unsafe buffer.withUnsafeMutableBufferPointer { (bytes) throws(SystemError) in
          let room = unsafe UnsafeMutableBufferPointer(rebasing: bytes[start...])
          return try valueOrErrno("read", path) {
            unsafe CLibrary.read(descriptor, room.baseAddress, room.count)
          }
        }
      } catch {
        // Another reader of the same non-blocking descriptor was faster.
        if error.code != EAGAIN { throw error }
      }
    }
  }

  /// Whether the remaining bytes are those of another source.
  package func hasSameBytes(as other: ByteSource) throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try read(into: &buffer, from: 0)
      var others = [UInt8](repeating: 0, count: max(1, count))
      var filled = 0
      while case let more = try other.read(into: &others, from: filled), more > 0 { filled += more }
      if filled != count || others[..<count] != buffer[..<count] { return false }
      if count == 0 { return true }
    }
  }

  /// Returns all remaining bytes.
  package func readToEnd() throws(SystemError) -> [UInt8] {
    var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
    while true {
      let count = try read(into: &buffer, from: 0)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}

/// Lines of text.
extension ByteSource {
  /// Reads the next line, without its separator. A line of a terminal is returned when it is
  /// entered.
  ///
  /// The bytes after it that were read already are only available as lines.
  ///
  /// - Parameters:
  ///   - separator: The byte that ends a line.
  ///   - limit: The maximum length of a line in bytes. A longer line may be truncated, to a length
  ///     above the limit.
  /// - Returns: `nil` at the end.
  package func nextLine(
    endingWith separator: UInt8 = UInt8(ascii: "\n"), limit: Int
  ) throws(SystemError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      let end = unreadLines.firstIndex(of: separator)
      if !isAfterTruncatedLine { line += unreadLines[..<(end ?? unreadLines.endIndex)] }
      unreadLines = end.map { unreadLines[($0 + 1)...] } ?? []
      if end != nil {
        if !isAfterTruncatedLine { return line }
        isAfterTruncatedLine = false
        continue
      }
      if line.count > limit {
        isAfterTruncatedLine = true
        return line
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = try read(into: &buffer, from: 0)
      if count == 0 { return line.isEmpty ? nil : line }
      unreadLines = buffer[..<count]
    }
  }
}
