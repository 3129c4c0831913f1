import MovieSystem
import TestSupport
import Testing

@Suite("Spooled bytes", .limited) struct SpooledBytesTests {
  @Test(
    "Returns all bytes in order, from memory and from a file",
    arguments: [0, 1, 999, 1_000, 1_001, 50_000, 300_000])
  func order(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let spool = SpooledBytes(limit: 1_000)
    for start in stride(from: 0, to: count, by: 701) {
      try spool.append(Array(bytes[start..<min(count, start + 701)]))
    }
    let source = try spool.source()
    #expect(source.totalBytes == Int64(count))
    #expect(try source.readToEnd() == bytes)
  }
}
