internal import MovieSystem

/// The content of a gzip file (RFC 1952): that of all its members, one after the other.
final class GzipStream: ByteStream {
  private let path: String
  private let inflater: Inflater
  private var input: CompressedInput
  private var bytesMade: Int64 = 0

  /// - Parameter length: The number of bytes of the file.
  init(_ source: ByteSource, length: Int64, path: String) throws(SystemError) {
    self.path = path
    inflater = try Inflater(.gzip, path: path)
    input = CompressedInput(source, length: length)
  }

  var bytesRead: Int64 { input.bytesRead }

  func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
    guard start < buffer.count else { return 0 }
    while true {
      let count = try inflater.inflate(&input, into: &buffer, from: start)
      bytesMade += Int64(count)
      try ArchiveLimit.check(bytesMade, from: bytesRead, path)
      try ArchiveLimit.checkTotal(bytesMade, path)
      if count > 0 { return count }
      guard try hasNextMember() else { return 0 }
      inflater.reset()
    }
  }

  /// Whether another member follows. At the end, only zeros may follow, which fill a block.
  private func hasNextMember() throws(SystemError) -> Bool {
    var isPadding = false
    while try input.fill() {
      if input.next == 0x1F, !isPadding { return true }
      guard input.next == 0 else {
        throw .invalidData(
          path, "the gzip file has other bytes after its end; download it again")
      }
      isPadding = true
      input.skip(1)
    }
    return false
  }
}
