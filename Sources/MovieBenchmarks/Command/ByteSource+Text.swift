internal import MovieStore
internal import MovieSystem

extension ByteSource {
  /// Everything up to the end, at most so many bytes; `nil` where it is more, or not UTF-8.
  func text(atMost most: Int = 16 << 20) throws(SystemError) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = try read(into: &buffer, from: 0), count > 0 {
      bytes += buffer[..<count]
      if bytes.count > most { return nil }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
