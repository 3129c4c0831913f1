internal import CZlib
internal import MovieSystem

/// Compressed bytes, of which only a buffer is in memory.
struct CompressedInput {
  /// The number of bytes that were used.
  private(set) var bytesRead: Int64 = 0

  private let source: ByteSource
  /// The number of bytes that follow those in the buffer.
  private var remaining: Int64
  private var buffer: [UInt8] = []
  private var unread = 0..<0

  /// - Parameter length: The maximum number of bytes from the current one on.
  init(_ source: ByteSource, length: Int64) {
    self.source = source
    remaining = length
  }

  /// The next byte, if the buffer has one.
  var next: UInt8? { unread.isEmpty ? nil : buffer[unread.lowerBound] }

  /// Reads bytes if the buffer has none.
  ///
  /// - Returns: `false` at the end.
  mutating func fill() throws(SystemError) -> Bool {
    if unread.isEmpty, remaining > 0 {
      if buffer.isEmpty { buffer = Array(repeating: 0, count: 1 << 16) }
      let count = try source.read(into: &buffer, from: 0)
      unread = 0..<Int(min(Int64(count), remaining))
      remaining -= Int64(unread.count)
    }
    return !unread.isEmpty
  }

  /// Uses bytes of the buffer.
  mutating func skip(_ count: Int) {
    unread = (unread.lowerBound + count)..<unread.upperBound
    bytesRead += Int64(count)
  }

  /// Reads bytes that are not compressed. The buffer is not used.
  mutating func copy(into bytes: inout [UInt8], from start: Int) throws(SystemError) -> Int {
    guard remaining > 0 else { return 0 }
    let count = min(Int64(try source.read(into: &bytes, from: start)), remaining)
    remaining -= count
    bytesRead += count
    return Int(count)
  }

  /// Calls the function with the bytes of the buffer that were not used.
  func withUnread<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe buffer.withUnsafeBufferPointer { unsafe body(.init(rebasing: $0[unread])) }
  }
}

/// Expands the deflate format with zlib.
@safe final class Inflater {
  /// Whether the last byte was returned.
  private(set) var isAtEnd = false

  private let kind: ArchiveKind
  private let path: String
  /// zlib keeps this address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// - Parameter kind: With `gzip`, each stream has a header and a checksum, which are checked.
  init(_ kind: ArchiveKind, path: String) throws(SystemError) {
    self.kind = kind
    self.path = path
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let windowBits = kind == .gzip ? MAX_WBITS + 16 : -MAX_WBITS
    guard unsafe movies_inflate_init(stream, windowBits) == Z_OK else {
      throw .outOfMemory(path)
    }
  }

  deinit {
    // After a failed start, the call does nothing.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Starts with another stream.
  func reset() {
    unsafe inflateReset(stream)
    isAtEnd = false
  }

  /// Expands the next bytes into the buffer, which has room from `start` on.
  ///
  /// - Returns: The number of bytes; 0 only at the end.
  func inflate(
    _ input: inout CompressedInput, into buffer: inout [UInt8], from start: Int
  ) throws(SystemError) -> Int {
    while !isAtEnd {
      let hasInput = try input.fill()
      let count = try step(&input, into: &buffer, from: start)
      if count > 0 { return count }
      if !hasInput, !isAtEnd { throw kind.truncated(path) }
    }
    return 0
  }

  /// Expands the bytes in the buffer of the input.
  private func step(
    _ input: inout CompressedInput, into buffer: inout [UInt8], from start: Int
  ) throws(SystemError) -> Int {
    let (result, used, made) = unsafe buffer.withUnsafeMutableBufferPointer { output in
      unsafe input.withUnread { unsafe step($0, into: .init(rebasing: output[start...])) }
    }
    input.skip(used)
    switch result {
    // The latter is a lack of input.
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isAtEnd = true
    case Z_MEM_ERROR: throw .outOfMemory(path)
    default: throw kind.damaged(path)
    }
    return made
  }

  private func step(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> (result: Int32, used: Int, made: Int) {
    // A small room lets a limit stop the expansion soon.
    let room = min(output.count, 1 << 17)
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    unsafe stream.pointee.avail_in = UInt32(input.count)
    unsafe stream.pointee.next_out = output.baseAddress
    unsafe stream.pointee.avail_out = UInt32(room)
    let result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
    let (unused, unfilled) = unsafe (stream.pointee.avail_in, stream.pointee.avail_out)
    return (result, input.count - Int(unused), room - Int(unfilled))
  }
}
