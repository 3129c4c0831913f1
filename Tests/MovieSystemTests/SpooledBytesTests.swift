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
    for _ in 0..<2 {
      let source = try spool.source()
      #expect(source.totalBytes == Int64(count))
      var (read, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_000))
      while true {
        let count = try source.read(into: &buffer, from: 0)
        if count == 0 { break }
        read += buffer[..<count]
      }
      #expect(read == bytes)
    }
  }
}
