internal import CZlib
internal import MovieSystem

/// The content of a file in a zip archive.
final class ZipEntryStream: ByteStream {
  private let entry: ZipEntry
  private let path: String
  /// `nil` if the content is not compressed.
  private let inflater: Inflater?
  private var input: CompressedInput
  private var bytesMade: Int64 = 0
  private var checksum: UInt = 0

  /// - Parameters:
  ///   - source: The archive.
  ///   - path: The name in errors.
  init(_ source: ByteSource, entry: ZipEntry, path: String) throws(SystemError) {
    self.entry = entry
    self.path = path
    inflater = entry.isStored ? nil : try Inflater(.zip, path: path)
    try source.seek(to: try Self.contentOffset(of: entry, source, path))
    input = CompressedInput(source, length: entry.compressedSize)
  }

  var bytesRead: Int64 { input.bytesRead }

  func read(into buffer: inout [UInt8], from start: Int) throws(SystemError) -> Int {
    guard start < buffer.count else { return 0 }
    let count: Int
    if let inflater {
      count = try inflater.inflate(&input, into: &buffer, from: start)
    } else {
      count = try input.copy(into: &buffer, from: start)
    }
    bytesMade += Int64(count)
    guard bytesMade <= entry.size else { throw ArchiveKind.zip.damaged(path) }
    try ArchiveLimit.check(bytesMade, from: bytesRead, path)
    if count == 0 { try checkEnd() }
    checksum = unsafe buffer.withUnsafeBufferPointer {
      unsafe crc32_z(checksum, $0.baseAddress! + start, count)
    }
    return count
  }

  private func checkEnd() throws(SystemError) {
    guard bytesRead == entry.compressedSize, bytesMade == entry.size, checksum == entry.checksum
    else { throw ArchiveKind.zip.damaged(path) }
  }

  /// Returns the position after the header, whose length the directory does not tell.
  private static func contentOffset(
    of entry: ZipEntry, _ source: ByteSource, _ path: String
  ) throws(SystemError) -> Int64 {
    let bytes = try source.bytes(at: entry.offset, count: Int(ZipEntry.headerLength))
    var fields = ZipFields(bytes[...], path: path)
    try fields.skip(ZipSignature.file)
    // What the directory has too.
    try fields.skip(22)
    let namesLength = try fields.number(bytes: 2) + fields.number(bytes: 2)
    let offset = entry.offset + ZipEntry.headerLength + namesLength
    guard offset + entry.compressedSize <= entry.end else { throw ArchiveKind.zip.damaged(path) }
    return offset
  }
}
